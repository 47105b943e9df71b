"""Sums and products that compare with a number or with a variable."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from math import ceil, floor, inf, isfinite, lcm, prod
from numbers import Number
from operator import mul
from typing import Any

import constraint as library

from ...by_name import entry
from ...errors import PuzzleError
from ...integers import as_text, represented
from ..values import LARGEST, Domains, Scope, Test, Value, Values, Variable, rounded
from .base import Kind, KnownKind, Lowering, Posted
from .forms import Form, Never
from .linear import comparison, fits
from .products import Product

_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {"==": operator.eq, ">=": operator.ge, "<=": operator.le}


class Arithmetic(KnownKind):
    """A sum or product compares with an amount, or with the value of a variable, its target.

    Parameters
    ----------
    relation
        "==", ">=" or "<=".
    amount
        The attribute of the library's object with the amount; None where there is a target.
    terms
        The attribute with the summands or factors, where there is a target.
    """

    joined: str  # how values are joined, "+" or "*"

    def __init__(self, relation: str, amount: str | None = None, terms: str | None = None) -> None:
        self.relation, self.holds = relation, _COMPARISONS[relation]
        self._amount, self._terms, self.is_targeted = amount, terms, terms is not None

    def amount_of(self, given: Any) -> Any:
        """What it compares with; 0 where that is a variable, which then counts among the others."""
        return 0 if self._amount is None else getattr(given, self._amount)

    def multipliers_of(self, given: Any, n: int) -> list[Any]:
        """The multipliers of all `n` variables, the target among them."""
        return list(getattr(given, "_multipliers", None) or [1] * n)

    def total(self, given: Any) -> Callable[[Values], Value]:
        """What gives the sum or product of values."""
        raise NotImplementedError

    def test(self, given: Any, scope: Sequence[Variable]) -> Test:
        holds, amount, total = self.holds, self.amount_of(given), self.total(given)
        if self.is_targeted:
            return lambda values: holds(rounded(total(values[:-1])), values[-1])
        return lambda values: holds(rounded(total(values)), amount)

    def scope_of(self, given: Any, variables: Sequence[Variable]) -> tuple[Variable, ...]:
        if self._terms is None:
            return tuple(variables)
        return (*getattr(given, self._terms), given.target_var)

    def check(self, given: Any, scope: Sequence[Variable], place: str | None) -> None:
        n, multipliers = len(scope), getattr(given, "_multipliers", None)
        if multipliers and len(multipliers) != n:
            wanted = f"{n}" + (", the last one 1 for the target" if self.is_targeted else "")
            raise PuzzleError("multipliers and variables differ in number", place=place, expected=wanted,
                              got=str(len(multipliers)),
                              hint="give a multiplier for each variable, in their order")  # fmt: skip
        for factor in self.multipliers_of(given, n):
            if not isinstance(factor, Number):
                raise PuzzleError(
                    "a multiplier is no number", place=place, got=represented(factor), hint="write numbers only"
                )

    def check_domains(self, given: Any, scope: Sequence[Variable], domains: Domains, place: str | None) -> None:
        for variable in scope:
            for value in domains[variable]:
                if not isinstance(value, Number):
                    raise PuzzleError(
                        f"a sum or product is on {variable}, which may be {represented(value)}",
                        place=place,
                        expected="numbers only",
                        hint="leave the variable out, or give it numbers only",
                    )

    def detail(self, given: Any) -> str:
        factors = getattr(given, "_multipliers", None)
        times = f" times {as_text(list(factors))}" if factors else ""
        return times if self.is_targeted else f"{times}: {as_text(self.amount_of(given))}"

    def by_formula(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        """What the kernel works out of it."""
        return entry("models.constraints.totals:by_formula")(self, lowering, posted, scope)  # type: ignore[no-any-return]

    def is_whole(self, given: Any, domains: Sequence[Values]) -> bool:
        """Whether there are integers only; of other numbers the library rounds some values and not others."""
        others = (*self.multipliers_of(given, len(domains)), self.amount_of(given))
        return all(isinstance(number, int) for numbers in (*domains, others) for number in numbers)


def _is_exact(amount: Value) -> bool:
    """Whether an amount is an integer, or a number between two."""
    return isinstance(amount, int) or isinstance(amount, float) and isfinite(amount)


def _without_preprocessing(kind: Any) -> Any:
    """The library's class without the preprocessing over an empty domain, which raises instead of finding nothing."""

    class Guarded(kind):  # type: ignore[misc]
        def preProcess(self, variables: Any, domains: Any, *rest: Any) -> None:  # noqa: N802  the library's name
            if all(domains[v] for v in variables):
                super().preProcess(variables, domains, *rest)

    return Guarded


_GUARDED = {
    "==": _without_preprocessing(library.ExactSumConstraint),
    ">=": _without_preprocessing(library.MinSumConstraint),
    "<=": _without_preprocessing(library.MaxSumConstraint),
}


def exactly(total: int, multipliers: list[int]) -> library.Constraint:
    """An object of the library: the sum of the values, each times its multiplier, is `total`."""
    return _GUARDED["=="](total, multipliers)


class _Sums(Arithmetic):
    """The sum of the values, each times its multiplier, compares with an amount or with the value of the target."""

    joined = "+"

    def total(self, given: Any) -> Callable[[Values], Value]:
        if not given._multipliers:
            return sum
        factors = list(given._multipliers)
        return lambda values: sum(map(mul, factors, values))  # map ends with the values

    def forms(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        multipliers = self.multipliers_of(posted.constraint, len(scope))
        bound = self.amount_of(posted.constraint)
        if self.is_targeted:
            multipliers[-1] = -1
        whole = lowering.is_integral(scope) and all(type(m) in (int, bool) for m in multipliers) and _is_exact(bound)
        if not whole:
            found = self._decimal(lowering, scope, multipliers, bound)
            return self.by_formula(lowering, posted, scope) if found is None else found
        if not fits(lowering, scope, multipliers, ceil(abs(bound))):
            return self.by_formula(lowering, posted, scope)
        return comparison(scope, multipliers, self.relation, bound)

    def _decimal(self, lowering: Lowering, scope: Scope, given: Sequence[Any], amount: Any) -> list[Form] | None:
        """The same with decimal fractions; None where they are not taken."""
        from .scaled import GRID, Scaled, decimal, decimals, is_exact  # here: most models have integers only

        multipliers, bound = decimals(given), decimal(amount)
        if multipliers is None or bound is None or not all(multipliers):
            return None
        domains = [decimals(lowering.domains[v]) for v in scope]
        if any(own is None for own in domains):
            return None
        sizes = [abs(m) * max(map(abs, own or ())) for m, own in zip(multipliers, domains, strict=True)]
        whole = lcm(bound.denominator, *(
            (m * x).denominator for m, own in zip(multipliers, domains, strict=True) for x in own or ()
        ))  # fmt: skip
        if GRID % whole or not is_exact(sizes, bound):
            return None
        terms = Scaled(lowering, scope, [own or [] for own in domains])
        times = lcm(whole, *((m / f).denominator for m, f in zip(multipliers, terms.factors, strict=True)))
        integers = [int(m * times / f) for m, f in zip(multipliers, terms.factors, strict=True)]
        limit = int(bound * times)
        if not fits(lowering, terms.scope, integers, abs(limit)):
            return None
        return [*terms.forms, *comparison(terms.scope, integers, self.relation, limit)]

    def complete(self, given: Any, domains: Sequence[Values]) -> Any:
        if self.is_targeted or not self.is_whole(given, domains):
            return None
        return _GUARDED[self.relation](self.amount_of(given), given._multipliers)


class _Products(Arithmetic):
    """The product of the values compares with an amount or with the value of the target."""

    joined = "*"

    def total(self, given: Any) -> Callable[[Values], Value]:
        return prod

    def forms(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        amount = self.amount_of(posted.constraint)
        sizes = [max(1, *map(abs, lowering.domains[v])) for v in scope] if lowering.is_integral(scope) else [inf]
        if sizes == [inf] and not self.is_targeted:
            found = self._decimal(lowering, scope, amount)
            return self.by_formula(lowering, posted, scope) if found is None else found
        if not _is_exact(amount) or abs(amount) >= LARGEST or prod(sizes) >= LARGEST:
            return self.by_formula(lowering, posted, scope)
        low = ceil(amount) if self.relation != "<=" else None
        high = floor(amount) if self.relation != ">=" else None
        if low is not None and high is not None and low > high:
            return [Never(scope)]
        return [Product(scope, self.is_targeted, low, high)]

    def _decimal(self, lowering: Lowering, scope: Scope, amount: Any) -> list[Form] | None:
        """The same with decimal fractions; None where they are not taken."""
        from fractions import Fraction

        from .scaled import GRID, Scaled, decimal, decimals, is_exact_product

        bound, domains = decimal(amount), [decimals(lowering.domains[v]) for v in scope]
        values = [own for own in domains if own is not None]
        if bound is None or len(values) < len(scope):
            return None
        times = prod(lcm(*(x.denominator for x in own)) for own in values)
        sizes = [max(map(abs, own)) for own in values]
        whole = times * prod(max(Fraction(1), size) for size in sizes)
        if GRID % times or not is_exact_product(sizes, bound) or whole >= LARGEST or abs(bound * times) >= LARGEST:
            return None
        terms = Scaled(lowering, scope, values)
        low = ceil(bound * times) if self.relation != "<=" else None
        high = floor(bound * times) if self.relation != ">=" else None
        if low is not None and high is not None and low > high:
            return [Never(scope)]
        return [*terms.forms, Product(terms.scope, False, low, high)]

    def complete(self, given: Any, domains: Sequence[Values]) -> Any:
        if self.relation != ">=" or self.is_targeted or not self.is_whole(given, domains):
            return None  # of the library's products only MinProd loses nothing
        return library.MinProdConstraint(self.amount_of(given))


KINDS: dict[type, Kind] = {
    library.ExactSumConstraint: _Sums("==", "_exactsum"),
    library.MinSumConstraint: _Sums(">=", "_minsum"),
    library.MaxSumConstraint: _Sums("<=", "_maxsum"),
    library.VariableExactSumConstraint: _Sums("==", terms="sum_vars"),
    library.VariableMinSumConstraint: _Sums(">=", terms="sum_vars"),
    library.VariableMaxSumConstraint: _Sums("<=", terms="sum_vars"),
    library.ExactProdConstraint: _Products("==", "_exactprod"),
    library.MinProdConstraint: _Products(">=", "_minprod"),
    library.MaxProdConstraint: _Products("<=", "_maxprod"),
    library.VariableExactProdConstraint: _Products("==", terms="product_vars"),
    library.VariableMinProdConstraint: _Products(">=", terms="product_vars"),
    library.VariableMaxProdConstraint: _Products("<=", terms="product_vars"),
}
