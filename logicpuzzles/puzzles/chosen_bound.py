"""Which lower bound the searches of a puzzle use, as a rule file or a user says it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from ..endings import Value
from ..errors import Given, PuzzleError, must_be
from ..integers import represented
from ..logic.termdict import is_among
from ..logic.terms import AnyTerm
from ..logic.writer import write

MEMORY = 256_000_000  # bytes that tables may take, where nothing else is said
NAMES = {
    "auto": "the table of distances, and tables derived from the rules where a search lasts",
    "derived": "tables derived from the rules, from the beginning",
    "distance": "the table of distances alone",
    "none": "no bound",
}
EXPECTED = f"{', '.join(NAMES)}, or groups of values"


@dataclass(frozen=True)
class BoundChoice:
    """A choice of a bound.

    Attributes
    ----------
    name
        A key of `NAMES`; "derived" too where there are groups.
    groups
        The groups of values for which tables are built; empty where they are chosen by measuring.
    memory
        The bytes that tables may take.
    place
        Where it was said, for messages.
    """

    name: str = "auto"
    groups: tuple[tuple[Value, ...], ...] = ()
    memory: int = MEMORY
    place: str = "bound"

    def within(self, memory: int | None) -> BoundChoice:
        """The same where a search may take so many bytes: half of these are for its states."""
        return self if memory is None else replace(self, memory=min(self.memory, memory // 2))


BoundLike: TypeAlias = str | Iterable[Iterable[Value]] | BoundChoice


def as_bound(given: Given, place: str = "bound", memory: int = MEMORY) -> BoundChoice:
    """The choice that `given` is or means: one of `NAMES`, groups, or None for "auto".

    Raises
    ------
    PuzzleError
        It is neither, a group is empty, or two have a value in common.
    """
    if isinstance(given, BoundChoice):
        return given
    if given is None:
        return BoundChoice(memory=memory, place=place)
    if isinstance(given, str):
        if given not in NAMES:
            raise PuzzleError(f"there is no bound {given!r}", place=place, expected=EXPECTED)
        return BoundChoice(given, memory=memory, place=place)
    must_be(Iterable, given, "this is no bound", place=place, expected=EXPECTED)
    groups = []
    for group in given:
        expected = "groups of values, such as [[1, 2, 3], [4, 5, 6]]"
        must_be(Iterable, group, "this is no group", place=place, expected=expected)
        groups.append(tuple(group))
    if not groups:
        raise PuzzleError("there are no groups", place=place, expected=EXPECTED, got=represented(given))
    _check_apart(groups, place)
    return BoundChoice("derived", tuple(groups), memory, place)


def _check_apart(groups: Iterable[tuple[AnyTerm, ...]], place: str) -> None:
    """Raise `PuzzleError` where a group is empty, or a value is named twice."""
    met: list[AnyTerm] = []
    for number, group in enumerate(groups, 1):
        if not group:
            raise PuzzleError(f"group {number} is empty", place=place, expected="at least one value")
        for value in group:
            if is_among(value, met):
                raise PuzzleError(
                    f"{write(value)} is named more than once", place=place, expected="groups without a value in common",
                    got=" / ".join(" ".join(map(write, each)) for each in groups),
                    hint="a move of it would count twice: name it once",
                )  # fmt: skip
            met.append(value)
