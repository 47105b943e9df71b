"""Gives a search problem the bound that was chosen for it."""

from __future__ import annotations

import sys
import warnings
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from ..errors import BoundWarning, NoRoom, PuzzleError, Refusal, file_of
from ..rewriting.program import program_of
from ..rewriting.rewrite import Pattern, Rewriting
from ..search.problem import SearchProblem
from ..watchdog import Watchdog
from .chosen_bound import BoundChoice
from .declaration import Declaration
from .derived_tables import Chosen, DerivedTables, kind_of
from .parts import Goals

if TYPE_CHECKING:
    from ..limits import Progress
    from ..proofs.lookups import PatternBound


class Rules(Protocol):
    """What bounds need of a compiled puzzle."""

    declared: Declaration
    looked_up: dict[Path, PatternBound]
    chosen: dict[Path, Chosen]

    @property
    def rewriting(self) -> Rewriting:
        """The rules."""

    def patterns(self, goal: Goals, /) -> tuple[Pattern, ...]:
        """The patterns of a goal."""


def bounded(
    compiled: Rules, problem: SearchProblem, goal: Goals, choice: BoundChoice, progress: Progress | None = None
) -> SearchProblem:
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
    if problem.exact is not None:  # no bound is better
        return problem
    wanted = choice.name == "derived"
    try:
        tables = tables_of(compiled, problem.start, goal, choice)
        if wanted:
            with Watchdog(None, sys.maxsize, "building the tables of a bound", "allow more time, or name groups"):
                return replace(problem, lookups=tables.cached() or tables.build(progress))
    except Refusal as refusal:
        if wanted:
            hint = ". Next: allow more memory" if isinstance(refusal, NoRoom) else ""
            _warn(choice, f"no tables are built: {refusal}; {_instead(problem)}{hint}")
        return problem

    @cache  # what is kept is not taken earlier: the same search has the same nodes, whatever ran before
    def stronger() -> PatternBound | None:
        try:
            return tables.cached() or tables.build()
        except Refusal:
            return None

    return replace(problem, stronger=stronger)


def tables_of(compiled: Rules, start: tuple[object, ...], goal: Goals, choice: BoundChoice) -> DerivedTables:
    """The tables of a derived bound for searches from `start` to `goal`.

    Raises
    ------
    Refusal
        There can be none.
    PuzzleError
        A group has a value that no cell can hold.
    """
    patterns, program = compiled.patterns(goal), program_of(compiled.rewriting)
    if program_of(compiled.rewriting, start) is not program:
        raise Refusal("the start holds values that the moves lead to nowhere")
    first = compiled.declared.start
    # Groups are chosen by walks from a start: from the declared one for all of its kind, so that the tables that are
    # kept for these do not depend on which came first.
    if program_of(compiled.rewriting, first) is program and kind_of(program, first) == kind_of(program, start):
        start = first
    move = compiled.declared.move
    name = Path(file_of(str(getattr(move, "place", move.name)))).stem
    return DerivedTables(program, patterns, start, choice, name, compiled.looked_up, compiled.chosen)


def _unbounded(problem: SearchProblem) -> SearchProblem:
    return replace(problem, table=None, divisor=1, exact=None, lookups=None, bound_name=None)


def _by_distance(compiled: Rules, problem: SearchProblem, choice: BoundChoice) -> SearchProblem:
    if compiled.declared.distance is None:
        hint = "derived is read off the rules"
        raise PuzzleError("the puzzle has no table of distances", place=choice.place, got="distance", hint=hint)
    if problem.bound_name != "distance":
        _warn(choice, "the table of distances serves another goal; the search has no bound")
        return _unbounded(problem)
    return problem


def _instead(problem: SearchProblem) -> str:
    by = {"distance": "with the table of distances", "derived": "with the bound of single values"}
    return f"the search goes on {by.get(problem.bound_name or '', 'without a bound')}"


def _warn(choice: BoundChoice, text: str) -> None:
    warnings.warn(f"{choice.place}: {text}", BoundWarning, stacklevel=4)
