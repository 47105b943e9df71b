"""`Inverse`: two lists of variables, each of which says where in the other its place is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from ...errors import PuzzleError
from ..kernels import layout
from ..values import Scope, Value, Values, Variable
from .base import Kind, Lowering, Posted, check_distinct, shortened
from .equality import AllDifferent
from .forms import Among, Encoding, Form, Packing
from .own import OPEN, Own, OwnKind, check_list, listed


class Inverse(Own):
    """A variable of the first half of the variables names a place if, and only if, the variable there names its place.

    Parameters
    ----------
    places
        What stands for each place of a list, in order; by default 0, 1, 2 and so on.

    Notes
    -----
    Propagation is arc consistent for each pair of variables, and for the differences of each list as for
    `AllDifferentConstraint` (T. Walsh, 2001).

    >>> from constraint import Problem
    >>> problem = Problem()
    >>> problem.addVariables("abcxyz", range(3))
    >>> problem.addConstraint(Inverse(), "abcxyz")
    >>> problem.addConstraint(lambda a, b: a == 1 and b == 2, "ab")
    >>> [[found[v] for v in "abcxyz"] for found in problem.getSolutions()]
    [[1, 2, 0, 2, 0, 1]]
    """

    def __init__(self, places: Sequence[Any] | None = None) -> None:
        self.places = None if places is None else listed(places)

    def places_for(self, n: int) -> list[Any]:
        """What stands for the places of lists of `n` variables."""
        return list(range(n)) if self.places is None else self.places

    def is_possible(self, values: Sequence[Value]) -> bool:
        n = len(values) // 2
        place_of = {place: k for k, place in enumerate(self.places_for(n))}
        for own, other in ((values[:n], values[n:]), (values[n:], values[:n])):
            for place, value in zip(place_of, own, strict=True):
                if value is OPEN:
                    continue
                if value not in place_of or other[place_of[value]] is not OPEN and other[place_of[value]] != place:
                    return False
        return True


@dataclass(frozen=True)
class Inverted(Form):
    """Of two lists of variables, each says where in the other its place is; `places` are values."""

    places: Values
    shares_values: ClassVar[bool] = True

    def pack(self, packing: Packing, scope: Sequence[int]) -> None:
        bits = packing.classes[scope[0]].bits
        weight = [bits.get(place, -1) for place in self.places]
        packing.add(layout.INVERSE, scope, weight=weight * 2)

    def encode(self, encoding: Encoding) -> None:
        n = len(self.places)
        for one, x in enumerate(self.scope[:n]):
            for other, y in enumerate(self.scope[n:]):
                there = encoding.literal(x, [self.places[other]])
                back = encoding.literal(y, [self.places[one]])
                encoding.model.add(there == back)


class _Inverses(OwnKind):
    def check(self, given: Inverse, scope: Sequence[Variable], place: str | None) -> None:
        n = len(scope) // 2
        check_distinct("a list of an inverse", scope[:n], place)
        check_distinct("a list of an inverse", scope[n:], place)
        if len(scope) % 2 or not n:
            raise PuzzleError("two lists that are inverse need as many variables each", place=place,
                              expected="an even number of variables, those of the one and then of the other",
                              got=str(len(scope)),
                              hint="name the variables of one list, then those of the other")  # fmt: skip
        places = given.places_for(n)
        check_list("the places of an inverse", places, place)
        if len(set(places)) < len(places) or len(places) != n:
            raise PuzzleError("an inverse needs its places, each once, one a variable of a list", place=place,
                              expected=f"{n} places", got=shortened(places),
                              hint="leave the places out where they are numbered from 0")  # fmt: skip

    def forms(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        n = len(scope) // 2
        places = tuple(posted.constraint.places_for(n))
        among: list[Form] = [Among((v,), tuple([x for x in lowering.domains[v] if x in places])) for v in scope]
        differ: list[Form] = [AllDifferent(scope[:n]), AllDifferent(scope[n:])] if n > 1 else []
        return [*among, *differ, Inverted(scope, places)]


KINDS: dict[type, Kind] = {Inverse: _Inverses()}
