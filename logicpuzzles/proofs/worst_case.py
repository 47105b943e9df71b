"""The worst case of a sum over the cells of a state, among all states that a rule's guards permit.

Two proofs rest on it: that no rule lowers a table of distances by more than it may, and that a goal has the
distance 0. Both hold for *every* state of the domains, reachable or not.

What is claimed: of all states over the domains that satisfy the guards and hold no value more often than the caps say,
none has a larger sum than `largest` gives; where that is exact, one of them has it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from ..rewriting.numbered import Guards, Test, joined
from ..rewriting.program import Program
from ..rewriting.values import members

DEEPEST = 400  # groups of cells that are branched on; Python's stack holds no more
Counts = Mapping[int, int]  # how often each value, by number, may stand in a state
Gains = Mapping[int, Sequence[int]]  # by cell, what each value there, by number, adds to a sum


@dataclass(frozen=True)
class Worst:
    """The largest sum, and what the cells hold then, by number; `exact` is False where it is only an upper bound."""

    total: int
    cells: Mapping[int, int]
    exact: bool = True


@dataclass
class _Group:
    """Cells that must hold the same value, and what each value adds to the sum; the largest gain first."""

    cells: list[int]
    options: list[tuple[int, int]]


def value_counts(program: Program, goals: Iterable[Guards]) -> Counts | None:
    """How often each value may stand in a state that can reach a goal; None where that is not known.

    It is known when every rule only moves the values about and every goal fixes every cell.
    """
    if not program.permutes:
        return None
    caps: Counter[int] = Counter()
    for goal in goals:
        fixed = goal.fixed()
        if len(fixed) < program.n_cells:
            return None
        caps |= Counter(fixed.values())
    return caps


def largest(
    domains: Sequence[int],
    guards: Guards,
    gains: Gains,
    *,
    caps: Counts | None = None,
    above: int = 0,
    budget: int = 100_000,
) -> Worst | None:
    """The largest sum of ``gains[cell][number of its value]`` above `above` that the guards permit, or None.

    Parameters
    ----------
    domains
        The values of each cell, as bits; `n_cells` sets.
    gains
        What a cell adds to the sum; cells without an entry add nothing.
    caps
        How often each value may be used in all.
    budget
        Combinations to look at; beyond it the result is an upper bound, marked as not exact.
    """
    if not guards.is_possible:
        return None
    n_cells = len(domains)
    groups = []
    for cells, bits in joined(sorted(guards.cells(n_cells).union(gains)), domains, guards):
        options = [(number, sum(gains[c][number] for c in cells if c in gains)) for number in members(bits)]
        groups.append(_Group(cells, sorted(options, key=lambda option: -option[1])))
    if any(not group.options for group in groups):
        return None
    groups.sort(key=lambda group: len(group.options))
    search = _Search(groups, [test for test in guards.tests if not test.equal], n_cells, caps, above, budget)
    search.run()
    return search.best


class _Search:
    """Branch and bound over the groups, those with the fewest options first."""

    def __init__(
        self, groups: list[_Group], differ: list[Test], n_cells: int, caps: Counts | None, above: int, budget: int
    ) -> None:
        self.groups, self.n_cells, self.caps, self.above, self.budget = groups, n_cells, caps, above, budget
        best_of_rest = accumulate((group.options[0][1] for group in reversed(groups)), initial=0)
        self.rest = list(best_of_rest)[::-1]  # what the groups from here on can add at most
        self.holding: dict[int, int] = {}
        self.used: Counter[int] = Counter()
        self.best: Worst | None = None
        level = {cell: number for number, group in enumerate(groups) for cell in group.cells}
        self.due: list[list[Test]] = [[] for _ in groups]  # the disequalities to judge once a group has a value
        for test in differ:
            self.due[max(level[cell] for cell in test.cells(n_cells))].append(test)

    def run(self) -> None:
        """Leave the worst case in `best`."""
        decided = sum(len(group.options) == 1 for group in self.groups)  # they come first; no recursion for them
        total = 0
        for level, group in enumerate(self.groups[:decided]):
            (value, gain) = group.options[0]
            total += gain
            if not self._place(level, value):
                return
        try:
            if total + self.rest[decided] > self.above:
                if len(self.groups) - decided > DEEPEST:
                    raise _BudgetSpent
                self._branch(decided, total)
        except _BudgetSpent:  # an upper bound keeps proofs sound: a right table may be refused, never a wrong one used
            self.best = Worst(self.rest[0], {}, exact=False)

    def _branch(self, level: int, total: int) -> None:
        if level == len(self.groups):
            self.above = total
            self.best = Worst(total, dict(self.holding))
            return
        for value, gain in self.groups[level].options:
            if total + gain + self.rest[level + 1] <= self.above:
                return
            self.budget -= 1
            if self.budget < 0:
                raise _BudgetSpent
            if self._place(level, value):
                self._branch(level + 1, total + gain)
            self.used[value] -= len(self.groups[level].cells)

    def _place(self, level: int, value: int) -> bool:
        """Let the group hold `value`; whether caps and disequalities still permit it."""
        cells = self.groups[level].cells
        self.used[value] += len(cells)
        self.holding.update((cell, value) for cell in cells)
        if self.caps is not None and self.used[value] > self.caps.get(value, 0):
            return False
        return all(self._differ(test) for test in self.due[level])

    def _differ(self, test: Test) -> bool:
        return any(self._held(one) != self._held(other) for one, other in test.pairs)

    def _held(self, cell: int) -> int:
        return self.holding[cell] if cell < self.n_cells else cell - self.n_cells


class _BudgetSpent(Exception):
    pass
