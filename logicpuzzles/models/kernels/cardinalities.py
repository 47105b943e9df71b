"""The propagator of how many variables have each value: domain consistent for these, for counts their bounds.

Which values of a count are possible within its bounds is NP-hard; what the fewest and the most are, flows tell.
Source: C.-G. Quimper et al., Improved algorithms for the global cardinality constraint (2004); the bounds of counts as
in I. Katriel and S. Thiel, Complete bound consistency for the global cardinality constraint (2005), here by flows.
"""

from __future__ import annotations

from ...kernels.kernel import kernel
from .bits import lowest_bit
from .domains import clip_numbers, least, most
from .flows import (
    CAME,
    HAVE,
    HIGH,
    LOW,
    MOST_SKIPPED,
    N_OPEN,
    OPEN,
    OTHERS,
    PART,
    PARTS,
    QUEUE,
    ROOM,
    exchange,
    fill,
    find_flow,
    keep_lower,
    keep_upper,
    load,
    reach_values,
    store,
)
from .layout import CACHE, NUMBER, SCOPE, SCRATCH, Problem, State


@kernel
def cardinality(t: Problem, s: State, p: int) -> bool:
    """Each value can still be that of as many variables as its bounds say; every value left has such a choice.

    The first number[1] variables are counted, of one class of one word with number[2] values. For each value
    t[number[0] + 3 k:] has the fewest and the most, and the variable that says how many there are, 0 for none. Where
    number[3] is not 0, there are such variables: some choice has as many as their least number says, and their most;
    where nothing is to be found there, ever more runs leave that out, as is counted at number[4] of the cache.
    """
    n_values = t[p + NUMBER + 2]
    x = s[SCRATCH]
    needed = load_counted(t, s, p)
    allow(s, x, n_values, HIGH)
    if find_flow(s, x, n_values) < s[x + N_OPEN]:
        return False
    keep_upper(s, x, n_values)
    if needed:
        allow(s, x, n_values, LOW)
        if find_flow(s, x, n_values) < needed:
            return False
        keep_lower(s, x, n_values)
    if not store(t, s, x):
        return False
    if t[p + NUMBER + 3] == 0:
        return True
    skipped = s[CACHE] + t[p + NUMBER + 4]
    if s[skipped]:
        s[skipped] -= 1
        return True
    if needed and not complete(s, x, n_values):
        return False
    changed = False
    for k in range(n_values):
        count = t[t[p + NUMBER] + 3 * k + 2]
        if count:
            low, high = extremes(s, x, n_values, k)
            if low != s[x + LOW + k] or high != s[x + HIGH + k]:
                changed = True
                if not clip_numbers(t, s, count, low, high):
                    return False
    s[skipped + 1] = 0 if changed else min(2 * s[skipped + 1] + 1, MOST_SKIPPED)
    s[skipped] = s[skipped + 1]
    return True


@kernel
def load_counted(t: Problem, s: State, p: int) -> int:
    """Fill the parts of the variables that are counted, and the bounds of each value; how many are needed in all."""
    x = s[SCRATCH]
    load(t, s, p, t[p + SCOPE] + 2 * t[p + NUMBER + 1], False)
    needed = 0
    for k in range(t[p + NUMBER + 2]):
        at = t[p + NUMBER] + 3 * k
        s[x + LOW + k], s[x + HIGH + k] = t[at], t[at + 1]
        if t[at + 2]:
            s[x + LOW + k], s[x + HIGH + k] = max(least(t, s, t[at + 2]), 0), most(t, s, t[at + 2])
        needed += s[x + LOW + k]
    return needed


@kernel
def allow(s: State, x: int, n_values: int, bounds: int) -> None:
    """Each value has as much room as its bound in the part `bounds` says."""
    for k in range(n_values):
        s[x + ROOM + k] = s[x + bounds + k]


@kernel
def complete(s: State, x: int, n_values: int) -> bool:
    """Go on from a flow that gives each value its fewest to one of all variables; False if there is none."""
    allow(s, x, n_values, HIGH)
    s[x + OPEN] = 0
    missing = s[x + N_OPEN]
    for k in range(n_values):
        missing -= s[x + HAVE + k]
        if s[x + HAVE + k] < s[x + HIGH + k]:
            s[x + OPEN] |= 1 << k
    return fill(s, x) == missing


@kernel
def extremes(s: State, x: int, n_values: int, k: int) -> tuple[int, int]:
    """The fewest and the most variables that have value `k` in a flow within its bounds, from that which is there."""
    for at in range(x + PARTS, x + PARTS + PART * s[x + N_OPEN], PART):
        a = s[at + 2]
        is_spare = a != k and s[x + HAVE + a] > s[x + LOW + a]
        if is_spare and (s[at + 1] >> k) & 1 and s[x + HAVE + k] < s[x + HIGH + k]:
            s[at + 2] = k
            s[x + HAVE + a] -= 1
            s[x + HAVE + k] += 1
    exchange(s, x, n_values)
    high = s[x + HAVE + k]
    while high < s[x + HIGH + k] and move_in(s, x, n_values, k):
        high += 1
    roomy = with_room(s, x, n_values, k)
    for at in range(x + PARTS, x + PARTS + PART * s[x + N_OPEN], PART):
        common = s[at + 1] & roomy
        if s[at + 2] == k and common and s[x + HAVE + k] > s[x + LOW + k]:
            b = lowest_bit(common)
            s[at + 2] = b
            s[x + HAVE + b] += 1
            s[x + HAVE + k] -= 1
            if s[x + HAVE + b] == s[x + HIGH + b]:
                roomy &= ~(1 << b)
    exchange(s, x, n_values)
    low = s[x + HAVE + k]
    while low > s[x + LOW + k] and move_out(s, x, n_values, k):
        low -= 1
    return low, high


@kernel
def with_room(s: State, x: int, n_values: int, k: int) -> int:
    """The values other than `k` that may have more variables."""
    roomy = 0
    for a in range(n_values):
        if a != k and s[x + HAVE + a] < s[x + HIGH + a]:
            roomy |= 1 << a
    return roomy


@kernel
def move_in(s: State, x: int, n_values: int, k: int) -> bool:
    """One more variable has value `k`, and one less another that has more than its fewest; False if that cannot be."""
    spare = 0
    for a in range(n_values):
        if a != k and s[x + HAVE + a] > s[x + LOW + a]:
            spare |= 1 << a
    return move(s, x, n_values, spare, 1 << k)


@kernel
def move_out(s: State, x: int, n_values: int, k: int) -> bool:
    """One variable less has value `k`, and one more another that has less than its most; False if that cannot be."""
    return move(s, x, n_values, 1 << k, with_room(s, x, n_values, k))


@kernel
def move(s: State, x: int, n_values: int, sources: int, goals: int) -> bool:
    """Move variables along a path of values, so that one of `sources` has one less and one of `goals` one more."""
    seen, head, tail = sources, 0, reach_values(s, x, 0, sources, 0)
    while seen & goals == 0 and head < tail:
        a = s[x + QUEUE + head]
        head += 1
        new = s[x + OTHERS + a] & ~seen
        seen |= new
        tail = reach_values(s, x, a, new, tail)
    if seen & goals == 0:
        return False
    b = lowest_bit(seen & goals)
    s[x + HAVE + b] += 1
    while (sources >> b) & 1 == 0:
        a = s[x + CAME + b]
        at = x + PARTS
        while s[at + 2] != a or (s[at + 1] >> b) & 1 == 0:
            at += PART
        s[at + 2] = b
        b = a
    s[x + HAVE + b] -= 1
    exchange(s, x, n_values)
    return True
