"""Linear comparisons: a sum of unknowns, each times an integer, compares with a number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from math import gcd, inf

from unification import Var

from ..terms import AnyTerm, Term
from .propagation import Propagation, Propagator
from .sets import Bound, interval, more, times

Open = list[tuple[int, Var]]  # multipliers and unknowns


@dataclass(frozen=True, slots=True, eq=False)
class Linear(Propagator):
    """The sum of `multipliers` times `terms` is `bound` (==), is not (!=), or is at most that (<=)."""

    multipliers: tuple[int, ...]
    terms: tuple[AnyTerm, ...]
    relation: str
    bound: int
    name: str = "#="

    @property
    def waits_for_values(self) -> bool:  # type: ignore[override]
        return self.relation == "!="

    def open(self, on: Propagation) -> tuple[Open, int]:
        """The part that is not known yet, each unknown once, and what the rest leaves of `bound`."""
        rest, walk = self.bound, on.walk
        found: dict[Var, int] = {}
        for multiplier, term in zip(self.multipliers, self.terms, strict=True):
            term = walk(term)
            if type(term) is int:
                rest -= multiplier * term
            else:
                found[term] = found.get(term, 0) + multiplier
        return [(m, v) for v, m in found.items() if m], rest

    def propagate(self, on: Propagation) -> bool:
        left, rest = self.open(on)
        if not left:
            return compares(0, self.relation, rest)
        if self.relation == "!=":
            if len(left) > 1:
                return True
            ((multiplier, variable),) = left
            return rest % multiplier != 0 or on.exclude(variable, rest // multiplier)
        if self.relation == "==":
            if len(left) == 1:
                ((multiplier, variable),) = left
                return rest % multiplier == 0 and on.fix(variable, rest // multiplier)
            if rest % gcd(*[m for m, _ in left]):
                return False
            if len(left) == 2 and abs(left[0][0]) == abs(left[1][0]) == 1:
                return _paired(on, left, rest)
        return self._bounded(on, left, rest)

    def _bounded(self, on: Propagation, left: Open, rest: int) -> bool:
        """Each unknown keeps within what the bounds of the others allow."""
        spans = [(m, v, *_span(m, *on.bounds(v))) for m, v in left]
        lows, highs = [span[2] for span in spans], [span[3] for span in spans]
        low, n_low = _total(lows)
        high, n_high = _total(highs)
        exact = self.relation == "=="
        if n_low == 0 and low > rest or exact and n_high == 0 and high < rest:
            return False
        for multiplier, variable, least, most in spans:
            above: Bound = inf  # the greatest value of the summand
            below: Bound = -inf
            if n_low == 0 or n_low == 1 and least == -inf:
                above = rest - (low - (0 if least == -inf else int(least)))
            if exact and (n_high == 0 or n_high == 1 and most == inf):
                below = rest - (high - (0 if most == inf else int(most)))
            if (above < most or below > least) and not on.between(variable, *divided(below, above, multiplier)):
                return False
        return True

    def is_entailed(self, on: Propagation) -> bool:
        left, rest = self.open(on)
        if not left:
            return compares(0, self.relation, rest)
        if self.relation == "!=":
            return self._differs(on, left, rest)
        if self.relation == "==":
            return False
        high, n_high = _total([_span(m, *on.bounds(v))[1] for m, v in left])
        return n_high == 0 and high <= rest

    def is_violated(self, on: Propagation) -> bool:
        """Whether it cannot hold whatever the unknowns become."""
        left, rest = self.open(on)
        if not left:
            return not compares(0, self.relation, rest)
        if self.relation == "!=":
            return False
        if self.relation == "==":
            return self._differs(on, left, rest)
        low, n_low = _total([_span(m, *on.bounds(v))[0] for m, v in left])
        return n_low == 0 and low > rest

    def _differs(self, on: Propagation, left: Open, rest: int) -> bool:
        """Whether the sum cannot be `rest`."""
        if len(left) == 1:
            ((multiplier, variable),) = left
            return rest % multiplier != 0 or rest // multiplier not in on.domain(variable)
        spans = [_span(m, *on.bounds(v)) for m, v in left]
        low, n_low = _total([span[0] for span in spans])
        high, n_high = _total([span[1] for span in spans])
        if n_low == 0 and low > rest or n_high == 0 and high < rest or rest % gcd(*[m for m, _ in left]):
            return True
        if len(left) == 2 and rest == 0 and left[0][0] == -left[1][0]:
            return not on.domain(left[0][1]) & on.domain(left[1][1])
        return False

    def denied(self) -> Linear:
        """What holds if and only if this does not."""
        if self.relation == "<=":
            return Linear(tuple([-m for m in self.multipliers]), self.terms, "<=", -self.bound - 1, self.name)
        return Linear(self.multipliers, self.terms, "!=" if self.relation == "==" else "==", self.bound, self.name)

    def holds(self, values: Sequence[int]) -> bool:
        total = sum(m * x for m, x in zip(self.multipliers, values, strict=True))
        return compares(total, self.relation, self.bound)

    def determined(self) -> Sequence[AnyTerm]:
        return self.terms if self.relation == "==" else ()

    def can_give(self, on: Propagation, unknown: Var) -> bool:
        """Where it is `unknown` that the sum is solved for, and all that this gives is in its domain."""
        left, rest = self.open(on)
        own = next((m for m, v in left if v is unknown), 0)
        if self.relation != "==" or abs(own) != 1:
            return False
        others = [(-own * m, v) for m, v in left if v is not unknown]
        if len(others) == 1 and abs(others[0][0]) == 1:
            found = on.domain(others[0][1]) if others[0][0] == 1 else -on.domain(others[0][1])
        else:
            spans = [_span(m, *on.bounds(v)) for m, v in others]
            low, n_low = _total([span[0] for span in spans])
            high, n_high = _total([span[1] for span in spans])
            found = interval(-inf if n_low else low, inf if n_high else high)
        found = found.shifted(own * rest)
        return found & on.domain(unknown) == found

    def goal(self, on: Propagation) -> AnyTerm:
        left, rest = self.open(on)
        if not left:
            return Term(_NAMES[self.relation], (0, rest))
        divisor = gcd(*[m for m, _ in left])
        if self.relation == "<=" or rest % divisor == 0:
            left, rest = [(m // divisor, v) for m, v in left], rest // divisor
        relation = _NAMES[self.relation]
        if all(m < 0 for m, _ in left):
            left, rest = [(-m, v) for m, v in left], -rest
            relation = {"#=<": "#>="}.get(relation, relation)
        elif relation != "#=<" and rest < 0 and any(m < 0 for m, _ in left):
            left, rest = [(-m, v) for m, v in left], -rest
        ours, theirs = ([(m, v) for m, v in left if m > 0], [(-m, v) for m, v in left if m < 0])
        one, two = _sum(ours, 0), _sum(theirs, rest)
        if relation == "#=" and len(ours) == 1 and ours[0][0] == 1 and theirs:
            one, two = two, one
        return Term(relation, (one, two))


_NAMES = {"==": "#=", "!=": "#\\=", "<=": "#=<"}


def compares(left: int, relation: str, right: int) -> bool:
    """Whether two integers compare so."""
    return left <= right if relation == "<=" else (left == right) is (relation == "==")


def _span(multiplier: int, low: Bound, high: Bound) -> tuple[Bound, Bound]:
    """The least and the greatest multiple."""
    if multiplier < 0:
        low, high = high, low
    return times(multiplier, low), times(multiplier, high)


def _total(bounds: Iterable[Bound]) -> tuple[int, int]:
    """The sum of the finite ones, and how many are not."""
    total = infinite = 0
    for bound in bounds:
        if bound in (inf, -inf):
            infinite += 1
        else:
            total += int(bound)
    return total, infinite


def divided(low: Bound, high: Bound, by: int) -> tuple[Bound, Bound]:
    """The least and the greatest integer whose multiple is from `low` to `high`."""
    if by < 0:
        low, high, by = more(-high, 0), more(-low, 0), -by
    least = low if low == -inf else -(int(-low) // by)
    most = high if high == inf else int(high) // by
    return least, most


def _paired(on: Propagation, left: Open, rest: int) -> bool:
    """Two unknowns, added or subtracted: each keeps the values that have a partner."""
    (m, x), (n, y) = left
    if m == n:  # x + y == total
        total = rest * m
        return on.narrow(x, (-on.domain(y)).shifted(total)) and on.narrow(y, (-on.domain(x)).shifted(total))
    total = rest * m  # x - y == total
    return on.narrow(x, on.domain(y).shifted(total)) and on.narrow(y, on.domain(x).shifted(-total))


def _sum(summands: Open, constant: int) -> AnyTerm:
    parts: list[AnyTerm] = [v if m == 1 else Term("*", (m, v)) for m, v in summands]
    if constant or not parts:
        parts.append(constant)
    return reduce(lambda one, two: Term("+", (one, two)), parts)
