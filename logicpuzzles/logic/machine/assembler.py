"""Instructions as they are written: a list of numbers with labels, registers and slots, and where goals stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from .clauses import Callee
from .symbols import Symbols


class Place(NamedTuple):
    """What a piece of code stands for.

    Attributes
    ----------
    goal
        The goal that it runs; None for the head of a clause, which stands for the call.
    scope
        The name of the goal whose condition is a row of tests, if it is one of these.
    where
        The register ("x") or slot ("y") of each variable that messages call by its name.
    """

    goal: Any = None
    scope: str = ""
    where: Mapping[Any, tuple[str, int]] = {}


class Linker(Protocol):
    """What a compiler asks of the image that its code is for.

    Attributes
    ----------
    named
        The names of variables inside goals of queries, for messages.
    """

    symbols: Symbols
    named: dict[Any, str]

    def number(self, predicate: Callee) -> int:
        """The number of a predicate, which need not be loaded."""
        ...


class Label:
    """A place in the code that is known once it is reached."""

    __slots__ = ("at",)

    def __init__(self) -> None:
        self.at = 0


class Assembler:
    """The code of one predicate; addresses count from its beginning until `finish`.

    Attributes
    ----------
    places
        What the code from an address on stands for.
    cells
        At most so many heap cells are made between two calls.
    registers
        So many are used.
    """

    def __init__(self) -> None:
        self.code: list[Any] = []
        self.places: dict[int, Place] = {}
        self.cells = 16
        self.registers = 8

    @property
    def here(self) -> int:
        return len(self.code)

    def emit(self, *numbers: Any) -> None:
        """Append an instruction; operands may be labels, `None` stands for 0 (nowhere)."""
        self.code += numbers
        self.cells += 4

    def mark(self, label: Label) -> None:
        """Let `label` stand for the next instruction."""
        label.at = self.here

    def note(self, place: Place) -> None:
        """Say what the next instructions stand for."""
        self.places[self.here] = place

    def finish(self, base: int) -> list[int]:
        """The numbers, for code that begins at `base`."""
        return [0 if n is None else n.at + base if type(n) is Label else n for n in self.code]
