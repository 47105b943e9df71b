"""Terms on the heap: following references, binding, unification with the occurs check, arithmetic, what waits.

Functions give NO, YES, NEED (a value of the unknown ``st[NEEDED]``), FULL (an array must grow; the step may be
repeated), PYTHON (only Python can tell) or SLICE: ``st[WORK]`` is used up, and the step, repeated, goes on where it
stopped (``st[HELD_...]`` says where). None raises. Arrays (all int64): heap [n_cells], and behind it a bit for each
cell; trail: an address, an old cell and then the address inverted, or MARK and the address of a marked term; wakes:
conditions to look at again; pdl: scratch; st: the state.
"""

from __future__ import annotations

from ....kernels.cells import Cells
from ....kernels.kernel import kernel
from ..codes import (
    COMPOUND, FEW, FLOOR, FULL, HB, HELD_A, HELD_AT, HELD_B, HELD_FLOOR, HELD_HB, HELD_L, HELD_MARK, HELD_N, HELD_R,
    HELD_T, HELD_TOP, HELD_V, HELD_WAKES, KEPT, LIST, MARK, N_HEAP, N_PDL, N_TRAIL, N_WAKES, NEED, NEEDED, NEEDING,
    NIL, NO, REF, SLICE, TR, UNTOLD, VALUE, WAKES, WATCHED, WORK, YES,
)  # fmt: skip


@kernel
def deref(heap: Cells, t: int) -> int:
    """The term behind references: an unbound variable or a term of another tag."""
    while t & 7 == REF:
        n = heap[t >> 3]
        if n == t or n & 7 == WATCHED:
            return t
        t = n
    return t


@kernel
def born(heap: Cells, v: int) -> int:
    """Where the unbound `v` was made, before something waited on it."""
    return heap[(v >> 3) + 1] if heap[v >> 3] & 7 == WATCHED else v


@kernel
def is_own(heap: Cells, st: Cells, v: int) -> bool:
    """Whether the unbound `v`, older than the present scope, belongs to its inside all the same."""
    return is_listed(heap, heap[st[FLOOR] + 1], v)


@kernel
def is_listed(heap: Cells, t: int, v: int) -> bool:
    """Whether the unbound `v` stands in the list `t`: it belongs to the inside of a scope, though it is older.

    An unknown of the outside does not, though one of the inside be bound to it; one that something waits on stands
    where it was made all the same.
    """
    first = born(heap, v)
    while t != NIL:
        if heap[t >> 3] == v or heap[t >> 3] == first:
            return True
        t = heap[(t >> 3) + 1]
    return False


@kernel
def held(st: Cells, n: int, left: int, right: int, a: int, b: int) -> int:
    """SLICE, with the note that the step for `left` and `right` goes on with `a` and `b`, and `n` cells of scratch."""
    st[HELD_N], st[HELD_A], st[HELD_B], st[HELD_L], st[HELD_R] = n + 1, left, right, a, b
    return SLICE


@kernel
def bind_watched(heap: Cells, trail: Cells, wakes: Cells, st: Cells, a: int, t: int) -> int:
    """Bind the unknown at `a`, on which conditions wait: they are to be looked at, the oldest first."""
    tr, n, old = st[TR], st[WAKES], heap[a]
    count, p = 0, old >> 3
    while p:
        count += 1
        p = heap[p + 1] >> 3
    if n + count >= st[N_WAKES] or tr + 2 >= st[N_TRAIL]:
        return FULL
    p, at = old >> 3, n + count
    while p:  # the newest comes first in the list
        at -= 1
        wakes[at] = heap[p]
        p = heap[p + 1] >> 3
    st[WAKES] = n + count
    trail[tr], trail[tr + 1] = old, ~a
    st[TR] = tr + 2
    heap[a] = t
    return YES


@kernel
def bind(heap: Cells, trail: Cells, wakes: Cells, st: Cells, v: int, t: int) -> int:
    """Bind the unbound `v` to `t`, which is older or no variable."""
    a = v >> 3
    if a < st[FLOOR] and not is_own(heap, st, v):
        st[NEEDED], st[NEEDING] = v, -1
        return NEED
    tr = st[TR]
    if heap[a] != v:
        return bind_watched(heap, trail, wakes, st, a, t)
    if a < st[HB]:
        if tr + 2 >= st[N_TRAIL]:
            return FULL
        trail[tr] = a
        st[TR] = tr + 1
    heap[a] = t
    return YES


@kernel
def undo(heap: Cells, trail: Cells, st: Cells, mark: int) -> None:
    """Take back all bindings since the trail had `mark` entries."""
    tr = st[TR]
    while tr > mark:
        tr -= 1
        a = trail[tr]
        if a >= MARK:
            a -= MARK
            heap[st[N_HEAP] + (a >> 6)] &= ~(1 << (a & 63))
        elif a >= 0:
            heap[a] = a << 3
        else:
            tr -= 1
            heap[~a] = trail[tr]
    st[TR] = mark


@kernel
def occurs(heap: Cells, trail: Cells, arity: Cells, pdl: Cells, st: Cells, v: int, t: int) -> int:
    """YES if `v` (an unbound variable, or a list or compound being made) is not inside `t`, NO if it is, or FULL."""
    t = deref(heap, t)
    if t == v:
        return NO
    if t & 7 != LIST and t & 7 != COMPOUND or t >> 3 < st[KEPT]:  # kept terms are ground
        return YES
    return occurs_inside(heap, trail, arity, pdl, st, 0, v, t)


@kernel
def occurs_inside(heap: Cells, trail: Cells, arity: Cells, pdl: Cells, st: Cells, n: int, v: int, t: int) -> int:
    """The same for a `t` that is a list or a compound. `pdl` is used from `n` on.

    What is found to be ground, if it is more than a few cells, is not looked through again: a bit behind the heap says
    so. Else a term that grows by one part at each call would cost its size each time.
    """
    first, half, kept, marks = n, st[N_PDL] >> 1, st[KEPT], st[N_HEAP]
    top = at = st[N_PDL] - 1  # the parts met stand from here down
    ground = kept == 0 and st[HB] < marks
    root, steps, most = t, 0, st[WORK]
    if st[HELD_TOP] != 0 and st[HELD_V] == v and st[HELD_T] == t:
        n, at = st[HELD_TOP] - 1, st[HELD_AT] >> 1
        ground = st[HELD_AT] & 1 == 1
        t = pdl[n]
        st[HELD_TOP] = 0
    while True:
        steps += 1
        if steps > most:
            pdl[n] = t
            st[HELD_TOP], st[HELD_V], st[HELD_T], st[WORK] = n + 1, v, root, 0
            st[HELD_AT] = at << 1 | (1 if ground else 0)
            return SLICE
        tag = t & 7
        p, k = t >> 3, 2
        if ground and at > half:
            at -= 1
            pdl[at] = p
        if tag == COMPOUND:
            k = arity[heap[p] >> 3]
            p += 1
        if n + k + 4 >= half:
            return FULL
        t = 0
        for i in range(p + k - 1, p - 1, -1):  # the rest of a list waits for its elements: little is kept
            part = heap[i]
            if part & 7 == REF:
                part = deref(heap, part)
            if part == v:
                return NO
            if part & 7 == LIST or part & 7 == COMPOUND:
                a = part >> 3
                if a >= kept and not (top - at > FEW and heap[marks + (a >> 6)] >> (a & 63) & 1):
                    pdl[n] = part
                    n += 1
            elif part & 7 == REF:
                ground = False
        if n == first:
            break
        n -= 1
        t = pdl[n]
    st[WORK] -= steps
    if ground and top - at > 2 * FEW:
        mark_ground(heap, trail, pdl, st, at, top)
    return YES


@kernel
def mark_ground(heap: Cells, trail: Cells, pdl: Cells, st: Cells, first: int, last: int) -> None:
    """Mark the terms at the addresses ``pdl[first:last]`` as ground until the machine backtracks."""
    tr, marks = st[TR], st[N_HEAP]
    for i in range(last - 1, first - 1, -1):
        if tr + 8 >= st[N_TRAIL]:
            break
        a = pdl[i]
        heap[marks + (a >> 6)] |= 1 << (a & 63)
        if st[HB] > 0:
            trail[tr] = MARK + a
            tr += 1
    st[TR] = tr


@kernel
def unify(heap: Cells, trail: Cells, wakes: Cells, pdl: Cells, arity: Cells, st: Cells, a: int, b: int) -> int:
    """Make two terms equal, from left to right. A younger variable is bound to an older one."""
    n, left, right = 0, a, b
    if st[HELD_N] != 0:
        if st[HELD_A] == a and st[HELD_B] == b:
            n, a, b = st[HELD_N] - 1, st[HELD_L], st[HELD_R]
        else:  # one of several terms of an instruction that begins again: it is to end now
            st[HELD_TOP], st[WORK] = 0, UNTOLD
        st[HELD_N] = 0
    while True:
        a, b = deref(heap, a), deref(heap, b)
        if a != b:
            ta, tb = a & 7, b & 7
            if ta == REF or tb == REF:
                if tb == REF and (ta != REF or a < b):
                    a, b = b, a
                    tb = ta
                if tb == LIST or tb == COMPOUND:
                    done = occurs_inside(heap, trail, arity, pdl, st, n, a, b)
                    if done == SLICE:
                        return held(st, n, left, right, a, b)
                    if done != YES:
                        return done
                done = bind(heap, trail, wakes, st, a, b)
                if done == NEED and tb == REF:  # an unknown of the inside may be the older one
                    done = bind(heap, trail, wakes, st, b, a)
                    st[NEEDED] = a if born(heap, a) > born(heap, b) else b
                if done != YES:
                    return done
            elif ta != tb or a >> 3 < st[KEPT] and b >> 3 < st[KEPT]:  # equal kept terms are the same cell
                return NO
            elif st[WORK] <= 0:
                return held(st, n, left, right, a, b)
            elif ta == LIST:
                st[WORK] -= 1
                if n + 4 >= st[N_PDL]:
                    return FULL
                p, q = a >> 3, b >> 3
                pdl[n] = heap[p + 1]
                pdl[n + 1] = heap[q + 1]
                n += 2
                a, b = heap[p], heap[q]
                continue
            elif ta == COMPOUND:
                p, q = a >> 3, b >> 3
                if heap[p] != heap[q]:
                    return NO
                k = arity[heap[p] >> 3]
                st[WORK] -= k
                if n + 2 * k + 2 >= st[N_PDL]:
                    return FULL
                for i in range(k, 1, -1):
                    pdl[n] = heap[p + i]
                    pdl[n + 1] = heap[q + i]
                    n += 2
                a, b = heap[p + 1], heap[q + 1]
                continue
            else:
                return NO
        if n == 0:
            return YES
        n -= 2
        a, b = pdl[n], pdl[n + 1]


@kernel
def equal_now(heap: Cells, trail: Cells, wakes: Cells, pdl: Cells, arity: Cells, st: Cells, a: int, b: int) -> int:
    """Whether two terms are equal: NO (they never are), YES, or NEED: it hangs on the unknown ``st[NEEDED]``.

    Then ``st[VALUE]`` is what that unknown would have to be. Nothing stays bound.
    """
    hb, floor, mark, woken = st[HB], st[FLOOR], st[TR], st[WAKES]
    if st[HELD_MARK] != 0:
        if st[HELD_A] != a or st[HELD_B] != b:
            undo(heap, trail, st, st[HELD_MARK] - 1)
        hb, floor, mark, woken = st[HELD_HB], st[HELD_FLOOR], st[HELD_MARK] - 1, st[HELD_WAKES]
        st[HELD_MARK] = 0
    st[HB], st[FLOOR] = st[N_HEAP], 0
    done = unify(heap, trail, wakes, pdl, arity, st, a, b)
    if done == SLICE:
        st[HELD_MARK], st[HELD_HB], st[HELD_FLOOR], st[HELD_WAKES] = mark + 1, hb, floor, woken
        return SLICE
    if done == YES and st[TR] > mark:
        done = NEED
        first = trail[mark]
        if st[TR] > mark + 1 and trail[mark + 1] < 0:  # an old cell stands before the address
            first = ~trail[mark + 1]
        st[NEEDED] = first << 3
        st[VALUE] = heap[first]
    undo(heap, trail, st, mark)
    st[HB], st[FLOOR], st[WAKES] = hb, floor, woken
    return done
