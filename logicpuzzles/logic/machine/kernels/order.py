"""The standard order of terms, and sorting by it. What the relations give is said in `lists`.

ranks [``st[N_RANKED]``]: the place of each constant among all, -1 where only Python can tell.
"""

from __future__ import annotations

from ....kernels.cells import Cells
from ....kernels.kernel import kernel
from ..codes import (
    ATOM, BIG, COMPOUND, FULL, INT, K_AFTER, K_BEFORE, K_NOT_AFTER, K_NOT_BEFORE, K_PAIR, LIST, LONGER, N_PDL,
    N_RANKED, NIL, P_MSORT, P_SET, PYTHON, REF, SCRATCH, VALUE, YES, H,
)  # fmt: skip
from .lists import ends, equate, lacks
from .terms import deref


@kernel
def rank(ranks: Cells, st: Cells, constant: int) -> int:
    """The place of a constant among all constants; -1 where only Python can tell."""
    n = constant >> 4
    return ranks[n] if n < st[N_RANKED] else -1


@kernel
def name_of(heap: Cells, names: Cells, t: int) -> int:
    """The name of a compound or list cell; 0 where it is no atom."""
    return K_PAIR if t & 7 == LIST else names[heap[t >> 3] >> 3]


@kernel
def compare(
    heap: Cells, pdl: Cells, arity: Cells, names: Cells, ranks: Cells, st: Cells, base: int, a: int, b: int
) -> int:
    """YES, with -1, 0 or 1 in ``st[VALUE]`` as one term stands before, at or after another; FULL or PYTHON.

    pdl is used from `base` on.
    """
    n, steps = base, 0
    st[VALUE] = 0
    while True:
        a, b = deref(heap, a), deref(heap, b)
        steps += 1
        if a != b:
            ta, tb = a & 7, b & 7
            if steps > LONGER or ta == REF or tb == REF or ta == BIG or tb == BIG:
                return PYTHON
            if ta == ATOM and a & 8 == 0 and a != NIL or tb == ATOM and b & 8 == 0 and b != NIL:
                return PYTHON  # a fraction stands among the integers
            less = more = 0
            if ta == INT or tb == INT:
                less = a if tb == INT and ta == INT else tb == INT
                more = b if tb == INT and ta == INT else ta == INT
            elif ta == ATOM or tb == ATOM:
                less, more = ta != ATOM, tb != ATOM
                if less == more:
                    less, more = rank(ranks, st, a), rank(ranks, st, b)
                    if less < 0 or more < 0:
                        return PYTHON
            else:
                k = less = 2 if ta == LIST else arity[heap[a >> 3] >> 3]
                more = 2 if tb == LIST else arity[heap[b >> 3] >> 3]
                one, two = name_of(heap, names, a), name_of(heap, names, b)
                if less == more and one != two:
                    less, more = rank(ranks, st, one), rank(ranks, st, two)
                    if one == 0 or two == 0 or less < 0 or more < 0:
                        return PYTHON
                if less == more:
                    if n + 2 * k + 4 >= st[N_PDL]:
                        st[SCRATCH] = n + 2 * k + 4
                        return FULL
                    p, q = a >> 3, b >> 3
                    if ta == COMPOUND:
                        p += 1
                    if tb == COMPOUND:
                        q += 1
                    for i in range(k - 1, -1, -1):
                        pdl[n], pdl[n + 1] = heap[p + i], heap[q + i]
                        n += 2
            if less != more:
                st[VALUE] = -1 if less < more else 1
                return YES
        if n == base:
            return YES
        n -= 2
        a, b = pdl[n], pdl[n + 1]


@kernel
def key_of(heap: Cells, arity: Cells, t: int, number: int) -> int:
    """The argument `number` of a compound or a list, the whole for 0; -1 where there is none."""
    if number == 0:
        return t
    t = deref(heap, t)
    if t & 7 == LIST:
        return heap[(t >> 3) + number - 1] if number <= 2 else -1
    return heap[(t >> 3) + number] if t & 7 == COMPOUND and arity[heap[t >> 3] >> 3] >= number else -1


@kernel
def merge_sort(
    heap: Cells, pdl: Cells, arity: Cells, names: Cells, ranks: Cells, st: Cells, n: int, falling: bool
) -> int:
    """Sort the numbers 0 to n - 1 by the terms pdl[0:n]; to pdl[2n:3n]. Equal ones keep their order."""
    base = 4 * n
    for i in range(n):
        pdl[2 * n + i] = i
    width, source, target = 1, 2 * n, 3 * n
    while width < n:
        for low in range(0, n, 2 * width):
            middle, high = min(low + width, n), min(low + 2 * width, n)
            i, j = low, middle
            for to in range(low, high):
                second = i >= middle
                if i < middle and j < high:
                    one, two = pdl[pdl[source + i]], pdl[pdl[source + j]]
                    done = compare(heap, pdl, arity, names, ranks, st, base, one, two)
                    if done != YES:
                        return done
                    second = st[VALUE] < 0 if falling else st[VALUE] > 0
                if second:
                    pdl[target + to] = pdl[source + j]
                    j += 1
                else:
                    pdl[target + to] = pdl[source + i]
                    i += 1
        source, target = target, source
        width *= 2
    if source != 2 * n:
        for i in range(n):
            pdl[2 * n + i] = pdl[source + i]
    return YES


@kernel
def sort(
    heap: Cells, pdl: Cells, arity: Cells, names: Cells, ranks: Cells, st: Cells, relation: int, number: int,
    order: int, items: int, result: int,
) -> int:  # fmt: skip
    """msort/2, sort/2, list_to_set/2 or sort/4: by the argument `number`, in the order that the atom `order` names."""
    order, number = deref(heap, order), deref(heap, number)
    if number & 7 != INT:
        return PYTHON
    number >>= 3
    if order != K_BEFORE and order != K_NOT_AFTER and order != K_AFTER and order != K_NOT_BEFORE or number < 0:
        return PYTHON
    n = ends(heap, st, items)
    if st[VALUE] != NIL:
        return PYTHON
    if 4 * n + 64 >= st[N_PDL]:
        st[SCRATCH] = 4 * n + 64
        return FULL
    if lacks(st, 2 * n + 2):
        return FULL
    t = deref(heap, items)
    for i in range(n):
        pdl[n + i] = heap[t >> 3]
        pdl[i] = key_of(heap, arity, heap[t >> 3], number)
        if pdl[i] < 0:
            return PYTHON
        t = deref(heap, heap[(t >> 3) + 1])
    done = merge_sort(heap, pdl, arity, names, ranks, st, n, order == K_AFTER or order == K_NOT_BEFORE)
    if done != YES:
        return done
    kept = 0
    for i in range(n):
        st[VALUE] = 1
        if i and (order == K_BEFORE or order == K_AFTER) and relation != P_MSORT:
            one, two = pdl[pdl[2 * n + i - 1]], pdl[pdl[2 * n + i]]
            done = compare(heap, pdl, arity, names, ranks, st, 4 * n, one, two)
            if done != YES:
                return done
        if st[VALUE] != 0:
            pdl[3 * n + kept] = pdl[2 * n + i]
            kept += 1
    first = 3 * n
    if relation == P_SET:  # those that are kept, where they stood
        first = 2 * n
        for i in range(n):
            pdl[first + i] = 0
        for i in range(kept):
            pdl[first + pdl[3 * n + i]] = 1
        kept = 0
        for i in range(n):
            if pdl[first + i]:
                pdl[3 * n + kept] = i
                kept += 1
        first = 3 * n
    h = st[H]
    made = NIL if kept == 0 else h << 3 | LIST
    for i in range(kept):
        heap[h] = pdl[n + pdl[first + i]]
        heap[h + 1] = NIL if i == kept - 1 else (h + 2) << 3 | LIST
        h += 2
    st[H] = h
    return equate(st, result, made)
