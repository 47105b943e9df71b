"""The propagator of totals of values that differ: so many of them take up at least the least that are left."""

from __future__ import annotations

from ...kernels.kernel import kernel
from .bits import highest_bit, lowest_bit
from .domains import clip_numbers, is_fixed, least, most
from .layout import END, FIRST, NUMBER, NUMBERS, SCOPE, SCOPE_END, SCRATCH, STRIDE, Problem, State


@kernel
def totals(t: Problem, s: State, p: int) -> bool:
    """Every total can still be the sum of its parts; narrows the bounds of both so.

    The variables of propagator `p`, of one class, all integers, differ. For each total, t[number[0]:number[1]] has
    three numbers: its variable, and from where to where in `t` its parts are listed, number[2] of them at most. Scratch
    holds the sums of so many of the least values that open variables have left, those of the greatest, and the words
    of all those values.
    Source: N. Beldiceanu et al., An O(n log n) bound consistency algorithm for the conjunction of an alldifferent and
    an inequality between a sum of variables and a constant (2012); here the least values are those of any variable.
    """
    n_most = t[p + NUMBER + 2]
    low = s[SCRATCH]
    high = low + n_most + 1
    n = add_up(t, s, p, low, high, n_most)
    for one in range(t[p + NUMBER], t[p + NUMBER + 1], 3):
        known = n_open = 0
        for i in range(t[one + 1], t[one + 2]):
            if is_fixed(t, s, t[i]):
                known += least(t, s, t[i])
            else:
                n_open += 1
        if n_open < 2:  # the equations see that
            continue
        v = t[one]
        if n_open > n or not clip_numbers(t, s, v, known + s[low + n_open], known + s[high + n_open]):
            return False
        fewest = least(t, s, v) - known - s[high + n_open - 1]
        greatest = most(t, s, v) - known - s[low + n_open - 1]
        for i in range(t[one + 1], t[one + 2]):
            v = t[i]
            if is_fixed(t, s, v) or (least(t, s, v) >= fewest and most(t, s, v) <= greatest):
                continue
            if not clip_numbers(t, s, v, fewest, greatest):
                return False
    return True


@kernel
def add_up(t: Problem, s: State, p: int, low: int, high: int, n_most: int) -> int:
    """Fill in the sums of the least values and of the greatest; return how many values there are, `n_most` at most."""
    first = t[t[p + SCOPE]]
    numbers, width = t[first + NUMBERS], (t[first + END] - t[first + FIRST]) // STRIDE
    words = high + n_most + 1
    for w in range(width):
        left = taken = 0
        for i in range(t[p + SCOPE], t[p + SCOPE_END], 2):
            word = s[t[t[i] + FIRST] + STRIDE * w]
            if is_fixed(t, s, t[i]):
                taken |= word
            else:
                left |= word
        s[words + w] = left & ~taken
    n = s[low] = 0
    for w in range(width):
        word = s[words + w]
        while word and n < n_most:
            s[low + n + 1] = s[low + n] + t[numbers + 64 * w + lowest_bit(word)]
            word &= word - 1
            n += 1
    n = s[high] = 0
    for w in range(width - 1, -1, -1):
        word = s[words + w]
        while word and n < n_most:
            k = highest_bit(word)
            s[high + n + 1] = s[high + n] + t[numbers + 64 * w + k]
            word &= ~(1 << k)
            n += 1
    return n
