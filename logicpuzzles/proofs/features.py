"""What rules change, as vectors: which values stand where, and the signs of permutations.

A state has a coordinate of 0 or 1 for each cell and value that may stand there, and one for each *region* (cells among
which the rules move values) whose values are all different: the sign of their order, which has a meaning only
modulo 2. So two states never reach each other if their difference is not a sum of changes, modulo 2 or, for all but
the signs, in whole numbers.

What is claimed: every move, from any state over the domains (where rules only move values about, any state with the
values of the start), adds a sum of the vectors `changes` with integer factors. A region whose values are not all
different has no sign, and the sign of one says nothing about a state that has other values there (`incomparable`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, reduce
from operator import or_

from ..rewriting.numbered import Guards, NumberedRule, joined
from ..rewriting.program import Program
from ..rewriting.values import Numbers, members, only
from .linear import Vector


class Features:
    """The coordinates of the states that have the values of `state` (any values, where rules do not just move them).

    States are tuples of numbers here, and values are numbers.

    Attributes
    ----------
    held
        The values that some state holds, as bits.
    regions
        The cells of each region that has a sign.
    """

    def __init__(self, program: Program, state: Numbers | None) -> None:
        self.program, self.n_cells = program, program.n_cells
        made = [s - self.n_cells for r in program.rules if r for s in r.sources if s >= self.n_cells]
        self.held = reduce(or_, [1 << number for number in (*made, *(state or ()))], program.held)
        self.counts = Counter(state) if state is not None and program.permutes else None
        self.regions: list[tuple[int, ...]] = []
        self.moved: set[int] = set()  # the cells of all regions, where rules only move values about
        if state is not None and program.permutes:
            regions = [cells for cells in _regions(program) if len(cells) > 1]
            self.moved = set().union(*regions)
            self.regions = [r for r in regions if len({state[c] for c in r}) == len(r)]
        self.first_sign = self.n_cells * len(program.values)  # the signs have the coordinates from here on

    def __len__(self) -> int:
        return self.first_sign + len(self.regions)

    def at(self, cell: int, value: int) -> int:
        """The coordinate that is 1 where `cell` holds `value`."""
        return self.n_cells * value + cell

    def vector(self, state: Numbers) -> Vector:
        """The coordinates of a state."""
        vector = {self.at(cell, value): 1 for cell, value in enumerate(state)}
        for region, cells in enumerate(self.regions):
            if inversions([state[cell] for cell in cells]) % 2:
                vector[self.first_sign + region] = 1
        return vector

    def incomparable(self, one: Numbers, two: Numbers) -> list[Vector]:
        """The signs that say nothing about two states, since their regions hold different values."""
        return [
            {self.first_sign + number: 1}
            for number, cells in enumerate(self.regions)
            if {one[cell] for cell in cells} != {two[cell] for cell in cells}
        ]

    @cached_property
    def numbers(self) -> Vector:
        """The weights of the sum of all values that are numbers."""
        known = [(value, self.program.values[value]) for value in members(self.held)]
        weights = [(value, weight) for value, weight in known if type(weight) is int and weight]
        return {self.at(cell, value): weight for value, weight in weights for cell in range(self.n_cells)}

    def within(self, regions: Iterable[tuple[int, ...]]) -> str:
        """Words for the cells of `regions`; none where only these are moved, so that no others can be meant."""
        cells = sorted(cell for region in regions for cell in region)
        return "" if self.moved <= set(cells) else on_positions(cells)

    def choice(self, goal: Guards) -> tuple[Numbers, list[Vector]] | None:
        """A state that has what `goal` fixes, and the changes that lead to all others; None if there is none."""
        state, changes, fixed = [], [], goal.fixed()
        for cell, domain in enumerate(self.program.domains):
            bits = 1 << fixed[cell] if cell in fixed else domain & goal.allowed.get(cell, -1)
            if not bits or bits & ~self.held:
                return None
            first, *others = members(bits)
            state.append(first)
            changes += [{self.at(cell, first): -1, self.at(cell, value): 1} for value in others]
        signs = [{self.first_sign + region: 1} for region in range(len(self.regions))] if changes else []
        return tuple(state), changes + signs

    def changes(self) -> list[Vector]:
        """Vectors such that every move, from any state, adds a sum of them with integer factors."""
        rules = filter(None, self.program.rules)
        return list({tuple(sorted(v.items())): v for rule in rules for v in self._changes(rule)}.values())

    def _changes(self, rule: NumberedRule) -> Iterator[Vector]:
        moved = set(rule.moved())
        looked_at = moved | rule.guards.cells(self.n_cells) | {rule.sources[cell] for cell in moved}
        cells = sorted(cell for cell in looked_at if cell < self.n_cells)
        groups = self._possible(joined(cells, self.program.domains, rule.guards))
        if groups is None:
            return
        always = total([{self.at(c, s - self.n_cells): 1} for c, s in enumerate(rule.sources) if s >= self.n_cells])
        sources = rule.permutation() or ()
        odd = [n for n, region in enumerate(self.regions) if inversions([sources[cell] for cell in region]) % 2]
        always.update((self.first_sign + region, 1) for region in odd)
        for cells, bits in groups:
            first, *others = [self._moves(rule, cells, value) for value in members(bits)]
            always = total([always, first])
            yield from (total([first], [other]) for other in others if first != other)
        yield always

    def _possible(self, groups: list[tuple[list[int], int]]) -> list[tuple[list[int], int]] | None:
        """The groups without the values that other cells use up; None if the rule never applies."""
        if self.counts is not None:
            used: Counter[int] = Counter()
            for cells, bits in groups:
                if (value := only(bits)) is not None:
                    used[value] += len(cells)
            if any(count > self.counts[value] for value, count in used.items()):
                return None
            left = self.counts - used
            groups = [
                (cells, bits if only(bits) is not None else sum(1 << v for v in members(bits) if left[v] >= len(cells)))
                for cells, bits in groups
            ]
        return groups if all(bits for _, bits in groups) else None

    def _moves(self, rule: NumberedRule, cells: list[int], value: int) -> Vector:
        """What changes by `value` leaving `cells` and arriving where the rule takes it."""
        arrives = [cell for cell, source in enumerate(rule.sources) if source in cells]
        return total([{self.at(cell, value): 1} for cell in arrives], [{self.at(cell, value): 1} for cell in cells])


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


def inversions(numbers: Sequence[int]) -> int:
    """How many pairs stand in the wrong order."""
    return sum(late < early for at, early in enumerate(numbers) for late in numbers[at + 1 :])


def _regions(program: Program) -> Iterable[tuple[int, ...]]:
    """The sets of cells between which the rules move values."""
    region = {cell: {cell} for cell in range(program.n_cells)}
    for rule in filter(None, program.rules):
        for cell, source in enumerate(rule.permutation() or ()):
            if region[cell] is not region[source]:
                both = region[cell] | region[source]
                region.update((member, both) for member in both)
    return [tuple(sorted(cells)) for cells in {id(cells): cells for cells in region.values()}.values()]
