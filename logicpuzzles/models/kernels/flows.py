"""Propagators of how many variables have each value, by flows from variables to values: at most so many, at least.

Values are bits of one word. What is left of a domain is what some flow uses. A flow is found first; whatever else is
possible lies on a cycle of values, each of which could take a variable from the next, or leads to where there is room.
Source: J.-C. Regin, A filtering algorithm for constraints of difference in CSPs (1994), and Generalized arc consistency
for global cardinality constraint (1996); upper and lower bounds one after the other as in C.-G. Quimper et al.,
Improved algorithms for the global cardinality constraint (2004).
"""

from __future__ import annotations

from ...kernels.kernel import kernel
from .bits import count_bits, lowest_bit, shift_right
from .domains import narrow
from .layout import CACHE, FIRST, FLOW, NUMBER, SCOPE, SCOPE_END, SCRATCH, Problem, State

# Parts of scratch. Of each value: how many variables have it and how many may, what its variables could have instead,
# the variable by which a search came to it, later the values that are on cycles with it; then a path of such sets,
# where each of them leads, and the values to be looked at.
HAVE, ROOM, OTHERS, CAME, PATH, LEADS, QUEUE = range(0, 7 * 64, 64)
LOW, HIGH = 7 * 64, 8 * 64  # how many variables must have it, and how many may; `cardinality` alone looks at these
OPEN, N_OPEN = 9 * 64, 9 * 64 + 1  # the values that have room; how many variables follow
PARTS = FLOW  # of each variable: its place in the scope, its values, and the value that it has in the flow, or -1
PART = 3
MOST_SKIPPED = 63  # runs of `distinct`


@kernel
def distinct(t: Problem, s: State, p: int) -> bool:
    """The variables of propagator `p`, of one class of one word, can still differ; every value left has such a choice.

    Domains are moved up by weight first. `all_different` lets it run. Where a run removes nothing, ever more are
    skipped, as is counted at number[0] of the cache: what else there is often finds all, or there is much room.
    """
    skipped = s[CACHE] + t[p + NUMBER]
    x = s[SCRATCH]
    load(t, s, p, t[p + SCOPE_END], True)
    n = s[x + N_OPEN]
    values, fewest = 0, 64
    for at in range(x + PARTS, x + PARTS + PART * n, PART):
        values |= s[at + 1]
        fewest = min(fewest, count_bits(s[at + 1]))
    n_values = count_bits(values)
    if n_values < n:
        return False
    if fewest >= n and n_values > n:
        return True
    for k in range(64):
        s[x + ROOM + k] = 1
    if find_flow(s, x, 64) < n:
        s[skipped + 1] = 0
        return False
    if keep_upper(s, x, 64):
        s[skipped + 1] = 0
        return store(t, s, x)
    s[skipped + 1] = min(2 * s[skipped + 1] + 1, MOST_SKIPPED)
    s[skipped] = s[skipped + 1]
    return True


@kernel
def load(t: Problem, s: State, p: int, end: int, is_open: bool) -> None:
    """Fill the parts of the variables of propagator `p` before `end`; only of open ones, where `is_open`."""
    x = s[SCRATCH]
    at = x + PARTS
    for i in range(t[p + SCOPE], end, 2):
        word = s[t[t[i] + FIRST]]
        if is_open and word & (word - 1) == 0:
            continue
        s[at] = i
        s[at + 1] = word << t[i + 1]
        at += PART
    s[x + N_OPEN] = (at - x - PARTS) // PART


@kernel
def store(t: Problem, s: State, x: int) -> bool:
    """The variables keep the values of their parts."""
    for at in range(x + PARTS, x + PARTS + PART * s[x + N_OPEN], PART):
        i = s[at]
        word = t[t[i] + FIRST]
        new = s[word] & shift_right(s[at + 1], t[i + 1])
        if new != s[word] and not narrow(t, s, t[i], word, new):
            return False
    return True


@kernel
def find_flow(s: State, x: int, n_values: int) -> int:
    """Give as many variables as possible a value that has room for them; return how many."""
    s[x + OPEN] = 0
    for k in range(n_values):
        s[x + HAVE + k] = 0
        if s[x + ROOM + k] > 0:
            s[x + OPEN] |= 1 << k
    for at in range(x + PARTS, x + PARTS + PART * s[x + N_OPEN], PART):
        s[at + 2] = -1
    return fill(s, x)


@kernel
def fill(s: State, x: int) -> int:
    """Give as many variables as possible, of those without a value, one that has room for them; return how many."""
    begin, end = x + PARTS, x + PARTS + PART * s[x + N_OPEN]
    n = 0
    for at in range(begin, end, PART):
        common = s[at + 1] & s[x + OPEN]
        if common and s[at + 2] < 0:
            take(s, x, at, lowest_bit(common))
            n += 1
    for at in range(begin, end, PART):
        if s[at + 2] < 0 and s[x + OPEN]:
            n += augment(s, x, at)
    return n


@kernel
def take(s: State, x: int, at: int, k: int) -> None:
    """The variable of the part at `at` has value `k`, which has room."""
    s[at + 2] = k
    s[x + HAVE + k] += 1
    if s[x + HAVE + k] == s[x + ROOM + k]:
        s[x + OPEN] &= ~(1 << k)


@kernel
def augment(s: State, x: int, start: int) -> int:
    """Give the variable of the part at `start` a value too, by moving others along a path; 1 if there is one."""
    end = x + PARTS + PART * s[x + N_OPEN]
    seen = s[start + 1]
    head, tail = 0, reach_values(s, x, start, seen, 0)
    while seen & s[x + OPEN] == 0 and head < tail:
        k = s[x + QUEUE + head]
        head += 1
        for at in range(x + PARTS, end, PART):
            if s[at + 2] == k:
                new = s[at + 1] & ~seen
                seen |= new
                tail = reach_values(s, x, at, new, tail)
    if seen & s[x + OPEN] == 0:
        return 0
    k = lowest_bit(seen & s[x + OPEN])
    take(s, x, start, k)
    at = s[x + CAME + k]
    while at != start:
        before = s[at + 2]
        s[at + 2] = k
        k = before
        at = s[x + CAME + k]
    s[start + 2] = k
    return 1


@kernel
def reach_values(s: State, x: int, at: int, values: int, tail: int) -> int:
    """Note that the variable of the part at `at` leads to `values`, which wait; return where the queue ends."""
    while values:
        k = lowest_bit(values)
        values &= values - 1
        s[x + CAME + k] = at
        s[x + QUEUE + tail] = k
        tail += 1
    return tail


@kernel
def exchange(s: State, x: int, n_values: int) -> int:
    """Fill in what the variables of each value could have instead; return the values that some variable has."""
    for k in range(n_values):
        s[x + OTHERS + k] = 0
    used = 0
    for at in range(x + PARTS, x + PARTS + PART * s[x + N_OPEN], PART):
        k = s[at + 2]
        if k >= 0:
            s[x + OTHERS + k] |= s[at + 1]
            used |= 1 << k
    return used


@kernel
def keep_upper(s: State, x: int, n_values: int) -> bool:
    """Only values are left that some flow as large as this uses; return whether any was not.

    A variable may have any value from which a path leads to one with room, if its own is such a value; else those on a
    cycle with its own.
    """
    used, roomy = exchange(s, x, n_values), s[x + OPEN]
    grown = True
    while grown:
        grown = False
        rest = used & ~roomy
        while rest:
            k = lowest_bit(rest)
            rest &= rest - 1
            if s[x + OTHERS + k] & roomy:
                roomy |= 1 << k
                grown = True
    join_cycles(s, x, used & ~roomy)
    changed = False
    for at in range(x + PARTS, x + PARTS + PART * s[x + N_OPEN], PART):
        k = s[at + 2]
        new = s[at + 1] & (roomy if (roomy >> k) & 1 else s[x + CAME + k])
        changed |= new != s[at + 1]
        s[at + 1] = new
    return changed


@kernel
def keep_lower(s: State, x: int, n_values: int) -> None:
    """Only values are left with which every value still has its fewest variables, which this flow gives it.

    A variable may have anything if it is not in the flow, or its value can be had by another that need not have one;
    else what is on a cycle with its value.
    """
    used = exchange(s, x, n_values)
    spare = 0
    for at in range(x + PARTS, x + PARTS + PART * s[x + N_OPEN], PART):
        if s[at + 2] < 0:
            spare |= s[at + 1]
    rest = spare & used
    while rest:
        k = lowest_bit(rest)
        rest &= rest - 1
        new = s[x + OTHERS + k] & ~spare
        spare |= new
        rest |= new & used
    join_cycles(s, x, used & ~spare)
    for at in range(x + PARTS, x + PARTS + PART * s[x + N_OPEN], PART):
        k = s[at + 2]
        if k >= 0 and (spare >> k) & 1 == 0:
            s[at + 1] &= s[x + CAME + k]


@kernel
def join_cycles(s: State, x: int, values: int) -> None:
    """For each of `values` the set of those that are on cycles with it.

    Source: H. N. Gabow, Path-based depth-first search for strong and biconnected components (2000); its stacks are
    sets here.
    """
    while values:
        s[x + PATH] = 1 << lowest_bit(values)
        s[x + LEADS] = s[x + OTHERS + lowest_bit(values)]
        top = 0
        while top >= 0:
            onward = s[x + LEADS + top] & values & ~s[x + PATH + top]
            if onward == 0:
                values &= ~s[x + PATH + top]
                joined = s[x + PATH + top]
                while joined:
                    s[x + CAME + lowest_bit(joined)] = s[x + PATH + top]
                    joined &= joined - 1
                top -= 1
                continue
            meeting = top - 1
            while meeting >= 0 and s[x + PATH + meeting] & onward == 0:
                meeting -= 1
            if meeting < 0:
                top += 1
                k = lowest_bit(onward)
                s[x + PATH + top] = 1 << k
                s[x + LEADS + top] = s[x + OTHERS + k]
            while top > meeting >= 0:
                s[x + PATH + top - 1] |= s[x + PATH + top]
                s[x + LEADS + top - 1] |= s[x + LEADS + top]
                top -= 1
