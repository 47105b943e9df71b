"""Which terms hold unknowns that a scope must not bind."""

from __future__ import annotations

from ..codes import COMPOUND, FLOOR, FULL, LIST, N_STORE, NO, REF, STORE, YES
from .cells import Cells
from .plain import plain
from .terms import deref, is_own


@plain
def touches(heap: Cells, store: Cells, arity: Cells, st: Cells, t: int) -> int:
    """YES if an unknown in `t` is older than the present scope and not its own, NO, or FULL.

    The end of the store is scratch.
    """
    bottom = st[STORE] + 1
    n, last = bottom, st[N_STORE] - 4
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
                store[n] = c
                n += 1
        if n == bottom:
            return NO
        n -= 1
        t = store[n]
