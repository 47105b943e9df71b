"""How the domains of operands and results narrow each other, a rule for each operation that is not linear.

`IMAGES` tells what an operation can give; here is what its operands can be for what it gives.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, isqrt

from ..terms import AnyTerm
from .images import IMAGES, UNITS, corners, divisors, quotient, sized, sizes
from .propagation import Propagation
from .sets import ALL, Bound, Integers, estimated, interval, more, times

Rule = Callable[[Propagation, AnyTerm, AnyTerm, AnyTerm], bool]  # of two operands and the result


def narrowed(on: Propagation, operator: str, x: AnyTerm, y: AnyTerm, z: AnyTerm) -> bool:
    """z is the value that an operation has of x and y; False if it cannot be."""
    if operator in ("//", "div", "mod", "rem") and not on.exclude(y, 0):
        return False
    image = IMAGES[operator](on.domain(x), on.domain(y))
    return on.narrow(z, image) and RULES[operator](on, x, y, z)


def _product(on: Propagation, x: AnyTerm, y: AnyTerm, z: AnyTerm) -> bool:
    return _factor(on, x, y, z) and _factor(on, y, x, z)


def _factor(on: Propagation, x: AnyTerm, y: AnyTerm, z: AnyTerm) -> bool:
    """What `x` can be where x * y = z: the whole quotients of z by y."""
    low, high = on.bounds(z)
    if low <= 0 <= high:
        if 0 in on.domain(y):
            return True
    elif not on.exclude(y, 0) or not on.exclude(x, 0):
        return False
    least, most = on.bounds(y)
    ends = divisors(least, most)
    if not ends:
        return False
    quotients = [quotient(a, b) for a in (low, high) for b in ends]
    lowest, highest = min(q[0] for q in quotients), max(q[1] for q in quotients)
    return on.narrow(x, estimated(lowest, highest))


def _division(is_floored: bool) -> Rule:
    def rule(on: Propagation, x: AnyTerm, y: AnyTerm, z: AnyTerm) -> bool:
        (least, greatest), (low, high) = sizes(on.domain(x)), sizes(on.domain(z))
        # |x| / |y| is at least `low`, or, where it was rounded away from 0, more than one less; and below `high` + 1
        if is_floored and on.bounds(z)[0] < 0:
            low = more(low, -1)
        most = inf if low < 1 or greatest == inf else int(greatest) // int(low)
        below = 0 if inf in (least, high) else int(least) // (int(high) + 1)
        if not on.narrow(y, sized(below + 1, most)):
            return False
        low, high = corners(on.bounds(z), on.bounds(y), times)  # x is y * z and what is left over
        lower, upper = _left_over(on.domain(y), low, high, is_floored)
        return on.narrow(x, estimated(_sum(low, lower), _sum(high, upper)))

    return rule


def _left_over(y: Integers, low: Bound, high: Bound, is_floored: bool) -> tuple[Bound, Bound]:
    """Between what remains where a number is divided by `y` and the quotient times y is from `low` to `high`.

    It has the sign of y where the quotient is rounded down, else that of the number.
    """
    if is_floored:
        return min(0, more(y.low, 1)), max(0, more(y.high, -1))
    most = more(sizes(y)[1], -1)
    return 0 if low > 0 else -most, 0 if high < 0 else most


def _sum(left: Bound, right: Bound) -> Bound:
    """The sum of bounds that are not infinite in opposite directions."""
    return more(left, int(right)) if abs(right) != inf else right


def _of_sign(on: Propagation, x: AnyTerm, y: AnyTerm, z: AnyTerm) -> bool:
    """What is left over of a number, rounded to 0, has its sign, and is no larger."""
    low, high = on.bounds(z)
    signed = interval(low, inf) if low > 0 else interval(-inf, high) if high < 0 else ALL
    return on.narrow(x, signed) and _remainder(on, x, y, z)


def _remainder(on: Propagation, x: AnyTerm, y: AnyTerm, z: AnyTerm) -> bool:
    """The divisor is larger than what is left over, and divides the rest of `x`."""
    divisor, rest = on.value(y), on.value(z)
    (low, high), (least, most) = on.bounds(x), on.bounds(z)
    if divisor is not None and rest is not None and low < high:
        first = low if low == -inf else int(low) + (rest - int(low)) % abs(divisor)
        last = high if high == inf else int(high) - (int(high) - rest) % abs(divisor)
        return on.narrow(x, interval(first, last))
    divided = ALL
    if (low > most or high < least) and inf not in (-low, high, -least, most):
        divided = interval(0, max(int(high) - int(least), int(most) - int(low)))
    above = sizes(on.domain(z))[0]
    divided = divided & interval(more(above, 1), inf)
    return bool(divided) and on.narrow(y, sized(divided.low, divided.high))


def _absolute(on: Propagation, x: AnyTerm, _: AnyTerm, z: AnyTerm) -> bool:
    results = on.domain(z)
    return on.narrow(x, results | -results)


def _least(on: Propagation, x: AnyTerm, y: AnyTerm, z: AnyTerm) -> bool:
    return _extreme(on, x, y, z, 1)


def _greatest(on: Propagation, x: AnyTerm, y: AnyTerm, z: AnyTerm) -> bool:
    return _extreme(on, x, y, z, -1)


def _extreme(on: Propagation, x: AnyTerm, y: AnyTerm, z: AnyTerm, sign: int) -> bool:
    """z is the least of x and y; the greatest where `sign` is -1: what is said here is then said of the negatives."""

    def domain(term: AnyTerm) -> Integers:
        return on.domain(term) if sign > 0 else -on.domain(term)

    def keep(term: AnyTerm, allowed: Integers) -> bool:
        return on.narrow(term, allowed if sign > 0 else -allowed)

    low, high = domain(z).low, domain(z).high
    if not keep(x, interval(low, inf)) or not keep(y, interval(low, inf)):
        return False
    one, two = domain(x), domain(y)
    if one.low > high:
        return keep(y, domain(z)) and keep(z, domain(y))
    if two.low > high:
        return keep(x, domain(z)) and keep(z, domain(x))
    return True


def _powers(on: Propagation, x: AnyTerm, y: AnyTerm, z: AnyTerm) -> bool:
    """The sizes of base, exponent and power; only 1 and -1 have powers below 0."""
    exponent = on.value(y)
    if exponent is not None and exponent >= 0:
        return _known_power(on, x, exponent, z)
    if on.bounds(y)[1] < 0:
        return on.narrow(x, UNITS)
    if on.domain(z).only == 0:
        return on.fix(x, 0) and on.between(y, 1, inf)
    if on.domain(x) & UNITS:
        if on.bounds(y)[0] < 0:
            return True
    elif not on.between(y, 0, inf):
        return False
    if 1 not in on.domain(z) and not on.exclude(y, 0):
        return False
    (least, greatest), (low, high) = sizes(on.domain(x)), sizes(on.domain(z))
    if greatest == 0:
        return on.fix(y, 0) if low else True
    if least >= 2 and high != inf and not on.between(y, 0, _logarithm(int(least), int(high))):
        return False
    if low >= 2 and greatest != inf and not on.between(y, _logarithm(int(greatest), int(low) - 1) + 1, inf):
        return False
    few, many = on.bounds(y)
    below = _root(more(low, -1), int(many)) if low >= 2 and many != inf else -1
    most = _root(high, int(few)) if few >= 1 else inf
    return on.narrow(x, sized(more(below, 1), most))


def _logarithm(base: int, n: int) -> int:
    """The greatest exponent to which the power of `base`, at least 2, is at most `n`; -1 where n is 0.

    >>> [_logarithm(3, n) for n in (0, 1, 2, 3, 26, 27)]
    [-1, 0, 0, 1, 2, 3]
    """
    return _last(-1, n.bit_length() // (base.bit_length() - 1), lambda exponent: base**exponent <= n)


def _last(low: int, high: int, holds: Callable[[int], bool]) -> int:
    """The greatest number from `low` to `high` for which `holds` is true, as it is for all below that; else `low`."""
    while low < high:
        middle = (low + high + 1) // 2
        if holds(middle):
            low = middle
        else:
            high = middle - 1
    return low


def _known_power(on: Propagation, x: AnyTerm, exponent: int, z: AnyTerm) -> bool:
    """z is x to the power of a known exponent that is at least 0."""
    if exponent < 2:
        return exponent == 0 or on.narrow(x, on.domain(z))
    low, high = on.bounds(z)
    if exponent % 2:
        return on.narrow(x, estimated(-_root(-low, exponent), _root(high, exponent)))
    most = _root(high, exponent)
    roots = interval(-most, most)
    if low > 0:
        least = _root(int(low) - 1, exponent)
        roots = roots & ~interval(-least, least)
    return on.narrow(x, roots)


def _root(bound: Bound, n: int) -> Bound:
    """The greatest integer whose `n`-th power is at most `bound`, below 0 too where `n` is odd."""
    if bound in (inf, -inf):
        return bound
    bound = int(bound)
    if bound < 0:
        found = _root(-bound, n)
        return -int(found) if int(found) ** n == -bound else -int(found) - 1
    if n == 2:
        return isqrt(bound)
    return _last(0, 1 << (bound.bit_length() // n + 1), lambda root: root**n <= bound)


RULES: dict[str, Rule] = {
    "*": _product,
    "//": _division(is_floored=False),
    "div": _division(is_floored=True),
    "mod": _remainder,
    "rem": _of_sign,
    "min": _least,
    "max": _greatest,
    "^": _powers,
    "abs": _absolute,
}
