"""Why exact covers remove values and fail."""

from __future__ import annotations

from ...kernels.kernel import kernel
from .bits import lowest_bit
from .covers import BEGIN, BIT_NUMBER, END, ITEMS, N_OPTIONS, N_PIECES, N_PRIMARY, OPTION, OPTIONS, VARIABLE, covers
from .domains import has, is_fixed
from .layout import FIRST, STRIDE, Problem, State
from .memory import Memory
from .needs import need_domain, need_outside


@kernel
def cover_reason(t: Problem, s: State, r: Memory, p: int, v: int, at: int, gone: int) -> bool:
    """Another variable is chosen for an item of each value; or `v` must cover an item that the values do not."""
    base = (at - t[v + FIRST]) // STRIDE * 64
    left = gone
    while left:
        k = base + lowest_bit(left)
        left &= left - 1
        option = option_of(t, p, v, k)
        blocker = blocked(t, s, p, option) if option else 0
        if blocker:
            need_domain(t, s, r, blocker)
        elif not confined(t, s, r, p, v, option):
            return False
    return True


@kernel
def cover_failure(t: Problem, s: State, r: Memory, p: int) -> bool:
    """Two chosen options share an item; or the options of an item are gone or blocked, each by a chosen one."""
    for i in range(t[p + N_OPTIONS]):
        option = t[p + OPTIONS] + OPTION * i
        v = t[option + VARIABLE]
        if has(t, s, v, t[option + BIT_NUMBER]) and is_fixed(t, s, v):
            blocker = blocked(t, s, p, option)
            if blocker:
                need_domain(t, s, r, v)
                need_domain(t, s, r, blocker)
                return True
    for item in range(t[p + N_PIECES], t[p + N_PRIMARY]):
        if is_uncovered(t, s, p, item):
            listed = t[p + ITEMS] + 2 * item
            for j in range(t[listed], t[listed + 1]):
                need_closed(t, s, r, p, t[p + OPTIONS] + OPTION * t[j])
            return True
    return False


@kernel
def need_closed(t: Problem, s: State, r: Memory, p: int, option: int) -> None:
    """It is needed that an option is gone, or blocked."""
    v, k = t[option + VARIABLE], t[option + BIT_NUMBER]
    if has(t, s, v, k):
        need_domain(t, s, r, blocked(t, s, p, option))
    else:
        need_outside(t, r, v, k)


@kernel
def is_uncovered(t: Problem, s: State, p: int, item: int) -> bool:
    """Whether all options of an item are gone or blocked."""
    listed = t[p + ITEMS] + 2 * item
    for j in range(t[listed], t[listed + 1]):
        option = t[p + OPTIONS] + OPTION * t[j]
        if has(t, s, t[option + VARIABLE], t[option + BIT_NUMBER]) and not blocked(t, s, p, option):
            return False
    return True


@kernel
def option_of(t: Problem, p: int, v: int, k: int) -> int:
    """Where the option that is value `k` of `v` is described; 0 if it covers nothing."""
    for i in range(t[p + N_OPTIONS]):
        option = t[p + OPTIONS] + OPTION * i
        if t[option + VARIABLE] == v and t[option + BIT_NUMBER] == k:
            return option
    return 0


@kernel
def blocked(t: Problem, s: State, p: int, option: int) -> int:
    """Another variable whose chosen option shares an item with this one; 0 if there is none."""
    own = t[option + VARIABLE]
    for j in range(t[option + BEGIN], t[option + END]):
        listed = t[p + ITEMS] + 2 * t[j]
        for i in range(t[listed], t[listed + 1]):
            other = t[p + OPTIONS] + OPTION * t[i]
            v = t[other + VARIABLE]
            if v != own and has(t, s, v, t[other + BIT_NUMBER]) and is_fixed(t, s, v):
                return v
    return 0


@kernel
def confined(t: Problem, s: State, r: Memory, p: int, v: int, option: int) -> bool:
    """Whether only `v` can cover an item that `option` does not; what the other options of the item lack is needed."""
    for item in range(t[p + N_PIECES], t[p + N_PRIMARY]):
        if (option and covers(t, option, item)) or not is_of(t, s, p, item, v):
            continue
        listed = t[p + ITEMS] + 2 * item
        for j in range(t[listed], t[listed + 1]):
            other = t[p + OPTIONS] + OPTION * t[j]
            if t[other + VARIABLE] != v:
                need_outside(t, r, t[other + VARIABLE], t[other + BIT_NUMBER])
        return True
    return False


@kernel
def is_of(t: Problem, s: State, p: int, item: int, v: int) -> bool:
    """Whether all options of an item that are left are of `v`."""
    listed = t[p + ITEMS] + 2 * item
    for j in range(t[listed], t[listed + 1]):
        option = t[p + OPTIONS] + OPTION * t[j]
        if t[option + VARIABLE] != v and has(t, s, t[option + VARIABLE], t[option + BIT_NUMBER]):
            return False
    return True
