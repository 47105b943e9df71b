"""Terms between the heap and the store, where the answers of findall outlive backtracking.

In the store addresses count from the beginning of the term; a variable of the inside is a WATCHED cell with its own
address, one of the outside a REF to the heap.
"""

from __future__ import annotations

from ....kernels.cells import Cells
from ....kernels.kernel import kernel
from ..codes import (
    COMPOUND, FULL, FUNCTOR, HELD_A, HELD_B, HELD_L, HELD_N, HELD_R, LIST, N_HEAP, N_PDL, N_STORE, NIL, REF,
    SCRATCH, SLICE, STORE, VALUE, WANTED, WATCHED, WORK, YES, H,
)  # fmt: skip
from .terms import deref, is_own


@kernel
def to_store(heap: Cells, store: Cells, pdl: Cells, arity: Cells, st: Cells, t: int, border: int) -> int:
    """Copy the term `t` to the end of the store, behind its length: YES, FULL or SLICE.

    Unknowns from `border` on become variables of the copy; each is renamed once, by a note in its own cell that is
    taken back at the end.
    """
    base = st[STORE] + 1
    top = base + 1
    size = st[N_STORE] - 8
    if top >= size:
        return FULL
    n, noted = 2, st[N_PDL]
    if st[HELD_N] != 0 and st[HELD_A] == t and st[HELD_B] == ~base:
        n, noted, top = st[HELD_N] - 1, st[HELD_L], st[HELD_R]
    else:
        pdl[0], pdl[1] = base, t
    st[HELD_N] = 0
    root, steps, most = t, 0, st[WORK]
    full = False
    while n:
        n -= 2
        at, t = pdl[n], pdl[n + 1]
        while True:
            steps += 1
            if steps > most:
                pdl[n], pdl[n + 1] = at, t
                st[HELD_N], st[HELD_A], st[HELD_B], st[HELD_L], st[HELD_R] = n + 3, root, ~base, noted, top
                st[WORK] = 0
                return SLICE
            t = deref(heap, t)
            tag = t & 7
            if tag == REF:
                a = t >> 3
                if a < border and not is_own(heap, st, t):
                    store[at] = t
                else:
                    store[at] = (at - base) << 3 | WATCHED
                    noted -= 2
                    pdl[noted], pdl[noted + 1] = a, heap[a]
                    heap[a] = ~(at - base) << 3 | FUNCTOR  # no functor has a negative number
                break
            if tag == FUNCTOR:  # a note: this variable was met before
                store[at] = ~(t >> 3) << 3 | WATCHED
                break
            if tag == LIST:
                p, k, q = t >> 3, 2, top
                if top + 2 >= size or n + 8 >= noted:
                    full, st[SCRATCH] = True, 0 if top + 2 >= size else st[N_PDL] + (st[N_PDL] >> 2)
                    break
                store[at] = (top - base) << 3 | LIST
                top += 2
                pdl[n], pdl[n + 1] = q, heap[p]
                n += 2
                at, t = q + 1, heap[p + 1]
            elif tag == COMPOUND:
                p = t >> 3
                k, q = arity[heap[p] >> 3], top
                if top + k + 1 >= size or n + 2 * k + 8 >= noted:
                    full, st[SCRATCH] = True, 0 if top + k + 1 >= size else 2 * k + st[N_PDL] + (st[N_PDL] >> 2)
                    break
                store[at] = (top - base) << 3 | COMPOUND
                store[q] = heap[p]
                top += k + 1
                for i in range(1, k):
                    pdl[n], pdl[n + 1] = q + i, heap[p + i]
                    n += 2
                at, t = q + k, heap[p + k]
            else:
                store[at] = t
                break
        if full:
            break
    st[WORK] -= steps
    for i in range(noted, st[N_PDL], 2):
        heap[pdl[i]] = pdl[i + 1]
    if full:
        return FULL
    store[base - 1] = top - base
    st[STORE] = top
    return YES


@kernel
def listed(heap: Cells, store: Cells, st: Cells, mark: int) -> int:
    """The list of the terms in the store from `mark` on, made on the heap, to ``st[VALUE]``; FULL where it is small."""
    n, at = 0, mark
    while at < st[STORE]:
        n += 1
        at += store[at] + 1
    h = st[H]
    if h + 2 * n + (st[STORE] - mark) + 64 >= st[N_HEAP]:
        st[WANTED] = 2 * n + (st[STORE] - mark) + 128
        return FULL
    if n == 0:
        st[VALUE] = NIL
        return YES
    st[VALUE] = h << 3 | LIST
    cell, to, at = h, h + 2 * n, mark
    while at < st[STORE]:
        size = store[at]
        at += 1
        shift = to - 1  # the root goes into the list itself, the others to `to` on
        for i in range(size):
            t = store[at + i]
            tag = t & 7
            if tag == LIST or tag == COMPOUND:
                t = (shift + (t >> 3)) << 3 | tag
            elif tag == WATCHED:
                j = t >> 3
                t = (cell if j == 0 else shift + j) << 3
            heap[cell if i == 0 else shift + i] = t
        to += size - 1
        at += size
        heap[cell + 1] = (cell + 2) << 3 | LIST
        cell += 2
    heap[cell - 1] = NIL
    st[H] = to
    return YES
