"""Gives a search problem the bound that was chosen for it."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import TYPE_CHECKING

from ..errors import BoundWarning, PuzzleError
from ..search.problem import SearchProblem
from .chosen_bound import BoundChoice
from .parts import Goals

if TYPE_CHECKING:
    from .compiled import Compiled


def bounded(compiled: Compiled, problem: SearchProblem, goal: Goals, choice: BoundChoice) -> SearchProblem:
    """`problem` with the bound that `choice` names; where that cannot be had, it is said, and a weaker one is used.

    Raises
    ------
    PuzzleError
        The table of distances is asked for, and there is none; or a group has a value that no cell can hold.
    """
    if choice.name == "distance":
        return _by_distance(compiled, problem, choice)
    if choice.name == "none":
        return _unbounded(problem)
    return problem


def _unbounded(problem: SearchProblem) -> SearchProblem:
    return replace(problem, table=None, divisor=1, exact=None, lookups=None, bound_name=None)


def _by_distance(compiled: Compiled, problem: SearchProblem, choice: BoundChoice) -> SearchProblem:
    if compiled.declared.distance is None:
        hint = "derived is read off the rules"
        raise PuzzleError("the puzzle has no table of distances", place=choice.place, got="distance", hint=hint)
    if problem.bound_name != "distance":
        _warn(choice, "the table of distances serves another goal; the search has no bound")
        return _unbounded(problem)
    return problem


def _warn(choice: BoundChoice, text: str) -> None:
    warnings.warn(f"{choice.place}: {text}", BoundWarning, stacklevel=4)
