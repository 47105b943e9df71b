"""Propagators that tie an unknown that is 0 or 1 to whether a condition holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

from unification import Var

from ..terms import AnyTerm, Term
from .linear import Linear
from .propagation import Propagation, Propagator
from .sets import Integers

CONNECTIVES: dict[str, Callable[[int, int], int]] = {
    "#<==>": lambda a, b: int(a == b),
    "#==>": lambda a, b: int(a <= b),
    "#<==": lambda a, b: int(a >= b),
    "#\\/": max,
    "#\\": lambda a, b: int(a != b),
    "#/\\": min,
}


@dataclass(frozen=True, slots=True, eq=False)
class Reified(Propagator):
    """`truth` is 1 if the linear comparison holds, and 0 if not."""

    linear: Linear
    truth: AnyTerm
    name: str

    @property
    def terms(self) -> tuple[AnyTerm, ...]:  # type: ignore[override]
        return (*self.linear.terms, self.truth)

    def propagate(self, on: Propagation) -> bool:
        truth = on.value(self.truth)
        if truth is not None:
            return (self.linear if truth else self.linear.denied()).propagate(on)
        if self.linear.is_entailed(on):
            return on.fix(self.truth, 1)
        return not self.linear.is_violated(on) or on.fix(self.truth, 0)

    def is_entailed(self, on: Propagation) -> bool:
        truth = on.value(self.truth)
        return truth is not None and (self.linear if truth else self.linear.denied()).is_entailed(on)

    def holds(self, values: Sequence[int]) -> bool:
        return self.linear.holds(values[:-1]) == values[-1]

    def determined(self) -> Sequence[AnyTerm]:
        return (self.truth,)

    def can_give(self, on: Propagation, unknown: Var) -> bool:
        return on.walk(self.truth) is unknown and all(on.walk(term) is not unknown for term in self.linear.terms)

    def told_by(self, on: Propagation, unknown: Var) -> AnyTerm | None:
        return self.linear.goal(on) if self.can_give(on, unknown) else None

    def goal(self, on: Propagation) -> AnyTerm:
        truth = on.value(self.truth)
        if truth is not None:
            return (self.linear if truth else self.linear.denied()).goal(on)
        return Term("#<==>", (self.linear.goal(on), self.truth))


@dataclass(frozen=True, slots=True, eq=False)
class Member(Propagator):
    """`truth` is 1 if `term` is in `domain`, and 0 if not."""

    term: AnyTerm
    domain: Integers
    truth: AnyTerm
    name: str

    @property
    def terms(self) -> tuple[AnyTerm, ...]:  # type: ignore[override]
        return (self.term, self.truth)

    def propagate(self, on: Propagation) -> bool:
        truth = on.value(self.truth)
        if truth is not None:
            return on.narrow(self.term, self.domain if truth else ~self.domain)
        left = on.domain(self.term)
        inside = left & self.domain
        if not inside:
            return on.fix(self.truth, 0)
        return inside is not left or on.fix(self.truth, 1)

    def is_entailed(self, on: Propagation) -> bool:
        return on.value(self.truth) is not None

    def holds(self, values: Sequence[int]) -> bool:
        return (values[0] in self.domain) == values[1]

    def determined(self) -> Sequence[AnyTerm]:
        return (self.truth,)

    def can_give(self, on: Propagation, unknown: Var) -> bool:
        return on.walk(self.truth) is unknown is not on.walk(self.term)

    def told_by(self, on: Propagation, unknown: Var) -> AnyTerm | None:
        return self.domain.goal(self.term) if self.can_give(on, unknown) else None

    def goal(self, on: Propagation) -> AnyTerm:
        return Term("#<==>", (self.domain.goal(self.term), self.truth))


@dataclass(frozen=True, slots=True, eq=False)
class Connective(Propagator):
    """`truth` is what the connective gives for two truths."""

    connective: str
    left: AnyTerm
    right: AnyTerm
    truth: AnyTerm
    name: str

    @property
    def terms(self) -> tuple[AnyTerm, ...]:  # type: ignore[override]
        return (self.left, self.right, self.truth)

    def _rows(self, on: Propagation) -> tuple[list[AnyTerm], list[tuple[int, ...]], bool]:
        """The unknowns, each once, their values for which this holds, and whether those are all values."""
        terms = list(map(on.walk, self.terms))
        unknowns = list(dict.fromkeys(term for term in terms if type(term) is not int))
        places = [None if type(term) is int else unknowns.index(term) for term in terms]
        found, of = [], CONNECTIVES[self.connective]
        for row in product((0, 1), repeat=len(unknowns)):
            left, right, truth = (t if p is None else row[p] for t, p in zip(terms, places, strict=True))
            if of(left, right) == truth:
                found.append(row)
        return unknowns, found, len(found) == 2 ** len(unknowns)

    def propagate(self, on: Propagation) -> bool:
        unknowns, rows, _ = self._rows(on)
        if not rows:
            return False
        if len(unknowns) == 2 and len(rows) == 2 and all(one == two for one, two in rows):
            return on.machine.unify(*unknowns)
        columns = zip(unknowns, zip(*rows, strict=True), strict=False)
        return all(len(set(column)) > 1 or on.fix(term, column[0]) for term, column in columns)

    def is_entailed(self, on: Propagation) -> bool:
        return self._rows(on)[2]

    def holds(self, values: Sequence[int]) -> bool:
        return CONNECTIVES[self.connective](values[0], values[1]) == values[2]

    def determined(self) -> Sequence[AnyTerm]:
        return (self.truth,)

    def can_give(self, on: Propagation, unknown: Var) -> bool:
        left, right, truth = map(on.walk, self.terms)
        return truth is unknown and left is not unknown and right is not unknown

    def told_by(self, on: Propagation, unknown: Var) -> AnyTerm | None:
        return self._condition(on) if self.can_give(on, unknown) else None

    def _condition(self, on: Propagation) -> AnyTerm:
        is_denial = self.connective == "#\\" and on.walk(self.right) == 1
        return Term(self.connective, (self.left,) if is_denial else (self.left, self.right))

    def goal(self, on: Propagation) -> AnyTerm:
        condition, truth = self._condition(on), on.walk(self.truth)
        if type(truth) is int:
            return condition if truth else Term("#\\", (condition,))
        return Term("#<==>", (condition, truth))
