"""Single steps that the driver asks of the kernel's own functions, between two runs of the loop."""

from __future__ import annotations

from ....kernels.caching import kernel
from ....kernels.cells import Arrays, Row, cells
from ..codes import FULL, N_HEAP, N_TRAIL, TR, UNTOLD, WORK, YES, H
from .terms import deref, unify
from .waiting import condition_of, is_open, suspend


@kernel(takes_arrays=True)
def equate(arrays: Arrays, left: int, right: int) -> int:
    """Unify two terms: YES, NO, NEED or FULL."""
    arrays[13][WORK] = UNTOLD  # what an answer of Python's is unified with is no longer than what Python went through
    heap, trail, wakes, pdl = cells(arrays[5]), cells(arrays[6]), cells(arrays[10]), cells(arrays[11])
    return unify(heap, trail, wakes, pdl, cells(arrays[2]), cells(arrays[13]), left, right)


@kernel(takes_arrays=True)
def hold(arrays: Arrays, kind: int, site: int, left: int, right: int, unknowns: Row) -> int:
    """Let a new condition wait on `unknowns`, two at most: YES, NEED or FULL."""
    heap, trail, st = cells(arrays[5]), cells(arrays[6]), arrays[13]
    if st[H] + 32 >= st[N_HEAP] or st[TR] + 32 >= st[N_TRAIL]:
        return FULL
    condition = condition_of(heap, trail, cells(st), kind, site, left, right)
    for n in range(len(unknowns)):
        # another condition may wait on it already
        done = suspend(heap, trail, cells(st), deref(heap, unknowns[n]), condition)
        if done != YES:
            return done
    return YES


@kernel(takes_arrays=True)
def open_now(arrays: Arrays, condition: int) -> int:
    """NEED if a condition still waits; or FULL, PYTHON."""
    arrays[13][WORK] = UNTOLD
    heap, trail, wakes, pdl = cells(arrays[5]), cells(arrays[6]), cells(arrays[10]), cells(arrays[11])
    return is_open(heap, trail, wakes, pdl, cells(arrays[2]), cells(arrays[3]), cells(arrays[13]), condition)
