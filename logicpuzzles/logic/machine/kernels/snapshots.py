"""Answers copied out of the heap at once, before it changes with the next one."""

from __future__ import annotations

from ....kernels.cells import Arrays, Cells, cells_at
from ....kernels.kernel import kernel
from ..codes import COMPOUND, INT, LIST
from .terms import deref


@kernel(entry=True)
def snapshot(arrays: Arrays, first: int, n: int, out: Cells, size: int) -> int:
    """Copy the terms of the `n` cells from `first` on to `out`, where nothing waits; how many cells that takes.

    0 where it would take more than `size`. out: a cell for each; then, for each list and each compound in them, the
    number of elements, what follows the last, and the elements; or the functor and the arguments. Lists and compounds
    point to `out`; an unknown stands with its address on the heap. A term that is shared is there more than once.
    """
    heap, arity = cells_at(arrays[5]), cells_at(arrays[2])
    if 2 * n >= size:
        return 0
    for i in range(n):
        out[i] = deref(heap, (first + i) << 3)
    at, top = 0, n
    while at < top:
        t = out[at]
        tag, p = t & 7, t >> 3
        if tag == LIST:
            begin = top
            top += 2
            while tag == LIST:
                if top + 2 >= size:
                    return 0
                out[top] = deref(heap, heap[p])
                top += 1
                t = deref(heap, heap[p + 1])
                tag, p = t & 7, t >> 3
            out[begin], out[begin + 1] = (top - begin - 2) << 3 | INT, t
            out[at] = begin << 3 | LIST
        elif tag == COMPOUND:
            k = arity[heap[p] >> 3]
            if top + k + 3 >= size:
                return 0
            out[at] = top << 3 | COMPOUND
            out[top] = heap[p]
            for i in range(1, k + 1):
                out[top + i] = deref(heap, heap[p + i])
            top += k + 1
        at += 1
    return top
