"""lex_chain: lists in lexicographic order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from ..resolver import Machine
from ..terms import AnyTerm, Term
from .domains import elements
from .propagation import Propagation, Propagator, propagation
from .registry import constraint


@dataclass(frozen=True, slots=True, eq=False)
class Lexicographic(Propagator):
    """The first half of the terms does not stand after the second, compared term by term."""

    terms: tuple[AnyTerm, ...]
    name: str = "lex_chain"

    def pairs(self) -> list[tuple[AnyTerm, AnyTerm]]:
        """The terms that are compared with each other."""
        half = len(self.terms) // 2
        return list(zip(self.terms[:half], self.terms[half:], strict=True))

    def propagate(self, on: Propagation) -> bool:
        pairs = self.pairs()
        for place, (left, right) in enumerate(pairs):
            if on.walk(left) is on.walk(right):
                continue
            is_less = self._must_be_less(on, pairs[place + 1 :])
            low, high = on.bounds(left)[0], on.bounds(right)[1]
            more = int(is_less)
            if not on.between(left, -inf, high if high == inf else int(high) - more):
                return False
            if not on.between(right, low if low == -inf else int(low) + more, inf):
                return False
            if on.value(left) is None or on.value(left) != on.value(right):
                return True
        return True

    def _must_be_less(self, on: Propagation, later: Sequence[tuple[AnyTerm, AnyTerm]]) -> bool:
        """Whether what stands later rules out that the terms are equal."""
        for left, right in later:
            if on.bounds(left)[0] > on.bounds(right)[1]:
                return True
            if on.value(left) is None or on.value(left) != on.value(right):
                return False
        return False

    def is_entailed(self, on: Propagation) -> bool:
        for left, right in self.pairs():
            if on.bounds(left)[1] < on.bounds(right)[0]:
                return True
            if on.walk(left) is not on.walk(right) and (on.value(left) is None or on.value(left) != on.value(right)):
                return False
        return True

    def holds(self, values: Sequence[int]) -> bool:
        half = len(values) // 2
        return list(values[:half]) <= list(values[half:])

    def goal(self, on: Propagation) -> AnyTerm:
        half = len(self.terms) // 2
        return Term("lex_chain", ((self.terms[:half], self.terms[half:]),))


@constraint("lex_chain")
def _lex_chain(machine: Machine, lists: AnyTerm) -> bool:
    """The lists of integers of Lists, all equally long, are in lexicographic order; neighbours may be equal."""
    on, goal = propagation(machine), "lex_chain"
    rows = [elements(machine, row, goal) for row in elements(machine, lists, goal)]
    on.goal = goal
    if len(set(map(len, rows))) > 1:
        return False
    steps = zip(rows, rows[1:], strict=False)
    return on.settle(lambda: all(on.post(Lexicographic((*one, *two))) for one, two in steps))
