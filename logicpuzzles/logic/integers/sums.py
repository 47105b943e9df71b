"""sum and scalar_product: a list of integers, each perhaps times another, compares with an expression."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from ...errors import NeedsValue, PuzzleError
from ..resolver import Machine
from ..terms import VARIABLES, AnyTerm, Term
from .domains import elements
from .expressions import COMPARISONS, compare
from .propagation import propagation
from .registry import constraint


def _compared(machine: Machine, goal: str, summands: Sequence[AnyTerm], relation: AnyTerm, expression: AnyTerm) -> bool:
    if type(relation) in VARIABLES:
        raise NeedsValue(relation, goal)
    if relation not in COMPARISONS:
        raise PuzzleError(
            f"{goal} has no such comparison", expected=", ".join(COMPARISONS), got=machine.reify(relation)
        )
    known = sum([summand for summand in summands if type(summand) is int])
    others = [summand for summand in summands if type(summand) is not int]
    if known or not others:
        others.append(known)
    total = reduce(lambda one, two: Term("+", (one, two)), others)
    return compare(propagation(machine), relation, total, expression)


@constraint("sum")
def _sum(machine: Machine, xs: AnyTerm, relation: AnyTerm, expression: AnyTerm) -> bool:
    """The sum of the list Xs compares with Expression by Relation, one of #= #\\= #< #=< #> #>=."""
    return _compared(machine, "sum", elements(machine, xs, "sum"), relation, expression)


@constraint("scalar_product")
def _scalar_product(machine: Machine, factors: AnyTerm, xs: AnyTerm, relation: AnyTerm, expression: AnyTerm) -> bool:
    """The sum of the list Xs, each times its integer in Factors, compares with Expression by Relation."""
    goal = "scalar_product"
    known, terms = elements(machine, factors, goal), elements(machine, xs, goal)
    for factor in known:
        if type(factor) in VARIABLES:
            raise NeedsValue(factor, goal)
        propagation(machine).number(factor, goal)
    if len(known) != len(terms):
        return False
    summands = [x * by if type(x) is int else Term("*", (by, x)) for by, x in zip(known, terms, strict=True)]
    return _compared(machine, goal, summands, relation, expression)
