"""`Circuit`: one round trip, python-constraint's vocabulary extended by what MiniZinc and CP-SAT have."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import constraint as library

from ...errors import PuzzleError
from ..kernels import layout
from ..values import Domains, Scope, Test, Value, Values, Variable
from .base import Kind, KnownKind, Lowering, Posted, shortened
from .equality import AllDifferent
from .forms import Among, Encoding, Form, Packing
from .own import check_list, described, listed


class Circuit(library.Constraint):  # type: ignore[misc]
    """Going from each place to the one that its variable names visits every place once and returns.

    Parameters
    ----------
    places
        What stands for each variable of the scope, in order, in the values of the others; by default the
        variables themselves.

    >>> from constraint import Problem
    >>> problem = Problem()
    >>> problem.addVariables("abc", "abc")
    >>> problem.addConstraint(Circuit())
    >>> sorted(sorted(solution.items()) for solution in problem.getSolutions())
    [[('a', 'b'), ('b', 'c'), ('c', 'a')], [('a', 'c'), ('b', 'a'), ('c', 'b')]]
    """

    def __init__(self, places: Sequence[Any] | None = None) -> None:
        self.places = None if places is None else listed(places)

    __repr__ = described

    def __call__(
        self,
        variables: Sequence[Any],
        domains: Mapping[Any, Any],
        assignments: Mapping[Any, Any],
        forwardcheck: bool = False,
        _unassigned: Any = None,
    ) -> bool:
        """Whether the values assigned so far can be part of one round trip."""
        after = dict(zip(self.places or variables, (assignments.get(v, _OPEN) for v in variables), strict=True))
        entered = [place for place in after.values() if place is not _OPEN]
        if len(set(entered)) < len(entered) or not all(place in after for place in entered):
            return False
        if len(entered) == len(after):
            return is_round_trip(after)
        return not any(_returns(after, place) for place in entered)


def is_round_trip(after: Mapping[Any, Any]) -> bool:
    """Whether following `after` from any place visits all places once and returns.

    >>> is_round_trip({"a": "b", "b": "a"}), is_round_trip({"a": "a", "b": "b"})
    (True, False)
    """
    start = place = next(iter(after))
    for _ in range(len(after) - 1):
        place = after.get(place, start)
        if place == start:
            return False
    return bool(after.get(place) == start)


def _returns(after: Mapping[Any, Any], start: Value) -> bool:
    """Whether the path from `start` comes back to it; no place is entered twice."""
    place = after[start]
    while place is not _OPEN and place != start:
        place = after[place]
    return place is not _OPEN


_OPEN = object()


@dataclass(frozen=True)
class RoundTrip(Form):
    """The variable of each place names the next place of one round trip through all; `places` are values."""

    places: Values
    shares_values: ClassVar[bool] = True

    def is_possible(self, domains: Sequence[Values]) -> bool:
        """Whether successors can differ: where all moves change colour, the kernel alone takes forever to see it."""
        return is_matchable(domains)

    def pack(self, packing: Packing, scope: Sequence[int]) -> None:
        bits = packing.classes[scope[0]].bits
        number = {value: place for place, value in enumerate(self.places)}
        place_of = [number.get(value, -1) for value in bits]
        values = [bits.get(value, 0) for value in self.places]  # a place that no domain has is never entered
        at = packing.keep(place_of)
        packing.add(
            layout.CIRCUIT, scope, number=[at], weight=values, event=layout.FIXED, late=True,
            n_scratch=2 * len(scope),
        )  # fmt: skip

    def encode(self, encoding: Encoding) -> None:
        number = {place: i for i, place in enumerate(self.places)}
        arcs = [(i, number[x], encoding.literal(v, [x])) for i, v in enumerate(self.scope) for x in encoding.domains[v]]
        encoding.model.add_circuit(arcs)


def is_matchable(domains: Sequence[Values]) -> bool:
    """Whether one value can be chosen from each domain, all different: decided exactly, as propagation is not.

    Source: C. Berge, Two theorems in graph theory (1957): a matching grows along augmenting paths.

    >>> is_matchable([(1, 2), (1,), (2, 3)]), is_matchable([(1, 2), (1, 2), (1, 2), (3, 4)])
    (True, False)
    """
    given: dict[int, Value] = {}
    taker: dict[Value, int] = {}
    for start in range(len(domains)):
        reached, end = _search(domains, start, taker)
        if end is None:
            return False
        place = -1
        while place != start:
            place = reached[end[0]]
            taker[end[0]] = place
            given[place], end = end[0], (given.get(place),)
    return True


def _search(
    domains: Sequence[Values], start: int, taker: dict[Value, int]
) -> tuple[dict[Value, int], tuple[Value] | None]:
    """For each value reached from `start` the domain it was reached from; and a value that is still free."""
    reached: dict[Value, int] = {}
    waiting = deque([start])
    while waiting:
        place = waiting.popleft()
        for value in domains[place]:
            if value not in reached:
                reached[value] = place
                if value not in taker:
                    return reached, (value,)
                waiting.append(taker[value])
    return reached, None


class _Circuits(KnownKind):
    def check(self, given: Circuit, scope: Sequence[Variable], place: str | None) -> None:
        if given.places is not None:
            check_list("the places of a circuit", given.places, place)
        n, places = len(scope), _places(given, scope)
        if len(set(places)) < len(places) or len(places) != n or len(set(scope)) < n:
            raise PuzzleError("a circuit needs its places, each once, one a variable", place=place,
                              expected=f"{n} places", got=shortened(places),
                              hint="name a place for each variable in order, or leave the places out")  # fmt: skip

    def check_domains(self, given: Circuit, scope: Sequence[Variable], domains: Domains, place: str | None) -> None:
        """Without places the values must be some of the variables: a circuit of others leads nowhere."""
        if given.places is not None:
            return
        values = dict.fromkeys(value for variable in scope for value in domains[variable])
        if not set(scope) & set(values):
            raise PuzzleError(
                "no value of the variables of a circuit is one of them",
                place=place,
                expected=f"some of {shortened(scope)}",
                got=shortened(values),
                hint="name what the values stand for, a place for each variable in order, as in Circuit([0, 1, 2])",
            )

    def test(self, given: Circuit, scope: Sequence[Variable]) -> Test:
        places = _places(given, scope)
        return lambda values: is_round_trip(dict(zip(places, values, strict=True)))

    def forms(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        places = tuple(_places(posted.constraint, posted.scope))
        found: list[Form] = []
        for v, place in zip(scope, places, strict=True):
            onward = tuple(x for x in lowering.domains[v] if x in places and (x != place or len(places) == 1))
            if len(onward) < len(lowering.domains[v]):
                found.append(Among((v,), onward))
        return [*found, AllDifferent(scope), RoundTrip(scope, places)] if len(scope) > 1 else found

    def trusted(self, posted: Posted, domains: Mapping[Variable, Values]) -> Any:
        return Circuit(posted.constraint.places)


def _places(given: Circuit, scope: Sequence[Variable]) -> list[Any]:
    return list(scope if given.places is None else given.places)


KINDS: dict[type, Kind] = {Circuit: _Circuits()}
