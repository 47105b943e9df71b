"""From `forms` to a model of OR-Tools: a table of cases, one for each kind of form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from . import forms
from .packed import ValueClass
from .packing import value_classes
from .semantics import Values


class Encoding:
    """A model of OR-Tools with the meaning of `forms`.

    Classes of integers are themselves; in other classes a value is its number in the class.

    Attributes
    ----------
    unchecked
        Functions, which cannot be told to the solver.
    """

    def __init__(self, cp_model: Any, given: Sequence[forms.Form], domains: Sequence[Values]) -> None:
        self.cp, self.model, self.domains = cp_model, cp_model.CpModel(), domains
        self.classes = value_classes(given, domains, range(len(domains)))
        self.variables = [self._variable(v) for v in range(len(domains))]
        self.back = [{self.code(v, x): x for x in domain} for v, domain in enumerate(domains)]
        self.unchecked: list[forms.Function] = []
        for form in given:
            if isinstance(form, forms.Function):
                self.unchecked.append(form)
            elif type(form) in _CASES:
                _CASES[type(form)](self, form)

    def is_numeric(self, v: int) -> bool:
        """Whether the class of `v` is of integers only."""
        c: ValueClass = self.classes[v]
        return len(c.numbers) == len(c.bits)

    def code(self, v: int, value: Any) -> int:
        """The integer that stands for `value` of `v`."""
        return int(value) if self.is_numeric(v) else self.classes[v].bits[value]

    def decoded(self, row: Sequence[int]) -> Values:
        """The values behind the integers of a solution."""
        return tuple([back[code] for back, code in zip(self.back, row, strict=True)])

    def among(self, v: int, values: Sequence[Any]) -> Any:
        """The set of values of `v` as the solver has it."""
        return self.cp.Domain.from_values(sorted(self.code(v, x) for x in values))

    def _variable(self, v: int) -> Any:
        return self.model.new_int_var_from_domain(self.among(v, self.domains[v]), f"x{v}")

    def number(self, v: int) -> Any:
        """The variable, or one that has its value as an integer."""
        if self.is_numeric(v):
            return self.variables[v]
        values = [int(x) for x in self.domains[v]]
        number = self.model.new_int_var_from_domain(self.cp.Domain.from_values(sorted(values)), f"n{v}")
        pairs = [(self.code(v, x), int(x)) for x in self.domains[v]]
        self.model.add_allowed_assignments([self.variables[v], number], pairs)
        return number

    def literal(self, v: int, values: Sequence[Any]) -> Any:
        """A literal that is true just when `v` has one of the values."""
        literal = self.model.new_bool_var("")
        inside = self.among(v, values)
        self.model.add_linear_expression_in_domain(self.variables[v], inside).only_enforce_if(literal)
        outside = inside.complement()
        self.model.add_linear_expression_in_domain(self.variables[v], outside).only_enforce_if(~literal)
        return literal


def _linear(encoding: Encoding, form: forms.Linear) -> None:
    total = sum(m * encoding.number(v) for v, m in zip(form.scope, form.multipliers, strict=True))
    compared = {"==": total == form.bound, "<=": total <= form.bound, "!=": total != form.bound}
    encoding.model.add(compared[form.relation])


def _all_different(encoding: Encoding, form: forms.AllDifferent) -> None:
    encoding.model.add_all_different([encoding.variables[v] for v in form.scope])


def _all_equal(encoding: Encoding, form: forms.AllEqual) -> None:
    for v in form.scope[1:]:
        encoding.model.add(encoding.variables[v] == encoding.variables[form.scope[0]])


def _count(encoding: Encoding, form: forms.Count) -> None:
    inside = [encoding.literal(v, members) for v, members in zip(form.scope, form.members, strict=True)]
    encoding.model.add_linear_constraint(sum(inside), form.low, form.high)


def _product(encoding: Encoding, form: forms.Product) -> None:
    numbers = [encoding.number(v) for v in form.scope]
    factors, target = (numbers[:-1], numbers[-1]) if form.targeted else (numbers, 0)
    total, low, high = factors[0], *_range(encoding.domains[form.scope[0]])
    for factor, v in zip(factors[1:], form.scope[1:], strict=False):
        least, most = _range(encoding.domains[v])
        corners = (low * least, low * most, high * least, high * most)
        low, high = min(corners), max(corners)
        product = encoding.model.new_int_var(low, high, "")
        encoding.model.add_multiplication_equality(product, [total, factor])
        total = product
    if form.low is not None:
        encoding.model.add(total - target >= form.low)
    if form.high is not None:
        encoding.model.add(total - target <= form.high)


def _range(domain: Values) -> tuple[int, int]:
    return int(min(domain)), int(max(domain))


def _table(encoding: Encoding, form: forms.Table) -> None:
    left = [set(encoding.domains[v]) for v in form.scope]
    rows = [
        [encoding.code(v, x) for v, x in zip(form.scope, row, strict=True)]
        for row in form.rows
        if all(x in known for x, known in zip(row, left, strict=True))
    ]
    if rows:
        encoding.model.add_allowed_assignments([encoding.variables[v] for v in form.scope], rows)
    else:
        encoding.model.add_bool_or([])


def _circuit(encoding: Encoding, form: forms.Circuit) -> None:
    number = {place: i for i, place in enumerate(form.places)}
    arcs = [(i, number[x], encoding.literal(v, [x])) for i, v in enumerate(form.scope) for x in encoding.domains[v]]
    encoding.model.add_circuit(arcs)


_CASES: dict[type, Callable[[Encoding, Any], None]] = {
    forms.Linear: _linear,
    forms.AllDifferent: _all_different,
    forms.AllEqual: _all_equal,
    forms.Count: _count,
    forms.Product: _product,
    forms.Table: _table,
    forms.Circuit: _circuit,
}
