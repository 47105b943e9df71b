"""Indexes of facts: where the facts with a key in one argument begin."""

from __future__ import annotations

from ....kernels.cells import Cells
from ....kernels.kernel import kernel
from ..codes import COMPOUND, LIST, REF, WATCHED


@kernel
def slot_of(slots: Cells, mask: int, key: int) -> int:
    """Where `key` stands in an index, or the empty place where it would; three numbers each: key, first, how many."""
    i = key * -7046029254386353131
    i = (i ^ i >> 29) * -4658895280553007687
    i = (i ^ i >> 32) & mask
    while slots[3 * i + 1] >= 0 and slots[3 * i] != key:
        i = (i + 1) & mask
    return 3 * i


@kernel(entry=True)
def fill_index(
    rows: Cells,
    n_rows: int,
    arity: int,
    pool: Cells,
    position: int,
    slots: Cells,
    mask: int,
    following: Cells,
    opened: Cells,
) -> int:
    """Enter facts in an index on the argument `position`, empty so far; how many are unknown there.

    rows [n_rows, arity]; slots [mask + 1, a power of two, 3]: key, first fact (-1: none), how many; following [n_rows]
    gets the next fact with the same key, -1 at the last; opened [1]: the first that is unknown there.
    """
    n_opened, first = 0, -1
    for r in range(n_rows - 1, -1, -1):
        key = rows[r * arity + position]
        tag = key & 7
        if tag == REF or tag == WATCHED:
            following[r] = first
            first = r
            n_opened += 1
            continue
        if tag == LIST:
            key = LIST
        elif tag == COMPOUND:
            key = pool[key >> 3]
        i = slot_of(slots, mask, key)
        slots[i] = key
        following[r] = slots[i + 1]
        slots[i + 1] = r
        slots[i + 2] += 1
    opened[0] = first
    return n_opened
