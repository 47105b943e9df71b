"""Lists with an element put at a place, or two exchanged, where the places and the list are known.

What the relations give is said in `lists`.
"""

from __future__ import annotations

from ....kernels.cells import Cells
from ....kernels.kernel import kernel
from ..codes import FULL, INT, LIST, NIL, NO, OTHER, PYTHON, REF, VALUE, YES, H
from .lists import ends, equate, is_integer_or_open, lacks
from .terms import deref


@kernel
def put(heap: Cells, st: Cells, index: int, items: int, item: int, changed: int) -> int:
    """seto/4: `changed` is the list `items` with `item` at the place `index`."""
    done = has(heap, st, items, index)
    if done != YES:
        return done
    n = deref(heap, index) >> 3
    if lacks(st, 2 * n + 2):
        return FULL
    made = copied(heap, st, items, n + 1)
    heap[(made >> 3) + 2 * n] = item
    return equate(st, changed, made)


@kernel
def exchange(heap: Cells, st: Cells, one: int, two: int, items: int, changed: int) -> int:
    """swapo/4: `changed` is the list `items` with the elements at the places `one` and `two` exchanged."""
    done = has(heap, st, items, one)
    if done == YES:
        done = has(heap, st, items, two)
    if done != YES:
        return done
    n, m = deref(heap, one) >> 3, deref(heap, two) >> 3
    if lacks(st, 2 * max(n, m) + 2):
        return FULL
    made = copied(heap, st, items, max(n, m) + 1)
    first, second = (made >> 3) + 2 * n, (made >> 3) + 2 * m
    heap[first], heap[second] = heap[second], heap[first]
    return equate(st, changed, made)


@kernel
def has(heap: Cells, st: Cells, items: int, index: int) -> int:
    """YES if `items` is a list to its end and has the place `index`; else what the relation gives."""
    size, index = ends(heap, st, items), deref(heap, index)
    if index & 7 == INT and index < 0 or not is_integer_or_open(heap, index):
        return NO
    if st[VALUE] & 7 == REF or index & 7 == REF:
        return OTHER
    if st[VALUE] != NIL or index & 7 != INT:
        return PYTHON
    return YES if index >> 3 < size else NO


@kernel
def copied(heap: Cells, st: Cells, items: int, size: int) -> int:
    """A list whose first `size` elements, one at least, are those of `items` and its own; the others are shared.

    The heap has room for it.
    """
    h, made = st[H], st[H] << 3 | LIST
    t = deref(heap, items)
    for _ in range(size):
        heap[h], heap[h + 1] = heap[t >> 3], (h + 2) << 3 | LIST
        t = deref(heap, heap[(t >> 3) + 1])
        h += 2
    heap[h - 1] = t
    st[H] = h
    return made
