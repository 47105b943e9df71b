"""Why sums remove values and fail: bounds of the other variables, as weak as the slack lets them be.

`v` is the variable that lost the values `gone` of its word at `at`, or 0 for a failure; False where another reason
must be given.
Source: T. Feydy and P. Stuckey, Lazy clause generation reengineered (2009).
"""

from __future__ import annotations

from ...kernels.kernel import kernel
from .bits import lowest_bit
from .domains import has, index_at_most, is_fixed, least, most
from .layout import FIRST, NUMBER, NUMBERS, SCOPE, SCOPE_END, STRIDE, Problem, State
from .memory import SCRATCH, Memory
from .needs import need_at_least, need_at_most, need_domain, need_outside, root_least, root_most

_FAR = 1 << 62


@kernel
def sum_failure(t: Problem, s: State, r: Memory, p: int) -> bool:
    """Why the sum cannot be small enough, or large enough."""
    low = extreme(t, s, p, 0, True)
    if low > 0:
        need_bounds(t, s, r, p, 0, True, low - 1)
        return True
    high = extreme(t, s, p, 0, False)
    if t[p + NUMBER + 1] and high < 0:
        need_bounds(t, s, r, p, 0, False, -high - 1)
        return True
    return False


@kernel
def sum_reason(t: Problem, s: State, r: Memory, p: int, v: int, at: int, gone: int) -> bool:
    """Why `v` cannot have the values that are gone."""
    c = multiplier(t, p, v)
    exact = t[p + NUMBER + 1] != 0
    low, high = extreme(t, s, p, v, True), extreme(t, s, p, v, False)
    base = t[v + NUMBERS] + (at - t[v + FIRST]) // STRIDE * 64
    slack_low = slack_high = _FAR
    partnered = 0
    left = gone
    while left:
        k = lowest_bit(left)
        left &= left - 1
        term = c * t[base + k]
        if low + term > 0:
            slack_low = min(slack_low, low + term - 1)
        elif exact and high + term < 0:
            slack_high = min(slack_high, -high - term - 1)
        else:
            partnered |= 1 << k
    if partnered and not need_partners(t, s, r, p, v, base, partnered):
        return False
    if slack_low < _FAR:
        need_bounds(t, s, r, p, v, True, slack_low)
    if slack_high < _FAR:
        need_bounds(t, s, r, p, v, False, slack_high)
    return True


@kernel
def multiplier(t: Problem, p: int, v: int) -> int:
    """What the sum takes `v` times."""
    i = t[p + SCOPE]
    while t[i] != v:
        i += 2
    return t[i + 1]


@kernel
def extreme(t: Problem, s: State, p: int, but: int, low: bool) -> int:
    """The least sum, or the greatest, without variable `but`, minus the bound."""
    total = -t[p + NUMBER]
    for i in range(t[p + SCOPE], t[p + SCOPE_END], 2):
        v, c = t[i], t[i + 1]
        if v != but:
            total += c * (least(t, s, v) if (c > 0) == low else most(t, s, v))
    return total


@kernel
def need_bounds(t: Problem, s: State, r: Memory, p: int, but: int, low: bool, slack: int) -> None:
    """The least terms are needed, or the greatest, but for variable `but`; together they may be off by `slack`.

    First whole literals go that the slack pays for, then the others are made weaker.
    """
    begin, end = t[p + SCOPE], t[p + SCOPE_END]
    kept = r[SCRATCH] - begin
    for i in range(begin, end, 2):
        v, c = t[i], t[i + 1]
        if (c > 0) == low:
            price = abs(c) * (least(t, s, v) - root_least(t, r, v))
        else:
            price = abs(c) * (root_most(t, r, v) - most(t, s, v))
        r[kept + i] = v != but and price > slack
        if v != but and price <= slack:
            slack -= price
    for i in range(begin, end, 2):
        v, c = t[i], t[i + 1]
        if not r[kept + i]:
            continue
        size = abs(c)
        if (c > 0) == low:
            bound = least(t, s, v)
            slack -= size * (bound - need_at_least(t, r, v, bound - slack // size))
        else:
            bound = most(t, s, v)
            slack -= size * (need_at_most(t, r, v, bound + slack // size) - bound)


@kernel
def need_partners(t: Problem, s: State, r: Memory, p: int, v: int, base: int, gone: int) -> bool:
    """Why the numbers of the bits `gone` at t[base:] of `v` have no partner, where one other variable is open."""
    rest, other, n_open = t[p + NUMBER], 0, 0
    for i in range(t[p + SCOPE], t[p + SCOPE_END], 2):
        if t[i] == v:
            continue
        if not is_fixed(t, s, t[i]):
            n_open += 1
            other = i
        elif not other:
            other = i
    if n_open > 1 or not other:
        return False
    for i in range(t[p + SCOPE], t[p + SCOPE_END], 2):
        if t[i] != v and i != other:
            rest -= t[i + 1] * least(t, s, t[i])
            need_domain(t, s, r, t[i])
    c, u, factor = multiplier(t, p, v), t[other], t[other + 1]
    while gone:
        left = rest - c * t[base + lowest_bit(gone)]
        gone &= gone - 1
        if left % factor != 0:
            continue
        k = index_at_most(t, u, left // factor)
        if k >= 0 and t[t[u + NUMBERS] + k] == left // factor:
            if has(t, s, u, k):
                return False
            need_outside(t, r, u, k)
    return True
