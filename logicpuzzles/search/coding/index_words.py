"""Lower bounds that are looked up, as searches read them: the indexes of several look-ups packed in few words.

An index is a sum over the cells, and so is a word that holds several of them side by side: every rule changes it by one
number, whatever it moves. No index reaches into the next one, since each is at least 0 and below its size.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...memo import memo
from ...proofs.bounds import Rows, added
from ...proofs.lookups import Entries, PatternBound

INDEX_BITS = 62  # of a word; so that what a rule adds to it fits a signed word

Fields: TypeAlias = NDArray[np.uint64]
Ints: TypeAlias = NDArray[np.int64]


class LookupArrays(NamedTuple):
    """Sums of look-ups.

    Attributes
    ----------
    entries
        uint8[n_entries] or uint16[n_entries]: those of all look-ups.
    fields
        uint64[n_lookups, 4]: the index word, the shift and the mask of each index, and where its entries begin.
    first
        int64[n_sums + 1, 2]: the first look-up and the first index word of each sum.
    far
        int64[1]: the entry that says that no goal can be reached.
    """

    entries: Entries
    fields: Fields
    first: Ints
    far: Ints


class IndexWords:
    """The look-ups of `bound` in arrays.

    Attributes
    ----------
    arrays
        What kernels read.
    rows
        Of each index word, what a value adds to it in each cell.
    """

    def __init__(self, bound: PatternBound) -> None:
        entries, begins = flat([lookup.entries for several in bound.sums for lookup in several])
        self.rows: list[Rows] = []
        fields: list[tuple[int, ...]] = []
        first = [(0, 0)]
        for several in bound.sums:
            used = INDEX_BITS
            for lookup in several:
                bits = lookup.bits
                if used + bits > INDEX_BITS or len(self.rows) == first[-1][1]:
                    used = 0
                    self.rows.append(tuple((0,) * len(row) for row in lookup.rows))
                self.rows[-1] = added(self.rows[-1], lookup.rows, used)
                fields.append((len(self.rows) - 1, used, (1 << bits) - 1, begins[len(fields)]))
                used += bits
            first.append((len(fields), len(self.rows)))
        self.arrays = LookupArrays(
            entries,
            np.array(fields, dtype=np.uint64).reshape(-1, 4),
            np.array(first, dtype=np.int64),
            np.array([np.iinfo(entries.dtype).max], dtype=np.int64),
        )


index_words = memo(IndexWords)


def flat(tables: Sequence[Entries]) -> tuple[Entries, list[int]]:
    """All entries in one array, and where each table begins there; a table that is given twice stands once.

    Tables that are parts of one array already stay where they are: they may be large.
    """
    base: Any = tables[0].base if tables else None
    if isinstance(base, np.ndarray) and base.ndim == 1 and base.flags.c_contiguous:
        begins = [(table.ctypes.data - base.ctypes.data) // base.itemsize for table in tables]
        if all(t.base is base and t.dtype == base.dtype and t.flags.c_contiguous for t in tables):
            return base, begins
    distinct = {address(table): table for table in tables}
    dtype = np.uint8 if all(table.dtype == np.uint8 for table in tables) else np.uint16
    sizes = [len(table) for table in distinct.values()]
    begin = dict(zip(distinct, np.cumsum([0, *sizes]).tolist(), strict=False))
    entries = np.concatenate([np.empty(0, dtype), *(widened(table, dtype) for table in distinct.values())])
    return entries, [begin[address(table)] for table in tables]


def address(table: Entries) -> tuple[int, int]:
    """Equal for tables that are the same part of memory."""
    return int(table.ctypes.data), len(table)


def widened(table: Entries, dtype: Any) -> Entries:
    """`table` as entries of `dtype`; the largest number of either says that no goal can be reached."""
    if table.dtype == dtype:
        return table
    made: Entries = table.astype(dtype)
    made[table == np.iinfo(table.dtype).max] = np.iinfo(dtype).max
    return made
