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
    """The first `split` terms do not stand after the others, compared term by term.

    Where there are not as many, one pair differs: a list is neither before nor after one that it begins.
    """

    terms: tuple[AnyTerm, ...]
    split: int
    name: str = "lex_chain"

    def pairs(self) -> list[tuple[AnyTerm, AnyTerm]]:
        """The terms that are compared with each other."""
        return list(zip(self.terms[: self.split], self.terms[self.split :], strict=False))

    @property
    def is_strict(self) -> bool:
        """Whether one pair differs."""
        return 2 * self.split != len(self.terms)

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
        return not self.is_strict

    def _must_be_less(self, on: Propagation, later: Sequence[tuple[AnyTerm, AnyTerm]]) -> bool:
        """Whether what stands later rules out that the terms are equal."""
        for left, right in later:
            if on.bounds(left)[0] > on.bounds(right)[1]:
                return True
            if on.walk(left) is not on.walk(right) and (on.value(left) is None or on.value(left) != on.value(right)):
                return False
        return self.is_strict

    def is_entailed(self, on: Propagation) -> bool:
        for left, right in self.pairs():
            high, low = on.bounds(left)[1], on.bounds(right)[0]
            if high < low:
                return True
            if on.walk(left) is not on.walk(right) and high > low:
                return False
        return not self.is_strict

    def holds(self, values: Sequence[int]) -> bool:
        n = min(self.split, len(values) - self.split)
        one, two = list(values[:n]), list(values[self.split : self.split + n])
        return one < two or one == two and not self.is_strict

    def goal(self, on: Propagation) -> AnyTerm:
        return Term("lex_chain", ((self.terms[: self.split], self.terms[self.split :]),))


@constraint("lex_chain")
def _lex_chain(machine: Machine, lists: AnyTerm) -> bool:
    """The lists of integers of Lists are in lexicographic order; neighbours that are equally long may be equal."""
    on, goal = propagation(machine), "lex_chain"
    rows = [elements(machine, row, goal) for row in elements(machine, lists, goal)]
    on.goal = goal
    steps = zip(rows, rows[1:], strict=False)
    return on.settle(lambda: all(on.post(Lexicographic((*one, *two), len(one))) for one, two in steps))
