"""What sums and products of python-constraint have in common: a comparison with an amount, or with a variable."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from math import isfinite
from numbers import Number
from typing import Any

from ...errors import PuzzleError
from ...integers import as_text, represented
from ..values import Domains, Value, Values, Variable
from .base import KnownKind, Posted

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

    def __init__(self, relation: str, amount: str | None = None, terms: str | None = None) -> None:
        self.relation, self.holds = relation, _COMPARISONS[relation]
        self._amount, self._terms, self.is_targeted = amount, terms, terms is not None

    def amount_of(self, given: Any) -> Any:
        """What it compares with; 0 where that is a variable, which then counts among the others."""
        return 0 if self._amount is None else getattr(given, self._amount)

    def multipliers_of(self, given: Any, n: int) -> list[Any]:
        """The `n` multipliers of the summands."""
        multipliers = getattr(given, "_multipliers", None)
        return list(multipliers)[:n] if multipliers else [1] * n

    def scope_of(self, given: Any, variables: Sequence[Variable]) -> tuple[Variable, ...]:
        if self._terms is None:
            return tuple(variables)
        return (*getattr(given, self._terms), given.target_var)

    def check(self, given: Any, scope: Sequence[Variable], place: str | None) -> None:
        n, multipliers = len(scope), getattr(given, "_multipliers", None)
        if multipliers and len(multipliers) != n:
            wanted = f"{n}" + (", the last one 1 for the target" if self.is_targeted else "")
            raise PuzzleError("multipliers and variables differ in number", place=place, expected=wanted,
                              got=str(len(multipliers)))  # fmt: skip
        for factor in self.multipliers_of(given, n):
            if not isinstance(factor, Number):
                raise PuzzleError("a multiplier is no number", place=place, got=represented(factor))

    def check_domains(self, given: Any, scope: Sequence[Variable], domains: Domains, place: str | None) -> None:
        for variable in scope:
            for value in domains[variable]:
                if not isinstance(value, Number):
                    raise PuzzleError(
                        f"a sum or product is on {variable}, which may be {represented(value)}",
                        place=place,
                        expected="numbers only",
                    )

    def detail(self, given: Any) -> str:
        factors = getattr(given, "_multipliers", None)
        times = f" times {as_text(list(factors))}" if factors else ""
        return times if self.is_targeted else f"{times}: {as_text(self.amount_of(given))}"

    def is_whole(self, posted: Posted, domains: Sequence[Values]) -> bool:
        """Whether there are integers only; of other numbers the library rounds some values and not others."""
        others = (*self.multipliers_of(posted.constraint, len(domains)), self.amount_of(posted.constraint))
        return all(isinstance(number, int) for numbers in (*domains, others) for number in numbers)


def is_exact(amount: Value) -> bool:
    """Whether an amount is an integer, or a number between two."""
    return isinstance(amount, int) or isinstance(amount, float) and isfinite(amount)


def rounded(numbers: Any) -> Any:
    """The library compares sums of fractions rounded to 10 digits."""
    return round(numbers, 10) if isinstance(numbers, float) else numbers


def without_preprocessing(kind: Any) -> Any:
    """The library's class without the preprocessing over an empty domain, which raises instead of finding nothing."""

    class Guarded(kind):  # type: ignore[misc]
        def preProcess(self, variables: Any, domains: Any, *rest: Any) -> None:  # noqa: N802  the library's name
            if all(domains[v] for v in variables):
                super().preProcess(variables, domains, *rest)

    return Guarded
