"""The answers of one call for many ground terms, one after the other, kept as ground terms: no step is in Python."""

from __future__ import annotations

from ....kernels.caching import kernel
from ....kernels.cells import Arrays, Row, cells
from ..codes import (
    ANSWER, B_AT, B_BEGUN, B_END, B_ENTRY, B_FAIL, B_MOST, B_OUT, B_WHOLE, CONDITIONS, COUNT, FAILED, G_LIMIT, NIL,
    NO, OVER, PC, ROOM, SLICE, VALUE, W_DIFFERENT, YES, H,
)  # fmt: skip
from .entry import open_now
from .interning import intern
from .loop import run

GIVEN = -1  # stands for the given term among the arguments


@kernel
def undecided(arrays: Arrays) -> int:
    """NO if nothing but disequalities waits; else NEED, FULL or PYTHON."""
    heap = arrays[5]
    cell = heap[CONDITIONS]
    while cell != NIL:
        p = cell >> 3
        if heap[p + 1] >> 3 != W_DIFFERENT:
            done = open_now(arrays, cell)
            if done != YES:
                return done
        cell = heap[p + 5]
    return NO


@kernel
def keep(arrays: Arrays, ground: Row, table: Row, t: int) -> int:
    """The kept cell of the ground term `t` to ``st[VALUE]``; see `intern`."""
    heap, arity, pdl, st = cells(arrays[5]), cells(arrays[2]), cells(arrays[11]), cells(arrays[13])
    return intern(heap, arity, pdl, st, cells(ground), cells(table), t)


@kernel
def batch(
    arrays: Arrays,
    first: Row,
    frame: Row,
    args: Row,
    results: Row,
    ground: Row,
    table: Row,
    given: Row,
    out: Row,
    b: Row,
    budget: int,
    margin: int,
) -> int:
    """Go on for about `budget` calls: OVER, SLICE, ROOM for kept terms or answers, or why the loop returned.

    first [N_STATE]: the state before a call; frame: what its heap begins with; args: its registers, GIVEN for the
    term given; results: the cells on the frame whose values are kept. given [n_given]: kept cells. out
    [n, 1 + n_results]: for each answer the index of what was given, and the kept results. b: see `codes`.
    """
    heap, st, x = arrays[5], arrays[13], arrays[9]
    base = ground[G_LIMIT]
    while True:
        if not b[B_BEGUN]:
            if b[B_AT] >= b[B_END]:
                return OVER
            if budget <= 0:
                return SLICE
            count = st[COUNT]
            for i in range(len(first)):
                st[i] = first[i]
            st[COUNT] = count
            st[PC] = arrays[1][b[B_ENTRY]]
            st[H] = base + len(frame)
            heap[CONDITIONS] = NIL
            for i in range(len(frame)):
                heap[base + i] = frame[i]
            for i in range(len(args)):
                x[i] = given[b[B_AT]] if args[i] == GIVEN else args[i]
            b[B_BEGUN] = 1
        count = st[COUNT]
        reason = run(arrays, budget, margin)
        budget -= st[COUNT] - count + 1
        if reason == ANSWER:
            n = b[B_OUT]
            if n >= len(out):
                return ROOM
            if heap[CONDITIONS] != NIL:
                done = undecided(arrays)
                if done != NO:
                    return done
            out[n, 0] = b[B_AT]
            for i in range(len(results)):
                done = keep(arrays, ground, table, results[i])
                if done != YES:
                    return done
                out[n, i + 1] = st[VALUE]
            b[B_OUT] = n + 1
            st[PC] = b[B_FAIL]
            if b[B_OUT] - b[B_WHOLE] == b[B_MOST]:
                reason = FAILED
        if reason == FAILED:
            b[B_BEGUN] = 0
            b[B_AT] += 1
            b[B_WHOLE] = b[B_OUT]
        elif reason != ANSWER:
            return reason
