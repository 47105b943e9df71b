"""Why cardinalities remove values and fail: sets of values that variables fill, or that need them; see `set_reasons`.

From a flow of all variables a set of values is closed where no variable with one of them can have another. Either its
values have as many variables as they may, or all others have no more than they must.
Source: A. Hoffman, Some recent applications of the theory of linear inequalities to extremal combinatorial analysis
(1960).
"""

from __future__ import annotations

from ...kernels.kernel import kernel
from .bits import highest_bit, lowest_bit
from .cardinalities import allow, complete, load_counted, move_in, move_out
from .flows import HAVE, HIGH, LOW, N_OPEN, OTHERS, PART, PARTS, exchange, find_flow
from .layout import FIRST, NUMBER, NUMBERS, SCOPE, SCOPE_END, SCRATCH, STRIDE, Problem, State
from .memory import Memory
from .needs import need, need_at_least, need_at_most


@kernel
def cardinality_reason(t: Problem, s: State, r: Memory, p: int, v: int, at: int, gone: int) -> bool:
    """Sets of values that the other variables fill, or that need them; with `v` 0, more so than can be."""
    n_values, x = t[p + NUMBER + 2], s[SCRATCH]
    needed = load_counted(t, s, p)
    allow(s, x, n_values, HIGH)
    if find_flow(s, x, n_values) < s[x + N_OPEN]:
        too_many(t, s, r, p)
        return True
    allow(s, x, n_values, LOW)
    if find_flow(s, x, n_values) < needed:
        too_few(t, s, r, p)
        return True
    if v == 0 or not complete(s, x, n_values):
        return False
    exchange(s, x, n_values)
    place = 0
    for i in range(t[p + SCOPE], t[p + SCOPE_END], 2):
        if t[i] == v:
            if place:
                return False  # what it is, and how many it is, depend on each other
            place = i
    if place >= t[p + SCOPE] + 2 * t[p + NUMBER + 1]:
        return count_bounds(t, s, r, p, v, at, gone)
    while gone:
        values = closed(s, x, n_values, gone & -gone, True)
        if (values >> value_of(s, x, place)) & 1:
            return False
        is_full = need_closed(t, s, r, p, values)
        need_counts(t, s, r, p, values if is_full else ~values, is_full, -1)
        gone &= ~values
    return True


@kernel
def value_of(s: State, x: int, place: int) -> int:
    """The value in the flow of the variable at `place` of the scope."""
    at = x + PARTS
    while s[at] != place:
        at += PART
    return s[at + 2]


@kernel
def closed(s: State, x: int, n_values: int, values: int, by_counts: bool) -> int:
    """The values that variables of these can have instead, and so on; also what one more variable can displace.

    Where `by_counts`, one that has room displaces nothing, so that another that has more than its fewest loses one.
    """
    rest = values
    while rest:
        k = lowest_bit(rest)
        rest &= rest - 1
        new = s[x + OTHERS + k] & ~values
        if by_counts and s[x + HAVE + k] < s[x + HIGH + k]:
            by_counts = False
            for other in range(n_values):
                if s[x + HAVE + other] > s[x + LOW + other]:
                    new |= (1 << other) & ~values
        values |= new
        rest |= new
    return values


@kernel
def need_closed(t: Problem, s: State, r: Memory, p: int, values: int) -> bool:
    """It is needed that the variables with one of these values have no others; whether all these values are full."""
    x = s[SCRATCH]
    for at in range(x + PARTS, x + PARTS + PART * s[x + N_OPEN], PART):
        if s[at + 2] >= 0 and (values >> s[at + 2]) & 1:
            need(t, r, t[t[s[at]] + FIRST], values)
    is_full = True
    for k in range(t[p + NUMBER + 2]):
        if (values >> k) & 1 and s[x + HAVE + k] < s[x + HIGH + k]:
            is_full = False
    return is_full


@kernel
def need_counts(t: Problem, s: State, r: Memory, p: int, values: int, at_most: bool, but: int) -> None:
    """The greatest number of the counts of these values is needed, or the least; not that of value `but`."""
    x = s[SCRATCH]
    for k in range(t[p + NUMBER + 2]):
        count = t[t[p + NUMBER] + 3 * k + 2]
        if count and k != but and (values >> k) & 1:
            if at_most:
                need_at_most(t, r, count, s[x + HIGH + k])
            elif s[x + LOW + k] > 0:
                need_at_least(t, r, count, s[x + LOW + k])


@kernel
def too_many(t: Problem, s: State, r: Memory, p: int) -> None:
    """More variables than some values may have can have no others; the flow has all that are possible."""
    x = s[SCRATCH]
    at = x + PARTS
    while s[at + 2] >= 0:
        at += PART
    exchange(s, x, t[p + NUMBER + 2])
    values = closed(s, x, t[p + NUMBER + 2], s[at + 1], False)
    need(t, r, t[t[s[at]] + FIRST], values)
    need_closed(t, s, r, p, values)
    need_counts(t, s, r, p, values, True, -1)


@kernel
def too_few(t: Problem, s: State, r: Memory, p: int) -> None:
    """Some values must have more variables than can have them; the flow has all that are possible."""
    n_values, x = t[p + NUMBER + 2], s[SCRATCH]
    values = before = 0
    for k in range(n_values):
        if values == 0 and s[x + HAVE + k] < s[x + LOW + k]:
            values = 1 << k
    while values != before:
        before = values
        for at in range(x + PARTS, x + PARTS + PART * s[x + N_OPEN], PART):
            if s[at + 1] & values:
                values |= 1 << s[at + 2]
    for at in range(x + PARTS, x + PARTS + PART * s[x + N_OPEN], PART):
        if s[at + 1] & values == 0:
            need(t, r, t[t[s[at]] + FIRST], ~values)
    need_counts(t, s, r, p, values, False, -1)


@kernel
def count_bounds(t: Problem, s: State, r: Memory, p: int, v: int, at: int, gone: int) -> bool:
    """No flow has so many variables with the value that `v` counts, or so few."""
    n_values, x = t[p + NUMBER + 2], s[SCRATCH]
    k = -1
    for value in range(n_values):
        if t[t[p + NUMBER] + 3 * value + 2] == v:
            if k >= 0:
                return False
            k = value
    if k < 0:
        return False
    base = t[v + NUMBERS] + (at - t[v + FIRST]) // STRIDE * 64
    highest = s[x + HAVE + k]
    while move_in(s, x, n_values, k):
        highest += 1
    if t[base + highest_bit(gone)] > highest:
        spare = 0
        for other in range(n_values):
            if other != k and s[x + HAVE + other] > s[x + LOW + other]:
                spare |= 1 << other
        values = closed(s, x, n_values, spare, False)
        need_closed(t, s, r, p, values)
        need_counts(t, s, r, p, ~values, False, k)
    while gone and t[base + highest_bit(gone)] > highest:
        gone &= ~(1 << highest_bit(gone))
    if gone == 0:
        return True
    lowest = highest
    while move_out(s, x, n_values, k):
        lowest -= 1
    values = closed(s, x, n_values, 1 << k, False)
    need_closed(t, s, r, p, values)
    need_counts(t, s, r, p, values, True, k)
    return t[base + highest_bit(gone)] < lowest
