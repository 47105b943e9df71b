"""A start and the moves from it as one short text, such as an address can hold."""

from __future__ import annotations

from collections.abc import Sequence

from ..endings import Label, State
from ..errors import PuzzleError
from ..logic.notation import read, readable
from ..logic.terms import same

LONGEST = 100_000  # characters
MOST_MOVES = 10_000
PLACE = "link"


def written(start: State, labels: Sequence[Label]) -> str:
    """Two lists, of the cells of the start and of what the moves are called, as `notation.read` reads them.

    Raises
    ------
    PuzzleError
        A value is neither an integer nor text nor made of such, or all of it is too long.

    >>> written((0, 2, 1), [2, "far left"])
    '[0,2,1],[2,"far left"]'
    """
    found = (tuple(start), tuple(labels))
    text = ",".join(map(readable, found))
    if len(text) > LONGEST or len(labels) > MOST_MOVES:
        raise PuzzleError("there is too much for a link", expected=f"at most {MOST_MOVES:,} moves", got=len(labels))
    if not same(read(text), found):
        raise PuzzleError("no link can hold this", expected="states and labels of integers and text", got=text)
    return text


def parsed(text: str) -> tuple[State, tuple[Label, ...]]:
    """The start, and what the moves are called; whether they fit a puzzle is not looked at.

    Raises
    ------
    PuzzleError
        The text is no link.
    """
    expected = "a start and moves, such as [0,2,1],[2]"
    if len(text) > LONGEST:
        raise PuzzleError(
            "this is too long for a link", place=PLACE, expected=expected, got=f"{len(text):,} characters"
        )
    found = read(text, PLACE)
    if len(found) != 2 or not all(type(part) is tuple for part in found):
        raise PuzzleError("this is no link", place=PLACE, expected=expected, got=repr(text[:60]))
    start, labels = found
    if len(labels) > MOST_MOVES:
        raise PuzzleError("there are too many moves", place=PLACE, expected=f"at most {MOST_MOVES:,}", got=len(labels))
    return start, labels
