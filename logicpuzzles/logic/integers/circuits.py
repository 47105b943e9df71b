"""circuit: going from each place to the one that its integer names visits all places once and returns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..resolver import Machine
from ..terms import AnyTerm, Term
from .distinct import AllDistinct
from .domains import elements
from .propagation import Propagation, Propagator, propagation
from .registry import constraint


@dataclass(frozen=True, slots=True, eq=False)
class Circuit(Propagator):
    """No path of known steps returns to its start before it has visited all places; the terms differ pairwise."""

    terms: tuple[AnyTerm, ...]
    name: str = "circuit"

    def propagate(self, on: Propagation) -> bool:
        n = len(self.terms)
        known = [on.value(term) for term in self.terms]
        entered = {value for value in known if value is not None}
        for start in range(1, n + 1):
            if start in entered and None in known:
                continue  # not where a path begins
            place, size = start, 1
            while (after := known[place - 1]) is not None and after != start and size <= n:
                place, size = after, size + 1
            if after == start and size < n or size > n:
                return False
            if after is None and 1 < size < n and not on.exclude(self.terms[place - 1], start):
                return False
        return True

    def holds(self, values: Sequence[int]) -> bool:
        place, visited = 1, set()
        while 1 <= place <= len(values) and place not in visited:
            visited.add(place)
            place = values[place - 1]
        return place == 1 and len(visited) == len(values)

    def goal(self, on: Propagation) -> AnyTerm:
        return Term("circuit", (self.terms,))


@constraint("circuit")
def _circuit(machine: Machine, xs: AnyTerm) -> bool:
    """Going from each place, counted from 1, to the one that its element of Xs names is one round trip."""
    on, terms = propagation(machine), tuple(elements(machine, xs, "circuit"))
    on.goal = "circuit"
    n = len(terms)

    def post() -> bool:
        if not all(on.between(term, 1, n) for term in terms):
            return False
        if n > 1 and not all(on.exclude(term, place) for place, term in enumerate(terms, 1)):
            return False
        return on.post(AllDistinct(terms, "circuit")) and on.post(Circuit(terms))

    return n == 0 or on.settle(post)
