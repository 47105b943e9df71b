"""What each of python-constraint's classes says of complete values: the check of solutions, apart from all engines.

The library's own `__call__` is no such check: some classes cannot be called, some need their preprocessing.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Any

import constraint as library

from ..integers import as_text, represented
from .circuit import Circuit, is_round_trip

Values = tuple[Any, ...]
Test = Callable[[Values], bool]  # whether a constraint holds, given the values of its scope in order
_OWN_WORK = {"__call__", "preProcess", "forwardCheck"}  # what a class of constraints may do in its own way
_COMPARISONS = {"Exact": operator.eq, "Min": operator.ge, "Max": operator.le}


def test_of(constraint: Any, scope: Sequence[Any]) -> Test:
    """The test of `constraint` on values of `scope`, which is what `scope_of` gives."""
    make = MEANINGS.get(kind_of(constraint))
    return make(constraint, scope) if make else _called(constraint, scope)


def kind_of(constraint: Any) -> type:
    """The class that tells what `constraint` says: the library's, where one of the user's own works just as that."""
    for kind in type(constraint).__mro__:
        if kind in MEANINGS:
            return kind
        if _OWN_WORK.intersection(vars(kind)):
            break
    return type(constraint)


def lenient(test: Test) -> Test:
    """`test`, where what it raises counts as holding: only a solution that needs it makes that an error."""

    def holds(values: Values) -> bool:
        try:
            return test(values)
        except Exception:  # a function of the user's may raise anything
            return True

    return holds


def scope_of(constraint: Any, variables: Sequence[Any]) -> tuple[Any, ...]:
    """The variables that `constraint` is about: for those with a target, the summands and the target last."""
    if is_targeted(constraint):
        terms = constraint.sum_vars if hasattr(constraint, "sum_vars") else constraint.product_vars
        return (*terms, constraint.target_var)
    return tuple(variables)


def is_targeted(constraint: Any) -> bool:
    """Whether `constraint` compares a sum or product with a variable, and so names its variables itself."""
    return kind_of(constraint).__name__.startswith("Variable") and hasattr(constraint, "target_var")


def is_arithmetic(constraint: Any) -> bool:
    """Whether `constraint` is a sum or a product."""
    return kind_of(constraint) in _ARITHMETIC


def comparison_of(constraint: Any) -> str:
    """ "Exact", "Min" or "Max": how a sum or product compares."""
    return next(name for name in _COMPARISONS if name in kind_of(constraint).__name__)


def amount_of(constraint: Any) -> Any:
    """What a sum or product without a target variable is compared with."""
    kind = "sum" if "Sum" in kind_of(constraint).__name__ else "prod"
    return getattr(constraint, f"_{comparison_of(constraint).lower()}{kind}")


def multipliers_of(constraint: Any, n: int) -> list[Any]:
    """The `n` multipliers of the summands."""
    given = getattr(constraint, "_multipliers", None)
    return list(given)[:n] if given else [1] * n


def detail_of(constraint: Any) -> str:
    """What a constraint of the library asks beside its variables, as ": 15" or ": 2 of {1, 3}"; nothing for others."""
    if is_arithmetic(constraint):
        factors = getattr(constraint, "_multipliers", None)
        times = f" times {as_text(list(factors))}" if factors else ""
        return times if is_targeted(constraint) else f"{times}: {as_text(amount_of(constraint))}"
    if kind_of(constraint) in _SETS:
        members = ", ".join(sorted(map(represented, constraint._set), key=lambda text: (len(text), text)))
        n = f"{constraint._n} of " if hasattr(constraint, "_n") else ""
        return f": {n}{{{members}}}"
    return ""


def _total(numbers: Any) -> Any:
    """The library compares sums of fractions rounded to 10 digits."""
    return round(numbers, 10) if isinstance(numbers, float) else numbers


def _sum(constraint: Any, scope: Sequence[Any]) -> Test:
    holds, amount = _COMPARISONS[comparison_of(constraint)], amount_of(constraint)
    if not constraint._multipliers:
        return lambda values: holds(_total(sum(values)), amount)
    factors = list(constraint._multipliers)
    return lambda values: holds(_total(sum(map(operator.mul, factors, values))), amount)


def _sum_to(constraint: Any, scope: Sequence[Any]) -> Test:
    holds, factors = _COMPARISONS[comparison_of(constraint)], multipliers_of(constraint, len(scope) - 1)
    return lambda values: holds(_total(sum(map(operator.mul, factors, values))), values[-1])  # map ends with factors


def _product(constraint: Any, scope: Sequence[Any]) -> Test:
    holds, amount = _COMPARISONS[comparison_of(constraint)], amount_of(constraint)
    return lambda values: holds(_total(prod(values)), amount)


def _product_to(constraint: Any, scope: Sequence[Any]) -> Test:
    holds = _COMPARISONS[comparison_of(constraint)]
    return lambda values: holds(_total(prod(values[:-1])), values[-1])


def _members(constraint: Any, scope: Sequence[Any]) -> Test:
    members, wanted = constraint._set, kind_of(constraint) is library.InSetConstraint
    if len(scope) == 1:
        return lambda values: (values[0] in members) is wanted
    return lambda values: all((value in members) is wanted for value in values)


def _some_members(constraint: Any, scope: Sequence[Any]) -> Test:
    members, n = constraint._set, constraint._n
    wanted = kind_of(constraint) is library.SomeInSetConstraint
    holds = operator.eq if constraint._exact else operator.ge
    return lambda values: holds(sum((value in members) is wanted for value in values), n)


def _circuit(constraint: Circuit, scope: Sequence[Any]) -> Test:
    places = list(scope if constraint.places is None else constraint.places)
    return lambda values: is_round_trip(dict(zip(places, values, strict=True)))


def _function(constraint: Any, scope: Sequence[Any]) -> Test:
    function = constraint._func
    return lambda values: bool(function(*values))


def _called(constraint: Any, scope: Sequence[Any]) -> Test:
    """The test of a class of the user's own: called with everything assigned, as the library does."""
    variables = list(scope)

    def test(values: Values) -> bool:
        domains = {variable: library.Domain([value]) for variable, value in zip(variables, values, strict=True)}
        return bool(constraint(variables, domains, dict(zip(variables, values, strict=True))))

    return test


_ARITHMETIC: dict[type, Callable[[Any, Sequence[Any]], Test]] = {
    library.ExactSumConstraint: _sum,
    library.MinSumConstraint: _sum,
    library.MaxSumConstraint: _sum,
    library.VariableExactSumConstraint: _sum_to,
    library.VariableMinSumConstraint: _sum_to,
    library.VariableMaxSumConstraint: _sum_to,
    library.ExactProdConstraint: _product,
    library.MinProdConstraint: _product,
    library.MaxProdConstraint: _product,
    library.VariableExactProdConstraint: _product_to,
    library.VariableMinProdConstraint: _product_to,
    library.VariableMaxProdConstraint: _product_to,
}

_SETS: dict[type, Callable[[Any, Sequence[Any]], Test]] = {
    library.InSetConstraint: _members,
    library.NotInSetConstraint: _members,
    library.SomeInSetConstraint: _some_members,
    library.SomeNotInSetConstraint: _some_members,
}

MEANINGS: Mapping[type, Callable[[Any, Sequence[Any]], Test]] = {
    **_ARITHMETIC,
    **_SETS,
    library.AllDifferentConstraint: lambda c, scope: lambda values: len(set(values)) == len(values),
    library.AllEqualConstraint: lambda c, scope: lambda values: all(value == values[0] for value in values),
    library.FunctionConstraint: _function,
    Circuit: _circuit,
}
