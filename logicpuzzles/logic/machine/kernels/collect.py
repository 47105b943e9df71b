"""The collector: what nothing refers to is dropped from the heap, the rest slides together in its order.

The order must stay: a choice drops all that is newer by one comparison of addresses, and so do negation and binding
know what is older.
"""

from __future__ import annotations

from numpy import int8
from numpy.typing import NDArray

from ....kernels.caching import kernel
from ..codes import (
    ATOM, BIG, C_E, C_FIELDS, C_FLOOR, C_H, C_N, C_PREVIOUS, C_TR, COMPOUND, FLOOR, FUNCTOR, HB, INT, LIST, MARK,
    N_HEAP, REF, STORE, TR, WATCHED, B, E, H,
)  # fmt: skip
from .cells import Arrays, Cells, Marks, Room, cells, marks_of
from .plain import plain


@plain
def mark(heap: Cells, arity: Cells, marks: Marks, stack: Cells, h: int, t: int) -> None:
    """Mark all cells that the cell `t` leads to.

    A slot of an environment may still hold what a clause before it met: that leads to what is no more, or to others.
    """
    n = 1
    stack[0] = t
    while n:
        n -= 1
        t = stack[n]
        tag, p = t & 7, t >> 3
        k = 0
        if tag == REF:
            k = 1
            if p < h and heap[p] & 7 == WATCHED:  # the unknown that it was before stands behind it
                k = 2
        elif tag == LIST:
            k = 2
        elif tag == COMPOUND:
            k = 1
            if p < h and heap[p] & 7 == FUNCTOR:
                k = 1 + arity[heap[p] >> 3]
        elif tag == WATCHED and p:
            k = 2
        for a in range(p, min(p + k, h)):
            if not marks[a]:
                marks[a] = 1
                t = heap[a]
                tag = t & 7
                if tag != INT and tag != ATOM and tag != BIG and tag != FUNCTOR and t != a << 3:
                    stack[n] = t
                    n += 1


@plain
def moved(forward: Cells, h: int, t: int) -> int:
    """The cell `t` after the slide."""
    tag = t & 7
    if tag == REF or tag == LIST or tag == COMPOUND or tag == WATCHED and t >> 3:
        if t >> 3 >= h:
            return INT
        return forward[t >> 3] << 3 | tag
    return t


@kernel(takes_arrays=True)
def collect(
    arrays: Arrays,
    live: int,
    fixed: int,
    marks: NDArray[int8],
    forward: Room,
    seen: NDArray[int8],
    bases: Room,
) -> int:
    """Drop what is dead; the number of cells that are left.

    Only at a call, whose `live` registers count, as do the first `fixed` cells.
    marks [n_cells] and seen [n_envs] hold zeros; forward [n_cells + 1] and bases [n_choices] are scratch.
    """
    return collected(
        cells(arrays[2]), cells(arrays[5]), cells(arrays[6]), cells(arrays[7]), cells(arrays[8]), cells(arrays[9]),
        cells(arrays[12]), cells(arrays[13]), live, fixed, marks_of(marks), cells(forward), marks_of(seen),
        cells(bases),
    )  # fmt: skip


@plain
def collected(
    arity: Cells, heap: Cells, trail: Cells, choices: Cells, envs: Cells, x: Cells, store: Cells, st: Cells, live: int,
    fixed: int, marks: Marks, forward: Cells, seen: Marks, bases: Cells,
) -> int:  # fmt: skip
    """The same, with the arrays by their addresses."""
    h = st[H]
    for a in range(fixed):
        mark(heap, arity, marks, forward, h, a << 3)
    for n in range(live):
        mark(heap, arity, marks, forward, h, x[n])
    mark(heap, arity, marks, forward, h, st[FLOOR] << 3 | LIST)
    n_bases, b = 0, st[B]
    while b >= 0:
        bases[n_bases] = b
        n_bases += 1
        mark(heap, arity, marks, forward, h, choices[b + C_FLOOR] << 3 | LIST)
        for n in range(choices[b + C_N]):
            mark(heap, arity, marks, forward, h, choices[b + C_FIELDS + n])
        b = choices[b + C_PREVIOUS]
    for i in range(-1, n_bases):
        e = st[E] if i < 0 else choices[bases[i] + C_E]
        while e > 0 and not seen[e]:
            seen[e] = 1
            for n in range(e + 2, e + 2 + (envs[e + 1] & 0xFFFF)):
                mark(heap, arity, marks, forward, h, envs[n])
            e = envs[e]
    i = st[TR]
    while i > 0:
        i -= 1
        if trail[i] < 0:  # an old cell stands before
            i -= 1
            mark(heap, arity, marks, forward, h, trail[i])
    at = 0
    while at < st[STORE]:
        size = store[at]
        for n in range(at + 1, at + 1 + size):
            if store[n] & 7 == REF:
                mark(heap, arity, marks, forward, h, store[n])
        at += size + 1
    to = 0
    for a in range(h):
        forward[a] = to
        to += marks[a]
    forward[h] = to
    for a in range(h):
        if marks[a]:
            heap[forward[a]] = moved(forward, h, heap[a])
    slide_roots(heap, h, trail, choices, envs, x, store, st, live, marks, forward, seen, bases, n_bases)
    for a in range(st[N_HEAP], st[N_HEAP] + (h >> 6) + 1):  # what is marked as ground may lie elsewhere now
        heap[a] = 0
    st[H] = to
    st[HB] = choices[st[B] + C_H] if st[B] >= 0 else 0
    return to


@plain
def slide_roots(
    heap: Cells,
    h: int,
    trail: Cells,
    choices: Cells,
    envs: Cells,
    x: Cells,
    store: Cells,
    st: Cells,
    live: int,
    marks: Marks,
    forward: Cells,
    seen: Marks,
    bases: Cells,
    n_bases: int,
) -> None:
    """Let all that points to the heap from outside point to where things are now; trail entries of dead cells go."""
    for n in range(live):
        x[n] = moved(forward, h, x[n])
    st[FLOOR] = forward[st[FLOOR]]
    for i in range(-1, n_bases):
        e = st[E] if i < 0 else choices[bases[i] + C_E]
        while e > 0 and seen[e] == 1:
            seen[e] = 2
            for n in range(e + 2, e + 2 + (envs[e + 1] & 0xFFFF)):
                envs[n] = moved(forward, h, envs[n])
            e = envs[e]
    at, kept = 0, 0
    for i in range(n_bases - 1, -2, -1):  # the trail below each choice, from the oldest on
        end = choices[bases[i] + C_TR] if i >= 0 else st[TR]
        while at < end:
            if at + 1 < end and trail[at + 1] < 0:
                if marks[~trail[at + 1]]:
                    trail[kept], trail[kept + 1] = moved(forward, h, trail[at]), ~forward[~trail[at + 1]]
                    kept += 2
                at += 2
            else:
                if trail[at] < MARK and marks[trail[at]]:
                    trail[kept] = forward[trail[at]]
                    kept += 1
                at += 1
        if i >= 0:
            b = bases[i]
            choices[b + C_TR] = kept
            choices[b + C_H] = forward[choices[b + C_H]]
            choices[b + C_FLOOR] = forward[choices[b + C_FLOOR]]
            for n in range(choices[b + C_N]):
                choices[b + C_FIELDS + n] = moved(forward, h, choices[b + C_FIELDS + n])
    st[TR] = kept
    at = 0
    while at < st[STORE]:
        size = store[at]
        for n in range(at + 1, at + 1 + size):
            if store[n] & 7 == REF:
                store[n] = moved(forward, h, store[n])
        at += size + 1
