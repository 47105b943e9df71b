"""Solutions in the order that a text asks for, by the compiled engine.

By the leftmost variable, the engine runs in that order for a moment. Where that is not the end, all solutions are
looked for in the order in which they are found soonest, and sorted; only where that lasts too the first search goes on.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from ..search.budget import Budget
from .compiled import CompiledSearch
from .kernels import layout
from .order import Order
from .packing import pack
from .reading import Reading
from .rows import MOST_NODES
from .search import ALONE, Cuts, Helpers, Search
from .values import Values

PATIENCE = 4_000  # nodes, before another order is tried


class OrderedSearch(Search):
    """One query of a reading.

    Attributes
    ----------
    tried
        The numbers of the variables in the order in which they are tried, then those of the relation.
    """

    def __init__(self, reading: Reading, order: Order, cuts: Cuts, budget: Budget) -> None:
        super().__init__(budget)
        number = reading.lowering.number
        self.reading, self.order, self.cuts = reading, order, cuts
        self.best = [(number[variable], is_down) for variable, is_down in order.best]
        self.tried = tuple(dict.fromkeys((*(number[variable] for variable in order.variables), *reading.main)))
        self.packed = pack(reading.forms, reading.lowering.domains, self.tried)
        self._searches: list[CompiledSearch] = []
        self.workers = ALONE

    def share(self, workers: Helpers) -> None:
        self.workers = workers

    def count(self) -> int:
        search = CompiledSearch(self.reading.packed, self.cuts, self.budget)
        search.workers = self.workers
        try:
            return search.count()
        finally:
            self.nodes, self.found = search.nodes, search.found

    def rows(self) -> Iterator[Values | None]:
        main = self.reading.main
        seen: set[Values] | None = None if len(main) == len(self.tried) else set()
        for row in self._by_best(self.cuts, 0):
            self.nodes = sum(search.nodes for search in self._searches)
            if row is not None and seen is not None:
                key = tuple([row[v] for v in main])
                if key in seen:
                    continue
                seen.add(key)
            self.found += row is not None
            yield row
        self.nodes = sum(search.nodes for search in self._searches)

    def _search(self, cuts: Cuts, *order: Any) -> CompiledSearch:
        budget = self.budget.another()
        budget.resume()
        search = CompiledSearch(self.packed, cuts, budget, *order)
        search.workers = self.workers
        self._searches.append(search)
        return search

    def _by_best(self, cuts: Cuts, level: int) -> Iterator[Values | None]:
        """The rows, by the values of the best variables from number `level` on first: halves of those are tried."""
        if level == len(self.best):
            yield from self._by_tried(cuts)
            return
        variable, is_down = self.best[level]
        parts = [sorted(cuts.get(variable, self.reading.lowering.domains[variable]))]
        while parts:
            part = parts.pop()
            within = {**cuts, variable: tuple(part)}
            if len(part) == 1:
                yield from self._by_best(within, level + 1)
            elif (yield from self._is_possible(within)):
                middle = len(part) // 2
                low, high = part[:middle], part[middle:]
                parts += [low, high] if is_down else [high, low]

    def _is_possible(self, cuts: Cuts) -> Generator[None, None, bool]:
        for row in self._search(cuts).rows():
            if row is not None:
                return True
            yield None
        return False

    def _by_tried(self, cuts: Cuts) -> Iterator[Values | None]:
        """The rows in the order of the variables that are tried."""
        is_down, selection = self.order.descending, layout.SELECTIONS[self.order.selection]
        search = self._search(cuts, selection, is_down)
        given, is_patient = 0, self.order.selection != "leftmost"
        for row in search.rows():
            given += row is not None
            yield row
            if not is_patient and search.nodes > PATIENCE:
                is_patient = True
                found = yield from self._soon(cuts)
                if found is not None:
                    sign = -1 if is_down else 1
                    found.sort(key=lambda values: [sign * values[v] for v in self.tried])
                    yield from found[given:]
                    return

    def _soon(self, cuts: Cuts) -> Generator[None, None, list[Values] | None]:
        """All rows, if the best search finds them soon, in an order of its own; else None."""
        found: list[Values] = []
        search = self._search(cuts)
        for row in search.rows():
            if row is None:
                yield None
            else:
                found.append(row)
            if search.nodes > MOST_NODES:
                return None
        return found
