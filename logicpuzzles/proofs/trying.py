"""The choice among ways to share out items, by tables that are really built, as many as a budget of work allows.

A shortlist is made of ways that differ, by what they are estimated to be worth; then the best of those that were tried
is bettered: each time the way is tried next that is expected to be worth most, of the shortlist and of what exchanges
make of the best. What a table costs is counted in patterns, so the choice does not depend on the speed of the machine.

The worth of a way is its average bound. What a search visits depends on how often each bound comes about, small ones
above all (R. Korf, M. Reid, S. Edelkamp, Time complexity of iterative-deepening-A*, 2001). But over ten ways to share
out the pieces of the 15 puzzle the plain average told as well as averages of b**-bound, for b from 1.1 to 2.13, how
many nodes R. Korf's hundred states take: from 45.5 million where it is 43.13 to 122 where it is 42.54, in that order
but for one pair of neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np

from .items import Items
from .partition import Part, Parts, exchanged, exchanges, shuffled, swapped
from .sampled import Sampled
from .samples import numbers

TRIED = 48_000_000  # patterns to visit: eight tables of six pieces of the 15 puzzle, two seconds
SHORTLIST = TRIED // 2  # of it before any way is bettered
WALKS = 12  # from random ways
STEPS = 150  # random exchanges of each
HOPEFUL = 0.97  # of the best that is known, what is expected of a way that is tried
Fits = Callable[[Parts], bool]


class Trying:
    """Ways to share out items, tried within the budget.

    Parameters
    ----------
    fits
        Whether the tables of all groups are small enough.
    build
        Builds the table of a group, and adds it to `sampled`.

    Attributes
    ----------
    worths
        What was tried, and what it is worth.
    """

    def __init__(self, items: Items, sampled: Sampled, fits: Fits, build: Callable[[Part], None]) -> None:
        self.items, self.sampled, self.fits, self.build = items, sampled, fits, build
        self.left = TRIED
        self.worths: dict[Parts, float] = {}
        self.refused: set[Parts] = set()

    def best(self, begin: Parts) -> Parts | None:
        """The best of what is tried, from `begin` and others; None where there is no budget for any."""
        met = {self._first_like(begin), *self._shortlist(begin)}
        while True:
            if self.worths and self.left < TRIED - SHORTLIST:
                met.update(self._near(self._best()))
            parts = self._next(met)
            if parts is None and self.worths:
                met.update(self._near(self._best()))
                parts = self._next(met)
            if parts is None:
                return self._best() if self.worths else None
            if not self.items.can_be_built(parts, every=False):
                self.refused.add(parts)
                continue
            for part in parts:
                if part not in self.sampled.built:
                    self.left -= self.items.work_of(part)
                    self.build(part)
            self.worths[parts] = self.sampled.worth(parts)

    def _best(self) -> Parts:
        return min(self.worths, key=lambda parts: (-self.worths[parts], parts))

    def _next(self, met: Iterable[Parts]) -> Parts | None:
        """What is expected to be worth most of what the budget is enough for; None where nothing promises more."""
        may = [parts for parts in met if parts not in self.worths and parts not in self.refused and self._may(parts)]
        expected = {parts: self.sampled.worth(parts) for parts in may}
        best = min(may, key=lambda parts: (-expected[parts], parts), default=None)
        if best is None or (self.worths and expected[best] < HOPEFUL * self.worths[self._best()]):
            return None
        return best

    def _may(self, parts: Parts) -> bool:
        return sum(self.items.work_of(part) for part in parts if part not in self.sampled.built) <= self.left

    def _near(self, parts: Parts) -> Iterator[Parts]:
        """The ways that exchanges make of `parts`."""
        for exchange in exchanges(parts):
            made = exchanged(parts, *exchange)
            if self.fits(made):
                yield self._first_like(made)

    def _shortlist(self, begin: Parts) -> Iterator[Parts]:
        """The ways met on walks from random ones, by random exchanges that do not lower what is expected."""
        n_items = len(self.items)
        for walk in range(1, WALKS + 1):
            items = iter(shuffled(n_items, walk))
            parts = tuple(tuple(sorted(next(items) for _ in part)) for part in begin)
            reached = self.sampled.worth(parts) if self.fits(parts) else 0.0
            for one, other in (numbers(walk, 2 * STEPS) % np.uint64(n_items)).reshape(-1, 2).tolist():
                made = swapped(parts, one, other)
                if self.fits(made) and (expected := self.sampled.worth(made)) >= reached:
                    parts, reached = made, expected
                    yield self._first_like(parts)

    def _first_like(self, parts: Parts) -> Parts:
        """The first in order, of `parts` and what is worth as much."""
        mirror = self.sampled.mirror(parts)
        return min(tuple(sorted(several)) for several in (parts, mirror) if several)
