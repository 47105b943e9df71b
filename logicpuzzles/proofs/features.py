"""What rules change, as vectors: which values stand where, and the signs of permutations.

A state has a coordinate of 0 or 1 for each cell and value that may stand there, and one for each *region* (cells among
which the rules move values) whose values are all different: the sign of their order, which means something modulo 2
only. So two states never reach each other when their difference is no sum of changes, be it modulo 2 or, for all but
the signs, in whole numbers.

What is claimed: every move, from any state over the domains (where rules only move values about: that has the values of
the start), adds a sum of the vectors `changes` with whole factors. A region whose values are not all different has no
sign, and the sign of one tells nothing about a state that has other values there (`incomparable`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from ..endings import State
from ..logic.terms import typed
from ..rewriting.rewrite import Cell, Equals, Pattern, Rewriting, Rule, permutation
from .linear import Vector
from .worst_case import cells_of, joined_cells, permitted


class Features:
    """The coordinates of the states that have the values of `state` (any values, where rules do not just move them).

    Attributes
    ----------
    values
        The values that have coordinates, in the order of their numbers.
    regions
        The cells of each region that has a sign.
    """

    def __init__(self, rewriting: Rewriting, state: State | None) -> None:
        self.rewriting = rewriting
        self.n_cells = rewriting.n_cells
        held = {typed(v): v for domain in rewriting.domains for v in domain}
        held.update((typed(v), v) for rule in rewriting.rules for v in rule.effect if type(v) is not Cell)
        held.update((typed(v), v) for v in state or ())
        self.values = list(held.values())
        self.number = {name: number for number, name in enumerate(held)}
        self.counts = Counter(map(typed, state)) if state is not None and rewriting.permutes else None
        self.regions: list[tuple[int, ...]] = []
        self.moved: set[int] = set()  # the cells of all regions, where rules only move values about
        if state is not None and rewriting.permutes:
            regions = [cells for cells in _regions(rewriting) if len(cells) > 1]
            self.moved = set().union(*regions)
            self.regions = [r for r in regions if len({typed(state[c]) for c in r}) == len(r)]
        self.first_sign = self.n_cells * len(self.values)  # the signs have the coordinates from here on

    def __len__(self) -> int:
        return self.first_sign + len(self.regions)

    def at(self, cell: int, value: Any) -> int:
        """The coordinate that is 1 where `cell` holds `value`."""
        return self.n_cells * self.number[typed(value)] + cell

    def vector(self, state: Sequence[Any]) -> Vector:
        """The coordinates of a state."""
        vector = {self.at(cell, value): 1 for cell, value in enumerate(state)}
        for region, cells in enumerate(self.regions):
            if _inversions([self.number[typed(state[cell])] for cell in cells]) % 2:
                vector[self.first_sign + region] = 1
        return vector

    def incomparable(self, one: State, two: State) -> list[Vector]:
        """The signs that tell nothing about two states, since their regions hold other values."""
        return [
            {self.first_sign + number: 1}
            for number, cells in enumerate(self.regions)
            if {typed(one[cell]) for cell in cells} != {typed(two[cell]) for cell in cells}
        ]

    @cached_property
    def numbers(self) -> Vector:
        """The weights of the sum of all values that are numbers."""
        values = [value for value in self.values if type(value) is int and value]
        return {self.at(cell, value): value for value in values for cell in range(self.n_cells)}

    def within(self, regions: Iterable[tuple[int, ...]]) -> str:
        """Words for the cells of `regions`; none where no other cells are moved, so that nothing else can be meant."""
        cells = sorted(cell for region in regions for cell in region)
        return "" if self.moved <= set(cells) else on_positions(cells)

    def choice(self, pattern: Pattern) -> tuple[State, list[Vector]] | None:
        """A state that has what `pattern` fixes, and the changes that lead to all others; None if there is none."""
        fixed = {guard.cell: guard.value for guard in pattern if type(guard) is Equals}
        state, changes = [], []
        for cell, domain in enumerate(self.rewriting.domains):
            values = [fixed[cell]] if cell in fixed else permitted(cell, domain, pattern)
            if not values or any(typed(value) not in self.number for value in values):
                return None
            state.append(values[0])
            changes += [{self.at(cell, values[0]): -1, self.at(cell, value): 1} for value in values[1:]]
        signs = [{self.first_sign + region: 1} for region in range(len(self.regions))] if changes else []
        return tuple(state), changes + signs

    def changes(self) -> list[Vector]:
        """Vectors of which every move, from any state, adds a sum with whole factors."""
        found = {tuple(sorted(v.items())): v for rule in self.rewriting.rules for v in self._changes(rule)}
        return list(found.values())

    def _changes(self, rule: Rule) -> Iterator[Vector]:
        moved = {cell for cell, source in enumerate(rule.effect) if source != Cell(cell)}
        sources = {s.index for cell, s in enumerate(rule.effect) if type(s) is Cell and s.index != cell}
        looked_at = moved.union(*(cells_of(guard) for guard in rule.guards), sources)
        groups = self._possible(joined_cells(sorted(looked_at), self.rewriting.domains, rule.guards))
        if groups is None:
            return
        always = total([{self.at(c, s): 1} for c, s in enumerate(rule.effect) if type(s) is not Cell])
        always.update((self.first_sign + region, 1) for region in self._odd_regions(rule))
        for cells, values in groups:
            first, *others = [self._moves(rule, cells, value) for value in values]
            always = total([always, first])
            yield from (total([first], [other]) for other in others if first != other)
        yield always

    def _possible(self, groups: list[tuple[list[int], list[Any]]]) -> list[tuple[list[int], list[Any]]] | None:
        """The groups without the values that other cells use up; None if the rule never applies."""
        if self.counts is not None:
            used: Counter[Any] = Counter()
            for cells, values in groups:
                if len(values) == 1:
                    used[typed(values[0])] += len(cells)
            left = self.counts - used
            groups = [
                (cells, values if len(values) == 1 else [v for v in values if left[typed(v)] >= len(cells)])
                for cells, values in groups
            ]
            if any(count > self.counts[name] for name, count in used.items()):
                return None
        return groups if all(values for _, values in groups) else None

    def _moves(self, rule: Rule, cells: list[int], value: Any) -> Vector:
        """What changes by `value` leaving `cells` and arriving where the rule takes it."""
        arrives = [cell for cell, source in enumerate(rule.effect) if type(source) is Cell and source.index in cells]
        return total([{self.at(cell, value): 1} for cell in arrives], [{self.at(cell, value): 1} for cell in cells])

    def _odd_regions(self, rule: Rule) -> list[int]:
        sources = permutation(rule) or ()
        return [n for n, cells in enumerate(self.regions) if _inversions([sources[c] for c in cells]) % 2]


def on_positions(cells: Iterable[int]) -> str:
    """Words for the cells on which something is counted."""
    return f" on positions {', '.join(map(str, cells))}"


def total(plus: Iterable[Vector], minus: Iterable[Vector] = ()) -> Vector:
    """The sum of the vectors `plus`, less those of `minus`."""
    added: Vector = {}
    for vectors, sign in ((plus, 1), (minus, -1)):
        for vector in vectors:
            for at, number in vector.items():
                added[at] = added.get(at, 0) + sign * number
    return {at: number for at, number in added.items() if number}


def _inversions(numbers: Sequence[int]) -> int:
    return sum(late < early for at, early in enumerate(numbers) for late in numbers[at + 1 :])


def _regions(rewriting: Rewriting) -> Iterable[tuple[int, ...]]:
    """The sets of cells between which the rules move values."""
    region = {cell: {cell} for cell in range(rewriting.n_cells)}
    for rule in rewriting.rules:
        for cell, source in enumerate(permutation(rule) or ()):
            if region[cell] is not region[source]:
                joined = region[cell] | region[source]
                region.update((member, joined) for member in joined)
    return [tuple(sorted(cells)) for cells in {id(cells): cells for cells in region.values()}.values()]
