"""From the result of a formula back to its variables: what its parts can be for it to hold.

Registers and instructions are those of `formulas`. An instruction narrows its operands to what can give what its own
register holds by now; each rule keeps all numbers for which that is so, whatever else is not known.
"""

from __future__ import annotations

from ...kernels.kernel import kernel
from . import intervals
from .bits import lowest_bit
from .domains import clip_numbers, drop
from .intervals import CHECKED, EXTRA, LEFT, RIGHT, SIZE, UNKNOWN, is_small_product, raised
from .layout import END, FIRST, NUMBER, SCOPE, SCRATCH, STRIDE, Problem, State


@kernel
def narrowed(t: Problem, s: State, p: int) -> bool:
    """Only what can be is left of the variables of propagator `p`; False where nothing can."""
    x = s[SCRATCH]
    begin = t[p + NUMBER + 1]
    i = t[p + NUMBER + 2]
    z = x + 2 * ((i - begin) // SIZE)
    while i > begin:
        i -= SIZE
        z -= 2
        if s[z] == UNKNOWN:
            continue
        op = t[i]
        a, b = x + t[i + LEFT], x + t[i + RIGHT]
        if op == intervals.VARIABLE:
            v = t[t[p + SCOPE] + t[i + LEFT]]
            if not clip_numbers(t, s, v, s[z], s[z + 1]):
                return False
        elif op == intervals.REAL_VARIABLE:
            place = t[p + SCOPE] + t[i + LEFT]
            if not clip_reals(t, s, t[place], t[place + 1], s[z], s[z + 1]):
                return False
        elif op == intervals.CHOICE:
            if not undone_choice(s, z, a, b, x + t[i + EXTRA]):
                return False
        elif op == intervals.CONSTANT or (t[i + CHECKED] and (s[a] == UNKNOWN or s[b] == UNKNOWN)):
            continue
        elif not undone(s, op, z, a, b, t[i + EXTRA], t[p + NUMBER + 3]):
            return False
    return True


@kernel
def meet(s: State, at: int, low: int, high: int) -> bool:
    """The register at `at` is from `low` to `high`; False where it cannot be."""
    s[at] = max(s[at], low)
    s[at + 1] = min(s[at + 1], high)
    return s[at] <= s[at + 1]


@kernel
def clip_reals(t: Problem, s: State, v: int, bounds: int, low: int, high: int) -> bool:
    """Only values of a variable with floats are left that may lie from `low` to `high`."""
    k = 0
    for at in range(t[v + FIRST], t[v + END], STRIDE):
        word = s[at]
        while word:
            bit = k + lowest_bit(word)
            word &= word - 1
            if (t[bounds + 2 * bit] > high or t[bounds + 2 * bit + 1] < low) and not drop(t, s, v, bit):
                return False
        k += 64
    return True


@kernel
def undone_choice(s: State, z: int, condition: int, one: int, other: int) -> bool:
    """The result is that of the one that the condition takes; one that cannot give it is not taken."""
    if s[condition] == UNKNOWN:
        return True
    if s[condition] == 1:
        return s[one] == UNKNOWN or meet(s, one, s[z], s[z + 1])
    if s[condition + 1] == 0:
        return s[other] == UNKNOWN or meet(s, other, s[z], s[z + 1])
    if s[one] != UNKNOWN and (s[one] > s[z + 1] or s[one + 1] < s[z]):
        s[condition + 1] = 0
        return s[other] == UNKNOWN or meet(s, other, s[z], s[z + 1])
    if s[other] != UNKNOWN and (s[other] > s[z + 1] or s[other + 1] < s[z]):
        s[condition] = 1
        return s[one] == UNKNOWN or meet(s, one, s[z], s[z + 1])
    return True


@kernel
def undone(s: State, op: int, z: int, a: int, b: int, extra: int, bits: int) -> bool:
    """The operands at `a` and `b` can give what is at `z`, which is 1 wider on both sides where floats are rounded."""
    if op == intervals.AT_MOST:
        return undone_order(s, z, a, b, extra)
    low, high = s[z], s[z + 1]
    if op == intervals.ADD:
        low, high = low - extra, high + extra
        return meet(s, a, low - s[b + 1], high - s[b]) and meet(s, b, low - s[a + 1], high - s[a])
    if op == intervals.SUBTRACT:
        low, high = low - extra, high + extra
        return meet(s, a, low + s[b], high + s[b + 1]) and meet(s, b, s[a] - high, s[a + 1] - low)
    if op == intervals.MULTIPLY:
        low, high = low - extra, high + extra
        return undone_product(s, a, b, low, high, extra) and undone_product(s, b, a, low, high, extra)
    if op == intervals.EQUAL:
        return undone_equal(s, z, a, b, extra)
    if op == intervals.MODULO:
        return undone_modulo(s, z, a, b)
    if op == intervals.FLOOR_DIVIDE:
        return undone_division(s, z, a, b)
    if op == intervals.POWER:
        return undone_power(s, z, a, b)
    if op == intervals.ABSOLUTE:
        return undone_absolute(s, z, a)
    if op == intervals.LEAST:
        if (s[a] > high and not meet(s, b, low, high)) or (s[b] > high and not meet(s, a, low, high)):
            return False
        return meet(s, a, low, s[a + 1]) and meet(s, b, low, s[b + 1])
    if op == intervals.GREATEST:
        if (s[a + 1] < low and not meet(s, b, low, high)) or (s[b + 1] < low and not meet(s, a, low, high)):
            return False
        return meet(s, a, s[a], high) and meet(s, b, s[b], high)
    if op == intervals.TO_REAL:
        return meet(s, a, -(-low >> bits), high >> bits)
    if op == intervals.ROUNDED:
        return meet(s, a, low - extra, high + extra)
    if op == intervals.AFTER:
        return meet(s, b, low, high)
    return True


@kernel
def undone_order(s: State, z: int, a: int, b: int, extra: int) -> bool:
    """Where it is known whether the first is smaller: both are as that says. Floats may lie anywhere between units."""
    gap = 0 if extra & 2 else 1
    strict = gap * (extra & 1)
    if s[z] == 1:
        return meet(s, a, s[a], s[b + 1] - strict) and meet(s, b, s[a] + strict, s[b + 1])
    if s[z + 1] == 0:
        strict = gap - strict
        return meet(s, a, s[b] + strict, s[a + 1]) and meet(s, b, s[b], s[a + 1] - strict)
    return True


@kernel
def undone_equal(s: State, z: int, a: int, b: int, extra: int) -> bool:
    """Both are equal; or, of integers, where one is known the other is not that."""
    if s[z] == 1:
        return meet(s, a, s[b], s[b + 1]) and meet(s, b, s[a], s[a + 1])
    if s[z + 1] == 0 and extra == 0:
        return without(s, a, b) and without(s, b, a)
    return True


@kernel
def without(s: State, at: int, other: int) -> bool:
    """The register at `at` does not begin or end with what the other one is, where that is known."""
    if s[other] == s[other + 1]:
        if s[at] == s[other]:
            s[at] += 1
        if s[at + 1] == s[other]:
            s[at + 1] -= 1
    return s[at] <= s[at + 1]


@kernel
def undone_product(s: State, at: int, by: int, low: int, high: int, extra: int) -> bool:
    """The factor at `at`, where the other one is not 0: the result divided by that; extra where it is no integer."""
    c, d = s[by], s[by + 1]
    if low > 0 or high < 0:
        if c == 0 and extra == 0:
            c = 1
        if d == 0 and extra == 0:
            d = -1
    if c > d:
        return False
    if c <= 0 and d >= 0:
        return True
    if c < 0:
        low, high, c, d = -high, -low, -d, -c
    if extra:  # outwards
        least = low // (d if low >= 0 else c)
        most = -(-high // (c if high >= 0 else d))
    else:
        least = -(-low // (d if low >= 0 else c))
        most = high // (c if high >= 0 else d)
    return meet(s, at, least, most)


@kernel
def undone_modulo(s: State, z: int, a: int, b: int) -> bool:
    """The rest by a divisor that is known: the first and last numbers with such a rest; any divisor is larger."""
    low, high = s[z], s[z + 1]
    if s[b] <= 0:
        return True
    if s[b] < s[b + 1]:
        return meet(s, b, low + 1, s[b + 1])
    n = s[b]
    if low > high or high < 0 or low >= n:
        return False
    low, high = max(low, 0), min(high, n - 1)
    first, last = s[a] % n, s[a + 1] % n
    least, most = s[a], s[a + 1]
    if first < low:
        least += low - first
    elif first > high:
        least += n - first + low
    if last > high:
        most -= last - high
    elif last < low:
        most -= last + n - high
    return meet(s, a, least, most)


@kernel
def undone_division(s: State, z: int, a: int, b: int) -> bool:
    """What is divided by a positive number lies from the quotient times that to before the next multiple."""
    low, high, c, d = s[z], s[z + 1], s[b], s[b + 1]
    if c <= 0 or not is_small_product(max(-low, high) + 1, d):
        return True
    if not meet(s, a, low * (c if low >= 0 else d), (high + 1) * (d if high >= 0 else c) - 1):
        return False
    return low <= 0 or s[a + 1] < 0 or meet(s, b, c, s[a + 1] // low)


@kernel
def undone_power(s: State, z: int, a: int, b: int) -> bool:
    """The base, where the exponent is known: between the roots."""
    n = s[b]
    if n != s[b + 1] or n == 0:
        return True
    if n & 1 == 0 and s[z + 1] < 0:
        return False
    if s[a + 1] > 0 and raised(s[a + 1], n) > s[z + 1]:
        s[a + 1] = root_at_most(s[a], s[a + 1], n, s[z + 1])
    if n & 1 == 0 and s[a] < 0 and s[a] <= s[a + 1] and raised(-s[a], n) > s[z + 1]:
        s[a] = -root_at_most(0, -s[a], n, s[z + 1])
    if s[a] > s[a + 1]:
        return False
    if s[a] >= 0 and raised(s[a], n) < s[z]:
        if raised(s[a + 1], n) < s[z]:
            return False
        s[a] = root_at_most(s[a], s[a + 1], n, s[z] - 1) + 1
    return s[a] <= s[a + 1]


@kernel
def root_at_most(low: int, high: int, n: int, limit: int) -> int:
    """The greatest number before `high` whose power is at most `limit`, that of `high` not being so.

    It is max(low, 0) - 1 where no number from max(low, 0) on is one.
    """
    low = max(low, 0) - 1
    while high - low > 1:
        middle = (low + high) >> 1
        if raised(middle, n) <= limit:
            low = middle
        else:
            high = middle
    return low


@kernel
def undone_absolute(s: State, z: int, a: int) -> bool:
    """The number lies on one side of 0 or the other, not nearer than the result."""
    low, high = s[z], s[z + 1]
    if not meet(s, a, -high, high):
        return False
    if s[a] > -low and not meet(s, a, low, high):
        return False
    return s[a + 1] >= low or meet(s, a, -high, -low)
