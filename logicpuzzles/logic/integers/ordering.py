"""chain and lex_chain: integers, or lists of them, in order; zcompare: which order two integers have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from ...errors import NeedsValue, PuzzleError
from ..goal import Constraint
from ..resolver import Machine
from ..terms import VARIABLES, AnyTerm, Term
from .domains import elements, for_message
from .expressions import compare
from .propagation import Propagation, Propagator, propagation
from .registry import constraint

CHAINS = ("#=", "#<", "#=<", "#>", "#>=")  # by which the neighbours of a chain may compare
ORDERS = {"<": "#<", "=": "#=", ">": "#>"}  # what zcompare calls an order, and the comparison that it is


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


@constraint("chain")
def _chain(machine: Machine, xs: AnyTerm, relation: AnyTerm) -> bool:
    """Each element of the list Xs compares with the next by Relation, one of #= #< #=< #> #>=."""
    on, goal = propagation(machine), "chain"
    terms = elements(machine, xs, goal)
    for term in terms:
        if type(term) not in VARIABLES:
            on.number(term, goal)
    if type(relation) in VARIABLES:
        raise NeedsValue(relation, goal)
    if relation not in CHAINS:
        raise PuzzleError(
            f"{goal} has no such relation", expected=", ".join(CHAINS), got=for_message(machine, relation)
        )
    return on.settle(lambda: all(compare(on, relation, *pair) for pair in zip(terms, terms[1:], strict=False)))


@dataclass(frozen=True, slots=True, eq=False)
class Compared(Propagator):
    """`order` becomes the order of both terms, one of `ORDERS`, once their domains leave only that.

    The other way round, a known order is a comparison: `Ordered` posts it.
    """

    left: AnyTerm
    right: AnyTerm
    order: AnyTerm
    name: str = "zcompare"

    @property
    def terms(self) -> tuple[AnyTerm, ...]:  # type: ignore[override]
        return (self.left, self.right, self.order)

    def propagate(self, on: Propagation) -> bool:
        if type(on.walk(self.order)) not in VARIABLES:
            return True
        possible = self._possible(on)
        return bool(possible) and (len(possible) > 1 or on.machine.unify(self.order, possible[0]))

    def _possible(self, on: Propagation) -> list[str]:
        left, right = on.walk(self.left), on.walk(self.right)
        if left is right:
            return ["="]
        one, two = on.domain(left), on.domain(right)
        found = ["<"] if one.low < two.high else []
        found += ["="] if one & two else []
        return [*found, ">"] if one.high > two.low else found

    def is_entailed(self, on: Propagation) -> bool:
        return type(on.walk(self.order)) not in VARIABLES

    def goal(self, on: Propagation) -> AnyTerm:
        return Term("zcompare", (self.order, self.left, self.right))


@dataclass(frozen=True, slots=True, eq=False)
class Ordered(Constraint):
    """Waits for the order of two terms, and posts the comparison that it is; an answer shows `Compared` instead."""

    compared: Compared
    name = "zcompare"
    residual = silent = over_integers = True
    terms = property(lambda self: self.compared.terms)

    def attempt(self, machine: Machine) -> bool:
        left, right, order = self.compared.terms
        order = machine.walk(order)
        if type(order) in VARIABLES:
            machine.suspend(self, order)
            return True
        return type(order) is str and order in ORDERS and compare(propagation(machine), ORDERS[order], left, right)


@constraint("zcompare")
def _zcompare(machine: Machine, order: AnyTerm, left: AnyTerm, right: AnyTerm) -> bool:
    """Order is <, = or >, as the integer Left compares with Right; it waits until one of both sides is known."""
    on = propagation(machine)
    on.goal = "zcompare"
    terms = left, right
    for term in terms:
        if type(term) not in VARIABLES:
            on.number(term)
    compared = Compared(left, right, order)

    def post() -> bool:
        for term in terms:
            on.mention(term)
        if type(order) not in VARIABLES:
            return Ordered(compared).attempt(machine)
        if not compared.propagate(on):
            return False
        if type(on.walk(order)) in VARIABLES:
            on.attach(compared, terms)
        return Ordered(compared).attempt(machine)

    return on.settle(post)
