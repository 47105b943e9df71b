"""The propagator of products: interval arithmetic, value by value, so that any signs are right."""

from __future__ import annotations

from ...kernels.kernel import kernel
from .bits import lowest_bit
from .domains import drop, is_fixed, least, most
from .layout import END, FIRST, NUMBER, NUMBERS, SCOPE, SCRATCH, STRIDE, Problem, State


@kernel
def product(t: Problem, s: State, p: int) -> bool:
    """The product of propagator `p`, minus its target variable if it has one, can be from number[0] to number[1].

    scratch[4i:4i + 4] holds the bounds of the product of the variables before i, and from i on.
    """
    scope = t[p + SCOPE]
    low, high, n = t[p + NUMBER], t[p + NUMBER + 1], t[p + NUMBER + 2]
    x = s[SCRATCH]
    s[x] = s[x + 1] = s[x + 4 * n + 2] = s[x + 4 * n + 3] = 1
    for i in range(n):
        v = t[scope + 2 * i]
        s[x + 4 * i + 4], s[x + 4 * i + 5] = times(s[x + 4 * i], s[x + 4 * i + 1], least(t, s, v), most(t, s, v))
    for i in range(n - 1, -1, -1):
        v = t[scope + 2 * i]
        s[x + 4 * i + 2], s[x + 4 * i + 3] = times(s[x + 4 * i + 6], s[x + 4 * i + 7], least(t, s, v), most(t, s, v))
    if t[p + NUMBER + 3]:
        target = t[scope + 2 * n]
        if not keep_meeting(t, s, target, s[x], s[x], s[x + 2] - high, s[x + 3] - low):
            return False
        low, high = low + least(t, s, target), high + most(t, s, target)
    if s[x + 2] > high or s[x + 3] < low:
        return False
    for i in range(n):
        v = t[scope + 2 * i]
        if not is_fixed(t, s, v):
            a, b = times(s[x + 4 * i], s[x + 4 * i + 1], s[x + 4 * i + 6], s[x + 4 * i + 7])
            if not keep_meeting(t, s, v, a, b, low, high):
                return False
    return True


@kernel
def times(a: int, b: int, c: int, d: int) -> tuple[int, int]:
    """The bounds of the products of a number from `a` to `b` and one from `c` to `d`."""
    w, x, y, z = a * c, a * d, b * c, b * d
    return min(min(w, x), min(y, z)), max(max(w, x), max(y, z))


@kernel
def keep_meeting(t: Problem, s: State, v: int, a: int, b: int, low: int, high: int) -> bool:
    """Only numbers are left whose multiples by `a` to `b` meet the range from `low` to `high`."""
    k = 0
    for at in range(t[v + FIRST], t[v + END], STRIDE):
        word = s[at]
        while word:
            bit = k + lowest_bit(word)
            word &= word - 1
            x = t[t[v + NUMBERS] + bit]
            if (max(a * x, b * x) < low or min(a * x, b * x) > high) and not drop(t, s, v, bit):
                return False
        k += 64
    return True
