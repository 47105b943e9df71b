"""all_different and all_distinct: the values differ pairwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..resolver import Machine
from ..terms import VARIABLES, AnyTerm, Term
from .domains import elements
from .propagation import Propagation, Propagator, propagation
from .registry import constraint
from .sets import Integers, collected
from .strongly_connected import components


@dataclass(frozen=True, slots=True, eq=False)
class AllDifferent(Propagator):
    """The terms differ pairwise: the value of one leaves the domains of the others."""

    terms: tuple[AnyTerm, ...]
    name: str = "all_different"

    @property
    def waits_for_values(self) -> bool:  # type: ignore[override]
        return True

    def propagate(self, on: Propagation) -> bool:
        return self._exclude(on)

    def _exclude(self, on: Propagation) -> bool:
        taken: set[int] = set()
        left = list(self.terms)
        while True:
            walked = on.machine.walk_all(left)
            known = [on.number(term) for term in walked if type(term) not in VARIABLES]
            found = set(known)
            if len(found) < len(known) or not found.isdisjoint(taken):
                return False
            left = [term for term in walked if type(term) in VARIABLES]
            if len(set(left)) < len(left):
                return False
            if not found:
                return True
            taken |= found
            allowed = ~collected(found)
            if not all(on.narrow(term, allowed) for term in left):
                return False

    def is_entailed(self, on: Propagation) -> bool:
        return sum(type(on.walk(term)) in VARIABLES for term in self.terms) < 2

    def holds(self, values: Sequence[int]) -> bool:
        return len(set(values)) == len(values)

    def goal(self, on: Propagation) -> AnyTerm:
        return Term(self.name, (self.terms,))


@dataclass(frozen=True, slots=True, eq=False)
class AllDistinct(AllDifferent):
    """The same; each value that is left can be part of an answer.

    Source: J.-C. Regin, A filtering algorithm for constraints of difference (1994).
    """

    name: str = "all_distinct"

    @property
    def waits_for_values(self) -> bool:  # type: ignore[override]
        return False

    def propagate(self, on: Propagation) -> bool:
        return self._exclude(on) and self._match(on)

    def _match(self, on: Propagation) -> bool:
        unknowns = [term for term in map(on.walk, self.terms) if type(term) in VARIABLES]
        domains = [on.domain(term) for term in unknowns]
        sizes = sorted([domain.size for domain in domains])
        if not any(size <= k for k, size in enumerate(sizes[:-1], 1)):
            return True  # no k of them have only k values
        small = [i for i, domain in enumerate(domains) if domain.size <= len(unknowns)]  # others find a value always
        owners = matching([domains[i] for i in small])
        if owners is None:
            return False
        free = len(small)
        edges: list[list[int]] = [[] for _ in small] + [list(range(free))]
        for place, i in enumerate(small):
            edges[place] = [owners.get(value, free) for value in domains[i]]
        component = components(edges)
        closed = collected(value for value, owner in owners.items() if component[owner] != component[free])
        for place, i in enumerate(small):  # values that one can take so that all others still find theirs
            mine = component[place]
            left = [v for v in domains[i] if v not in owners or component[owners[v]] == mine]
            if len(left) < domains[i].size and not on.narrow(unknowns[i], collected(left)):
                return False
        large = [i for i, domain in enumerate(domains) if domain.size > len(unknowns)]
        return not closed or all(on.narrow(unknowns[i], ~closed) for i in large)


def matching(domains: Sequence[Integers]) -> dict[int, int] | None:
    """Values, a different one for each domain, and whose they are; None if there are not enough.

    Source: C. Berge, Two theorems in graph theory (1957): a matching grows along augmenting paths.
    """
    owners: dict[int, int] = {}
    held: dict[int, int] = {}  # the value of each domain that has one
    for start in range(len(domains)):
        came: dict[int, int] = {}  # to a value, from the domain
        todo, end = [start], None
        while todo and end is None:
            place = todo.pop()
            for value in domains[place]:
                if value not in came:
                    came[value] = place
                    if value not in owners:
                        end = value
                        break
                    todo.append(owners[value])
        if end is None:
            return None
        place, taken = came[end], end
        while place != start:
            owners[taken] = place
            held[place], taken = taken, held[place]
            place = came[taken]
        owners[taken], held[start] = start, taken
    return owners


def _distinct(name: str, kind: type[AllDifferent], doc: str) -> None:
    @constraint(name, "Xs", doc=doc)
    def relation(machine: Machine, xs: AnyTerm) -> bool:
        terms = tuple(elements(machine, xs, name))
        return propagation(machine).post(kind(terms))


_distinct("all_different", AllDifferent, "The integers of the list Xs differ pairwise.")
_distinct("all_distinct", AllDistinct, "The same; no value is left that cannot be part of an answer.")
