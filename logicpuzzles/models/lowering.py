"""From posted constraints to `forms`: a table of cases, one for each of python-constraint's classes.

Before and after: ``lambda a, b: a < b`` over integers becomes ``Linear((0, 1), (1, -1), "<=", -1)``; a function that
is not linear becomes a `Table` where the domains are small, else a `Function`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress, product
from math import ceil, floor, inf, isfinite, prod
from typing import Any

import constraint as library

from ..errors import Refusal
from . import forms
from .adapter import Declaration, Posted
from .circuit import Circuit
from .forms import AllDifferent, AllEqual, Among, Count, Form, Function, Linear, Never, Product, Scope, Table
from .semantics import Test, Values, amount_of, comparison_of, is_targeted, kind_of, lenient, multipliers_of
from .symbolic import ALL_SAMPLES, linear

MOST_ROWS = 20_000  # combinations of values that are tried to make a table of a function
LARGEST = 1 << 60  # of any sum or product: larger numbers are left to Python


class Lowering:
    """Turns the constraints of one declaration into forms.

    Attributes
    ----------
    domains
        The values of each variable, by its number.
    is_certain
        Whether the forms say so far exactly what was posted, and not more or less where a function raises
        something or was compared with what became of it on some values only.
    """

    def __init__(self, declaration: Declaration) -> None:
        self.number = {variable: i for i, variable in enumerate(declaration.domains)}
        self.domains: list[Values] = list(declaration.domains.values())
        self.is_certain = True

    def forms(self, posted: Posted) -> list[Form]:
        """What `posted` says.

        Raises
        ------
        Refusal
            It is of a class of the user's own.
        """
        case = CASES.get(kind_of(posted.constraint))
        if case is None:
            raise Refusal(f"{posted} is of a class that only the engine reference takes")
        return case(self, posted, tuple(self.number[v] for v in posted.scope))

    def is_integral(self, scope: Scope) -> bool:
        """Whether the variables have integers only."""
        return all(type(value) in (int, bool) for v in scope for value in self.domains[v])

    def by_values(self, posted: Posted, scope: Scope) -> list[Form]:
        """The constraint by what its test says of combinations of values, tried now if they are few."""
        scope, test = _without_repeats(scope, posted.test)
        domains = [self.domains[v] for v in scope]
        if prod(map(len, domains)) > MOST_ROWS:
            self.is_certain = False
            return [Function(scope, lenient(test))]
        try:
            rows = tuple(compress(product(*domains), map(test, product(*domains))))
        except Exception:  # a function may raise anything
            self.is_certain = False
            rows = tuple(compress(product(*domains), map(lenient(test), product(*domains))))
        if len(rows) == prod(map(len, domains)):
            return []
        if len(scope) == 1:
            return [Among(scope, tuple(value for (value,) in rows))]
        return [Table(scope, rows) if rows else Never(scope)]

    def comparison(self, scope: Scope, multipliers: list[int], relation: str, bound: Any) -> list[Form]:
        """A linear comparison in its normal form; relation is one of "==", "!=", "<=", ">="."""
        if relation == ">=":
            return self.comparison(scope, [-m for m in multipliers], "<=", -bound)
        if bound != floor(bound) and relation != "<=":
            return [Never(scope)] if relation == "==" else []
        bound = floor(bound)
        total: dict[int, int] = {}
        for v, m in zip(scope, multipliers, strict=True):
            total[v] = total.get(v, 0) + m
        total = {v: m for v, m in total.items() if m}
        if not total:
            return [] if {"==": bound == 0, "!=": bound != 0, "<=": bound >= 0}[relation] else [Never(scope)]
        return [Linear(tuple(total), tuple(total.values()), relation, bound)]

    def fits(self, scope: Scope, multipliers: list[int], bound: int) -> bool:
        """Whether a sum stays within what machine words hold."""
        sizes = (abs(m) * max(map(abs, self.domains[v])) for v, m in zip(scope, multipliers, strict=True))
        return bool(sum(sizes) + abs(bound) < LARGEST)


def _without_repeats(scope: Scope, test: Test) -> tuple[Scope, Test]:
    """The scope with each variable once, and the test on it."""
    once = tuple(dict.fromkeys(scope))
    if once == scope:
        return scope, test
    at = [once.index(v) for v in scope]
    return once, lambda values: test(tuple(values[i] for i in at))


def _sum(lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
    constraint = posted.constraint
    multipliers, bound = multipliers_of(constraint, len(scope)), 0
    if is_targeted(constraint):
        multipliers[-1] = -1
    else:
        bound = amount_of(constraint)
    if not lowering.is_integral(scope) or any(type(m) not in (int, bool) for m in multipliers) or not _is_plain(bound):
        return lowering.by_values(posted, scope)
    if not lowering.fits(scope, multipliers, ceil(abs(bound))):
        return lowering.by_values(posted, scope)
    relation = {"Exact": "==", "Min": ">=", "Max": "<="}[comparison_of(constraint)]
    return lowering.comparison(scope, multipliers, relation, bound)


def _is_plain(amount: Any) -> bool:
    return isinstance(amount, int) or isinstance(amount, float) and isfinite(amount)


def _product(lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
    constraint = posted.constraint
    targeted = is_targeted(constraint)
    amount = 0 if targeted else amount_of(constraint)
    sizes = [max(1, *map(abs, lowering.domains[v])) for v in scope] if lowering.is_integral(scope) else [inf]
    if not _is_plain(amount) or abs(amount) >= LARGEST or prod(sizes) >= LARGEST:
        return lowering.by_values(posted, scope)
    kind = comparison_of(constraint)
    low = ceil(amount) if kind in ("Exact", "Min") else None
    high = floor(amount) if kind in ("Exact", "Max") else None
    if low is not None and high is not None and low > high:
        return [Never(scope)]
    return [Product(scope, targeted, low, high)]


def _all_different(lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
    if len(set(scope)) < len(scope):
        return [Never(scope)]
    return [AllDifferent(scope)] if len(scope) > 1 else []


def _all_equal(lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
    scope = tuple(dict.fromkeys(scope))
    return [AllEqual(scope)] if len(scope) > 1 else []


def _members(lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
    found: list[Form] = []
    for v in dict.fromkeys(scope):
        values = tuple(value for value in lowering.domains[v] if posted.test((value,)))
        if not values:
            return [Never((v,))]
        if len(values) < len(lowering.domains[v]):
            found.append(Among((v,), values))
    return found


def _some_members(lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
    constraint = posted.constraint
    members, wanted = constraint._set, kind_of(constraint) is library.SomeInSetConstraint
    inside = tuple(tuple(x for x in lowering.domains[v] if (x in members) is wanted) for v in scope)
    if not isinstance(constraint._n, int | float):
        return lowering.by_values(posted, scope)
    low = ceil(constraint._n)
    high = floor(constraint._n) if constraint._exact else len(scope)
    if low > high or high < 0 or low > len(scope):
        return [Never(scope)]
    return [Count(scope, inside, max(low, 0), min(high, len(scope)))]


def _circuit(lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
    constraint: Circuit = posted.constraint
    places = tuple(posted.scope if constraint.places is None else constraint.places)
    found: list[Form] = []
    for v, place in zip(scope, places, strict=True):
        onward = tuple(x for x in lowering.domains[v] if x in places and (x != place or len(places) == 1))
        if not onward:
            return [Never((v,))]
        if len(onward) < len(lowering.domains[v]):
            found.append(Among((v,), onward))
    return [*found, AllDifferent(scope), forms.Circuit(scope, places)] if len(scope) > 1 else found


def _function(lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
    if not lowering.is_integral(scope) or len(scope) == 1:
        return lowering.by_values(posted, scope)
    domains = [lowering.domains[v] for v in scope]
    comparisons = linear(posted.constraint._func, domains)
    if comparisons is None or not all(lowering.fits(scope, list(c.multipliers), c.bound) for c in comparisons):
        return lowering.by_values(posted, scope)
    lowering.is_certain &= prod(map(len, domains)) <= ALL_SAMPLES
    return [form for c in comparisons for form in lowering.comparison(scope, list(c.multipliers), c.relation, c.bound)]


CASES: dict[type, Callable[[Lowering, Posted, Scope], list[Form]]] = {
    library.ExactSumConstraint: _sum,
    library.MinSumConstraint: _sum,
    library.MaxSumConstraint: _sum,
    library.VariableExactSumConstraint: _sum,
    library.VariableMinSumConstraint: _sum,
    library.VariableMaxSumConstraint: _sum,
    library.ExactProdConstraint: _product,
    library.MinProdConstraint: _product,
    library.MaxProdConstraint: _product,
    library.VariableExactProdConstraint: _product,
    library.VariableMinProdConstraint: _product,
    library.VariableMaxProdConstraint: _product,
    library.AllDifferentConstraint: _all_different,
    library.AllEqualConstraint: _all_equal,
    library.InSetConstraint: _members,
    library.NotInSetConstraint: _members,
    library.SomeInSetConstraint: _some_members,
    library.SomeNotInSetConstraint: _some_members,
    library.FunctionConstraint: _function,
    Circuit: _circuit,
}
