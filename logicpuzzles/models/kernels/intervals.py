"""Intervals of integers: what an operation gives for numbers between bounds.

Bounds lie within LIMIT on both sides. Where an operation may have no result (a division by 0), or one beyond LIMIT,
or one of another type (a power with a negative exponent), what it gives is UNKNOWN: its lower bound alone tells.

Numbers that Python holds as floats are counted in units of 2**-bits, rounded outwards. As long as a float has a digit
for each unit (`LARGEST_REAL`), rounding to the nearest float stays between bounds that are whole units, so that what
Python works out lies between them too.
Source of the rules: R. E. Moore, Interval Analysis (1966).
"""

from __future__ import annotations

from ...kernels.kernel import kernel
from .bits import highest_bit
from .products import times

CONSTANT, VARIABLE, REAL_VARIABLE, ADD, SUBTRACT, MULTIPLY, MULTIPLY_REAL, DIVIDE, FLOOR_DIVIDE, MODULO = range(10)
POWER, ABSOLUTE, LEAST, GREATEST, EQUAL, AT_MOST, CHOICE, TO_REAL, ROUNDED, AFTER, NOTHING_KNOWN = range(10, 21)

# The record of an instruction, see `formulas`.
OPERATION, LEFT, RIGHT, EXTRA, CHECKED = range(5)
SIZE = 5

LIMIT = 1 << 60
UNKNOWN = 1 << 61  # as a lower bound
LARGEST_REAL = 1 << 52  # in units
BITS_OF_PRODUCT = 60


@kernel
def combined(op: int, a: int, b: int, c: int, d: int, extra: int, bits: int) -> tuple[int, int]:
    """What an operation gives for one number from `a` to `b` and another from `c` to `d`, all of which are known.

    extra is what the operation takes besides: of AT_MOST 1 where the first must be smaller, and 2 more for floats; of
    ROUNDED, how far rounding moves a number. AFTER gives the second number, once the first is known.
    """
    if op == ADD:
        return a + c, b + d
    if op == SUBTRACT:
        return a - d, b - c
    if op == MULTIPLY:
        return multiplied(a, b, c, d)
    if op == AT_MOST:
        return at_most(a, b, c, d, extra & 1)
    if op == EQUAL:
        return equal(a, b, c, d)
    if op == MODULO:
        return modulo(a, b, c, d)
    if op == FLOOR_DIVIDE:
        return floor_divided(a, b, c, d)
    if op == POWER:
        return power(a, b, c, d)
    if op == ABSOLUTE:
        return max(max(a, -b), 0), max(-a, b)
    if op == LEAST:
        return min(a, c), min(b, d)
    if op == GREATEST:
        return max(a, c), max(b, d)
    if op == MULTIPLY_REAL:
        return scaled_down(a, b, c, d, bits)
    if op == DIVIDE:
        return divided(a, b, c, d, bits)
    if op == TO_REAL:
        return a << bits, b << bits
    if op == ROUNDED:
        return a - extra, b + extra
    return c, d


@kernel
def multiplied(a: int, b: int, c: int, d: int) -> tuple[int, int]:
    """The product."""
    if not is_small_product(max(-a, b), max(-c, d)):
        return UNKNOWN, 0
    return times(a, b, c, d)


@kernel
def scaled_down(a: int, b: int, c: int, d: int, bits: int) -> tuple[int, int]:
    """The product of two numbers in units."""
    low, high = multiplied(a, b, c, d)
    if low == UNKNOWN:
        return UNKNOWN, 0
    return low >> bits, -(-high >> bits)


@kernel
def is_small_product(x: int, y: int) -> bool:
    """Whether the product of two numbers, and of all that are nearer to 0, fits a word."""
    return length(x) + length(y) <= BITS_OF_PRODUCT


@kernel
def length(number: int) -> int:
    """How many bits the absolute value of a number has."""
    return highest_bit(abs(number)) + 1 if number else 0


@kernel
def at_most(a: int, b: int, c: int, d: int, gap: int) -> tuple[int, int]:
    """Whether the first plus `gap` is at most the second."""
    return 1 if b + gap <= c else 0, 1 if a + gap <= d else 0


@kernel
def equal(a: int, b: int, c: int, d: int) -> tuple[int, int]:
    """Whether both are equal."""
    return 1 if a == b and c == d and a == c else 0, 1 if a <= d and c <= b else 0


@kernel
def modulo(a: int, b: int, c: int, d: int) -> tuple[int, int]:
    """The rest that has the sign of the divisor, as in Python."""
    if c <= 0 and d >= 0:
        return UNKNOWN, 0
    if c == d and a // c == b // c:
        return a % c, b % c
    if c > 0:
        if a >= 0 and b < c:
            return a, b
        return 0, min(d - 1, b) if a >= 0 else d - 1
    return c + 1, 0


@kernel
def floor_divided(a: int, b: int, c: int, d: int) -> tuple[int, int]:
    """The quotient, rounded down."""
    if c <= 0 and d >= 0:
        return UNKNOWN, 0
    w, x, y, z = a // c, a // d, b // c, b // d
    return min(w, x, y, z), max(w, x, y, z)


@kernel
def divided(a: int, b: int, c: int, d: int, bits: int) -> tuple[int, int]:
    """The quotient in units, rounded outwards."""
    if c <= 0 and d >= 0 or length(max(-a, b)) + bits > BITS_OF_PRODUCT:
        return UNKNOWN, 0
    a, b = a << bits, b << bits
    low = min(a // c, a // d, b // c, b // d)
    high = min(-a // c, -a // d, -b // c, -b // d)
    return low, -high


@kernel
def power(a: int, b: int, c: int, d: int) -> tuple[int, int]:
    """A number from `a` to `b` raised to one from `c` to `d`."""
    if c < 0:
        return UNKNOWN, 0
    if c < d:
        if a < 1:
            return UNKNOWN, 0
        return within(raised(a, c), raised(b, d))
    if c & 1 or a >= 0:
        return within(raised(a, c), raised(b, c))
    if b <= 0:
        return within(raised(b, c), raised(a, c))
    return within(0 if c else 1, raised(max(-a, b), c))


@kernel
def within(low: int, high: int) -> tuple[int, int]:
    """Bounds, UNKNOWN where one of them is."""
    if low == UNKNOWN or high == UNKNOWN:
        return UNKNOWN, 0
    return low, high


@kernel
def raised(base: int, exponent: int) -> int:
    """The power, UNKNOWN where it is too large; the exponent is not negative."""
    if -1 <= base <= 1:
        return base if exponent & 1 else (1 if exponent == 0 else abs(base))
    found = 1
    for _ in range(exponent):
        if not is_small_product(found, base):
            return UNKNOWN
        found *= base
    return found
