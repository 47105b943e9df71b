"""Goal relations as patterns over the cells, by one query on unknown cells."""

from __future__ import annotations

from collections.abc import Iterable

from ..endings import Value
from ..errors import LimitReached, Refusal
from ..logic.relations import Predicate
from ..rewriting.reach import Domains, union
from ..rewriting.rewrite import Among, Equals, Pattern
from ..rewriting.transitions import Query
from ..watchdog import Watchdog
from .relation_answers import place_of

PATIENCE = 10.0  # seconds for compiling one relation: one that recurs without end on unknown cells is only asked


def queried(goal: Predicate, domains: Domains) -> tuple[Pattern, ...] | Refusal:
    """The patterns of a relation, those included that no state matches; or why it has none."""
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


def values_of(patterns: Iterable[Pattern], n_cells: int) -> Domains:
    """For each cell the values that patterns name there."""
    values: list[list[Value]] = [[] for _ in range(n_cells)]
    for guard in (guard for pattern in patterns for guard in pattern):
        if isinstance(guard, Equals | Among):
            values[guard.cell] += guard.values if isinstance(guard, Among) else (guard.value,)
    return tuple(map(union, values))
