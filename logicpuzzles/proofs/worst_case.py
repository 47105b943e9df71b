"""The worst case of a sum over the cells of a state, among all states that a rule's guards permit.

Two proofs rest on it: that no rule lowers a table of distances by more than it may, and that a goal has the
distance 0. Both hold for *every* state of the domains, reachable or not.

What is claimed: of all states over the domains that satisfy the guards and hold no value more often than the caps say,
none has a larger sum than `largest` gives; where that is exact, one of them has it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from ..logic.terms import same, subterms, typed
from ..rewriting.rewrite import Among, Cell, Differs, Equals, Guard, Pattern, Rewriting, Same

DEEPEST = 400  # groups of cells that are branched on; Python's stack holds no more
Counts = Mapping[Any, int]  # how often each value (as `typed`) may stand in a state


@dataclass(frozen=True)
class Worst:
    """The largest sum, and what the cells hold then; `exact` is False where it is only an upper bound."""

    total: int
    cells: Mapping[int, Any]
    exact: bool = True


@dataclass
class _Group:
    """Cells that must hold the same value, and what each value adds to the sum; the largest gain first."""

    cells: list[int]
    options: list[tuple[Any, int]]


def permitted(cell: int, domain: Sequence[Any], guards: Iterable[Guard]) -> list[Any]:
    """The values of `domain` that the guards on this one cell let stand there."""
    tests = [guard for guard in guards if _concerns_only(guard, cell)]
    for guard in tests:
        if type(guard) is Equals:
            return [v for v in _found(domain, guard.value) if all(_holds(test, v) for test in tests)]
    return [value for value in domain if all(_holds(test, value) for test in tests)]


def _found(domain: Sequence[Any], value: Any) -> Sequence[Any]:
    """`value` if it is in `domain`."""
    if value in domain and same(domain[domain.index(value)], value):
        return (value,)
    return [each for each in domain if same(each, value)]  # Python takes 1 and True for equal


def _concerns_only(guard: Guard, cell: int) -> bool:
    if isinstance(guard, Equals | Among):
        return guard.cell == cell
    return type(guard) is Differs and len(guard.pairs) == 1 and cells_of(guard) == {cell}


def _holds(guard: Guard, value: Any) -> bool:
    if type(guard) is Equals:
        return same(guard.value, value)
    if type(guard) is Among:
        return any(same(each, value) for each in guard.values)
    assert type(guard) is Differs
    _, other = guard.pairs[0]
    return type(other) is not Cell and not same(other, value)


def cells_of(guard: Guard) -> set[int]:
    """The cells that a guard looks at."""
    if isinstance(guard, Equals | Among):
        return {guard.cell}
    if isinstance(guard, Same):
        return {guard.cell, guard.other}
    return {cell for pair in guard.pairs for cell in _cells_in(pair)}


def _cells_in(template: Any) -> Iterable[int]:
    if type(template) is Cell:
        yield template.index
    else:
        for part in subterms(template):
            yield from _cells_in(part)


def value_counts(rewriting: Rewriting, goals: Iterable[Pattern]) -> Counts | None:
    """How often each value may stand in a state that can reach a goal; None where that is not known.

    It is known when every rule only moves the values about and every goal fixes every cell.
    """
    if not rewriting.permutes:
        return None
    caps: Counter[Any] = Counter()
    for goal in goals:
        values = {guard.cell: guard.value for guard in goal if type(guard) is Equals}
        if len(values) < rewriting.n_cells:
            return None
        caps |= Counter(map(typed, values.values()))
    return caps


def largest(
    domains: Sequence[Sequence[Any]],
    guards: Pattern,
    gains: Mapping[int, Callable[[Any], int]],
    *,
    caps: Counts | None = None,
    above: int = 0,
    budget: int = 100_000,
) -> Worst | None:
    """The largest sum of `gains[cell](value of the cell)` above `above` that the guards permit, or None.

    Parameters
    ----------
    domains
        The values of each cell; `n_cells` sequences.
    gains
        What a cell adds to the sum; cells without an entry add nothing.
    caps
        How often each value may be used in all.
    budget
        Combinations to look at; beyond it the result is an upper bound, marked as not exact.
    """
    looked_at = set(gains).union(*(cells_of(guard) for guard in guards))
    groups = _groups(sorted(looked_at), domains, guards, gains)
    if any(not group.options for group in groups):
        return None
    groups.sort(key=lambda group: len(group.options))
    search = _Search(groups, [g for g in guards if type(g) is Differs], caps, above, budget)
    search.run()
    return search.best


def _groups(
    cells: Sequence[int],
    domains: Sequence[Sequence[Any]],
    guards: Pattern,
    gains: Mapping[int, Callable[[Any], int]],
) -> list[_Group]:
    groups = []
    for joined, values in joined_cells(cells, domains, guards):
        options = [(value, sum(gains[c](value) for c in joined if c in gains)) for value in values]
        groups.append(_Group(joined, sorted(options, key=lambda option: -option[1])))
    return groups


def joined_cells(
    cells: Sequence[int], domains: Sequence[Sequence[Any]], guards: Pattern
) -> list[tuple[list[int], list[Any]]]:
    """`cells`, joined where a guard says that they are the same, and the values that the guards let them hold."""
    member = {cell: [cell] for cell in cells}
    for guard in guards:
        if type(guard) is Same and member[guard.cell] is not member[guard.other]:
            joined = member[guard.cell] + member[guard.other]
            member.update((cell, joined) for cell in joined)
    found = []
    for joined in {id(joined): joined for joined in member.values()}.values():
        first, *others = (permitted(cell, domains[cell], guards) for cell in joined)
        found.append((joined, [v for v in first if all(any(same(v, w) for w in other) for other in others)]))
    return found


class _Search:
    """Branch and bound over the groups, those with the fewest options first."""

    def __init__(
        self, groups: list[_Group], differs: list[Differs], caps: Counts | None, above: int, budget: int
    ) -> None:
        self.groups, self.caps, self.above, self.budget = groups, caps, above, budget
        best_of_rest = accumulate((group.options[0][1] for group in reversed(groups)), initial=0)
        self.rest = list(best_of_rest)[::-1]  # what the groups from here on can add at most
        self.holding: dict[int, Any] = {}
        self.used: Counter[Any] = Counter()
        self.best: Worst | None = None
        self.due = self._when_due(differs)

    def _when_due(self, differs: list[Differs]) -> list[list[Differs]]:
        """For each group, the disequalities that can be judged once it has a value."""
        level = {cell: number for number, group in enumerate(self.groups) for cell in group.cells}
        due: list[list[Differs]] = [[] for _ in self.groups]
        for guard in differs:
            due[max(level[cell] for cell in cells_of(guard))].append(guard)
        return due

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
        except _BudgetSpent:
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
            self._remove(level, value)

    def _place(self, level: int, value: Any) -> bool:
        """Let the group hold `value`; whether nothing speaks against it so far."""
        cells, name = self.groups[level].cells, typed(value)
        self.used[name] += len(cells)
        self.holding.update((cell, value) for cell in cells)
        if self.caps is not None and self.used[name] > self.caps.get(name, 0):
            return False
        return all(_differ(guard, self.holding) for guard in self.due[level])

    def _remove(self, level: int, value: Any) -> None:
        self.used[typed(value)] -= len(self.groups[level].cells)


class _BudgetSpent(Exception):
    pass


def _differ(guard: Differs, holding: Mapping[int, Any]) -> bool:
    state = [holding.get(cell) for cell in range(max(cells_of(guard)) + 1)]
    return guard.holds(tuple(state))
