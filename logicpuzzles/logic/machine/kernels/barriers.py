"""Where a clause with a cut, or `once`, began: what its cut drops, and what must be decided by then.

A barrier is a list cell of two: the newest condition then, and the newest choice. Its address is older than what the
inside has made since.
"""

from __future__ import annotations

from ....kernels.cells import Cells
from ....kernels.kernel import kernel
from ..codes import CONDITIONS, INT, LIST, NIL, NO, PC, SITE, YES, B, H
from .control import cut
from .waiting import undecided


@kernel
def begin(code: Cells, heap: Cells, x: Cells, st: Cells) -> int:
    """Make a barrier."""
    pc, h = st[PC], st[H]
    heap[h], heap[h + 1] = heap[CONDITIONS], st[B] << 3 | INT
    x[code[pc + 1]] = h << 3 | LIST
    st[H] = h + 2
    st[PC] = pc + 2
    return YES


@kernel
def commit(
    code: Cells, arity: Cells, arithmetic: Cells, heap: Cells, trail: Cells, choices: Cells, x: Cells, wakes: Cells,
    pdl: Cells, st: Cells,
) -> int:  # fmt: skip
    """Drop the choices since a barrier; DECIDE where a condition since then may leave something undecided."""
    pc = st[PC]
    p = x[code[pc + 1]] >> 3
    if heap[CONDITIONS] != heap[p] and st[SITE] != pc:
        done = undecided(heap, trail, wakes, pdl, arity, arithmetic, st, heap[p], p, NIL, False)
        if done != NO:
            return done
    st[SITE] = 0
    st[B] = cut(choices, st, st[B], heap[p + 1] >> 3)
    st[PC] = pc + 2
    return YES
