"""The goal states of a task, for searches that also start there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ..endings import State
from ..errors import PuzzleError
from ..logic.terms import typed
from ..rewriting.rewrite import Equals, Pattern
from .coding.arrangements import matching
from .task import Task

MOST_GOALS = 100_000


def goal_states(task: Task) -> list[State]:
    """The states that match a goal pattern, each once: pattern by pattern, in the order of the domains.

    Raises
    ------
    PuzzleError
        If the goal is not given as patterns, or there are more than 100,000.
    """
    if task.rewriting is None or task.test is not None:
        raise PuzzleError("the goal states are not known one by one", hint="search forwards")
    found = {tuple(map(typed, state)): state for state in islice(_matching(task), MOST_GOALS + 1)}
    if len(found) > MOST_GOALS:
        raise PuzzleError(f"there are over {MOST_GOALS:,} goal states to search backwards from", hint="search forwards")
    return list(found.values())


def _matching(task: Task) -> Iterator[State]:
    assert task.rewriting is not None
    for pattern in task.goals:
        state = exact(pattern, len(task.start))
        if state is not None:
            yield state
        else:
            yield from matching(pattern, task.rewriting.domains, task.start if task.rewriting.permutes else None)


def exact(pattern: Pattern, n_cells: int) -> State | None:
    """The state that `pattern` spells out cell by cell, in order; None if it is not of that kind."""
    if len(pattern) != n_cells:
        return None
    if all(type(guard) is Equals and guard.cell == cell for cell, guard in enumerate(pattern)):
        return tuple(guard.value for guard in pattern if isinstance(guard, Equals))
    return None
