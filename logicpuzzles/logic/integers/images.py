"""What an operation that is not linear can give, from the domains of its operands: a set that holds all its values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

from .sets import ALL, BITS, Bound, Integers, estimated, interval, more, single, times

Image = Callable[[Integers, Integers], Integers]  # of the domains of two operands for which it has a value
NATURAL = interval(0, inf)
UNITS = Integers(((-1, -1), (1, 1)))


def sizes(domain: Integers) -> tuple[Bound, Bound]:
    """The least and the greatest absolute value of what is in `domain`.

    >>> sizes(Integers(((-9, -4), (2, 3))))
    (2, 9)
    """
    ends = [abs(end) for part in domain.parts for end in part]
    return 0 if 0 in domain else min(ends), max(ends)


def sized(low: Bound, high: Bound, is_signed: bool = True) -> Integers:
    """The integers whose absolute values are from `low` to `high`, an estimate; those below 0 if it `is_signed`.

    >>> sized(2, 3).parts
    ((-3, -2), (2, 3))
    """
    found = estimated(low, high)
    return found | -found if is_signed else found


def corners(xs: Sequence[Bound], ys: Sequence[Bound], of: Callable[[Bound, Bound], Bound]) -> tuple[Bound, Bound]:
    """The least and the greatest of what `of` gives for one of each."""
    found = [of(x, y) for x in xs for y in ys]
    return min(found), max(found)


def divisors(low: Bound, high: Bound) -> list[Bound]:
    """Of the integers from `low` to `high` but 0, those between which all quotients lie."""
    found = {bound for bound in (low, high) if bound != 0}
    return sorted(found | {one for one in (-1, 1) if low <= one <= high})


def quotient(a: Bound, b: Bound) -> tuple[Bound, Bound]:
    """The integers at and around a / b: the least not below it, and the greatest not above it, in the wider order."""
    if a in (inf, -inf):
        found = inf if (a > 0) == (b > 0) else -inf
        return found, found
    if b in (inf, -inf):
        return 0, 0
    a, b = int(a), int(b)
    return min(-(-a // b), a // b), max(-(-a // b), a // b)


def raised(base: Bound, exponent: Bound) -> Bound:
    """A power of bounds, the base at least 1; inf where it is very large."""
    if base == 1 or exponent == 0:
        return 1
    if base == inf or exponent == inf or int(exponent) * int(base).bit_length() > 8192:
        return inf
    return int(int(base) ** int(exponent))


def _product(x: Integers, y: Integers) -> Integers:
    return estimated(*corners((x.low, x.high), (y.low, y.high), times))


def _truncated(a: Bound, b: Bound) -> Bound:
    if a in (inf, -inf) or b in (inf, -inf):
        return quotient(a, b)[0]
    found = abs(int(a)) // abs(int(b))
    return found if (a < 0) == (b < 0) else -found


def _floored(a: Bound, b: Bound) -> Bound:
    if b in (inf, -inf) and a not in (inf, -inf):
        return 0 if a == 0 or (a > 0) == (b > 0) else -1
    return quotient(a, b)[0] if a in (inf, -inf) else int(a) // int(b)


def _division(of: Callable[[Bound, Bound], Bound]) -> Image:
    return lambda x, y: estimated(*corners((x.low, x.high), divisors(y.low, y.high), of))


def _modulo(x: Integers, y: Integers) -> Integers:
    found = estimated(min(0, more(y.low, 1)), max(0, more(y.high, -1)))
    return found & interval(0, x.high) if x.low >= 0 and y.low >= 0 else found


def _remainder(x: Integers, y: Integers) -> Integers:
    most = more(sizes(y)[1], -1)
    return estimated(max(min(x.low, 0), -most), min(max(x.high, 0), most))


def _absolute(x: Integers, _: Integers) -> Integers:
    return (x | -x) & NATURAL


def _least(x: Integers, y: Integers) -> Integers:
    return (x | y) & interval(min(x.low, y.low), min(x.high, y.high))


def _greatest(x: Integers, y: Integers) -> Integers:
    return (x | y) & interval(max(x.low, y.low), max(x.high, y.high))


def _power(x: Integers, y: Integers) -> Integers:
    exponent = y.only
    if exponent is not None and exponent >= 0:
        return _known_power(x, exponent)
    if not x & ~UNITS:
        return x if x.only == 1 else UNITS
    if y.low < 0:
        return NATURAL if x.low >= 0 else ALL
    low, high = sizes(x)
    if high == 0:
        return BITS if 0 in y else single(0)
    least = raised(low, y.low) if low else 0
    return sized(least, raised(high, y.high), x.low < 0)


def _known_power(x: Integers, exponent: int) -> Integers:
    if exponent < 2:
        return x if exponent else single(1)
    if exponent % 2 == 0:
        low, high = sizes(x)
        return estimated(_signed_power(low, exponent), _signed_power(high, exponent))
    return estimated(_signed_power(x.low, exponent), _signed_power(x.high, exponent))


def _signed_power(bound: Bound, exponent: int) -> Bound:
    found = raised(max(1, abs(bound)), exponent) if bound else 0
    return -found if bound < 0 and exponent % 2 else found


IMAGES: dict[str, Image] = {
    "*": _product,
    "//": _division(_truncated),
    "div": _division(_floored),
    "mod": _modulo,
    "rem": _remainder,
    "min": _least,
    "max": _greatest,
    "^": _power,
    "abs": _absolute,
}
