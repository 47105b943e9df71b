"""Replay a solution through the relation itself: independent of the compiler and of every search."""

from __future__ import annotations

from ..endings import Path, State
from ..errors import PuzzleError
from ..logic.termdict import is_among
from ..notation import write
from ..wording import counted
from .declaration import Declaration
from .parts import Goals
from .relation_answers import holds


def replay(declared: Declaration, path: Path, goal: Goals, start: State | None = None) -> None:
    """Ask the relation for every move of `path`, and the goal for its end.

    Raises
    ------
    PuzzleError
        The relation has no such move, the numbers of states and moves do not fit, the end is no goal, or the beginning
        is not `start`, where that is given.
    """
    if len(path.states) != len(path.moves) + 1:
        raise _wrong(counted(len(path.moves), "move"), counted(len(path.moves) + 1, "state"), len(path.states))
    if start is not None and not is_among(start, path.states[:1]):
        raise _wrong("it begins elsewhere", write(start), write(path.states[0]))
    for number, label in enumerate(path.moves, 1):
        before, after = path.states[number - 1], path.states[number]
        if not holds(declared.move, label, before, after):
            raise _wrong(f"move {number} is not one of {declared.move.name}", None, write((label, before, after)))
    if not declared.is_goal(path.states[-1], goal):
        raise _wrong("the last state is no goal", None, write(path.states[-1]))


def _wrong(problem: str, expected: str | None, got: object) -> PuzzleError:
    return PuzzleError(f"the solution is wrong: {problem}", expected=expected, got=got)
