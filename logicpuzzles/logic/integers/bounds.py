"""How the bounds of operands and results narrow each other, a rule for each operation that is not linear."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, isqrt

from ..terms import AnyTerm
from .propagation import Propagation
from .sets import Bound, Integers, estimated, interval, more, times

Rule = Callable[[Propagation, AnyTerm, AnyTerm, AnyTerm], bool]  # of two operands and the result


def _corners(xs: Sequence[Bound], ys: Sequence[Bound], of: Callable[[Bound, Bound], Bound]) -> tuple[Bound, Bound]:
    found = [of(x, y) for x in xs for y in ys]
    return min(found), max(found)


def _product(on: Propagation, x: AnyTerm, y: AnyTerm, z: AnyTerm) -> bool:
    low, high = _corners(on.bounds(x), on.bounds(y), times)
    return on.narrow(z, estimated(low, high)) and _factor(on, x, y, z) and _factor(on, y, x, z)


def _factor(on: Propagation, x: AnyTerm, y: AnyTerm, z: AnyTerm) -> bool:
    """What `x` can be where x * y = z: the whole quotients of z by y."""
    low, high = on.bounds(z)
    if low <= 0 <= high:
        if 0 in on.domain(y):
            return True
    elif not on.exclude(y, 0) or not on.exclude(x, 0):
        return False
    least, most = on.bounds(y)
    divisors = _divisors(least, most)
    if not divisors:
        return False
    quotients = [_quotient(a, b) for a in (low, high) for b in divisors]
    lowest, highest = min(q[0] for q in quotients), max(q[1] for q in quotients)
    return on.narrow(x, estimated(lowest, highest))


def _divisors(low: Bound, high: Bound) -> list[Bound]:
    """Of the integers from `low` to `high` but 0, those between which all quotients lie."""
    found = {bound for bound in (low, high) if bound != 0}
    return sorted(found | {one for one in (-1, 1) if low <= one <= high})


def _quotient(a: Bound, b: Bound) -> tuple[Bound, Bound]:
    """The integers at and around a / b: the least not below it, and the greatest not above it, in the wider order."""
    if a in (inf, -inf):
        found = inf if (a > 0) == (b > 0) else -inf
        return found, found
    if b in (inf, -inf):
        return 0, 0
    a, b = int(a), int(b)
    return min(-(-a // b), a // b), max(-(-a // b), a // b)


def _truncated(a: Bound, b: Bound) -> Bound:
    if a in (inf, -inf) or b in (inf, -inf):
        return _quotient(a, b)[0]
    found = abs(int(a)) // abs(int(b))
    return found if (a < 0) == (b < 0) else -found


def _floored(a: Bound, b: Bound) -> Bound:
    if b in (inf, -inf) and a not in (inf, -inf):
        return 0 if a == 0 or (a > 0) == (b > 0) else -1
    return _quotient(a, b)[0] if a in (inf, -inf) else int(a) // int(b)


def _division(of: Callable[[Bound, Bound], Bound]) -> Rule:
    def rule(on: Propagation, x: AnyTerm, y: AnyTerm, z: AnyTerm) -> bool:
        if not on.exclude(y, 0):
            return False
        least, most = on.bounds(y)
        divisors = _divisors(least, most)
        if not divisors:
            return False
        low, high = _corners(on.bounds(x), divisors, of)
        if not on.narrow(z, estimated(low, high)):
            return False
        low, high = _corners(on.bounds(z), (least, most), times)  # x is y * z, give or take less than y
        slack = max(abs(least), abs(most))
        if slack == inf:
            return True
        return on.narrow(x, estimated(more(low, 1 - int(slack)), more(high, int(slack) - 1)))

    return rule


def _modulo(on: Propagation, x: AnyTerm, y: AnyTerm, z: AnyTerm) -> bool:
    if not on.exclude(y, 0):
        return False
    least, most = on.bounds(y)
    if not on.narrow(z, estimated(min(0, more(least, 1)), max(0, more(most, -1)))):
        return False
    low, high = on.bounds(x)
    return low < 0 or least < 0 or on.narrow(z, interval(0, high))


def _remainder(on: Propagation, x: AnyTerm, y: AnyTerm, z: AnyTerm) -> bool:
    if not on.exclude(y, 0):
        return False
    least, most = on.bounds(y)
    low, high = on.bounds(x)
    most = max(abs(least), abs(most))
    most = most if most == inf else int(most) - 1
    return on.narrow(z, estimated(max(min(low, 0), -most), min(max(high, 0), most)))


def _absolute(on: Propagation, x: AnyTerm, _: AnyTerm, z: AnyTerm) -> bool:
    domain = on.domain(x)
    if not on.narrow(z, (domain | -domain) & interval(0, inf)):
        return False
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

    one, two = domain(x), domain(y)
    reach = interval(min(one.low, two.low), min(one.high, two.high))
    if not keep(z, (one | two) & reach):
        return False
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
    exponent = on.value(y)
    if exponent is not None and exponent >= 0:
        return known_power(on, x, exponent, z)
    low, high = on.bounds(y)
    least, most = on.bounds(x)
    if low < 0 or least < 1:
        return True
    if not on.narrow(z, estimated(_raised(least, low), _raised(most, high))):
        return False
    limit = on.bounds(z)[1]
    if least >= 2 and limit != inf:
        return on.between(y, 0, int(limit).bit_length())
    return True


def _raised(base: Bound, exponent: Bound) -> Bound:
    """A power of bounds, the base at least 1; inf where it is very large."""
    if base == 1 or exponent == 0:
        return 1
    if base == inf or exponent == inf or int(exponent) * int(base).bit_length() > 8192:
        return inf
    return int(int(base) ** int(exponent))


def known_power(on: Propagation, x: AnyTerm, exponent: int, z: AnyTerm) -> bool:
    """z is x to the power of a known exponent that is at least 0."""
    if exponent == 0:
        return on.fix(z, 1)
    if exponent == 1:
        return on.narrow(x, on.domain(z)) and on.narrow(z, on.domain(x))
    low, high = on.bounds(x)
    ends = [_signed_power(low, exponent), _signed_power(high, exponent)]
    if exponent % 2 == 0:
        ends = [abs(ends[0]), abs(ends[1])]
        if low <= 0 <= high:
            ends.append(0)
    if not on.narrow(z, estimated(min(ends), max(ends))):
        return False
    low, high = on.bounds(z)
    if exponent % 2:
        return on.narrow(x, estimated(-_root(-low, exponent), _root(high, exponent)))
    most = _root(high, exponent)
    roots = interval(-most, most)
    if low > 0:
        least = _root(int(low) - 1, exponent)
        roots = roots & ~interval(-least, least)
    return on.narrow(x, roots)


def _signed_power(bound: Bound, exponent: int) -> Bound:
    found = _raised(max(1, abs(bound)), exponent) if bound else 0
    return -found if bound < 0 and exponent % 2 else found


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
    low, high = 0, 1 << (bound.bit_length() // n + 1)
    while low < high:
        middle = (low + high + 1) // 2
        if middle**n <= bound:
            low = middle
        else:
            high = middle - 1
    return low


RULES: dict[str, Rule] = {
    "*": _product,
    "//": _division(_truncated),
    "div": _division(_floored),
    "mod": _modulo,
    "rem": _remainder,
    "min": _least,
    "max": _greatest,
    "^": _powers,
    "abs": _absolute,
}
