"""Rules and patterns over numbered values, from which both the plain successors and the kernels are made.

A constant is the virtual cell ``n_cells + number``, which always holds that number; so a source and the other side of
a disequality are just cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .rewrite import Among, Cell, Differs, Equals, Pattern, Rule, Same
from .values import Values, only


class Test(NamedTuple):
    """If `equal`, the two cells of the only pair are the same; else the cells of at least one pair differ."""

    equal: bool
    pairs: tuple[tuple[int, int], ...]

    def cells(self, n_cells: int) -> set[int]:
        """The cells that it compares, without virtual ones."""
        return {cell for pair in self.pairs for cell in pair if cell < n_cells}


class Guards(NamedTuple):
    """A conjunction of guards.

    Attributes
    ----------
    allowed
        By cell, where not every value will do: the set of numbers that it may hold, as bits.
    tests
        The conditions between cells.
    """

    allowed: dict[int, int]
    tests: tuple[Test, ...]

    @property
    def is_possible(self) -> bool:
        """Whether each guard can hold, alone."""
        return all(self.allowed.values()) and all(test.equal or test.pairs for test in self.tests)

    def cells(self, n_cells: int) -> set[int]:
        """The cells that they look at."""
        return set(self.allowed).union(*(test.cells(n_cells) for test in self.tests))

    def fixed(self) -> dict[int, int]:
        """The cells that can hold one value only, each with its number."""
        return {cell: number for cell, bits in self.allowed.items() if (number := only(bits)) is not None}


@dataclass(frozen=True, slots=True)
class NumberedRule:
    """A rule over numbered values; `sources` has the cell, real or virtual, that each cell's value comes from."""

    guards: Guards
    sources: tuple[int, ...]
    cost: int = 1

    def moved(self) -> list[int]:
        """The cells whose value comes from elsewhere."""
        return [cell for cell, source in enumerate(self.sources) if source != cell]

    def permutation(self) -> tuple[int, ...] | None:
        """For each cell after, the cell before that its value comes from; None if the rule does not permute.

        A constant counts as a cell that a guard proves to hold it.
        """
        n_cells, known = len(self.sources), self.guards.fixed()
        free = dict(known)
        sources = []
        for cell, source in enumerate(self.sources):
            if source >= n_cells or source in known:
                number = source - n_cells if source >= n_cells else known[source]
                found = next((c for c in (cell, source, *free) if free.get(c) == number), None)
                if found is None:
                    return None
                del free[found]  # its own cell first: what stays is not read as an exchange
                source = found
            sources.append(source)
        return tuple(sources) if len(set(sources)) == n_cells else None


def number_rule(rule: Rule, values: Values) -> NumberedRule | None:
    """`rule` over the numbers of `values`; None if it can never apply.

    A constant written into a cell that a guard proves to hold it already counts as that cell, kept.
    """
    n_cells = len(rule.effect)
    guards = number_guards(rule.guards, values, n_cells)
    if not guards.is_possible:
        return None
    sources = []
    for cell, source in enumerate(rule.effect):
        if type(source) is Cell:
            sources.append(source.index)
        else:
            number = values.add(source)
            sources.append(cell if guards.allowed.get(cell) == 1 << number else n_cells + number)
    return NumberedRule(guards, tuple(sources), rule.cost)


def number_guards(pattern: Pattern, values: Values, n_cells: int) -> Guards:
    """`pattern` over the numbers of `values`."""
    allowed: dict[int, int] = {}
    tests: list[Test] = []
    everything = (1 << len(values)) - 1
    for guard in pattern:
        if isinstance(guard, Equals | Among):
            bits = values.bits(guard.values)
            allowed[guard.cell] = allowed.get(guard.cell, everything) & bits
        elif type(guard) is Same and guard.cell != guard.other:
            tests.append(Test(True, ((guard.cell, guard.other),)))
        elif type(guard) is Differs:
            pairs = differing(guard, values, n_cells)
            if pairs is None:
                continue
            if len(pairs) == 1 and pairs[0][1] >= n_cells:
                cell, constant = pairs[0]
                allowed[cell] = allowed.get(cell, everything) & ~(1 << constant - n_cells)
            else:
                tests.append(Test(False, pairs))
    return Guards(allowed, tuple(tests))


def differing(guard: Differs, values: Values, n_cells: int) -> tuple[tuple[int, int], ...] | None:
    """The pairs of which one must differ, without those that never do; None if one always does."""
    pairs = []
    for cell, other in guard.pairs:
        if type(other) is Cell:
            if other.index != cell.index:
                pairs.append((cell.index, other.index))
        elif (number := values.get(other)) is None:
            return None
        else:
            pairs.append((cell.index, n_cells + number))
    return tuple(pairs)


def exchange(rule: NumberedRule) -> tuple[int, int, int] | None:
    """The cell of a known value, the cell it changes places with, and the value; None if `rule` does anything else."""
    cells, n_cells = rule.moved(), len(rule.sources)
    for gap, other in (cells, cells[::-1]) if len(cells) == 2 else ():
        blank = only(rule.guards.allowed.get(gap, 0))
        if blank is not None and rule.sources[gap] == other and rule.sources[other] in (gap, n_cells + blank):
            return gap, other, blank
    return None


def joined(cells: Iterable[int], domains: Sequence[int], guards: Guards) -> list[tuple[list[int], int]]:
    """`cells`, grouped where a guard says that they are the same, each group with what it may hold, as bits."""
    groups = {cell: [cell] for cell in cells}
    for test in guards.tests:
        if test.equal:
            ((one, two),) = test.pairs
            if groups[one] is not groups[two]:
                together = groups[one] + groups[two]
                groups.update((cell, together) for cell in together)
    found = []
    for group in {id(group): group for group in groups.values()}.values():
        bits = -1
        for cell in group:
            bits &= domains[cell] & guards.allowed.get(cell, -1)
        found.append((group, bits))
    return found
