"""The bound of a state that is stored: what A* asks of it, in two ways."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ...kernels.words import Int64, Word, int64, uint64
from ..coding.arrays import DeltaArrays, Ints
from ..coding.index_words import LookupArrays
from ..packed_space import PackedSpace
from .layout import Places, Words
from .lookups import looked_up
from .rules import delta

NO_WAY = 1 << 62  # of a state from which no goal can be reached


class TableSum(NamedTuple):
    """The sum of a table, by what each rule adds to it.

    Attributes
    ----------
    places
        int64[n_cells, 2]: word and shift of each cell.
    rows
        int64[n_cells, 2**n_bits]: what a value adds.
    """

    deltas: DeltaArrays
    cell_mask: Word
    places: Places
    rows: Ints

    def here(self, words: Words, row: int | Int64) -> Int64:
        """What stands for the bound of the state in `row`."""
        total, places = int64(0), self.places
        for cell in range(places.shape[0]):
            value = int64(words[row, places[cell, 0]] >> uint64(places[cell, 1]) & self.cell_mask)
            total += self.rows[cell, value]
        return total

    def after(self, words: Words, row: int | Int64, total: int | Int64, rule: int, row_after: int | Int64) -> Int64:
        """What stands for the bound of the state in `row_after`, to which `rule` led from `row` and its `total`."""
        return total + delta(words, row, self.deltas, rule, self.cell_mask)


class LookedUp(NamedTuple):
    """The larger of a table and of what is looked up, worked out anew for each state: it is not kept with them.

    Attributes
    ----------
    places
        int64[n_cells, 2]: word and shift of each cell.
    rows
        int64[n_cells, 2**n_bits, n_tables]: what a value adds to the sum of the table and to the index words.
    sums
        uint64[1, n_tables]: scratch.
    """

    places: Places
    cell_mask: Word
    rows: Ints
    divisor: int
    lookups: LookupArrays
    sums: Words

    def here(self, words: Words, row: int | Int64) -> Int64:
        return self.after(words, row, 0, 0, row)

    def after(self, words: Words, row: int | Int64, total: int | Int64, rule: int, row_after: int | Int64) -> Int64:
        sums, rows, places = self.sums, self.rows, self.places
        for table in range(sums.shape[1]):
            sums[0, table] = 0
        for cell in range(places.shape[0]):
            value = int64(words[row_after, places[cell, 0]] >> uint64(places[cell, 1]) & self.cell_mask)
            for table in range(sums.shape[1]):
                sums[0, table] += uint64(rows[cell, value, table])
        best = max(int64(0), -(-int64(sums[0, 0]) // self.divisor))
        for number in range(self.lookups.first.shape[0] - 1):
            found = looked_up(sums, 0, 1, self.lookups, number)
            if found < 0:
                return int64(NO_WAY)
            best = max(best, found)
        return best


class WideLookedUp(LookedUp):
    """The same with entries of two bytes: for another type, a kernel is compiled anew."""


StateBound: TypeAlias = TableSum | LookedUp


def bound_of(space: PackedSpace) -> tuple[StateBound, int, int]:
    """How the bound of each state is found; at the start it is the second number, divided by the third."""
    packing = space.arrays.packing
    mask: Any = np.uint64(packing.cell_mask)  # kernels take it as a word
    places = np.array([packing.place(cell) for cell in range(packing.n_cells)], dtype=np.int64)
    tables = [space.rows] if space.index_words is None else space.summed
    rows = np.zeros((packing.n_cells, 1 << packing.bits, len(tables)), dtype=np.int64)
    for number, table in enumerate(tables):
        for value, row in enumerate((table or ())[: packing.n_values]):
            rows[:, value, number] = row
    if space.index_words is None:
        summed = TableSum(space.deltas, mask, places, np.ascontiguousarray(rows[:, :, 0]))
        return summed, space.start_sum, space.divisor
    kind = LookedUp if space.index_words.arrays.entries.dtype == np.uint8 else WideLookedUp
    looked = kind(
        places, mask, rows, space.divisor, space.index_words.arrays, np.zeros((1, len(tables)), dtype=np.uint64)
    )
    return looked, space.problem.bound(space.problem.start) or 0, 1
