"""When the search that learns begins anew, and with which values.

Sources: M. Luby et al., Optimal speedup of Las Vegas algorithms (1993), for when; A. Biere and M. Fleury, Chasing
target phases (2020), for values that are all changed at once.
"""

from __future__ import annotations

from ...kernels.kernel import kernel
from . import layout
from .analysis import retreat
from .domains import nth, size
from .forgetting import forget
from .layout import Problem, State
from .memory import (
    CONFLICTS,
    FLOOR,
    LEARNED,
    MOST,
    NEXT_RESTART,
    RECORD_SIZE,
    RESTART_UNIT,
    RESTARTS,
    SAVED,
    VARIABLES,
    Memory,
    Watches,
)
from .search import variable

REPHASE = 4  # restarts for each that changes the values tried first


@kernel
def restart(t: Problem, s: State, r: Memory, w: Watches) -> None:
    """Begin anew above the floor; forget nogoods if there are many.

    Until a first solution is found, each fourth restart has random values tried first. (With those that variables had
    before, partitions of 40 to 56 numbers took 1.6 times the decisions in the mean, and one of them a hundred times.)
    """
    r[RESTARTS] += 1
    r[NEXT_RESTART] = r[CONFLICTS] + RESTART_UNIT * luby(r[RESTARTS])
    retreat(t, s, r, r[FLOOR])
    if s[layout.SOLUTIONS] == 0 and r[RESTARTS] % REPHASE == 0:
        rephase(t, s, r)
    if r[LEARNED] > r[MOST]:
        forget(t, s, r, w)


@kernel
def rephase(t: Problem, s: State, r: Memory) -> None:
    """A random value left of each variable is that which is tried first."""
    dice = r[RESTARTS]
    for i in range(t[layout.N_VARIABLES]):
        v = variable(t, i)
        dice = (dice * 1103515245 + 12345) & 0x7FFFFFFF
        r[r[VARIABLES] + i * RECORD_SIZE + SAVED] = nth(t, s, v, (dice >> 16) % size(t, s, v))


@kernel
def luby(n: int) -> int:
    """The n-th number, from 1, of the sequence 1, 1, 2, 1, 1, 2, 4, ..."""
    while True:
        k = 1
        while (1 << k) - 1 < n:
            k += 1
        if (1 << k) - 1 == n:
            return 1 << (k - 1)
        n -= (1 << (k - 1)) - 1
