"""The collector: what nothing refers to is dropped from the heap, the rest slides together in its order.

The order must stay: a choice drops all that is newer by one comparison of addresses, and so do negation and binding
know what is older.
"""

from __future__ import annotations

from ....kernels.cells import Arrays, Cells, Marks, cells_at
from ....kernels.kernel import kernel
from ..codes import (
    ATOM, BIG, C_E, C_FIELDS, C_FLOOR, C_H, C_N, C_PREVIOUS, COMPOUND, FLOOR, FUNCTOR, HB, INT, LIST, LONG, N_ENVS,
    N_HEAP, REF, STORE, TR, WATCHED, B, E, H,
)  # fmt: skip
from .sliding import BLOCK, forward, moved, slide_roots


# What a collection knows between two calls: its phase, the height of the stack, whether something did not fit on it,
# where a pass stands, how many cells are left, how many choices there are.
(PHASE, STACK, LOST, AT, LEFT, N_BASES, N_COLLECTION) = range(7)
(MARKING, COUNTING, SLIDING, ENDED) = range(4)


@kernel
def drain(heap: Cells, arity: Cells, marks: Marks, stack: Cells, size: int, gc: Cells, h: int, work: int) -> bool:
    """Mark all cells that those on the stack lead to; False where that are more than `work`.

    A slot of an environment may still hold what a clause before it met: that leads to what is no more, or to others.
    """
    n = gc[STACK]
    while n and work > 0:
        n -= 1
        t = stack[n]
        tag, p = t & 7, t >> 3
        k = 0
        if tag == REF:
            k = 1
            if p < h and heap[p] & 7 == WATCHED:  # the unknown that it was before stands behind it
                k = 2
        elif tag == LIST:
            k = 2
        elif tag == COMPOUND:
            k = 1
            if p < h and heap[p] & 7 == FUNCTOR:
                k = 1 + arity[heap[p] >> 3]
        elif tag == WATCHED and p:
            k = 2
        for a in range(p, min(p + k, h)):
            if not marks[a]:
                marks[a] = 1
                work -= 1
                t = heap[a]
                tag = t & 7
                if tag != INT and tag != ATOM and tag != BIG and tag != FUNCTOR and t != a << 3:
                    if n < size:
                        stack[n] = t
                        n += 1
                    else:
                        gc[LOST] = 1
    gc[STACK] = n
    gc[LEFT] = work
    return n == 0


@kernel
def mark(heap: Cells, arity: Cells, marks: Marks, stack: Cells, size: int, gc: Cells, h: int, t: int) -> bool:
    """The same for those that the cell `t` leads to, with the work that is left."""
    stack[0] = t
    gc[STACK] = 1
    return drain(heap, arity, marks, stack, size, gc, h, gc[LEFT])


@kernel(entry=True)
def collect(
    arrays: Arrays,
    live: int,
    fixed: int,
    marks: Marks,
    sums: Cells,
    stack: Cells,
    size: int,
    seen: Marks,
    bases: Cells,
    gc: Cells,
) -> int:
    """Drop what is dead, a part of it in each call; 1 when all is done.

    Only at a call, whose `live` registers count, as do the first `fixed` cells.
    marks [n_cells + 1], seen [n_envs], gc [N_COLLECTION]: zeros at first; sums [n_cells >> BLOCK + 2], stack and
    bases [n_choices] are scratch. When all is counted, a mark is 1 more than the live cells before it in its block,
    negative for a dead cell.
    """
    return go_on(
        cells_at(arrays[2]), cells_at(arrays[5]), cells_at(arrays[6]), cells_at(arrays[7]), cells_at(arrays[8]),
        cells_at(arrays[9]), cells_at(arrays[12]), cells_at(arrays[13]), live, fixed, marks, sums, stack, size, seen,
        bases, gc,
    )  # fmt: skip


@kernel
def go_on(
    arity: Cells,
    heap: Cells,
    trail: Cells,
    choices: Cells,
    envs: Cells,
    x: Cells,
    store: Cells,
    st: Cells,
    live: int,
    fixed: int,
    marks: Marks,
    sums: Cells,
    stack: Cells,
    size: int,
    seen: Marks,
    bases: Cells,
    gc: Cells,
) -> int:
    """The same, with addresses."""
    h = st[H]
    if gc[PHASE] == MARKING:
        if not mark_all(
            heap, arity, trail, choices, envs, x, store, st, live, fixed, marks, stack, size, seen, bases, gc
        ):
            return 0
        gc[PHASE], gc[AT], gc[LEFT] = COUNTING, 0, 0
        return 0
    if gc[PHASE] == COUNTING:
        end = min(gc[AT] + 4 * LONG, h + 1)  # a multiple of a block, but for the last one
        to = gc[LEFT]
        for a in range(gc[AT], end):
            if a & (1 << BLOCK) - 1 == 0:
                sums[a >> BLOCK] = to
            before = 1 + to - sums[a >> BLOCK]
            if marks[a]:
                marks[a] = before
                to += 1
            else:
                marks[a] = -before
        gc[AT], gc[LEFT] = end, to
        if end == h + 1:
            gc[PHASE], gc[AT] = SLIDING, 0
        return 0
    end = min(gc[AT] + LONG, h)
    for a in range(gc[AT], end):
        if marks[a] > 0:
            heap[forward(marks, sums, a)] = moved(marks, sums, h, heap[a])
    gc[AT] = end
    if end < h:
        return 0
    slide_roots(h, trail, choices, envs, x, store, st, live, marks, sums, seen, bases, gc[N_BASES])
    for a in range(st[N_HEAP], st[N_HEAP] + (h >> 6) + 1):  # what is marked as ground may lie elsewhere now
        heap[a] = 0
    st[H] = gc[LEFT]
    st[HB] = choices[st[B] + C_H] if st[B] >= 0 else 0
    return 1


@kernel
def mark_all(
    heap: Cells,
    arity: Cells,
    trail: Cells,
    choices: Cells,
    envs: Cells,
    x: Cells,
    store: Cells,
    st: Cells,
    live: int,
    fixed: int,
    marks: Marks,
    stack: Cells,
    size: int,
    seen: Marks,
    bases: Cells,
    gc: Cells,
) -> bool:
    """Mark what lives, from all that points to the heap from outside; False where another call must go on with it."""
    h = st[H]
    if not drain(heap, arity, marks, stack, size, gc, h, LONG):
        return False
    for a in range(fixed):
        if not mark(heap, arity, marks, stack, size, gc, h, a << 3):
            return False
    for n in range(live):
        if not mark(heap, arity, marks, stack, size, gc, h, x[n]):
            return False
    if not mark(heap, arity, marks, stack, size, gc, h, st[FLOOR] << 3 | LIST):
        return False
    n_bases, b = 0, st[B]
    while b >= 0:
        bases[n_bases] = b
        n_bases += 1
        if not mark(heap, arity, marks, stack, size, gc, h, choices[b + C_FLOOR] << 3 | LIST):
            return False
        for n in range(choices[b + C_N]):
            if not mark(heap, arity, marks, stack, size, gc, h, choices[b + C_FIELDS + n]):
                return False
        b = choices[b + C_PREVIOUS]
    gc[N_BASES] = n_bases
    for e in range(st[N_ENVS]):
        seen[e] = 0
    for i in range(-1, n_bases):
        e = st[E] if i < 0 else choices[bases[i] + C_E]
        while e > 0 and not seen[e]:
            seen[e] = 1
            for n in range(e + 2, e + 2 + (envs[e + 1] & 0xFFFF)):
                if not mark(heap, arity, marks, stack, size, gc, h, envs[n]):
                    return False
            e = envs[e]
    i = st[TR]
    while i > 0:
        i -= 1
        if trail[i] < 0:  # an old cell stands before
            i -= 1
            if not mark(heap, arity, marks, stack, size, gc, h, trail[i]):
                return False
    at = 0
    while at < st[STORE]:
        end = at + 1 + store[at]
        for n in range(at + 1, end):
            if store[n] & 7 == REF and not mark(heap, arity, marks, stack, size, gc, h, store[n]):
                return False
        at = end
    while gc[LOST]:
        gc[LOST] = 0
        for a in range(h):
            if marks[a] and not mark(heap, arity, marks, stack, size, gc, h, heap[a]):
                gc[LOST] = 1
                return False
    return True
