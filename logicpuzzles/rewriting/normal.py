"""The normal form of rules and patterns: two that mean the same over the domains have the same one.

A rule is taken as what it does: to which states it applies, what they become, and the cost. Its normal form says which
cells must hold the same value, what they may hold, and how they depend on each other besides; then what changes. It
names cells and values only, in sets, so that a renaming of both is applied to it piece by piece.

What is claimed: rules with the same form do the same. Those that do the same have the same form where what their
disequalities say together was listed, which is left out above a number of combinations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import prod
from typing import NamedTuple, TypeAlias

from .numbered import Guards, joined
from .values import members, only

Part: TypeAlias = frozenset[int]  # cells that hold the same value
Pair: TypeAlias = "frozenset[Part | int]"  # two parts, or a part and a value, that differ
Row: TypeAlias = frozenset[tuple[Part, int]]  # what each of some parts holds
MOST = 4096  # combinations of values of the parts that disequalities join
MOST_WORK = 1 << 18  # combinations to look at in order to take such a list apart


class Normal(NamedTuple):
    """The normal form of a rule, or of a pattern, whose `after` is empty.

    Attributes
    ----------
    held
        The parts that may not hold everything, or have several cells; each with its values, as bits.
    apart
        Disequalities: of each set of pairs, one differs.
    tables
        Other dependencies: each lists what its parts may hold together.
    after
        The cells that change, each with the part or the value that it gets.
    cost
        What the move costs.
    """

    held: frozenset[tuple[Part, int]]
    apart: frozenset[frozenset[Pair]]
    tables: frozenset[frozenset[Row]]
    after: frozenset[tuple[int, Part | int]]
    cost: int

    def parts(self) -> set[Part]:
        """The parts that it names."""
        found = {part for part, _ in self.held}
        found |= {side for test in self.apart for pair in test for side in pair if not isinstance(side, int)}
        found |= {part for table in self.tables for row in table for part, _ in row}
        return found | {source for _, source in self.after if not isinstance(source, int)}


@dataclass(frozen=True)
class Renaming:
    """Cells and values renamed: cell `c` becomes `cells[c]`, value `v` becomes `values[v]`."""

    cells: Sequence[int]
    values: Sequence[int]

    @cached_property
    def _bits(self) -> dict[int, int]:
        return {}

    def bits(self, bits: int) -> int:
        """A set of values, renamed."""
        if bits not in self._bits:
            self._bits[bits] = sum(1 << self.values[value] for value in members(bits))
        return self._bits[bits]

    def part(self, part: Part) -> Part:
        """A part, renamed."""
        return frozenset(self.cells[cell] for cell in part)

    def side(self, side: Part | int) -> Part | int:
        """A part or a value, renamed."""
        return self.values[side] if isinstance(side, int) else self.part(side)

    def normal(self, form: Normal) -> Normal:
        """A rule or a pattern, renamed."""
        return Normal(
            frozenset((self.part(part), self.bits(bits)) for part, bits in form.held),
            frozenset(frozenset(frozenset(map(self.side, pair)) for pair in test) for test in form.apart),
            frozenset(
                frozenset(frozenset((self.part(part), self.values[value]) for part, value in row) for row in table)
                for table in form.tables
            ),
            frozenset((self.cells[cell], self.side(source)) for cell, source in form.after),
            form.cost,
        )


def normal(
    domains: Sequence[int], guards: Guards, sources: Sequence[int] = (), cost: int = 0, most: int = MOST
) -> Normal | None:
    """The normal form of a rule, or of a pattern, which has no `sources`; None where no state over `domains` fits.

    Parameters
    ----------
    domains
        The values of each cell, as bits; `n_cells` sets.
    most
        Combinations of values that are listed for disequalities which are joined by their cells.
    """
    if not guards.is_possible:
        return None
    made = Parts(domains, guards)
    if not made.simplify() or not made.settle(most):
        return None
    return Normal(*made.guards(), made.effect(sources), cost)


class Parts:
    """The parts of a state that some guards join, by number, and what is known of them."""

    def __init__(self, domains: Sequence[int], guards: Guards) -> None:
        self.domains, self.n_cells = domains, len(domains)
        groups = joined(range(self.n_cells), domains, guards)
        self.cells = [set(cells) for cells, _ in groups]
        self.bits = [bits for _, bits in groups]
        self.of = {cell: number for number, cells in enumerate(self.cells) for cell in cells}
        self.apart = [list(test.pairs) for test in guards.tests if not test.equal]  # pairs of real or virtual cells
        self.tests: set[frozenset[frozenset[int]]] = set()  # the same by parts; a value v is the number -1 - v
        self.tables: list[tuple[list[int], list[tuple[int, ...]]]] = []

    def side(self, cell: int) -> int:
        """The number of the part of `cell`, or -1 - v where the value v is known."""
        if cell >= self.n_cells:
            return self.n_cells - 1 - cell
        value = only(self.bits[self.of[cell]])
        return self.of[cell] if value is None else -1 - value

    def simplify(self) -> bool:
        """Leave in `tests` what `bits` does not say already; False where no state fits."""
        if not all(self.bits):
            return False
        changed = True
        while changed:
            changed, self.tests = False, set()
            for pairs in self.apart:
                left = self._undecided(pairs)
                if left is None:
                    continue
                if not left:
                    return False
                sides = sorted(next(iter(left)))
                if len(left) == 1 and sides[0] < 0:
                    self.bits[sides[1]] &= ~(1 << -1 - sides[0])
                    changed = True
                else:
                    self.tests.add(left)
        self.tests = {test for test in self.tests if not any(other < test for other in self.tests)}
        return True

    def _undecided(self, pairs: Iterable[tuple[int, int]]) -> frozenset[frozenset[int]] | None:
        """The pairs that may differ or not; None where one always differs."""
        left = set()
        for one, other in pairs:
            here, there = self.side(one), self.side(other)
            if here != there:
                if not self._values(here) & self._values(there):
                    return None
                left.add(frozenset((here, there)))
        return frozenset(left)

    def _values(self, side: int) -> int:
        return self.bits[side] if side >= 0 else 1 << -1 - side

    def settle(self, most: int) -> bool:
        """Replace tests that are joined by parts by what they say together; False where no state fits."""
        for tests in _connected(self.tests):
            parts = sorted({side for test in tests for pair in test for side in pair if side >= 0})
            is_plain = len(tests) == 1 and len(parts) == 2 and len(next(iter(tests))) == 1
            if is_plain or prod(self.bits[part].bit_count() for part in parts) > most:
                continue
            self.tests -= tests
            rows = [row for row in product(*(members(self.bits[part]) for part in parts)) if _fits(tests, parts, row)]
            if not rows:
                return False
            self.learn(parts, rows, len(tests) == 1)
        return True

    def learn(self, parts: list[int], rows: list[tuple[int, ...]], whole: bool) -> None:
        """Take over that `parts` hold one of `rows`; a single test is `whole`: none of its parts is free of others."""
        columns = dict(zip(parts, zip(*rows, strict=True), strict=True))
        kept: list[int] = []
        for part, column in columns.items():
            self.bits[part] = sum(1 << value for value in set(column))
            if only(self.bits[part]) is not None:
                continue
            twin = next((other for other in kept if columns[other] == column), None)
            if twin is None:
                kept.append(part)
            else:
                self.of.update((cell, twin) for cell in self.cells[part])
                self.cells[twin] |= self.cells[part]
                self.cells[part] = set()
        while kept:
            factor = list(kept) if whole else _factor(kept, columns)
            values = list(dict.fromkeys(zip(*(columns[part] for part in factor), strict=True)))
            if len(factor) == 2 and len(values) == self._unequal(*factor) and all(a != b for a, b in values):
                self.tests.add(frozenset([frozenset(factor)]))
            elif len(factor) > 1:
                self.tables.append((factor, values))
            kept = [part for part in kept if part not in factor]

    def _unequal(self, one: int, other: int) -> int:
        """In how many ways two parts may hold different values."""
        bits, others = self.bits[one], self.bits[other]
        return bits.bit_count() * others.bit_count() - (bits & others).bit_count()

    def guards(
        self,
    ) -> tuple[frozenset[tuple[Part, int]], frozenset[frozenset[Pair]], frozenset[frozenset[Row]]]:
        """What `Normal` holds before the move."""
        held = set()
        for cells, bits in zip(self.cells, self.bits, strict=True):
            if only(bits) is not None or len(cells) == 1:
                held |= {(frozenset([cell]), bits) for cell in cells if bits != self.domains[cell]}
            elif cells:
                held.add((frozenset(cells), bits))
        apart = frozenset(frozenset(frozenset(map(self._named, pair)) for pair in test) for test in self.tests)
        tables = frozenset(
            frozenset(frozenset(zip(map(self._part, parts), row, strict=True)) for row in rows)
            for parts, rows in self.tables
        )
        return frozenset(held), apart, tables

    def effect(self, sources: Sequence[int]) -> frozenset[tuple[int, Part | int]]:
        """The cells that change, each with the part or the value that it gets."""
        sides = ((cell, self.side(cell), self.side(source)) for cell, source in enumerate(sources))
        return frozenset((cell, self._named(after)) for cell, before, after in sides if before != after)

    def _named(self, side: int) -> Part | int:
        return self._part(side) if side >= 0 else -1 - side

    def _part(self, number: int) -> Part:
        return frozenset(self.cells[number])


def _connected(tests: set[frozenset[frozenset[int]]]) -> list[set[frozenset[frozenset[int]]]]:
    """The tests, grouped where they share parts."""
    groups: list[tuple[set[int], set[frozenset[frozenset[int]]]]] = []
    for test in sorted(tests, key=lambda test: sorted(map(sorted, test))):
        parts, together = {side for pair in test for side in pair if side >= 0}, {test}
        apart = []
        for others, group in groups:
            if others & parts:
                parts, together = parts | others, together | group
            else:
                apart.append((others, group))
        groups = [*apart, (parts, together)]
    return [group for _, group in groups]


def _fits(tests: Iterable[frozenset[frozenset[int]]], parts: Sequence[int], row: Sequence[int]) -> bool:
    """Whether all tests hold where `parts` hold `row`."""
    values = dict(zip(parts, row, strict=True))

    def value(side: int) -> int:
        return values[side] if side >= 0 else -1 - side

    return all(any(len(set(map(value, pair))) == 2 for pair in test) for test in tests)


def _factor(parts: Sequence[int], columns: Mapping[int, Sequence[int]]) -> list[int]:
    """The fewest parts, with the first, that do not depend on the others."""

    def ways(some: Sequence[int]) -> int:
        return len(set(zip(*(columns[part] for part in some), strict=True))) if some else 1

    first, *others = parts
    every = ways(parts)
    if every << len(others) > MOST_WORK:
        return list(parts)
    for size in range(len(others)):
        for some in combinations(others, size):
            rest = [part for part in others if part not in some]
            if ways([first, *some]) * ways(rest) == every:
                return [first, *some]
    return list(parts)
