"""global_cardinality: how often each value occurs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...errors import NeedsValue, PuzzleError
from ..resolver import Machine
from ..terms import VARIABLES, AnyTerm, Term
from .domains import elements
from .linear import Linear
from .propagation import Propagation, Propagator, propagation
from .registry import constraint
from .sets import collected, interval


@dataclass(frozen=True, slots=True, eq=False)
class Cardinality(Propagator):
    """Of the first terms, `counts` of which stand behind them, as many have each of the `values`."""

    terms: tuple[AnyTerm, ...]
    values: tuple[int, ...]
    name: str = "global_cardinality"

    def propagate(self, on: Propagation) -> bool:
        n = len(self.values)
        terms, counts = self.terms[: len(self.terms) - n], self.terms[len(self.terms) - n :]
        for value, count in zip(self.values, counts, strict=True):
            can = [term for term in terms if value in on.domain(term)]
            must = sum(on.value(term) == value for term in can)
            if not on.narrow(count, interval(must, len(can))):
                return False
            low, high = on.bounds(count)
            if must == high and not all(on.value(t) == value or on.exclude(t, value) for t in can):
                return False
            if len(can) == low and not all(on.fix(term, value) for term in can):
                return False
        return True

    def holds(self, values: Sequence[int]) -> bool:
        n = len(self.values)
        given, counts = list(values[: len(values) - n]), values[len(values) - n :]
        return all(given.count(value) == count for value, count in zip(self.values, counts, strict=True))

    def goal(self, on: Propagation) -> AnyTerm:
        split = len(self.terms) - len(self.values)
        pairs = tuple(Term("-", pair) for pair in zip(self.values, self.terms[split:], strict=True))
        return Term("global_cardinality", (self.terms[:split], pairs))


@constraint("global_cardinality")
def _global_cardinality(machine: Machine, xs: AnyTerm, pairs: AnyTerm) -> bool:
    """Pairs are Value-Count, the values integers: each element of Xs is one of them, and occurs so often."""
    on, goal = propagation(machine), "global_cardinality"
    terms = tuple(elements(machine, xs, goal))
    values, counts = [], []
    for pair in elements(machine, pairs, goal):
        if type(pair) in VARIABLES:
            raise NeedsValue(pair, goal)
        if type(pair) is not Term or (pair.name, len(pair.args)) != ("-", 2):
            raise PuzzleError(f"{goal} takes pairs", expected="Value-Count", got=machine.reify(pair))
        value, count = map(machine.walk, pair.args)
        if type(value) in VARIABLES:
            raise NeedsValue(value, goal)
        values.append(on.number(value, goal))
        counts.append(count)
    if len(set(values)) < len(values):
        raise PuzzleError(f"{goal} takes each value once", got=tuple(values))

    def post() -> bool:
        on.goal = goal
        whole = Linear((1,) * len(counts), tuple(counts), "==", len(terms), goal)
        return (
            all(on.narrow(term, collected(values)) for term in terms)
            and all(on.between(count, 0, len(terms)) for count in counts)
            and on.post(Cardinality((*terms, *counts), tuple(values)))
            and on.post(whole)
        )

    return on.settle(post)
