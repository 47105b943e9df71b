"""How the loop matches arguments: with what stands there (read), or by building it (write), where `target` is not 0.

In read mode `s` is the cell of the next argument; in write mode `target` is the unknown that became the term being
built, and the next argument is built at `h`. Each function gives the mode and the places after it; with another `done`
than YES nothing has happened.
"""

from __future__ import annotations

from ....kernels.cells import Cells
from ....kernels.kernel import kernel
from ..codes import ATOM, COMPOUND, INT, LIST, NO, REF, YES
from .terms import bind, deref, occurs, unify


@kernel(inline=True)
def next_argument(heap: Cells, h: int, s: int, target: int) -> tuple[int, int, int]:
    """The next argument, a new unknown in write mode; `h` and `s` after it."""
    if target == 0:
        return heap[s], h, s + 1
    heap[h] = h << 3
    return h << 3, h + 1, s


@kernel(inline=True)
def unify_argument(
    heap: Cells, trail: Cells, wakes: Cells, pdl: Cells, arity: Cells, st: Cells, h: int, s: int, target: int, t: int
) -> tuple[int, int, int]:
    """Let the next argument be `t`: done, `h` and `s` after it."""
    if target == 0:
        done = unify(heap, trail, wakes, pdl, arity, st, t, heap[s])
        return done, h, s + 1 if done == YES else s
    if t & 7 != INT and t & 7 != ATOM:
        done = occurs(heap, trail, arity, pdl, st, heap[target >> 3], t)
        if done != YES:
            return done, h, s
    heap[h] = t
    return YES, h + 1, s


@kernel(inline=True)
def unify_constant(
    heap: Cells, trail: Cells, wakes: Cells, st: Cells, h: int, s: int, target: int, constant: int
) -> tuple[int, int, int]:
    """Let the next argument be a constant: done, `h` and `s` after it."""
    if target == 0:
        done = get_constant(heap, trail, wakes, st, heap[s], constant)
        return done, h, s + 1 if done == YES else s
    heap[h] = constant
    return YES, h + 1, s


@kernel(inline=True)
def get_constant(heap: Cells, trail: Cells, wakes: Cells, st: Cells, t: int, constant: int) -> int:
    """Let `t` be a constant."""
    t = deref(heap, t)
    if t & 7 == REF:
        return bind(heap, trail, wakes, st, t, constant)
    return YES if t == constant else NO


@kernel(inline=True)
def get_list(
    heap: Cells, trail: Cells, wakes: Cells, st: Cells, h: int, s: int, target: int, t: int
) -> tuple[int, int, int]:
    """Let `t` be a list with an element: done, `s` and `target` after it."""
    t = deref(heap, t)
    if t & 7 == LIST:
        return YES, t >> 3, 0
    if t & 7 != REF:
        return NO, s, target
    done = bind(heap, trail, wakes, st, t, h << 3 | LIST)
    return done, s, t if done == YES else target


@kernel(inline=True)
def get_compound(
    heap: Cells, trail: Cells, wakes: Cells, st: Cells, h: int, s: int, target: int, t: int, functor: int
) -> tuple[int, int, int, int]:
    """Let `t` be a compound: done, `h`, `s` and `target` after it."""
    t = deref(heap, t)
    if t & 7 == COMPOUND and heap[t >> 3] == functor:
        return YES, h, (t >> 3) + 1, 0
    if t & 7 != REF:
        return NO, h, s, target
    done = bind(heap, trail, wakes, st, t, h << 3 | COMPOUND)
    if done != YES:
        return done, h, s, target
    heap[h] = functor
    return YES, h + 1, s, t


@kernel(inline=True)
def new_cells(heap: Cells, h: int, n: int) -> int:
    """Make `n` unknowns; `h` after them."""
    for _ in range(n):
        heap[h] = h << 3
        h += 1
    return h
