"""What is not linear: products, quotients, remainders, powers, absolute values, minima and maxima.

While two operands have few values, all pairs of them are tried: then each keeps just the values that have partners.
Else bounds are narrowed, by a rule for each operation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from math import inf, isqrt

from ..arithmetic import OPERATIONS
from ..terms import AnyTerm, Term
from .propagation import Propagation, Propagator
from .sets import Bound, Integers, collected, estimated, interval, more, times

FEW = 400  # pairs of values
DIVISIONS = frozenset({"//", "div", "mod", "rem"})
Rule = Callable[[Propagation, AnyTerm, AnyTerm, AnyTerm], bool]


def value_of(name: str, left: int, right: int) -> int | None:
    """The value of an operation; None where it has none, as a division by zero.

    Raises
    ------
    PuzzleError
        It is too large.
    """
    if name in DIVISIONS and right == 0 or name == "^" and right < 0 and left not in (1, -1):
        return None
    return abs(left) if name == "abs" else OPERATIONS[name, 2](left, right)


@dataclass(frozen=True, slots=True, eq=False)
class Operation(Propagator):
    """`left` and `right` give `result` by the operation `operator`; `right` is 0 where it takes one.

    Where `defined` is given, that is 1 if the operation has a value and 0 if not, and `result` is then 0.
    """

    operator: str
    left: AnyTerm
    right: AnyTerm
    result: AnyTerm
    defined: AnyTerm = 1
    name: str = "#="

    @property
    def terms(self) -> tuple[AnyTerm, ...]:  # type: ignore[override]
        return (self.left, self.right, self.result, self.defined)

    def propagate(self, on: Propagation) -> bool:
        if on.value(self.defined) is None and not self._settle(on):
            return False
        defined = on.value(self.defined)
        if defined is None:
            return True
        if not defined:
            return on.fix(self.result, 0) and (self.operator == "^" or on.fix(self.right, 0))
        return self._compute(on)

    def _settle(self, on: Propagation) -> bool:
        """Find out whether the operation has a value."""
        left, right = on.value(self.left), on.value(self.right)
        if left is not None and right is not None:
            return on.fix(self.defined, int(value_of(self.operator, left, right) is not None))
        if self.operator in DIVISIONS:
            if right == 0:
                return on.fix(self.defined, 0)
            is_defined = 0 not in on.domain(self.right)
        else:
            is_defined = on.bounds(self.right)[0] >= 0
        return not is_defined or on.fix(self.defined, 1)

    def _compute(self, on: Propagation) -> bool:
        left, right = on.domain(self.left), on.domain(self.right)
        if left.only is not None and right.only is not None:
            found = value_of(self.operator, left.only, right.only)
            return found is not None and on.fix(self.result, found)
        is_same = on.walk(self.left) is on.walk(self.right)
        pairs = left.size if is_same else times(left.size, right.size)
        if pairs <= FEW:
            return self._supported(on, left, right, is_same)
        if is_same and self.operator == "*":
            return _power(on, self.left, 2, self.result)
        return RULES[self.operator](on, self.left, self.right, self.result)

    def _supported(self, on: Propagation, left: Integers, right: Integers, is_same: bool) -> bool:
        """Every value keeps only while there is a pair for it."""
        lefts, rights, results = set(), set(), set()
        allowed = on.domain(self.result)
        for x, y in ((x, x) for x in left) if is_same else product(left, right):
            found = value_of(self.operator, x, y)
            if found is not None and found in allowed:
                lefts.add(x)
                rights.add(y)
                results.add(found)
        return (
            on.narrow(self.left, collected(lefts))
            and on.narrow(self.right, collected(rights))
            and on.narrow(self.result, collected(results))
        )

    def is_entailed(self, on: Propagation) -> bool:
        result, defined = on.value(self.result), on.value(self.defined)
        if result is None or defined is None:
            return False
        if not defined and self.operator in DIVISIONS:
            return on.value(self.right) == 0
        left, right = on.domain(self.left), on.domain(self.right)
        is_same = on.walk(self.left) is on.walk(self.right)
        if (left.size if is_same else times(left.size, right.size)) > FEW:
            return False
        pairs = ((x, x) for x in left) if is_same else product(left, right)
        found = {value_of(self.operator, x, y) for x, y in pairs}
        return found == {result if defined else None}

    def holds(self, values: Sequence[int]) -> bool:
        left, right, result, defined = values
        found = value_of(self.operator, left, right)
        return result == found and defined == 1 if found is not None else result == defined == 0

    def determined(self) -> Sequence[AnyTerm]:
        return (self.result, self.defined)

    def goal(self, on: Propagation) -> AnyTerm:
        args = (self.left,) if self.operator == "abs" else (self.left, self.right)
        value = Term("#=", (Term(self.operator, args), self.result))
        if on.value(self.defined) is not None:
            return value
        has_value = Term("#\\=", (self.right, 0))
        if self.operator == "^":
            ones = Term("in", (self.left, Term("\\/", (-1, 1))))
            has_value = Term("#\\/", (Term("#>=", (self.right, 0)), ones))
        told = Term("#<==>", (has_value, self.defined))
        otherwise = Term("#\\/", (self.defined, Term("#=", (self.result, 0))))
        return Term("#/\\", (told, Term("#/\\", (Term("#==>", (self.defined, value)), otherwise))))


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
        return _power(on, x, exponent, z)
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


def _power(on: Propagation, x: AnyTerm, exponent: int, z: AnyTerm) -> bool:
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
