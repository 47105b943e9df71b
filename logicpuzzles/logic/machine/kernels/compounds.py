"""functor/3, arg/3, =../2 and ground/1. What they give is said in `lists`.

names [n_functors]: the atom of each functor's name, 0 where it is none; functors: a hash table of rows: atom, arity,
number of the functor, of which ``st[N_FUNCTORS]``, a power of two, may be filled.
"""

from __future__ import annotations

from ....kernels.cells import Cells
from ....kernels.kernel import kernel
from ..codes import (
    ATOM, COMPOUND, FULL, FUNCTOR, INT, K_PAIR, LIST, LONGER, LONGEST, N_FUNCTORS, N_PDL, NIL, NO, OTHER, PYTHON,
    REF, VALUE, YES, H,
)  # fmt: skip
from .lists import ends, equate, lacks
from .terms import deref


@kernel
def functor_of(functors: Cells, st: Cells, name: int, arity: int) -> int:
    """The number of a functor; -1 for one that is not known yet."""
    mask = st[N_FUNCTORS] - 1
    i = (name >> 3 ^ arity << 3) & mask
    while functors[3 * i + 2] >= 0:
        if functors[3 * i] == name and functors[3 * i + 1] == arity:
            return functors[3 * i + 2]
        i = (i + 1) & mask
    return -1


@kernel
def compound(heap: Cells, functors: Cells, st: Cells, name: int, arity: int) -> int:
    """A compound, or list cell, with a place for each argument, on the heap, which has room; -1 where Python makes it.

    The first argument stands at ``st[VALUE]``.
    """
    h = st[H]
    if name == K_PAIR and arity == 2:
        st[VALUE] = h
        st[H] = h + 2
        return h << 3 | LIST
    if name & 15 != 8 | ATOM:
        return -1
    number = functor_of(functors, st, name, arity)
    if number < 0:
        return -1
    heap[h] = number << 3 | FUNCTOR
    st[VALUE] = h + 1
    st[H] = h + 1 + arity
    return h << 3 | COMPOUND


@kernel
def functor(heap: Cells, arity: Cells, names: Cells, functors: Cells, st: Cells, t: int, name: int, n: int) -> int:
    """functor/3."""
    t, name, n = deref(heap, t), deref(heap, name), deref(heap, n)
    if n & 7 != INT and n & 7 != REF:
        return PYTHON
    if lacks(st, 16 + (n >> 3 if n & 7 == INT else 0)):
        return PYTHON if n & 7 == INT and n >> 3 > LONGEST // 10 else FULL
    h = st[H]
    if t & 7 == REF:
        if n & 7 == REF or name & 7 == REF or name & 7 == COMPOUND or name & 7 == LIST or n >> 3 > LONGEST // 10:
            return PYTHON
        k = n >> 3
        if k <= 0:
            return PYTHON if k < 0 else equate(st, t, name)
        made = compound(heap, functors, st, name, k)
        if made < 0:
            return PYTHON
        for a in range(st[VALUE], st[VALUE] + k):
            heap[a] = a << 3
        return equate(st, t, made)
    known, k = t, 0
    if t & 7 == LIST:
        known, k = K_PAIR, 2
    elif t & 7 == COMPOUND:
        known, k = names[heap[t >> 3] >> 3], arity[heap[t >> 3] >> 3]
        if known == 0:
            return PYTHON
    heap[h], heap[h + 1], heap[h + 2], heap[h + 3] = name, n, known, k << 3 | INT  # the name, then the arity
    st[H] = h + 4
    return equate(st, h << 3 | LIST, (h + 2) << 3 | LIST)


@kernel
def arg(heap: Cells, arity: Cells, st: Cells, n: int, t: int, x: int) -> int:
    """arg/3 where the number is known."""
    n, t = deref(heap, n), deref(heap, t)
    if n & 7 != INT and n & 7 != REF or t & 7 != LIST and t & 7 != COMPOUND:
        return PYTHON
    if n & 7 == REF:
        return OTHER
    k, first = 2, t >> 3
    if t & 7 == COMPOUND:
        k = arity[heap[first] >> 3]
        first += 1
    n >>= 3
    if n < 0:
        return PYTHON
    return equate(st, x, heap[first + n - 1]) if 1 <= n <= k else NO


@kernel
def univ(heap: Cells, arity: Cells, names: Cells, functors: Cells, st: Cells, t: int, items: int) -> int:
    """=../2."""
    t = deref(heap, t)
    if t & 7 == REF:
        n = ends(heap, st, items)
        if st[VALUE] != NIL or n == 0:
            return PYTHON
        items = deref(heap, items)
        name = deref(heap, heap[items >> 3])
        if name & 7 == REF or name & 7 == COMPOUND or name & 7 == LIST:
            return PYTHON
        if n == 1:
            return equate(st, t, name)
        if lacks(st, n + 8):
            return FULL
        made = compound(heap, functors, st, name, n - 1)
        if made < 0:
            return PYTHON
        for a in range(st[VALUE], st[VALUE] + n - 1):
            items = deref(heap, heap[(items >> 3) + 1])
            heap[a] = deref(heap, heap[items >> 3])
        return equate(st, t, made)
    name, k, first = t, 0, 0
    if t & 7 == LIST:
        name, k, first = K_PAIR, 2, t >> 3
    elif t & 7 == COMPOUND:
        first = (t >> 3) + 1
        name, k = names[heap[t >> 3] >> 3], arity[heap[t >> 3] >> 3]
        if name == 0:
            return PYTHON
    ends(heap, st, items)
    if st[VALUE] != NIL and st[VALUE] & 7 != REF and (k or deref(heap, items) & 7 != LIST):  # not a list
        return PYTHON
    if lacks(st, 2 * k + 2):
        return FULL
    h = st[H]
    made = h << 3 | LIST
    heap[h] = name
    for a in range(first, first + k):
        heap[h + 1] = (h + 2) << 3 | LIST
        h += 2
        heap[h] = heap[a]
    heap[h + 1] = NIL
    st[H] = h + 2
    return equate(st, items, made)


@kernel
def ground(heap: Cells, arity: Cells, pdl: Cells, st: Cells, t: int) -> int:
    """Whether no unknown is in a term; which is needed is Python's to tell."""
    n, steps = 1, 0
    pdl[0] = t
    while n:
        n -= 1
        steps += 1
        t = deref(heap, pdl[n])
        p, k = t >> 3, 0
        if t & 7 == REF or steps > LONGER:
            return PYTHON
        if t & 7 == LIST:
            k = 2
        elif t & 7 == COMPOUND:
            k = arity[heap[p] >> 3]
            p += 1
        if n + k + 4 >= st[N_PDL]:
            return FULL
        for i in range(p + k - 1, p - 1, -1):
            pdl[n] = heap[i]
            n += 1
    return YES
