"""The propagator of the lexicographic order of two lists."""

from __future__ import annotations

from ...kernels.kernel import kernel
from .domains import clip_numbers, least, most
from .layout import NUMBER, SCOPE, SCOPE_END, Problem, State


@kernel
def in_order(t: Problem, s: State, p: int) -> bool:
    """The first half of the variables can still come before the second; or equal it, where number[0] is 0.

    Of the first pair that may differ, the left number is at most the right one, and less where what follows cannot be
    in order.
    Source: A. Frisch, B. Hnich, Z. Kiziltan, I. Miguel and T. Walsh, Global constraints for lexicographic
    orderings (2002).
    """
    n = (t[p + SCOPE_END] - t[p + SCOPE]) // 2
    for i in range(t[p + SCOPE], t[p + SCOPE] + n, 2):
        x, y = t[i], t[i + n]
        if is_equal(t, s, x, y):
            continue
        less = 0 if can_follow(t, s, p, i + 2) else 1
        if not clip_numbers(t, s, x, least(t, s, x), most(t, s, y) - less):
            return False
        if not clip_numbers(t, s, y, least(t, s, x) + less, most(t, s, y)):
            return False
        if not is_equal(t, s, x, y):
            return True
    return t[p + NUMBER] == 0


@kernel
def is_equal(t: Problem, s: State, x: int, y: int) -> bool:
    """Whether both variables have the same number and no other."""
    number = least(t, s, x)
    return most(t, s, x) == number and least(t, s, y) == number and most(t, s, y) == number


@kernel
def can_follow(t: Problem, s: State, p: int, begin: int) -> bool:
    """Whether the pairs from that at `begin` on can be in order."""
    n = (t[p + SCOPE_END] - t[p + SCOPE]) // 2
    for i in range(begin, t[p + SCOPE] + n, 2):
        low, high = least(t, s, t[i]), most(t, s, t[i + n])
        if low != high:
            return low < high
    return t[p + NUMBER] == 0
