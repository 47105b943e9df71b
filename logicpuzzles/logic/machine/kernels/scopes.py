"""The unknowns in a term, and whether a scope may bind them."""

from __future__ import annotations

from ....kernels.cells import Cells
from ....kernels.kernel import kernel
from ..codes import (
    COMPOUND, FLOOR, FULL, HELD_A, HELD_B, HELD_L, HELD_N, HELD_R, LIST, N_HEAP, N_PDL, NIL, NO, REF, VALUE, WANTED,
    WORK, YES, H,
)  # fmt: skip
from .terms import deref, held, is_own


@kernel
def touches(heap: Cells, scratch: Cells, bottom: int, last: int, arity: Cells, st: Cells, t: int) -> int:
    """YES if an unknown in `t` is older than the present scope and not its own, NO, or FULL.

    `scratch` may be used from `bottom` to `last`.
    """
    n = bottom
    while True:
        t = deref(heap, t)
        tag, p, k = t & 7, t >> 3, 0
        if tag == REF:
            if p < st[FLOOR] and not is_own(heap, st, t):
                return YES
        elif tag == LIST:
            k = 2
        elif tag == COMPOUND:
            k = arity[heap[p] >> 3]
            p += 1
        if n + k >= last:
            return FULL
        for i in range(p + k - 1, p - 1, -1):
            c = heap[i]
            if c & 7 == REF or c & 7 == LIST or c & 7 == COMPOUND:
                scratch[n] = c
                n += 1
        if n == bottom:
            return NO
        n -= 1
        t = scratch[n]


@kernel
def unknowns(heap: Cells, arity: Cells, pdl: Cells, st: Cells, t: int) -> int:
    """The list of the unbound variables in `t`, each at least once, made on the heap, to ``st[VALUE]``; or FULL."""
    n, found, begin, root = 1, NIL, st[H], t
    if st[HELD_N] != 0 and st[HELD_A] == t and st[HELD_B] == NIL:
        n, found, begin = st[HELD_N] - 1, st[HELD_L], st[HELD_R]
    else:
        pdl[0] = t
    st[HELD_N] = 0
    while n:
        st[WORK] -= 1
        if st[WORK] < 0:
            return held(st, n, root, NIL, found, begin)
        n -= 1
        t = deref(heap, pdl[n])
        tag, p, k = t & 7, t >> 3, 0
        if tag == REF:
            h = st[H]
            if h + 8 >= st[N_HEAP]:
                st[WANTED], st[H] = 2 * (h - begin) + 64, begin
                return FULL
            if found == NIL or heap[found >> 3] != t:
                heap[h], heap[h + 1] = t, found
                found = h << 3 | LIST
                st[H] = h + 2
        elif tag == LIST:
            k = 2
        elif tag == COMPOUND:
            k = arity[heap[p] >> 3]
            p += 1
        if n + k + 4 >= st[N_PDL]:
            st[H] = begin
            return FULL
        for i in range(p, p + k):
            pdl[n] = heap[i]
            n += 1
    st[VALUE] = found
    return YES
