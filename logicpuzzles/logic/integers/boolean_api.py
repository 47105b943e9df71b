"""The goals over truth values for Python; formulas are written with `expr`."""

from __future__ import annotations

from collections.abc import Sequence

from ..bindings import Opened, fold
from ..goal import Goal
from ..terms import AnyTerm, Term
from .api import Operand, term_of, terms_of
from .registry import GOALS


def sat(formula: Operand) -> Goal:
    """The formula holds: a condition of unknowns that are 0 or 1, or a term as `sat` takes it in text.

    >>> from logicpuzzles import expr, run, sat, vars
    >>> a, b = vars(2)
    >>> run(0, (a, b), sat((~expr(a) | ~expr(b)).iff(a)))  # a knight or knave says: one of us is a knave
    ((1, 0),)
    """
    return GOALS["sat", 1](_boolean(formula))


def taut(formula: Operand, truth: AnyTerm) -> Goal:
    """`truth` is 1 where the formula holds in all answers to what `sat` has stated, and 0 where in none."""
    return GOALS["taut", 2](_boolean(formula), truth)


def sat_count(formula: Operand, n: AnyTerm) -> Goal:
    """`n` is in how many ways the unknowns of the formula can be 0 or 1 so that it and all that is stated holds."""
    return GOALS["sat_count", 2](_boolean(formula), n)


def weighted_maximum(weights: Sequence[int], xs: AnyTerm, most: AnyTerm) -> Goal:
    """`most` is the greatest sum of the weights of those of `xs` that are 1; each answer is one that reaches it."""
    return GOALS["weighted_maximum", 3](tuple(weights), terms_of(xs), most)


_BOOLEAN = {"#/\\": "*", "#\\/": "+", "#\\": "#", "#==>": "=<", "#<==": ">=", "#<==>": "=:="}  # of two


def _boolean(formula: Operand) -> AnyTerm:
    """A condition as a Boolean expression; any other term as it is."""

    def opened(part: AnyTerm) -> AnyTerm:
        if type(part) is not Term or part.name not in _BOOLEAN:
            return part
        name = "~" if len(part.args) == 1 else _BOOLEAN[part.name]
        return Opened(lambda *args: Term(name, args), part.args)

    return fold(term_of(formula), opened)
