"""One of many: a start of a puzzle, or values of a model's cells and of the parameters of a rule file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..endings import Value
from ..errors import Given, PuzzleError
from ..integers import represented

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..rulefile.parameters import Parameter

START, GOAL, ID = "start", "goal", "id"
STATES = START, GOAL
DEEPEST = 100  # lists in each other: Python's own limit is near


@dataclass(frozen=True)
class Instance:
    """What is solved, as it was given; it is read where it is solved.

    Attributes
    ----------
    number
        Its place among all, from 1.
    place
        Where it stands, for messages: "starts.csv:3".
    id
        What it is called, if it is.
    problem
        Why it could not be read, if so.
    values
        "start" and "goal" of a puzzle, parameters of the rule file, values of a model's variables. Text is read as on
        the command line.
    """

    number: int
    place: str
    values: Mapping[str, Value]
    id: Value = None
    problem: str | None = None

    def parameters(self, declared: Sequence[Parameter]) -> dict[str, Value]:
        """The values of those parameters of the rule file that it gives; its id is one too, where one is called so."""
        given = self.values if self.id is None else {ID: self.id, **self.values}
        return {p.name: given[p.name] for p in declared if p.name in given}

    def others(self, declared: Sequence[Parameter]) -> dict[str, Value]:
        """What it gives besides."""
        names = {p.name for p in declared}
        return {name: value for name, value in self.values.items() if name not in names}


def instance_of(given: Given, number: int, place: str, alone: str | None) -> Instance:
    """The instance that `given` is or means: names with values, or only the value of the name `alone`.

    Raises
    ------
    PuzzleError
        It is neither.

    >>> instance_of((0, 7, 2, 1), 1, "starts 1", "start").values
    {'start': (0, 7, 2, 1)}
    """
    if isinstance(given, Instance):
        return given
    if isinstance(given, Mapping):
        values = {str(name): _fixed(value) for name, value in given.items() if value is not None}
        called = values.pop(ID, None)
        return Instance(number, place, values, called)
    if alone is None:
        hint = 'give names with values, such as {"grid": ...}'
        raise PuzzleError("it is not told what this is the value of", place=place, got=represented(given), hint=hint)
    if not isinstance(given, str | Iterable):
        raise PuzzleError(f"this is no {alone}", place=place, expected="text, or a list", got=represented(given))
    return Instance(number, place, {alone: _fixed(given)})


def _fixed(value: Given, deep: int = 0) -> Value:
    """Lists as tuples."""
    if deep > DEEPEST:
        raise PuzzleError("these lists are nested too deep", expected=f"at most {DEEPEST} in each other")
    return tuple(_fixed(part, deep + 1) for part in value) if isinstance(value, list | tuple) else value


def only_parameter(declared: Sequence[Parameter]) -> str | None:
    """The parameter of a rule file that a value alone is for: the only one, or the only one that must be given."""
    required = [p.name for p in declared if p.required]
    names = required or [p.name for p in declared]
    return names[0] if len(names) == 1 else None
