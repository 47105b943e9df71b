"""The goal states of a problem, for searches that also start there."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, islice

from ..endings import State
from ..errors import PuzzleError
from ..logic.terms import typed
from ..rewriting.reach import has_pieces
from ..rewriting.rewrite import Equals, Pattern, Rewriting
from .coding.arrangements import matching
from .problem import SearchProblem

MOST_GOALS = 100_000


def goal_states(problem: SearchProblem) -> list[State]:
    """The states that match a goal pattern, each once: pattern by pattern, in the order of the domains.

    Raises
    ------
    PuzzleError
        If the goal is not given as patterns, or there are more than 100,000.
    """
    if problem.rewriting is None or problem.test is not None:
        raise PuzzleError("the goal states are not known one by one", hint="search forwards")
    found = matching_states(problem.goals, problem.rewriting, problem.start)
    if len(found) > MOST_GOALS:
        raise PuzzleError(f"there are over {MOST_GOALS:,} goal states to search backwards from", hint="search forwards")
    return found


def matching_states(
    patterns: Sequence[Pattern], rewriting: Rewriting, start: State, most: int = MOST_GOALS
) -> list[State]:
    """The states that match one of `patterns`, each once, at most `most + 1` of them.

    Where the rules only move values about, only arrangements of the values of `start` are states.
    """
    values = start if rewriting.permutes else None
    states = (
        [state] if (state := exact(pattern, len(start))) else matching(pattern, rewriting.domains, values)
        for pattern in patterns
        if values is None or has_pieces(pattern, values)
    )
    found = {typed(state): state for state in islice(chain.from_iterable(states), most + 1)}
    return list(found.values())


def exact(pattern: Pattern, n_cells: int) -> State | None:
    """The state that `pattern` spells out cell by cell, in order; None if it is not of that kind."""
    if len(pattern) != n_cells:
        return None
    if all(type(guard) is Equals and guard.cell == cell for cell, guard in enumerate(pattern)):
        return tuple(guard.value for guard in pattern if isinstance(guard, Equals))
    return None
