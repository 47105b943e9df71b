"""Sums and products with decimal fractions, as integers: each number times a power of ten.

The library rounds what it adds up to 10 digits. Where all numbers have few digits and are not too large, the rounded
sum compares as the exact one does: sums that differ do so by more than all errors of floating point, and so those that
are equal are rounded to the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import isfinite, lcm, prod
from typing import Any

from ..values import Scope
from .base import Lowering
from .forms import Form
from .tables import Table

GRID = 10**9  # what all numbers of a constraint are multiples of the inverse of
_ERROR = Fraction(1, 10**11)  # of a sum in floating point, at most


def decimal(number: Any) -> Fraction | None:
    """A number as it is written, if it is an integer or has few digits; else None.

    >>> decimal(0.1), decimal(1 / 3)
    (Fraction(1, 10), None)
    """
    if type(number) in (int, bool):
        return Fraction(number)
    if type(number) is not float or not isfinite(number):
        return None
    found = Fraction(repr(number))
    return found if GRID % found.denominator == 0 else None


def decimals(numbers: Iterable[Any]) -> list[Fraction] | None:
    """The numbers as they are written; None where one is not taken."""
    found = [decimal(number) for number in numbers]
    return None if None in found else found  # type: ignore[return-value]


class Scaled:
    """The variables of a scope, each times what makes its values integers.

    Attributes
    ----------
    scope
        The variables of those integers: new ones, where the values are not integers.
    factors
        By what each was multiplied.
    forms
        What ties the new variables to those that they stand for.
    """

    def __init__(self, lowering: Lowering, scope: Scope, values: Sequence[Sequence[Fraction]]) -> None:
        self.forms: list[Form] = []
        self.factors = [lcm(*(x.denominator for x in own)) for own in values]
        made: dict[int, int] = {}
        for v, own, factor in zip(scope, values, self.factors, strict=True):
            if v not in made:
                made[v] = self._integers(lowering, v, [int(x * factor) for x in own])
        self.scope = tuple(made[v] for v in scope)

    def _integers(self, lowering: Lowering, v: int, integers: list[int]) -> int:
        domain = lowering.domains[v]
        if all(type(x) in (int, bool) for x in domain):
            return v
        rows = tuple(zip(domain, integers, strict=True))
        lowering.domains.append(tuple(dict.fromkeys(integers)))
        self.forms.append(Table((v, len(lowering.domains) - 1), rows))
        return len(lowering.domains) - 1


def is_exact(sizes: Sequence[Fraction], amount: Fraction) -> bool:
    """Whether a sum of floats of at most these sizes, beside `amount`, is off by less than what is told apart."""
    return (len(sizes) + 3) * (sum(sizes) + abs(amount)) / 2**52 < _ERROR


def is_exact_product(sizes: Sequence[Fraction], amount: Fraction) -> bool:
    """The same of a product."""
    return (len(sizes) + 3) * (prod(max(size, Fraction(1)) for size in sizes) + abs(amount)) / 2**52 < _ERROR
