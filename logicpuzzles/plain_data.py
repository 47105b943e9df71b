"""Values as JSON has them."""

from __future__ import annotations


def plain_data(value: object) -> object:
    """`value` as JSON has it: lists as lists, compounds and fractions as objects with their parts.

    >>> from logicpuzzles.logic.terms import Term
    >>> plain_data((1, ("red", Term("at", (2,)))))
    [1, ['red', {'name': 'at', 'args': [2]}]]
    >>> from fractions import Fraction
    >>> plain_data(Fraction(1, 2))
    {'numerator': 1, 'denominator': 2}
    """
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, tuple | list):
        return [plain_data(part) for part in value]
    from fractions import Fraction

    from .logic.terms import Term  # here, as below: what a simple answer is told without
    from .logic.writer import write

    if isinstance(value, Fraction):
        return {"numerator": value.numerator, "denominator": value.denominator}
    if isinstance(value, Term):
        return {"name": value.name, "args": [plain_data(part) for part in value.args]}
    return write(value)
