"""Single steps that the driver asks of the kernel's own functions, between two runs of the loop."""

from __future__ import annotations

from ....kernels.caching import kernel
from ..codes import FULL, N_HEAP, N_TRAIL, TR, UNTOLD, WORK, YES, H
from .cells import Arrays, Cells, cells
from .terms import unify
from .waiting import condition_of, is_open, suspend


@kernel(takes_arrays=True)
def equate(arrays: Arrays, left: int, right: int) -> int:
    """Unify two terms: YES, NO, NEED or FULL."""
    heap, trail, wakes, pdl = cells(arrays[5]), cells(arrays[6]), cells(arrays[10]), cells(arrays[11])
    st = cells(arrays[13])
    st[WORK] = UNTOLD  # what an answer of Python's is unified with is no longer than what Python went through
    return unify(heap, trail, wakes, pdl, cells(arrays[2]), st, left, right)


@kernel(takes_arrays=True)
def hold(arrays: Arrays, kind: int, site: int, left: int, right: int, unknowns: Cells) -> int:
    """Let a new condition wait on `unknowns`, two at most: YES, NEED or FULL."""
    heap, trail, st = cells(arrays[5]), cells(arrays[6]), cells(arrays[13])
    if st[H] + 32 >= st[N_HEAP] or st[TR] + 32 >= st[N_TRAIL]:
        return FULL
    condition = condition_of(heap, trail, st, kind, site, left, right)
    for n in range(len(unknowns)):
        done = suspend(heap, trail, st, unknowns[n], condition)
        if done != YES:
            return done
    return YES


@kernel(takes_arrays=True)
def open_now(arrays: Arrays, condition: int) -> int:
    """NEED if a condition still waits; or FULL, PYTHON."""
    heap, trail, wakes, pdl = cells(arrays[5]), cells(arrays[6]), cells(arrays[10]), cells(arrays[11])
    st = cells(arrays[13])
    st[WORK] = UNTOLD
    return is_open(heap, trail, wakes, pdl, cells(arrays[2]), cells(arrays[3]), st, condition)
