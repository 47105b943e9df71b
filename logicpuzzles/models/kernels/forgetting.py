"""Forgetting: half of the nogoods go from time to time.

Source: G. Audemard and L. Simon, Predicting learnt clauses quality in modern SAT solvers (2009).
"""

from __future__ import annotations

from ...kernels.kernel import kernel
from .layout import N_VARIABLES, TRAIL, Problem, State
from .memory import (
    AGE,
    CONFLICTS,
    ENTRIES,
    ENTRY_SIZE,
    GROUP,
    LEARNED,
    MOST,
    MOVED,
    POOL,
    QUALITY,
    REASON,
    RECORD_SIZE,
    ROOTED,
    SPARE,
    STOP,
    USED,
    VARIABLES,
    W_HEADER,
    W_USED,
    WATCHED,
    Memory,
    Watches,
)
from .nogoods import watch_group


@kernel
def forget(t: Problem, s: State, r: Memory, w: Watches) -> None:
    """Half of the nogoods go, those of the worst quality; not those of the best, nor those that are reasons now.

    What was needed since the last time stays once more.
    """
    n = r[POOL]
    while n < r[USED]:
        r[n + MOVED] = 0
        n = r[n + STOP]
    for i in range(r[ROOTED], s[TRAIL]):
        reason = r[r[ENTRIES] + ENTRY_SIZE * i + REASON]
        if reason < 0:
            r[-reason + MOVED] = 1
    worst = threshold(r)
    to, n = r[POOL], r[POOL]
    while n < r[USED]:  # the addresses to come
        stays = r[n + MOVED] != 0 or r[n + QUALITY] <= 2 or r[n + QUALITY] < worst or is_recent(r, n)
        r[n + MOVED] = to if stays else 0
        to += r[n + STOP] - n if stays else 0
        n = r[n + STOP]
    for i in range(r[ROOTED], s[TRAIL]):
        entry = r[ENTRIES] + ENTRY_SIZE * i + REASON
        if r[entry] < 0:
            r[entry] = -r[-r[entry] + MOVED]
    w[SPARE], w[W_USED] = 0, W_HEADER
    for i in range(t[N_VARIABLES]):
        r[r[VARIABLES] + i * RECORD_SIZE + WATCHED] = 0
    r[LEARNED] = 0
    n = r[POOL]
    while n < r[USED]:
        stop, to = r[n + STOP], r[n + MOVED]
        if to:
            move(t, r, w, n, to)
            r[LEARNED] += 1
        n = stop
    r[USED] = r[POOL]
    if r[LEARNED]:
        r[USED] = last_end(r)
    r[MOST] += r[MOST] >> 3


@kernel
def last_end(r: Memory) -> int:
    """The end of the nogoods that are left."""
    n = r[POOL]
    for _ in range(r[LEARNED]):
        n = r[n + STOP]
    return n


@kernel
def move(t: Problem, r: Memory, w: Watches, n: int, to: int) -> None:
    """Nogood `n` moves down to the address `to`, and is watched there."""
    by = n - to
    stop = r[n + STOP]
    for i in range(n, stop):
        r[i - by] = r[i]
    r[to + STOP] = stop - by
    watch_group(t, r, w, to, 0, r[to + GROUP] - by)
    watch_group(t, r, w, to, 1, r[to + GROUP + 1] - by)


@kernel
def threshold(r: Memory) -> int:
    """The quality from which on nogoods go, so that about half of them do."""
    worst, left = 64, 0
    while worst > 3:
        n, left = r[POOL], 0
        while n < r[USED]:
            left += r[n + QUALITY] < worst
            n = r[n + STOP]
        if 2 * left <= r[LEARNED]:
            break
        worst -= 1
    return worst


@kernel
def is_recent(r: Memory, n: int) -> bool:
    """Whether nogood `n` was needed not long ago."""
    return r[CONFLICTS] - r[n + AGE] < r[MOST] >> 2
