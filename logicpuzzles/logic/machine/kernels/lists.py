"""The builtin relations on lists, as far as they have one answer.

Each gives NO, YES, FULL (``st[WANTED]`` heap cells are needed), PYTHON (the reference tells, as it does all errors),
OTHER (the clauses of the relation go on) or EQUATE: it holds if ``st[LEFT]`` and ``st[RIGHT]`` are equal.
"""

from __future__ import annotations

from ....kernels.cells import Cells
from ....kernels.kernel import kernel
from ..codes import (
    BIG, COMPOUND, EQUATE, FLOOR, FULL, INT, LEFT, LIST, LONGEST, N_HEAP, N_PDL, NEED, NEEDED, NEEDING, NIL, NO,
    OTHER, PC, PYTHON, REF, RIGHT, VALUE, W_NTH1, WANTED, YES, H,
)  # fmt: skip
from .scopes import touches
from .terms import deref, equal_now, is_own


@kernel
def equate(st: Cells, left: int, right: int) -> int:
    """Let two terms be made equal."""
    st[LEFT] = left
    st[RIGHT] = right
    return EQUATE


@kernel
def lacks(st: Cells, n: int) -> bool:
    """Whether the heap has no room for `n` cells."""
    if st[H] + n + 64 < st[N_HEAP]:
        return False
    st[WANTED] = n
    return True


@kernel
def ends(heap: Cells, st: Cells, t: int) -> int:
    """How many elements of the list `t` are known; what follows them to ``st[VALUE]``."""
    n = 0
    t = deref(heap, t)
    while t & 7 == LIST:
        n += 1
        t = heap[(t >> 3) + 1]
        if t & 7 == REF:
            t = deref(heap, t)
    st[VALUE] = t
    return n


@kernel
def is_outside(heap: Cells, st: Cells, v: int) -> bool:
    """Whether the unbound `v` must not be bound in the present scope."""
    return v >> 3 < st[FLOOR] and not is_own(heap, st, v)


@kernel
def ends_outside(heap: Cells, st: Cells, t: int) -> bool:
    """Whether the list `t` has an unknown end that must not be bound now."""
    if st[FLOOR] == 0:
        return False
    ends(heap, st, t)
    return st[VALUE] & 7 == REF and is_outside(heap, st, st[VALUE])


@kernel
def made_outside(heap: Cells, pdl: Cells, arity: Cells, st: Cells, one: int, other: int) -> int:
    """PYTHON where a list has an unknown that must not be bound now (clauses make it step by step), OTHER or FULL."""
    if st[FLOOR] == 0:
        return OTHER
    done = touches(heap, pdl, 0, st[N_PDL] - 4, arity, st, one)
    if done == NO:
        done = touches(heap, pdl, 0, st[N_PDL] - 4, arity, st, other)
    if done == FULL:
        return FULL
    return PYTHON if done == YES else OTHER


@kernel
def lengthen(heap: Cells, st: Cells, end: int, size: int, item: int) -> int:
    """The unknown `end` of a list is `size` unknowns and no more; or `item` and an unknown rest after them."""
    if size > LONGEST:
        return PYTHON
    if lacks(st, 2 * size + 4):
        return FULL
    h = st[H]
    first = NIL if size == 0 else h << 3 | LIST
    for n in range(size):
        heap[h] = h << 3
        heap[h + 1] = NIL if n == size - 1 else (h + 2) << 3 | LIST
        h += 2
    if item >= 0:
        heap[h], heap[h + 1] = item, (h + 1) << 3
        if size == 0:
            first = h << 3 | LIST
        else:
            heap[h - 1] = h << 3 | LIST
        h += 2
    st[H] = h
    return equate(st, end, first)


@kernel
def append(heap: Cells, pdl: Cells, arity: Cells, st: Cells, front: int, back: int, items: int) -> int:
    """append/3 where the first list is known to its end."""
    n = ends(heap, st, front)
    end = st[VALUE]
    if end & 7 == REF:
        return made_outside(heap, pdl, arity, st, front, items)
    if end != NIL:
        return NO
    if n == 0:
        return equate(st, items, back)
    if lacks(st, 2 * n):
        return FULL
    h = st[H]
    made = h << 3 | LIST
    t = deref(heap, front)
    for _ in range(n):
        heap[h] = heap[t >> 3]
        heap[h + 1] = (h + 2) << 3 | LIST
        t = deref(heap, heap[(t >> 3) + 1])
        h += 2
    heap[h - 1] = deref(heap, back)
    st[H] = h
    return equate(st, items, made)


@kernel
def memberchk(heap: Cells, trail: Cells, wakes: Cells, pdl: Cells, arity: Cells, st: Cells, item: int, t: int) -> int:
    """memberchk/2 where what is known tells."""
    item = deref(heap, item)
    if item & 7 == REF:
        return OTHER
    flat = item & 7 != LIST and item & 7 != COMPOUND
    t = deref(heap, t)
    while t & 7 == LIST:
        first = deref(heap, heap[t >> 3])
        if first == item:
            return YES
        if first & 7 == REF:
            return OTHER
        if not flat and first & 7 == item & 7:
            done = equal_now(heap, trail, wakes, pdl, arity, st, item, first)
            if done == NEED:
                return OTHER
            if done != NO:
                return done
        t = deref(heap, heap[(t >> 3) + 1])
    return OTHER if t & 7 == REF else NO if t == NIL else PYTHON


@kernel
def length(heap: Cells, st: Cells, items: int, n: int) -> int:
    """length/2, but for lists and numbers that are both unknown."""
    n = deref(heap, n)
    if n & 7 != INT and n & 7 != REF:
        return PYTHON
    size = ends(heap, st, items)
    end = st[VALUE]
    if end & 7 != REF and end != NIL or n & 7 == INT and (n < 0 or n >> 3 > LONGEST):
        return PYTHON
    if end == NIL:
        return equate(st, n, size << 3 | INT)
    if end == n:
        return NO
    if n & 7 == REF:
        return OTHER
    return NO if n >> 3 < size else lengthen(heap, st, end, (n >> 3) - size, -1)


@kernel
def reverse(heap: Cells, st: Cells, items: int, other: int) -> int:
    """reverse/2 where one list is known to its end."""
    n = ends(heap, st, items)
    if st[VALUE] & 7 == REF:
        items, other = other, items
        n = ends(heap, st, items)
        if st[VALUE] & 7 == REF:
            return PYTHON if ends_outside(heap, st, items) or ends_outside(heap, st, other) else OTHER
    if st[VALUE] != NIL:
        return NO
    if lacks(st, 2 * n):
        return FULL
    h, made = st[H], NIL
    t = deref(heap, items)
    for _ in range(n):
        heap[h], heap[h + 1] = heap[t >> 3], made
        made = h << 3 | LIST
        t = deref(heap, heap[(t >> 3) + 1])
        h += 2
    st[H] = h
    return equate(st, other, made)


@kernel
def same_length(heap: Cells, st: Cells, items: int, others: int) -> int:
    """same_length/2 where one list is known to its end."""
    n = ends(heap, st, items)
    end = st[VALUE]
    m = ends(heap, st, others)
    other = st[VALUE]
    if end & 7 == REF and other & 7 == REF:
        return OTHER
    if end & 7 == REF:
        n, end, m, other = m, other, n, end
    if end != NIL:
        return NO
    if other == NIL:
        return YES if n == m else NO
    return NO if other & 7 != REF or n < m else lengthen(heap, st, other, n - m, -1)


@kernel
def needs(st: Cells, index: int) -> int:
    """NEED of nth1, whose index waits for the place in the list."""
    st[NEEDED], st[NEEDING], st[VALUE] = index, W_NTH1, st[PC]
    return NEED


@kernel
def is_integer_or_open(heap: Cells, t: int) -> bool:
    """Whether `t` may be a place in a list: a relation over places holds of nothing else."""
    tag = deref(heap, t) & 7
    return tag == INT or tag == REF or tag == BIG


@kernel
def nth(heap: Cells, st: Cells, base: int, index: int, items: int, item: int) -> int:
    """nth0/3 or nth1/3, as `base` says, where the index is known."""
    index = deref(heap, index)
    if index & 7 == REF:
        if base and is_outside(heap, st, index):
            return needs(st, index)
        return OTHER
    n = (index >> 3) - base
    if index & 7 != INT or n > LONGEST:
        return PYTHON
    if n < 0:
        return NO
    t = deref(heap, items)
    while t & 7 == LIST and n:
        n -= 1
        t = deref(heap, heap[(t >> 3) + 1])
    if t & 7 == LIST:
        return equate(st, item, heap[t >> 3])
    return lengthen(heap, st, t, n, deref(heap, item)) if t & 7 == REF else NO


@kernel
def nth_rest(heap: Cells, pdl: Cells, arity: Cells, st: Cells, base: int, index: int, items: int, rest: int) -> int:
    """Whether the clauses of nth0/4 or nth1/4 go on."""
    index = deref(heap, index)
    if index & 7 == REF and base and is_outside(heap, st, index):
        return needs(st, index)
    if index & 7 != INT and index & 7 != REF:
        return PYTHON
    if index & 7 == INT and index >> 3 < base:
        return PYTHON
    return made_outside(heap, pdl, arity, st, items, rest)


@kernel
def numlist(heap: Cells, st: Cells, low: int, high: int, items: int) -> int:
    """numlist/3."""
    low, high = deref(heap, low), deref(heap, high)
    if low & 7 != INT or high & 7 != INT or (high >> 3) - (low >> 3) > LONGEST:
        return PYTHON
    if low > high:
        return NO
    n = (high >> 3) - (low >> 3) + 1
    if lacks(st, 2 * n):
        return FULL
    h = st[H]
    made = h << 3 | LIST
    for i in range(n):
        heap[h], heap[h + 1] = low + (i << 3), (h + 2) << 3 | LIST
        h += 2
    heap[h - 1] = NIL
    st[H] = h
    return equate(st, items, made)


@kernel
def is_list(heap: Cells, st: Cells, t: int) -> int:
    """is_list/1."""
    ends(heap, st, t)
    if st[VALUE] & 7 == REF:
        return PYTHON
    return YES if st[VALUE] == NIL else NO
