"""The goals of a puzzle as patterns over its cells: of a relation those that a state of the puzzle can match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..endings import State
from ..errors import LimitReached, Refusal
from ..logic.relations import Predicate
from ..rewriting.reach import Domains, has_pieces, union, within
from ..rewriting.rewrite import Among, Equals, Pattern, pattern_of
from ..rewriting.transitions import Query
from ..watchdog import Watchdog
from ..wording import counted
from .relation_answers import place_of

if TYPE_CHECKING:
    from .declaration import Goals
    from .puzzle import Puzzle

PATIENCE = 10.0  # seconds for compiling one relation: one that recurs without end on unknown cells is only asked


def listed(goal: Any) -> Sequence[State]:
    """The goal states of a goal; none of a relation."""
    if isinstance(goal, Predicate):
        return ()
    return [goal] if isinstance(goal, tuple) else goal


def patterns_of(puzzle: Puzzle, goal: Goals) -> tuple[Pattern, ...]:
    """The patterns of a goal; those of a relation by one query on unknown cells.

    A relation may hold of what is no state, because a cell has another value than it may have: what is not within the
    declared values, or else those that start, goal and moves lead to, is left out here and nowhere else.

    Raises
    ------
    Refusal
        The relation does not become patterns.
    """
    if not isinstance(goal, Predicate):
        return tuple(map(pattern_of, listed(goal)))
    known = puzzle.__dict__.setdefault("_patterns", {})
    if goal not in known:
        rewriting = puzzle.rewriting
        domains = rewriting.domains if puzzle.domains is None else puzzle.domains
        known[goal] = within(all_patterns(puzzle, goal), domains, rewriting.domains)
    return known[goal]  # type: ignore[no-any-return]


def all_patterns(puzzle: Puzzle, goal: Predicate) -> tuple[Pattern, ...]:
    """The patterns of a relation, those included that no state matches.

    Raises
    ------
    Refusal
        The relation does not become patterns.
    """
    known = puzzle.__dict__.setdefault("_all_patterns", {})
    if goal not in known:
        known[goal] = _queried(goal, puzzle.rewriting.domains)
    found: tuple[Pattern, ...] | Refusal = known[goal]
    if isinstance(found, Refusal):
        raise found
    return found


def written(puzzle: Puzzle) -> Domains:
    """For each cell the values that the goal relation writes there without needing any."""
    values: list[list[Any]] = [[] for _ in range(puzzle.n_cells)]
    found = _queried(puzzle.goal, ((),) * puzzle.n_cells) if isinstance(puzzle.goal, Predicate) else ()
    if isinstance(found, tuple):
        if isinstance(puzzle.goal, Predicate):
            puzzle.__dict__.setdefault("_all_patterns", {})[puzzle.goal] = found
        for guard in (guard for pattern in found for guard in pattern):
            if isinstance(guard, Equals | Among):
                values[guard.cell] += guard.values if isinstance(guard, Among) else (guard.value,)
    return tuple(map(union, values))


def _queried(goal: Predicate, domains: Domains) -> tuple[Pattern, ...] | Refusal:
    at_work: list[str] = []
    try:
        with Watchdog(PATIENCE, what=f"compiling {goal.name}") as watchdog:
            return Query(goal.name, domains, watchdog.check, at_work).patterns(goal)
    except Refusal as refusal:
        return refusal
    except LimitReached as limit:
        raise_if_set(limit, goal)
        return Refusal(f"{goal.name} does not become patterns: {limit.problem}{''.join(at_work)}")
    except RecursionError:
        return Refusal(f"{goal.name} does not become patterns: a term is nested too deep for Python")


def raise_if_set(limit: LimitReached, relation: Predicate) -> None:
    """Raise `limit` where it was set for all that is asked: then it says nothing about the relation."""
    if limit.around:
        raise limit.at(place_of(relation)) from None


def left_out(puzzle: Puzzle) -> str | None:
    """What of the answers of the goal relation is no goal state, in one sentence; None where all may be.

    Where moves only permute the cells, a goal has the pieces of the start.
    """
    goal, rewriting = puzzle.goal, puzzle.rewriting
    if not isinstance(goal, Predicate):
        return None
    found, every = patterns_of(puzzle, goal), len(all_patterns(puzzle, goal))
    kept = sum(has_pieces(pattern, puzzle.start) for pattern in found) if rewriting.permutes else len(found)
    if kept == every:
        return None
    what = "no answer" if not kept else f"only {kept:,} of {counted(every, 'answer')}"
    why = "the pieces of the start" if kept < len(found) else "values that the cells may have"
    return f"{what} of {goal.name} has {why}; the rest is no goal"
