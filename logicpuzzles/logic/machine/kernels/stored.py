"""Compound terms of facts: matched with terms on the heap, and copied there where an unknown becomes one.

In the pool of a table REF is the number of an unknown of the fact, whose value stands in the register `base` + number,
0 before it has one; WATCHED an unknown that stands nowhere else. The end of the store is scratch.
"""

from __future__ import annotations

from ....kernels.cells import Cells
from ....kernels.kernel import kernel
from ..codes import COMPOUND, FULL, LIST, N_STORE, NEED, NO, REF, STORE, VALUE, WATCHED, YES, H
from .terms import bind, deref, occurs, unify


@kernel
def copy(
    pool: Cells, heap: Cells, x: Cells, store: Cells, arity: Cells, st: Cells, base: int, bottom: int, c: int
) -> int:
    """Copy the list or compound `c` to the heap, to ``st[VALUE]``: YES, NEED if it may hold unknowns, or FULL.

    `store` is used from `bottom` on. The heap has room (the driver's margin).
    """
    h, last = st[H], st[N_STORE] - 4
    n, has_values = bottom, False
    root = c
    at = -1  # the cell to fill; the first time the result
    while True:
        tag = c & 7
        if tag == LIST or tag == COMPOUND:
            p = c >> 3
            k = 2
            made = h << 3 | tag
            if tag == COMPOUND:
                k = arity[pool[p] >> 3]
                heap[h] = pool[p]
                h += 1
                p += 1
            if n + 2 * k >= last:
                return FULL
            for i in range(k - 1, -1, -1):
                store[n], store[n + 1] = h + i, pool[p + i]
                n += 2
            h += k
        elif tag == REF:
            made = x[base + (c >> 3)]
            if made == 0:
                made = at << 3
                x[base + (c >> 3)] = made
            elif made & 7 == REF or made & 7 == LIST or made & 7 == COMPOUND:
                has_values = True
        elif tag == WATCHED:
            made = at << 3
        else:
            made = c
        if at < 0:
            root = made
        else:
            heap[at] = made
        if n == bottom:
            break
        n -= 2
        at, c = store[n], store[n + 1]
    st[H], st[VALUE] = h, root
    return NEED if has_values else YES


@kernel
def match(
    pool: Cells,
    heap: Cells,
    trail: Cells,
    x: Cells,
    wakes: Cells,
    pdl: Cells,
    store: Cells,
    arity: Cells,
    st: Cells,
    base: int,
    c: int,
    t: int,
) -> int:
    """Unify the stored term `c` with the term `t`, from left to right."""
    bottom = st[STORE] + 1
    n, last = bottom, st[N_STORE] - 4
    while True:
        tag, done = c & 7, YES
        if tag == REF:
            k = base + (c >> 3)
            if x[k] == 0:
                x[k] = t
            else:
                done = unify(heap, trail, wakes, pdl, arity, st, x[k], t)
        elif tag != WATCHED:
            t = deref(heap, t)
            kind = t & 7
            if tag != LIST and tag != COMPOUND:
                if kind == REF:
                    done = bind(heap, trail, wakes, st, t, c)
                elif c != t:
                    return NO
            elif kind == REF:
                done = copy(pool, heap, x, store, arity, st, base, n, c)
                if done == FULL:
                    return FULL
                made = st[VALUE]
                if done != YES:
                    done = occurs(heap, trail, arity, pdl, st, t, made)
                    if done != YES:
                        return done
                done = bind(heap, trail, wakes, st, t, made)
            elif kind != tag:
                return NO
            else:
                p, q, k = c >> 3, t >> 3, 2
                if tag == COMPOUND:
                    if pool[p] != heap[q]:
                        return NO
                    k = arity[pool[p] >> 3]
                    p += 1
                    q += 1
                if n + 2 * k >= last:
                    return FULL
                for i in range(k - 1, -1, -1):
                    store[n], store[n + 1] = pool[p + i], heap[q + i]
                    n += 2
        if done != YES:
            return done
        if n == bottom:
            return YES
        n -= 2
        c, t = store[n], store[n + 1]
