"""Successors with bounds that are looked up, in plain Python: one number holds all indexes, each rule adds to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..memo import memo
from ..proofs.bounds import Rows, added
from ..rewriting.values import Numbers
from .coding.successors import Successor, Successors

if TYPE_CHECKING:
    from ..proofs.lookups import PatternBound

NO_WAY = 1 << 80  # instead of the bound of a state that cannot lead to a goal: more than any limit


class LookedUp:
    """The larger of a bound that is looked up and the sum of a table, divided and rounded up.

    Attributes
    ----------
    rows
        What a value adds in each cell to the number that holds the indexes side by side, and above them the sum of
        the table `rows`.
    """

    def __init__(self, bound: PatternBound, rows: Rows, divisor: int) -> None:
        self.divisor, self.used = divisor, 0
        self.sums = []
        self.rows: Rows = tuple((0,) * len(row) for row in rows)
        for several in bound.sums:
            fields = []
            for lookup in several:
                self.rows = added(self.rows, lookup.rows[: len(rows)], self.used)
                entries: memoryview = lookup.entries.data  # as numbers of Python, which are added sooner
                fields.append((self.used, (1 << lookup.bits) - 1, entries, lookup.far))
                self.used += lookup.bits
            self.sums.append(fields)
        self.rows = added(self.rows, rows, self.used)

    def after(self, successors: Successors, state: Numbers, rule: int) -> list[Successor]:
        """As `Successors.after`, with by how much the bound changes; where no goal can be reached, by `NO_WAY`."""
        rows = self.rows
        total = sum(rows[number][cell] for cell, number in enumerate(state[: successors.program.n_cells]))
        here = self.bound(total)
        here = 0 if here == NO_WAY else here  # the start; no other such state is expanded
        found = []
        for child, via, delta in successors.after(state, rule):
            bound = self.bound(total + delta)
            found.append((child, via, bound if bound == NO_WAY else bound - here))
        return found

    def of(self, numbers: Numbers) -> int:
        """The bound of the state with these numbers of values."""
        rows = self.rows
        return self.bound(sum(rows[number][cell] for cell, number in enumerate(numbers)))

    def bound(self, total: int) -> int:
        """The bound of the state with this number for its indexes."""
        best = max(0, -(-(total >> self.used) // self.divisor))
        for fields in self.sums:
            looked_up = 0
            for shift, mask, entries, far in fields:
                entry = entries[total >> shift & mask]
                if entry == far:
                    return NO_WAY
                looked_up += entry
            best = max(best, looked_up)
        return best


looked_up = memo(LookedUp)
