"""The answers of one call for many ground terms, one after the other, kept as ground terms: no step is in Python."""

from __future__ import annotations

from ....kernels.cells import Arrays, Cells, cells_at
from ....kernels.kernel import kernel
from ..codes import (
    ANSWER, B_AT, B_BEGUN, B_END, B_ENTRY, B_FAIL, B_MOST, B_OUT, B_WHOLE, CONDITIONS, COUNT, FAILED, G_LIMIT,
    N_STATE, NIL, NO, OVER, PC, ROOM, SLICE, VALUE, W_DIFFERENT, YES, H,
)  # fmt: skip
from .interning import intern
from .loop import run
from .waiting import is_open

GIVEN = -1  # stands for the given term among the arguments


@kernel
def undecided(arrays: Arrays) -> int:
    """NO if nothing but disequalities waits; else NEED, FULL or PYTHON."""
    heap, trail, wakes, pdl = cells_at(arrays[5]), cells_at(arrays[6]), cells_at(arrays[10]), cells_at(arrays[11])
    st = cells_at(arrays[13])
    cell = heap[CONDITIONS]
    while cell != NIL:
        p = cell >> 3
        if heap[p + 1] >> 3 != W_DIFFERENT:
            done = is_open(heap, trail, wakes, pdl, cells_at(arrays[2]), cells_at(arrays[3]), st, cell)
            if done != YES:
                return done
        cell = heap[p + 5]
    return NO


@kernel(entry=True)
def batch(
    arrays: Arrays,
    first: Cells,
    frame: Cells,
    n_frame: int,
    args: Cells,
    n_args: int,
    results: Cells,
    n_results: int,
    ground: Cells,
    table: Cells,
    given: Cells,
    out: Cells,
    n_out: int,
    b: Cells,
    budget: int,
    margin: int,
) -> int:
    """Go on for about `budget` calls: OVER, SLICE, ROOM for kept terms or answers, or why the loop returned.

    first [N_STATE]: the state before a call; frame [n_frame]: what its heap begins with; args [n_args]: its registers,
    GIVEN for the term given; results [n_results]: the cells on the frame whose values are kept. given: kept cells.
    out [n_out, 1 + n_results]: for each answer the index of what was given, and the kept results. b: see `codes`.
    """
    heap, st, x = cells_at(arrays[5]), cells_at(arrays[13]), cells_at(arrays[9])
    arity, pdl = cells_at(arrays[2]), cells_at(arrays[11])
    base = ground[G_LIMIT]
    while True:
        if not b[B_BEGUN]:
            if b[B_AT] >= b[B_END]:
                return OVER
            if budget <= 0:
                return SLICE
            count = st[COUNT]
            for i in range(N_STATE):
                st[i] = first[i]
            st[COUNT] = count
            st[PC] = cells_at(arrays[1])[b[B_ENTRY]]
            st[H] = base + n_frame
            heap[CONDITIONS] = NIL
            for i in range(n_frame):
                heap[base + i] = frame[i]
            for i in range(n_args):
                x[i] = given[b[B_AT]] if args[i] == GIVEN else args[i]
            b[B_BEGUN] = 1
        count = st[COUNT]
        reason = run(arrays, budget, margin)
        budget -= st[COUNT] - count + 1
        if reason == ANSWER:
            n = b[B_OUT]
            if n >= n_out:
                return ROOM
            if heap[CONDITIONS] != NIL:
                done = undecided(arrays)
                if done != NO:
                    return done
            out[n * (n_results + 1)] = b[B_AT]
            for i in range(n_results):
                done = intern(heap, arity, pdl, st, ground, table, results[i])
                if done != YES:
                    return done
                out[n * (n_results + 1) + i + 1] = st[VALUE]
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


@kernel(entry=True)
def keep(arrays: Arrays, ground: Cells, table: Cells, t: int) -> int:
    """The kept cell of the ground term `t` to ``st[VALUE]``; see `intern`."""
    return intern(
        cells_at(arrays[5]), cells_at(arrays[2]), cells_at(arrays[11]), cells_at(arrays[13]), ground, table, t
    )
