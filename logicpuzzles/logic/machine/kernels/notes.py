"""Constraints over integers that are noted, so that a model can be made of them when they are labelled.

Until then goals may run that give the same whether or not they were propagated: those that bind, but for the choices
and the tests that what is ruled out could decide otherwise. At any other the kernel returns STALE.
"""

from __future__ import annotations

from ....kernels.cells import Arrays, Cells, cells_at
from ....kernels.kernel import kernel
from ..codes import (
    B, CALL_N, FLOOR, FULL, H, INT, LIST, LOAD, N_HEAP, NATIVE, NIL, NOTES, NOTES_B, NOTES_FLOOR, P_APPEND,
    P_IS_LIST, P_LENGTH, P_NTH0, P_NTH1, P_NUMLIST, P_REVERSE, P_SAME_LENGTH, PRIMITIVE, REF, SCOPE, STALE, UNSCOPE,
    UNTOLD, WANTED, WORK, YES,
)  # fmt: skip
from .copying import to_store
from .terms import deref


@kernel
def leaves(heap: Cells, st: Cells, op: int) -> bool:
    """Whether an operation of `steps` may run before what is noted: it looks at nothing, or tells by itself."""
    if op == UNSCOPE:  # what was noted inside of the scope is to be decided there
        return st[FLOOR] != heap[NOTES_FLOOR] >> 3
    return op == NATIVE or op == LOAD or op == CALL_N or op == PRIMITIVE or op == SCOPE


@kernel
def awaits(relation: int) -> bool:
    """Whether a builtin relation gives the same, whatever is known of integers in its lists."""
    return (
        relation == P_APPEND
        or relation == P_LENGTH
        or relation == P_REVERSE
        or relation == P_SAME_LENGTH
        or relation == P_NTH0
        or relation == P_NTH1
        or relation == P_NUMLIST
        or relation == P_IS_LIST
    )


@kernel
def note(heap: Cells, x: Cells, st: Cells, number: int, n: int) -> int:
    """Note the constraint that the predicate `number` is, of `n` arguments in the registers: YES, FULL or STALE."""
    h = st[H]
    if heap[NOTES] == NIL:
        heap[NOTES_B], heap[NOTES_FLOOR] = st[B] << 3 | INT, st[FLOOR] << 3 | LIST
    elif st[FLOOR] != heap[NOTES_FLOOR] >> 3:
        return STALE
    if h + 2 * n + 8 >= st[N_HEAP]:
        st[WANTED] = 2 * n + 64
        return FULL
    heap[h], heap[h + 1] = (h + 2) << 3 | LIST, heap[NOTES]
    heap[NOTES] = h << 3 | LIST
    heap[h + 2] = number << 3 | INT
    h += 3
    for i in range(n):
        heap[h], heap[h + 1] = (h + 1) << 3 | LIST, x[i]
        h += 2
    heap[h] = NIL
    st[H] = h + 1
    return YES


@kernel(entry=True)
def copy(arrays: Arrays, t: int) -> int:
    """Copy a term to the end of the store, its unknowns numbered: YES or FULL."""
    heap, pdl, store = cells_at(arrays[5]), cells_at(arrays[11]), cells_at(arrays[12])
    st = cells_at(arrays[13])
    st[WORK] = UNTOLD
    return to_store(heap, store, pdl, cells_at(arrays[2]), st, t, 0)


@kernel(entry=True)
def open_elements(arrays: Arrays, t: int, out: Cells, n_out: int) -> int:
    """The unknown elements of the list `t`, each as often as it stands there; -1 for no list, or more than `n_out`."""
    heap = cells_at(arrays[5])
    n = 0
    t = deref(heap, t)
    while t & 7 == LIST:
        one = deref(heap, heap[t >> 3])
        if one & 7 == REF:
            if n == n_out:
                return -1
            out[n] = one
            n += 1
        t = deref(heap, heap[(t >> 3) + 1])
    return n if t == NIL else -1
