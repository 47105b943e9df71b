"""Sums and products that are not of integers, or too large, as formulas."""

from __future__ import annotations

from functools import partial, reduce
from typing import TYPE_CHECKING

from ..nodes import Graph
from ..values import Scope, is_number
from .base import Lowering, Posted
from .computed import computed
from .forms import Form
from .functions import by_values

if TYPE_CHECKING:
    from .arithmetic import Arithmetic


def by_formula(kind: Arithmetic, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
    """What the kernel works out of a sum or product, where there are numbers only; else a table, or calls."""
    graph, given = Graph(), posted.constraint
    amount, factors = kind.amount_of(given), getattr(given, "_multipliers", None)
    known = [x for v in scope for x in lowering.domains[v]]
    if not all(map(is_number, [*known, *(factors or ()), amount])):
        return by_values(lowering, posted, scope)
    terms = [graph.variable(place) for place in range(len(scope))]
    right = terms.pop() if kind.is_targeted else graph.constant(amount)
    if factors:
        terms = [graph.make("*", graph.constant(factor), term) for factor, term in zip(factors, terms, strict=False)]
    left = graph.make("round", reduce(partial(graph.make, kind.joined), terms))
    one, two = (right, left) if kind.relation == ">=" else (left, right)
    node = graph.make("==" if kind.relation == "==" else "<=", one, two)
    return computed(lowering, node, scope, posted.guarded)
