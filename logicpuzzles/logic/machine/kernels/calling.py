"""Calls of goals that are known only as terms: by a hash table of what was called before.

calls [``st[N_CALLS]``, 4]: a key, the names that its relations have, an extra number, what that stands for; the key is
-1 in free rows. For a plain goal: its functor or atom, the number of arguments added, its predicate. A goal with goals
inside is looked up token by token, from one numbered state to the next, and what it calls is compiled for its shape:
its arguments are those of a predicate of its own.
"""

from __future__ import annotations

from ....kernels.cells import Cells
from ....kernels.kernel import kernel
from ..codes import (
    ATOM, COMPOUND, F_IN, F_WITHIN, FULL, FUNCTOR, GOAL, N_CALLS, N_PDL, PC, PYTHON, REF, RESOLVE, RIGHT, SHAPE,
    SHAPE_END, SHAPE_UNKNOWN, VALUE, WITHIN, YES,
)  # fmt: skip
from .terms import deref


@kernel
def look_up(calls: Cells, st: Cells, key: int, names: int, extra: int) -> int:
    """What a row of the table stands for; -1 where there is none."""
    mask = st[N_CALLS] - 1
    i = (key ^ key >> 3 ^ names << 4 ^ extra) & mask
    while calls[4 * i] >= 0:
        if calls[4 * i] == key and calls[4 * i + 1] == names and calls[4 * i + 2] == extra:
            return calls[4 * i + 3]
        i = (i + 1) & mask
    return -1


@kernel
def goals_in(arithmetic: Cells, functor: int) -> int:
    """Which arguments of a functor are goals: two bits for each, GOAL or SAID; 0 for a plain goal."""
    return -2 - arithmetic[functor] if arithmetic[functor] < -1 else 0


@kernel
def shape(arity: Cells, arithmetic: Cells, calls: Cells, heap: Cells, pdl: Cells, st: Cells, t: int, names: int) -> int:
    """YES with the predicate of a goal's shape in ``st[VALUE]``, the number of its arguments in ``st[RIGHT]``.

    They end the scratch array, the first last. FULL, or RESOLVE for a shape that is new or no goal.
    """
    state, n, top = 0, 2, st[N_PDL]
    pdl[0], pdl[1] = t, GOAL
    while n:
        n -= 2
        t, kind = deref(heap, pdl[n]), pdl[n + 1]
        p, k, goals, token = t >> 3, 0, 0, SHAPE_UNKNOWN
        if kind == 0 or t & 7 == REF:
            top -= 1
            pdl[top] = t
            if kind == 0:
                continue
        elif t & 7 == COMPOUND:
            token = heap[p]
            k = arity[token >> 3]
            if kind == GOAL:
                goals = goals_in(arithmetic, token >> 3)
        elif t & 15 == 8 | ATOM:
            token = t
        else:
            return RESOLVE
        if n + 3 * k + 8 >= top:
            return FULL
        for i in range(k - 1, -1, -1):
            pdl[n], pdl[n + 1] = heap[p + 1 + i], goals >> 2 * i & 3
            n += 2
        state = look_up(calls, st, token, names, SHAPE + state)
        if state < 0:
            return RESOLVE
    st[RIGHT] = st[N_PDL] - top
    st[VALUE] = look_up(calls, st, SHAPE_END, names, SHAPE + state)
    return YES if st[VALUE] >= 0 else RESOLVE


@kernel
def call(
    code: Cells, entries: Cells, arity: Cells, arithmetic: Cells, calls: Cells, heap: Cells, pdl: Cells, x: Cells,
    st: Cells,
) -> int:  # fmt: skip
    """Go on with the goal in x[0], with as many arguments added as the instruction says."""
    n = code[st[PC] + 1]
    t, names = deref(heap, x[0]), 0
    while t & 7 == COMPOUND:
        p = t >> 3
        if heap[p] == F_IN << 3 | FUNCTOR:
            names = heap[p + 1] >> 3
        elif heap[p] == F_WITHIN << 3 | FUNCTOR:
            names = look_up(calls, st, deref(heap, heap[p + 1]), names, WITHIN)
            if names < 0:
                return RESOLVE
        else:
            break
        t = deref(heap, heap[p + 2])
    k, key, p = 0, t, t >> 3
    if t & 7 == COMPOUND:
        key = heap[p]
        k = arity[key >> 3]
        if n == 0 and goals_in(arithmetic, key >> 3):
            done = shape(arity, arithmetic, calls, heap, pdl, st, t, names)
            if done == YES:
                for i in range(st[RIGHT]):
                    x[i] = pdl[st[N_PDL] - 1 - i]
                st[PC] = entries[st[VALUE]]
            return done
    elif t & 7 != ATOM:
        return PYTHON
    found = look_up(calls, st, key, names, n)
    if found < 0:
        return RESOLVE
    if k > 1:
        for j in range(n, 0, -1):
            x[j + k - 1] = x[j]
    elif k == 0:
        for j in range(n):
            x[j] = x[j + 1]
    for j in range(k):
        x[j] = heap[p + 1 + j]
    st[PC] = entries[found]
    return YES
