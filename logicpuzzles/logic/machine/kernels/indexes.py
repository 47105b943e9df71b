"""Indexes of facts: where the facts with a key in one argument begin."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....kernels.caching import kernel
from ....kernels.cells import Cells, cells
from ....kernels.plain import plain
from ..codes import COMPOUND, LIST, REF, WATCHED


@plain
def slot_of(slots: Cells, mask: int, key: int) -> int:
    """Where `key` stands in an index, or the empty place where it would; three numbers each: key, first, how many."""
    i = key * -7046029254386353131
    i = (i ^ i >> 29) * -4658895280553007687
    i = (i ^ i >> 32) & mask
    while slots[3 * i + 1] >= 0 and slots[3 * i] != key:
        i = (i + 1) & mask
    return 3 * i


@kernel
def fill_index(
    rows: NDArray[np.int64],
    pool: NDArray[np.int64],
    position: int,
    slots: NDArray[np.int64],
    following: NDArray[np.int64],
) -> tuple[int, int]:
    """Enter facts in an index on the argument `position`, empty so far; how many are unknown there, and the first.

    rows [n, arity]; slots [a power of two, 3]: key, first fact (-1: none), how many; following [n] gets the next fact
    with the same key, -1 at the last.
    """
    mask = len(slots) - 1
    opened, first = 0, -1
    for r in range(len(rows) - 1, -1, -1):
        key = rows[r, position]
        tag = key & 7
        if tag == REF or tag == WATCHED:
            following[r] = first
            first = r
            opened += 1
            continue
        if tag == LIST:
            key = LIST
        elif tag == COMPOUND:
            key = pool[key >> 3]
        i = slot_of(cells(slots), mask, key)
        slots[i // 3, 0] = key
        following[r] = slots[i // 3, 1]
        slots[i // 3, 1] = r
        slots[i // 3, 2] += 1
    return opened, first
