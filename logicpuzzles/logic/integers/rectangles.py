"""disjoint2: rectangles that do not overlap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import inf

from ...errors import NeedsValue, PuzzleError
from ..resolver import Machine
from ..terms import VARIABLES, AnyTerm, Term
from .domains import elements
from .linear import Linear
from .propagation import Propagation, Propagator, propagation
from .registry import constraint
from .sets import interval

Way = tuple[Linear, ...]  # comparisons that all hold
Side = tuple[AnyTerm, AnyTerm]  # where a rectangle begins, and how far it reaches from there


@dataclass(frozen=True, eq=False)
class Disjoint(Propagator):
    """No two rectangles overlap; `terms` has four of each: X, width, Y and height.

    Where one side begins within the side of the other, both are apart along the other axis. (So a rectangle of width
    0 may not lie inside of another one.)

    Attributes
    ----------
    names
        What each rectangle is called.
    """

    terms: tuple[AnyTerm, ...]
    names: tuple[str, ...]
    name: str = "disjoint2"

    @cached_property
    def pairs(self) -> list[list[tuple[Way, ...]]]:
        """Of each two rectangles the conditions; of each condition the ways to meet it."""
        whole = [((x, w), (y, h)) for x, w, y, h in zip(*[iter(self.terms)] * 4, strict=True)]
        found = []
        for (x, y), (v, u) in combinations(whole, 2):
            conditions = [(*_not_within(x, v), *_apart(y, u)), (*_not_within(y, u), *_apart(x, v))]
            is_plain = all(type(side[1]) is int and side[1] > 0 for side in (x, y, v, u))
            found.append(conditions[:1] if is_plain else conditions)  # both say the same where no side is empty
        return found

    def propagate(self, on: Propagation) -> bool:
        return all(self._meets(on, ways) for conditions in self.pairs for ways in conditions)

    def _meets(self, on: Propagation, ways: Sequence[Way]) -> bool:
        left = [way for way in ways if not any(one.is_violated(on) for one in way)]
        if len(left) == 1:
            return all(one.propagate(on) for one in left[0])
        if len(left) == 2 and all(map(_is_move, left)):
            return _jump(on, *(way[0] for way in left))
        return bool(left)

    def is_entailed(self, on: Propagation) -> bool:
        return all(
            any(all(one.is_entailed(on) for one in way) for way in ways)
            for conditions in self.pairs
            for ways in conditions
        )

    def holds(self, values: Sequence[int]) -> bool:
        whole = zip(*[iter(values)] * 4, strict=True)
        return all(
            not (_overlap(a, b, e, f) and not _are_apart(c, d, g, h))
            and not (_overlap(c, d, g, h) and not _are_apart(a, b, e, f))
            for (a, b, c, d), (e, f, g, h) in combinations(whole, 2)
        )

    def goal(self, on: Propagation) -> AnyTerm:
        whole = zip(self.names, zip(*[iter(self.terms)] * 4, strict=True), strict=True)
        return Term("disjoint2", (tuple(Term(name, four) for name, four in whole),))


def _apart(one: Side, two: Side) -> Iterator[Way]:
    """The ways in which one side ends before the other begins."""
    for (x, w), (v, _) in ((one, two), (two, one)):
        yield (Linear((1, 1, -1), (x, w, v), "<=", 0, "disjoint2"),)


def _not_within(one: Side, two: Side) -> Iterator[Way]:
    """The ways in which neither side begins within the other."""
    (x, w), (v, u) = one, two
    for (before,), first, second, size in zip(_apart(one, two), (x, v), (v, x), (w, u), strict=True):
        is_plain = type(size) is int and size > 0
        yield (before,) if is_plain else (before, Linear((1, -1), (first, second), "<=", -1, "disjoint2"))
    if not (type(w) is int and w > 0 or type(u) is int and u > 0):
        empty = (Linear((1,), (size,), "<=", 0, "disjoint2") for size in (w, u))
        yield (Linear((1, -1), (x, v), "==", 0, "disjoint2"), *empty)


def _overlap(x: int, w: int, v: int, u: int) -> bool:
    return x <= v < x + w or v <= x < v + u


def _are_apart(x: int, w: int, v: int, u: int) -> bool:
    return x + w <= v or v + u <= x


def _is_move(way: Way) -> bool:
    """Whether the way is that one side ends before another begins."""
    return len(way) == 1 and way[0].multipliers == (1, 1, -1)


def _jump(on: Propagation, one: Linear, two: Linear) -> bool:
    """Where both are about the same sides: neither begins where it would overlap the other, wherever that is."""
    (x, w, v), (other, u, back) = one.terms, two.terms
    if x is not back or v is not other:
        return True
    return _leaps(on, x, w, v, u) and _leaps(on, v, u, x, w)


def _leaps(on: Propagation, x: AnyTerm, w: AnyTerm, v: AnyTerm, u: AnyTerm) -> bool:
    """`x` is nowhere where both sides overlap for certain."""
    (least, most), width, reach = on.bounds(v), on.bounds(w)[0], on.bounds(u)[0]
    if -inf in (least, width, reach) or most == inf:
        return True
    low, high = int(most) - int(width) + 1, int(least) + int(reach) - 1
    return low > high or on.narrow(x, ~interval(low, high))


@constraint("disjoint2")
def _disjoint2(machine: Machine, rectangles: AnyTerm) -> bool:
    """No two of Rectangles, each r(X, Width, Y, Height), overlap: from X on it is Width wide, from Y on Height high."""
    on, goal = propagation(machine), "disjoint2"
    terms, names = list[AnyTerm](), list[str]()
    for one in elements(machine, rectangles, goal):
        if type(one) in VARIABLES:
            raise NeedsValue(one, goal)
        if type(one) is not Term or len(one.args) != 4:
            expected = "r(X, Width, Y, Height) for each"
            raise PuzzleError(f"{goal} takes rectangles", expected=expected, got=machine.reify(one))
        names.append(one.name)
        for term in machine.walk_all(list(one.args)):
            terms.append(term if type(term) in VARIABLES else on.number(term, goal))
    on.goal = goal
    return len(names) < 2 or on.post(Disjoint(tuple(terms), tuple(names)))
