"""The OR-Tools model of a list of forms, as it grows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .values import Value, ValueClass, Values

# Where integers are larger CP-SAT (9.15) was seen to lose solutions, of products from 2**40 on, and to call models
# invalid; where sums are that it makes small, to prove for the best what is not: it rounds them to doubles.
LARGE = 1 << 31
LARGE_SUM = 1 << 50


class TooLarge(Exception):
    """Integers are too large for CP-SAT to work with, where a constraint needs more than to tell them apart."""


class Encoding:
    """A model of OR-Tools equivalent to the forms that added themselves, but for those `unchecked`.

    In a class of integers only, none of them large, a value stands for itself; in any other, its number in the class
    does.

    Attributes
    ----------
    unchecked
        Functions, which the solver cannot take: its solutions must be tested with them.
    """

    def __init__(self, cp_model: Any, domains: Sequence[Values], classes: Sequence[ValueClass]) -> None:
        self.cp, self.model, self.domains, self.classes = cp_model, cp_model.CpModel(), domains, classes
        self.variables = [
            self.model.new_int_var_from_domain(self.among(v, domain), f"x{v}") for v, domain in enumerate(domains)
        ]
        self.back = [{self.code(v, x): x for x in domain} for v, domain in enumerate(domains)]
        self.unchecked: list[Any] = []

    def is_numeric(self, v: int) -> bool:
        """Whether the class of `v` is of integers only, none of them large."""
        c = self.classes[v]
        return len(c.numbers) == len(c.bits) and c.numbers[0] > -LARGE and c.numbers[-1] < LARGE

    def code(self, v: int, value: Value) -> int:
        """The integer that stands for `value` of `v`."""
        return int(value) if self.is_numeric(v) else self.classes[v].bits[value]

    def decoded(self, row: Sequence[int]) -> Values:
        """The values behind the integers of a solution."""
        return tuple([back[code] for back, code in zip(self.back, row, strict=True)])

    def among(self, v: int, values: Sequence[Any]) -> Any:
        """The values of `v` as a domain of the solver."""
        return self.cp.Domain.from_values(sorted(self.code(v, x) for x in values))

    def number(self, v: int) -> Any:
        """An integer variable equal to `v`: its own, or another linked to it.

        Raises
        ------
        TooLarge
            Some of its values are.
        """
        if self.is_numeric(v):
            return self.variables[v]
        pairs = [(self.code(v, x), int(x)) for x in self.domains[v]]
        if any(abs(x) >= LARGE_SUM for _, x in pairs):
            raise TooLarge
        domain = self.cp.Domain.from_values(sorted(value for _, value in pairs))
        number = self.model.new_int_var_from_domain(domain, f"n{v}")
        self.model.add_allowed_assignments([self.variables[v], number], pairs)
        return number

    def small(self, number: int) -> int:
        """The number, where it is not too large for what a product may be.

        Raises
        ------
        TooLarge
            It is.
        """
        if abs(number) >= LARGE:
            raise TooLarge
        return number

    def literal(self, v: int, values: Sequence[Any]) -> Any:
        """A literal that is true exactly when `v` has one of the values, some of which may not be in its domain."""
        literal = self.model.new_bool_var("")
        own = set(self.domains[v])
        inside = self.among(v, [value for value in values if value in own])
        self.model.add_linear_expression_in_domain(self.variables[v], inside).only_enforce_if(literal)
        outside = inside.complement()
        self.model.add_linear_expression_in_domain(self.variables[v], outside).only_enforce_if(~literal)
        return literal
