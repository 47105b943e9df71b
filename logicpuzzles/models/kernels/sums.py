"""Propagators of linear sums: bounds, and every value where two variables are open."""

from __future__ import annotations

from ...kernels.kernel import kernel
from .bits import reverse_bits, shift_right
from .domains import clip_numbers, drop, has, index_at_most, is_fixed, is_narrow, least, most, narrow
from .layout import DENSE, FIRST, NUMBER, NUMBERS, SCOPE, SCOPE_END, Problem, State


@kernel
def bounded(t: Problem, s: State, p: int) -> bool:
    """The sum of propagator `p` can still be at most number[0], or equal it if number[1]; narrows the bounds so."""
    exact = t[p + NUMBER + 1] != 0
    low = high = -t[p + NUMBER]
    n_open = widest = 0
    x = y = t[p + SCOPE]
    for i in range(t[p + SCOPE], t[p + SCOPE_END], 2):
        v, c = t[i], t[i + 1]
        a, b = least(t, s, v), most(t, s, v)
        if a != b:
            n_open += 1
            x, y = y, i
        least_term = c * a if c > 0 else c * b
        most_term = c * b if c > 0 else c * a
        low += least_term
        high += most_term
        widest = max(widest, most_term - least_term)
    if low > 0 or (exact and high < 0):
        return False
    if n_open == 0 or (not exact and high <= 0):
        return True
    if exact and n_open == 2 and is_plain(t, x) and is_plain(t, y):
        return pair(t, s, p, x, y)
    if widest <= -low and (widest <= high or not exact):
        return True
    for i in range(t[p + SCOPE], t[p + SCOPE_END], 2):
        v, c = t[i], t[i + 1]
        a, b = least(t, s, v), most(t, s, v)
        room = abs(c) * (b - a)
        if room <= -low and (room <= high or not exact):
            continue
        below = -low // abs(c)  # how far the term may be above its least
        above = high // abs(c) if exact else b - a  # and below its greatest
        if c < 0:
            below, above = above, below
        if not clip_numbers(t, s, v, max(a, b - above), min(b, a + below)):
            return False
    return True


@kernel
def is_plain(t: Problem, i: int) -> bool:
    """Whether the place at `i` has multiplier 1 or -1 and numbers without gaps, in one word."""
    return abs(t[i + 1]) == 1 and t[t[i] + DENSE] == 1 and is_narrow(t, t[i])


@kernel
def pair(t: Problem, s: State, p: int, x: int, y: int) -> bool:
    """Of the two open variables of an exact sum, at `x` and `y`, only values that have a partner are left."""
    rest = t[p + NUMBER]
    for i in range(t[p + SCOPE], t[p + SCOPE_END], 2):
        if i != x and i != y:
            rest -= t[i + 1] * least(t, s, t[i])
    vx, vy = t[x], t[y]
    at_x, at_y = t[vx + FIRST], t[vy + FIRST]
    cx, cy = t[x + 1], t[y + 1]
    # x + y == rest pairs bit k of x with bit total - k of y; x - y == rest with bit k - total
    total = cx * rest - t[t[vx + NUMBERS]] - (cx * cy) * t[t[vy + NUMBERS]]
    if cx == cy:
        new_x = s[at_x] & moved(reverse_bits(s[at_y]), total - 63)
        new_y = s[at_y] & moved(reverse_bits(s[at_x]), total - 63)
    else:
        new_x = s[at_x] & moved(s[at_y], total)
        new_y = s[at_y] & moved(s[at_x], -total)
    if new_x != s[at_x] and not narrow(t, s, vx, at_x, new_x):
        return False
    return new_y == s[at_y] or narrow(t, s, vy, at_y, new_y)


@kernel
def moved(word: int, places: int) -> int:
    """The word moved up by `places`, or down where that is negative."""
    if places >= 64 or places <= -64:
        return 0
    return word << places if places >= 0 else shift_right(word, -places)


@kernel
def unequal(t: Problem, s: State, p: int) -> bool:
    """The sum of propagator `p` can still differ from number[0]; the last open variable loses the one bad value."""
    rest = t[p + NUMBER]
    last = 0
    for i in range(t[p + SCOPE], t[p + SCOPE_END], 2):
        if is_fixed(t, s, t[i]):
            rest -= t[i + 1] * least(t, s, t[i])
        elif last:
            return True
        else:
            last = i
    if not last:
        return rest != 0
    v, c = t[last], t[last + 1]
    if rest % c != 0:
        return True
    k = index_at_most(t, v, rest // c)
    if k < 0 or t[t[v + NUMBERS] + k] != rest // c or not has(t, s, v, k):
        return True
    return drop(t, s, v, k)
