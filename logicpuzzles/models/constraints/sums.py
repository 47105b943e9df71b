"""Sums that compare with a number or with a variable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from operator import mul
from typing import Any

import constraint as library

from ..values import Scope, Test, Values, Variable
from .arithmetic import Arithmetic, is_exact, rounded, without_preprocessing
from .base import Kind, Lowering, Posted
from .forms import Form
from .functions import by_values
from .linear import comparison, fits

_GUARDED = {
    kind: without_preprocessing(kind)
    for kind in (library.ExactSumConstraint, library.MinSumConstraint, library.MaxSumConstraint)
}


class _Sums(Arithmetic):
    """The sum of the values, each times its multiplier, compares with an amount or with the value of the target."""

    def test(self, given: Any, scope: Sequence[Variable]) -> Test:
        holds, amount = self.holds, self.amount_of(given)
        if self.is_targeted:
            factors = self.multipliers_of(given, len(scope) - 1)
            return lambda values: holds(rounded(sum(map(mul, factors, values))), values[-1])  # map ends with factors
        if not given._multipliers:
            return lambda values: holds(rounded(sum(values)), amount)
        factors = list(given._multipliers)
        return lambda values: holds(rounded(sum(map(mul, factors, values))), amount)

    def forms(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        multipliers = self.multipliers_of(posted.constraint, len(scope))
        bound = self.amount_of(posted.constraint)
        if self.is_targeted:
            multipliers[-1] = -1
        whole = lowering.is_integral(scope) and all(type(m) in (int, bool) for m in multipliers) and is_exact(bound)
        if not whole or not fits(lowering, scope, multipliers, ceil(abs(bound))):
            return by_values(lowering, posted, scope)
        return comparison(scope, multipliers, self.relation, bound)

    def trusted(self, posted: Posted, domains: Mapping[Variable, Values]) -> Any:
        guarded = next((_GUARDED[kind] for kind in type(posted.constraint).__mro__ if kind in _GUARDED), None)
        if guarded is None or not posted.is_plain or not self.is_whole(posted, [domains[v] for v in posted.scope]):
            return super().trusted(posted, domains)
        return guarded(self.amount_of(posted.constraint), posted.constraint._multipliers)


KINDS: dict[type, Kind] = {
    library.ExactSumConstraint: _Sums("==", "_exactsum"),
    library.MinSumConstraint: _Sums(">=", "_minsum"),
    library.MaxSumConstraint: _Sums("<=", "_maxsum"),
    library.VariableExactSumConstraint: _Sums("==", terms="sum_vars"),
    library.VariableMinSumConstraint: _Sums(">=", terms="sum_vars"),
    library.VariableMaxSumConstraint: _Sums("<=", terms="sum_vars"),
}
