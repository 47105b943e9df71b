"""Conditions that wait for a value: disequalities, and arithmetic whose operands are unknown.

A condition is a compound on the heap: its functor, its kind, where it stands in the code, left, right, the one before
it. It waits on one or two unknowns, whose cells head the lists of what waits on them. All are listed from cell
CONDITIONS on.
"""

from __future__ import annotations

from ....kernels.cells import Cells
from ....kernels.kernel import kernel
from ..codes import (
    COMPOUND, CONDITIONS, DECIDE, FLOOR, FULL, FUNCTOR, HB, INT, N_HEAP, N_TRAIL, NEED, NEEDED, NEEDING, NIL, NO,
    PYTHON, REF, TR, UNTOLD, VALUE, W_COMPARE, W_DIFFERENT, W_IS, WAITING_CELLS, WAKES, WATCHED, WOKE, WORK, YES, H,
)  # fmt: skip
from .numbers import compares, evaluate
from .scopes import unknowns
from .terms import deref, equal_now, is_listed, is_own, undo, unify


@kernel
def set_cell(heap: Cells, trail: Cells, st: Cells, a: int, value: int) -> None:
    """Change the cell at `a`, to be taken back like a binding."""
    trail[st[TR]] = heap[a]
    trail[st[TR] + 1] = ~a
    st[TR] += 2
    heap[a] = value


@kernel
def suspend(heap: Cells, trail: Cells, st: Cells, v: int, condition: int) -> int:
    """Let `condition` wait on the unknown `v`; once, if it waits there already. There is room, see `attempt`."""
    a = v >> 3
    if a < st[FLOOR] and not is_own(heap, st, v):
        st[NEEDED], st[NEEDING] = v, heap[(condition >> 3) + 1] >> 3
        st[VALUE] = condition >> 3
        return NEED
    h = st[H]
    if heap[a] == v:  # the list of what waits heads a cell of its own, so that no list or compound holds it
        heap[h] = WATCHED
        heap[h + 1] = v
        set_cell(heap, trail, st, a, h << 3)
        a = h
        h += 2
    p = heap[a] >> 3
    while p:
        if heap[p] == condition:
            return YES
        p = heap[p + 1] >> 3
    heap[h] = condition
    heap[h + 1] = heap[a]
    set_cell(heap, trail, st, a, h << 3 | WATCHED)
    st[H] = h + 2
    return YES


@kernel
def condition_of(heap: Cells, trail: Cells, st: Cells, kind: int, site: int, left: int, right: int) -> int:
    """A condition that is to wait, on the heap."""
    h = st[H]
    heap[h] = FUNCTOR  # functor 0
    heap[h + 1] = kind << 3 | INT
    heap[h + 2] = site << 3 | INT
    heap[h + 3] = left
    heap[h + 4] = right
    heap[h + 5] = heap[CONDITIONS]
    st[H] = h + WAITING_CELLS
    set_cell(heap, trail, st, CONDITIONS, h << 3 | COMPOUND)
    return h << 3 | COMPOUND


@kernel
def attempt(
    heap: Cells,
    trail: Cells,
    wakes: Cells,
    pdl: Cells,
    arity: Cells,
    arithmetic: Cells,
    st: Cells,
    condition: int,
    kind: int,
    site: int,
    left: int,
    right: int,
) -> int:
    """Decide a condition, or let it wait: NO, YES, NEED, FULL or PYTHON. `condition` is 0 before it has waited."""
    if st[H] + 16 >= st[N_HEAP] or st[TR] + 16 >= st[N_TRAIL]:
        return FULL
    if kind == W_DIFFERENT:
        done = equal_now(heap, trail, wakes, pdl, arity, st, left, right)
        if done == NO:
            return YES
        if done != NEED:
            return NO if done == YES else done
        v, other = st[NEEDED], deref(heap, st[VALUE])
        if condition == 0:
            condition = condition_of(heap, trail, st, kind, site, left, right)
        done = suspend(heap, trail, st, v, condition)
        if done == YES and other & 7 == REF:
            done = suspend(heap, trail, st, other, condition)
        return done
    if condition == 0 and kind != W_IS and evaluate(heap, pdl, arity, arithmetic, st, left) == PYTHON:
        return PYTHON  # what is wrong in the left is told first
    done = evaluate(heap, pdl, arity, arithmetic, st, right)
    if done == YES:
        b = st[VALUE]
        if kind == W_IS:
            return unify(heap, trail, wakes, pdl, arity, st, left, b << 3 | INT)
        done = evaluate(heap, pdl, arity, arithmetic, st, left)
        if done == YES:
            return YES if compares(kind - W_COMPARE, st[VALUE], b) else NO
    if done == NEED:
        v = st[NEEDED]
        if condition == 0:
            condition = condition_of(heap, trail, st, kind, site, left, right)
        return suspend(heap, trail, st, v, condition)
    return done


@kernel
def wake(heap: Cells, trail: Cells, wakes: Cells, pdl: Cells, arity: Cells, arithmetic: Cells, st: Cells) -> int:
    """Look at the conditions whose unknowns were bound, in order; those that this wakes too."""
    while st[WOKE] < st[WAKES]:
        condition = wakes[st[WOKE]]
        p = condition >> 3
        done = attempt(
            heap,
            trail,
            wakes,
            pdl,
            arity,
            arithmetic,
            st,
            condition,
            heap[p + 1] >> 3,
            heap[p + 2] >> 3,
            heap[p + 3],
            heap[p + 4],
        )
        if done != YES and done != NO:
            return done
        if done == NO:
            st[WAKES] = st[WOKE] = 0
            return NO
        st[WOKE] += 1
    st[WAKES] = st[WOKE] = 0
    return YES


@kernel
def is_open(
    heap: Cells, trail: Cells, wakes: Cells, pdl: Cells, arity: Cells, arithmetic: Cells, st: Cells, condition: int
) -> int:
    """NEED if a condition that has waited still does; or FULL, PYTHON."""
    p = condition >> 3
    if heap[p + 1] >> 3 == W_DIFFERENT:
        return equal_now(heap, trail, wakes, pdl, arity, st, heap[p + 3], heap[p + 4])
    done = evaluate(heap, pdl, arity, arithmetic, st, heap[p + 4])
    if done == YES and heap[p + 1] >> 3 != W_IS:
        done = evaluate(heap, pdl, arity, arithmetic, st, heap[p + 3])
    return done


@kernel
def undecided(
    heap: Cells, trail: Cells, wakes: Cells, pdl: Cells, arity: Cells, arithmetic: Cells, st: Cells, until: int,
    floor: int, own: int, strict: bool,
) -> int:  # fmt: skip
    """DECIDE if a condition newer than `until` may leave something undecided for the outside of `floor`; NO or FULL.

    `own` is the list of older unknowns that belong to the inside all the same.
    A disequality on unknowns of the inside alone can always be met; with `strict` it counts all the same.
    Where all of them are decided, none is listed any more: the next to look at those before need not pass them.
    """
    cell, is_left = heap[CONDITIONS], False
    st[WORK] = UNTOLD
    while cell != until:
        done = is_open(heap, trail, wakes, pdl, arity, arithmetic, st, cell)
        if done == NEED:
            is_left = True
            if strict or heap[(cell >> 3) + 1] >> 3 != W_DIFFERENT:
                return DECIDE
            done = concerns_outside(heap, trail, wakes, pdl, arity, st, cell >> 3, floor, own)
        if done == FULL:
            return FULL
        if done == PYTHON or done == DECIDE:
            return DECIDE
        cell = heap[(cell >> 3) + 5]
    if not is_left and st[TR] + 16 < st[N_TRAIL]:
        set_cell(heap, trail, st, CONDITIONS, until)
    return NO


@kernel
def is_outside(heap: Cells, floor: int, own: int, a: int) -> bool:
    """Whether the unknown at `a` is older than the scope that begins at `floor`, and not of its inside.

    One that something waits on is as old as the unknown that it was before, which stands behind it.
    """
    born = heap[a + 1] >> 3 if heap[a] & 7 == WATCHED else a
    return born < floor and not is_listed(heap, own, a << 3)


@kernel
def concerns_outside(
    heap: Cells, trail: Cells, wakes: Cells, pdl: Cells, arity: Cells, st: Cells, p: int, floor: int, own: int
) -> int:
    """DECIDE if the open disequality at `p` hangs on an unknown from outside of `floor`; NO or FULL."""
    hb, old, mark, woken, h = st[HB], st[FLOOR], st[TR], st[WAKES], st[H]
    st[HB], st[FLOOR] = st[N_HEAP], 0
    done = unify(heap, trail, wakes, pdl, arity, st, heap[p + 3], heap[p + 4])
    found, at = NIL, mark
    while done == YES and at < st[TR]:  # each variable that would be bound, and the unknowns of its value
        a = born = trail[at]
        at += 1
        if at < st[TR] and trail[at] < 0:  # something waited on it
            a = ~trail[at]
            born = heap[a + 1] >> 3
            at += 1
        if born < floor:
            done = DECIDE
        else:
            done = unknowns(heap, arity, pdl, st, heap[a])
            found = st[VALUE]
        while done == YES and found != NIL:
            v = heap[found >> 3]
            if is_outside(heap, floor, own, v >> 3):
                done = DECIDE
            found = heap[(found >> 3) + 1]
        st[H] = h
    undo(heap, trail, st, mark)
    st[HB], st[FLOOR], st[WAKES], st[H] = hb, old, woken, h
    return NO if done == YES else done
