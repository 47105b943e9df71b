"""The constraints for which a model has no solution: a minimal set of them, the fewest where that is cheap."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import inf
from time import perf_counter
from typing import Any

from ..conflict_sets import ConflictSets, Undecided, set_of
from ..endings import Assignment, Stopped
from ..errors import LimitReached, PuzzleError
from ..limits import Limits, Progress
from ..search.budget import Budget
from ..watchdog import within
from .engines import choose
from .explain import Contradiction, may_hold
from .limited import building
from .reading import Reading
from .search import Cuts
from .solutions import Solutions
from .values import Values

MOST_NODES = 200_000  # of one search for a solution
MOST_WORK = 400_000  # in nodes: what is spent on finding the fewest
ITEM_WORK = 30  # what a constraint costs in each search, in nodes


def contradiction(
    reading: Reading,
    fresh: Callable[[], Reading],
    given: Mapping[Any, Any],
    limits: Limits,
    progress: Progress | None,
    began: float,
) -> Contradiction:
    """The contradiction in a model that has no solution with `given`: always the same one of several.

    It is found by the engine that `auto` takes. Where it is the smallest and there are several, it is the first: that
    with the constraint posted first, of these that with the next one first, and so on; given values come last.

    Parameters
    ----------
    reading, fresh
        The model, and a new reading of it.
    limits, progress, began
        Seconds since `began` are shared by all searches; nodes and memory count for each alone. A constraint is also
        kept where the search without it is stopped, or a function raises.
    """
    conflicts = _Conflicts(reading, fresh, given, limits, progress, began)
    seconds = None if limits.seconds is None else max(0.0, began + limits.seconds - perf_counter())
    with within(Limits(seconds=seconds)):
        found, is_minimal = conflicts.minimal()
        is_smallest = False
        if is_minimal:
            found, is_smallest = conflicts.smallest(found, MOST_WORK)
    numbers, values = conflicts.parts(found)
    posted = tuple(reading.posted[i] for i in numbers)
    concerned = {v for p in posted for v in p.scope} | set(values)
    domains = {v: domain for v, domain in reading.domains.items() if v in concerned}
    return Contradiction(posted=posted, given=values, domains=domains, is_minimal=is_minimal, is_smallest=is_smallest)


class _Conflicts(ConflictSets):
    """The constraints of a model, and behind them the given values, as items of which some conflict."""

    def __init__(
        self,
        reading: Reading,
        fresh: Callable[[], Reading],
        given: Mapping[Any, Any],
        limits: Limits,
        progress: Progress | None,
        began: float,
    ) -> None:
        super().__init__(len(reading.posted) + len(given))
        self.reading, self.fresh, self.given = reading, fresh, given
        self.limits, self.progress, self.began = limits, progress, began
        self.end = inf if limits.seconds is None else began + limits.seconds
        self.most = MOST_NODES if limits.nodes is None else min(limits.nodes, MOST_NODES)
        self.engine = choose("auto", reading)

    def parts(self, items: int) -> tuple[list[int], dict[Any, Any]]:
        """The numbers of the constraints among the items, and the given values among them."""
        n = len(self.reading.posted)
        values = {v: x for i, (v, x) in enumerate(self.given.items()) if items >> (n + i) & 1}
        return [i for i in range(n) if items >> i & 1], values

    def correction(self, items: int, most: int | None = None) -> int | None:
        """The items that a solution of `items` does not fit; all others where a function raises for it."""
        numbers, values = self.parts(items)
        if perf_counter() >= self.end:
            raise Undecided
        try:
            most = self.most if most is None else min(self.most, most)
            row = self._solution(numbers, self.reading.given(values), most)
        except LimitReached:
            raise Undecided from None
        except PuzzleError:
            return (1 << self.n_items) - 1 ^ items
        return None if row is None else self._unfit(row)

    def _solution(self, numbers: list[int], cuts: Cuts | None, most: int) -> Values | None:
        """The values of all variables in a solution of some of the constraints, found within so many nodes."""

        def part(reading: Reading) -> Reading:
            made = reading.only(numbers)
            made.main = tuple(range(len(made.variables)))
            return made

        with building() as watchdog:
            watchdog.check()
            limits = replace(self.limits, nodes=most)
            budget = Budget(limits, self.progress, work=2000, seconds=0.05, began=self.began)
            solutions = Solutions(part(self.reading), lambda: part(self.fresh()), cuts, self.engine, budget)
        try:
            ending = solutions.first()
        finally:
            solutions.close()
            self.spent += solutions.nodes + ITEM_WORK * (1 + len(numbers))
        if isinstance(ending, Stopped):
            raise Undecided
        return tuple(ending.values.values()) if isinstance(ending, Assignment) else None

    def _unfit(self, row: Values) -> int:
        """The constraints that do not hold, and the given values that are others; one that raises is not told of."""
        known = dict(zip(self.reading.variables, row, strict=True))
        unfit = [i for i, p in enumerate(self.reading.posted) if not may_hold(p, tuple(known[v] for v in p.scope))]
        n = len(self.reading.posted)
        others = [n + i for i, (v, x) in enumerate(self.given.items()) if not self._is_own(v, x, known[v])]
        return set_of([*unfit, *others])

    def _is_own(self, variable: Any, given: Any, value: Any) -> bool:
        own = self.reading.own(self.reading.lowering.number[variable], given)
        return own is not None and own[0] is value
