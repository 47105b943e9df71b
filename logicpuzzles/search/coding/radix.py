"""States as numbers of mixed radix, a digit for each cell, and what rules add to them (D. Knuth, TAOCP 2, section 4.1).

Where a cell holds one of few values and most combinations are reached, a bit for each number tells which states were
met: that is less than any hash table takes, and a number is found without looking at cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, product
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...endings import State
from ...rewriting.numbered import NumberedRule
from ...rewriting.program import Program
from ...rewriting.values import members

MOST_NUMBERS = 1 << 28
MOST_ENTRIES = 1 << 16  # of all tables, and of what is listed to fill them
MOST_DIGITS = 512  # numbers that some digits together may be
Digits = tuple[int, ...]


class RadixArrays(NamedTuple):
    """What the rules add to a number.

    Rules that look at the same cells, one after the other, are a group. The digits of these cells are a number of their
    own, the index of a group; `parts` has what the digits of a state add to the indexes of all groups, several digits
    at a time.

    Attributes
    ----------
    radices
        int64[n_parts]: how many numbers the digits of each part can be together, the last digits first.
    parts
        int64[n_parts, most, n_groups]: what they add to each index.
    first
        int64[n_entries + 1]: where the numbers that are added begin, for each index.
    added
        int64[n_added]: what a rule adds to the number of a state, in the order of the rules.
    """

    radices: NDArray[np.int64]
    parts: NDArray[np.int64]
    first: NDArray[np.int64]
    added: NDArray[np.int64]


class Radix:
    """The numbers of the states of `program`: the first cell has the most significant digit.

    Attributes
    ----------
    values
        For each cell, the values that its digits stand for.
    weights
        What a digit of each cell counts.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.values = [list(members(domain)) for domain in program.domains]
        self.digits = [{number: digit for digit, number in enumerate(values)} for values in self.values]
        sizes = list(map(len, self.values))
        self.weights = [prod(sizes[cell + 1 :]) for cell in range(program.n_cells)]
        self.n_numbers = prod(sizes)

    def number(self, numbers: Sequence[int]) -> int | None:
        """The number of the state whose cells hold these values; None where a cell cannot hold its own."""
        found = [digits.get(number) for digits, number in zip(self.digits, numbers, strict=True)]
        if None in found:
            return None
        return sum(weight * digit for weight, digit in zip(self.weights, found, strict=True) if digit)

    def states(self, numbers: NDArray[np.unsignedinteger]) -> Iterator[State]:
        """The states with these numbers."""
        columns = []
        for weight, values in zip(self.weights, self.values, strict=True):
            digits = numbers.astype(np.int64) // weight % len(values)
            columns.append(np.array(values, dtype=np.int64)[digits].tolist())
        return map(self.program.values.decode, zip(*columns, strict=True))

    def arrays(self) -> RadixArrays | None:
        """What the rules add; None where they look at too many cells, or bring a value where none is numbered."""
        rules = [rule for rule in self.program.rules if rule is not None]
        if any(self._size(_cells(rule)) > MOST_ENTRIES for rule in rules):
            return None
        groups = [(cells, list(several)) for cells, several in groupby(rules, _cells)]
        if sum(self._size(cells) * len(several) for cells, several in groups) > 64 * MOST_ENTRIES:
            return None
        if sum(self._size(cells) for cells, _ in groups) > MOST_ENTRIES:
            return None
        first, added = [0], []
        for cells, several in groups:
            table: list[list[int]] = [[] for _ in range(self._size(cells))]
            for rule in several:
                for index, change in self._changes(rule, cells):
                    if change is None:
                        return None
                    table[index].append(change)
            for entry in table:
                added += entry
                first.append(len(added))
        radices, parts = self._parts([cells for cells, _ in groups])
        return RadixArrays(radices, parts, np.array(first, dtype=np.int64), np.array(added, dtype=np.int64))

    def _size(self, cells: Iterable[int]) -> int:
        return prod(len(self.values[cell]) for cell in cells)

    def _changes(self, rule: NumberedRule, cells: Digits) -> Iterator[tuple[int, int | None]]:
        """For each content of `cells` to which the rule applies its index, and what is added; None for no number."""
        n_cells, allowed, weights = self.program.n_cells, rule.guards.allowed, self._weights(cells)
        moved = rule.moved()
        choices = [[n for n in self.values[cell] if allowed.get(cell, -1) >> n & 1] for cell in cells]
        for chosen in product(*choices):
            holds = dict(zip(cells, chosen, strict=True))

            def value(source: int, holds: dict[int, int] = holds) -> int:
                return source - n_cells if source >= n_cells else holds[source]

            if not all(
                any((value(one) == value(other)) == test.equal for one, other in test.pairs)
                for test in rule.guards.tests
            ):
                continue
            index = sum(weight * self.digits[cell][holds[cell]] for weight, cell in zip(weights, cells, strict=True))
            after = {cell: self.digits[cell].get(value(rule.sources[cell])) for cell in moved}
            changes = [self._change(cell, holds[cell], digit) for cell, digit in after.items() if digit is not None]
            yield index, sum(changes) if len(changes) == len(moved) else None

    def _change(self, cell: int, before: int, digit: int) -> int:
        """What a number changes by where `cell` held the value `before`, and has this digit after."""
        return self.weights[cell] * (digit - self.digits[cell][before])

    def _weights(self, cells: Digits) -> list[int]:
        return [self._size(cells[place + 1 :]) for place in range(len(cells))]

    def _parts(self, groups: Sequence[Digits]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        together: list[list[int]] = [[]]  # the cells of each part, the last first
        for cell in reversed(range(self.program.n_cells)):
            if self._size([*together[-1], cell]) > MOST_DIGITS and together[-1]:
                together.append([])
            together[-1].insert(0, cell)
        radices = [self._size(cells) for cells in together]
        parts = np.zeros((len(together), max(radices), len(groups)), dtype=np.int64)
        base = 0
        for group, cells in enumerate(groups):
            parts[0, :, group] += base
            base += self._size(cells)
            for cell, weight in zip(cells, self._weights(cells), strict=True):
                part = next(part for part, some in enumerate(together) if cell in some)
                within = self._size(together[part][together[part].index(cell) + 1 :])
                digits = np.arange(radices[part]) // within % len(self.values[cell])
                parts[part, : radices[part], group] += weight * digits
        return np.array(radices, dtype=np.int64), parts


def _cells(rule: NumberedRule) -> Digits:
    """The cells that a rule looks at or changes."""
    moved, n_cells = rule.moved(), len(rule.sources)
    sources = {source for cell in moved if (source := rule.sources[cell]) < n_cells}
    return tuple(sorted({*moved, *sources, *rule.guards.cells(n_cells)}))
