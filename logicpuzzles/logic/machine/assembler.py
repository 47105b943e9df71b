"""Instructions as they are written: a list of numbers with labels, registers and slots, and where goals stand."""

from __future__ import annotations

from typing import Any


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
        The goal that begins at an address, and the goal that is not relational around it: none where a head begins.
    cells
        At most so many heap cells are made between two calls.
    registers
        So many are used.
    """

    def __init__(self) -> None:
        self.code: list[Any] = []
        self.places: dict[int, tuple[Any, str]] = {}
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

    def note(self, goal: Any, scope: str = "") -> None:
        """The next instruction belongs to `goal` inside `scope`; None where it belongs to the call of the clause."""
        self.places[self.here] = (goal, scope)

    def finish(self, base: int) -> list[int]:
        """The numbers, for code that begins at `base`."""
        return [0 if n is None else n.at + base if type(n) is Label else n for n in self.code]
