"""The builtin relations on numbers: sums, the greatest and the least, between/3, succ/2, plus/3.

What they give is said in `lists`.
"""

from __future__ import annotations

from ....kernels.cells import Cells
from ....kernels.kernel import kernel
from ..codes import (
    COMPOUND, F_MAX, F_MIN, FULL, FUNCTOR, INT, K_INF, K_INFINITE, LIST, NEED, NIL, NO, OTHER, P_COUNT, P_MAX,
    P_MAX_WITH, P_MIN, P_MIN_WITH, P_SUM, PYTHON, REF, SMALL, VALUE, YES, H,
)  # fmt: skip
from .lists import ends, equate, lacks
from .numbers import evaluate
from .terms import deref


@kernel
def total(
    heap: Cells, pdl: Cells, arity: Cells, arithmetic: Cells, st: Cells, relation: int, items: int, result: int
) -> int:
    """The number of elements, their sum, the greatest or the least of them; or of the values of Value-With pairs."""
    n = ends(heap, st, items)
    if st[VALUE] != NIL:
        return PYTHON
    if relation == P_COUNT:
        return equate(st, result, n << 3 | INT)
    if n == 0 and relation != P_SUM:
        return NO
    best, best_at, t = 0, -1, deref(heap, items)
    while t & 7 == LIST:
        part = deref(heap, heap[t >> 3])
        p = part >> 3
        if relation == P_MAX_WITH or relation == P_MIN_WITH:
            part = deref(heap, heap[p + 1])
        value = part >> 3
        if part & 7 != INT:
            done = evaluate(heap, pdl, arity, arithmetic, st, part)
            if done != YES:
                return PYTHON if done == NEED else done
            value = st[VALUE]
        if relation == P_SUM:
            best += value
            if best < -SMALL or best >= SMALL:
                return PYTHON
        elif (
            best_at < 0
            or (relation == P_MAX or relation == P_MAX_WITH)
            and value > best
            or (relation == P_MIN or relation == P_MIN_WITH)
            and value < best
        ):
            best, best_at = value, max(0, p)  # a number is no place: it may be negative
        t = deref(heap, heap[(t >> 3) + 1])
    if relation != P_MAX_WITH and relation != P_MIN_WITH:
        return equate(st, result, best << 3 | INT)
    if lacks(st, 4):
        return FULL
    h = st[H]
    heap[h] = (F_MAX if relation == P_MAX_WITH else F_MIN) << 3 | FUNCTOR
    heap[h + 1], heap[h + 2] = best << 3 | INT, heap[best_at + 2]
    st[H] = h + 3
    return equate(st, result, h << 3 | COMPOUND)


@kernel
def between(heap: Cells, st: Cells, low: int, high: int, x: int) -> int:
    """between/3, but for more than one answer."""
    low, high, x = deref(heap, low), deref(heap, high), deref(heap, x)
    endless = high == K_INF or high == K_INFINITE
    if low & 7 != INT or high & 7 != INT and not endless or x & 7 != INT and x & 7 != REF:
        return PYTHON
    if x & 7 == INT:
        return YES if low <= x and (endless or x <= high) else NO
    if not endless and low >= high:
        return equate(st, x, low) if low == high else NO
    return OTHER


@kernel
def plus(heap: Cells, st: Cells, one: int, two: int, sum_: int) -> int:
    """plus/3 where two of the three are known."""
    one, two, sum_ = deref(heap, one), deref(heap, two), deref(heap, sum_)
    unknown = 0
    for t in (one, two, sum_):
        if t & 7 == REF:
            unknown += 1
        elif t & 7 != INT:
            return PYTHON
    if unknown > 1:
        return PYTHON
    if one & 7 == REF:
        n, t = (sum_ >> 3) - (two >> 3), one
    elif two & 7 == REF:
        n, t = (sum_ >> 3) - (one >> 3), two
    else:
        n, t = (one >> 3) + (two >> 3), sum_
    return equate(st, t, n << 3 | INT) if -SMALL <= n < SMALL else PYTHON


@kernel
def succ(heap: Cells, st: Cells, one: int, two: int) -> int:
    """succ/2 where one of both is known."""
    one, two = deref(heap, one), deref(heap, two)
    for t in (one, two):
        if t & 7 != INT and t & 7 != REF:
            return PYTHON
    if one & 7 == INT and one < 0 or two & 7 == INT and two < 0:
        return PYTHON
    if two & 7 == INT and two >> 3 == 0:
        return NO
    return plus(heap, st, one, 1 << 3 | INT, two)


@kernel
def tag(heap: Cells, st: Cells, t: int, result: int) -> int:
    """The tag of a term."""
    return equate(st, result, (deref(heap, t) & 7) << 3 | INT)
