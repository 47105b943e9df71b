"""Replay a solution through the relation itself: independent of the compiler and of every search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..endings import Path, State
from ..errors import PuzzleError
from ..logic.terms import same
from ..notation import write
from ..wording import counted
from .relation_answers import holds

if TYPE_CHECKING:
    from .declaration import Goals
    from .puzzle import Puzzle


def replay(puzzle: Puzzle, path: Path, goal: Goals | None = None, start: State | None = None) -> None:
    """Ask the relation for every move of `path`, and the goal for its end.

    Raises
    ------
    PuzzleError
        The relation has no such move, the numbers of states and moves do not fit, the end is no goal, or the beginning
        is not `start`, where that is given.
    """
    if len(path.states) != len(path.moves) + 1:
        raise _wrong(counted(len(path.moves), "move"), counted(len(path.moves) + 1, "state"), len(path.states))
    if start is not None and not same(path.states[0], start):
        raise _wrong("it begins elsewhere", write(start), write(path.states[0]))
    for number, label in enumerate(path.moves, 1):
        before, after = path.states[number - 1], path.states[number]
        if not holds(puzzle.move, label, before, after):
            raise _wrong(f"move {number} is not one of {puzzle.move.name}", None, write((label, before, after)))
    if not puzzle.goal_holds(path.states[-1], goal):
        raise _wrong("the last state is no goal", None, write(path.states[-1]))


def _wrong(problem: str, expected: str | None, got: Any) -> PuzzleError:
    return PuzzleError(f"the solution is wrong: {problem}", expected=expected, got=got)
