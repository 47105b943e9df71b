"""Ground terms, each kept once below the run on the heap: equal terms are the same cell.

The kept terms lie from FIRST_CELL to ``ground[G_TOP]``, and the run begins at ``ground[G_LIMIT]``. They refer to
each other only, so nothing copies them for a call, and a term that a relation builds from them is looked up down to
its new parts alone.
"""

from __future__ import annotations

from ....kernels.cells import Cells
from ....kernels.kernel import kernel
from ..codes import (
    COMPOUND, FULL, G_COUNT, G_LIMIT, G_MASK, G_TOP, LIST, N_PDL, NEED, NEEDED, PYTHON, REF, ROOM, VALUE, WATCHED,
    YES,
)  # fmt: skip
from .terms import deref

PAIR = -1  # stands for the functor of a list with an element, in its hash
MOST = 1 << 24  # parts of a term that are looked at; one that shares its parts may have far more


@kernel
def hashed(h: int, part: int) -> int:
    """The hash `h` of what came before, with another part."""
    h = (h ^ part) * -7046029254386353131
    return h ^ (h >> 29)


@kernel
def kept(heap: Cells, ground: Cells, table: Cells, pdl: Cells, v: int, k: int, functor: int) -> int:
    """The cell of the compound whose `k` kept arguments stand in `pdl` from `v` on, the last first.

    0 where there is no room for a new one. table [n_slots]: cells by their hash, 0 where a slot is free.
    """
    h = hashed(functor, k)
    for i in range(v + k - 1, v - 1, -1):
        h = hashed(h, pdl[i])
    mask = ground[G_MASK]
    slot = h & mask
    while table[slot] != 0:
        cell = table[slot]
        p = cell >> 3
        if cell & 7 == COMPOUND and heap[p] == functor:
            i = 0
            while i < k and heap[p + 1 + i] == pdl[v + k - 1 - i]:
                i += 1
            if i == k:
                return cell
        slot = (slot + 1) & mask
    p = ground[G_TOP]
    if p + 1 + k > ground[G_LIMIT] or 2 * ground[G_COUNT] > mask:
        return 0
    heap[p] = functor
    for i in range(k):
        heap[p + 1 + i] = pdl[v + k - 1 - i]
    ground[G_TOP] = p + 1 + k
    ground[G_COUNT] += 1
    table[slot] = p << 3 | COMPOUND
    return p << 3 | COMPOUND


@kernel
def kept_pair(heap: Cells, ground: Cells, table: Cells, first: int, rest: int) -> int:
    """The same of the list with a kept element and a kept rest."""
    h = hashed(hashed(hashed(PAIR, 2), first), rest)
    mask = ground[G_MASK]
    slot = h & mask
    while table[slot] != 0:
        cell = table[slot]
        if cell & 7 == LIST and heap[cell >> 3] == first and heap[(cell >> 3) + 1] == rest:
            return cell
        slot = (slot + 1) & mask
    p = ground[G_TOP]
    if p + 2 > ground[G_LIMIT] or 2 * ground[G_COUNT] > mask:
        return 0
    heap[p], heap[p + 1] = first, rest
    ground[G_TOP] = p + 2
    ground[G_COUNT] += 1
    table[slot] = p << 3 | LIST
    return p << 3 | LIST


@kernel
def intern(heap: Cells, arity: Cells, pdl: Cells, st: Cells, ground: Cells, table: Cells, t: int) -> int:
    """The kept cell of the ground term `t` to ``st[VALUE]``: YES; or NEED (not ground), FULL, ROOM, PYTHON."""
    n, v, left = 1, st[N_PDL], MOST
    border = ground[G_LIMIT]
    pdl[0] = t
    while n:
        n -= 1
        t = pdl[n]
        if t & 7 == WATCHED:  # the parts of this list or compound are kept: made below, never a term
            k = 2
            if t >> 3 & 1:
                functor = heap[t >> 4]
                k = arity[functor >> 3]
                cell = kept(heap, ground, table, pdl, v, k, functor)
            else:
                cell = kept_pair(heap, ground, table, pdl[v + 1], pdl[v])
            if cell == 0:
                return ROOM
            v += k - 1
            pdl[v] = cell
            continue
        t = deref(heap, t)
        tag, p = t & 7, t >> 3
        left -= 1
        if n + 8 >= v:
            return FULL
        if left == 0:
            return PYTHON
        if tag == LIST and p >= border:
            pdl[n] = p << 4 | WATCHED
            first = deref(heap, heap[p])
            if first & 7 == REF or (first & 7 == LIST or first & 7 == COMPOUND) and first >> 3 >= border:
                pdl[n + 1], pdl[n + 2] = heap[p + 1], first
                n += 3
            else:  # most elements are constants or kept
                v -= 1
                pdl[v], pdl[n + 1] = first, heap[p + 1]
                n += 2
        elif tag == COMPOUND and p >= border:
            k = arity[heap[p] >> 3]
            if n + k + 8 >= v:
                return FULL
            pdl[n] = p << 4 | 8 | WATCHED
            n += 1
            for i in range(k, 0, -1):
                pdl[n] = heap[p + i]
                n += 1
        elif tag == REF:
            st[NEEDED] = t
            return NEED
        else:
            v -= 1
            pdl[v] = t
    st[VALUE] = pdl[v]
    return YES


@kernel(entry=True)
def rehash(heap: Cells, arity: Cells, ground: Cells, table: Cells, size: int, larger: Cells, larger_size: int) -> int:
    """Enter what `table` has into `larger`, whose size is a power of two; how many there are."""
    mask = larger_size - 1
    for n in range(size):
        cell = table[n]
        if cell != 0:
            p, k, functor, first = cell >> 3, 2, PAIR, 0
            if cell & 7 == COMPOUND:
                functor, first = heap[p], 1
                k = arity[functor >> 3]
            h = hashed(functor, k)
            for i in range(k):
                h = hashed(h, heap[p + first + i])
            slot = h & mask
            while larger[slot] != 0:
                slot = (slot + 1) & mask
            larger[slot] = cell
    ground[G_MASK] = mask
    return ground[G_COUNT]
