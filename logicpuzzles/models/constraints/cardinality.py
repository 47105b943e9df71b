"""`GlobalCardinality`: how many variables have each of some values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...errors import PuzzleError
from ...integers import represented
from ..kernels import layout
from ..values import Domains, Scope, Value, Variable
from .base import Kind, Lowering, Posted, check_hashable, shortened
from .counting import bounds_of, check_bounds, check_counts, counted, counted_by, is_between
from .forms import Among, Form, Packing
from .linear import comparison
from .own import OPEN, Own, OwnKind, listed

WIDEST = 64  # values that are the bits of a word


class GlobalCardinality(Own):
    """For each of some values, so many of the variables have it.

    Parameters
    ----------
    counts
        From each value to how many have it: a number, a range such as ``range(2, 5)`` for 2 to 4, or a pair such as
        ``(2, 4)`` or ``(2, None)``. Or values alone, in a list: how many have them are as many further variables, the
        last ones, in the same order.
    closed
        Whether the variables have only these values.

    Notes
    -----
    Where each variable is there once and there are at most 64 values, propagation is domain consistent for those that
    are counted (J.-C. Regin, 1996). Of counts that are variables the bounds are consistent (C.-G. Quimper et al.,
    2004): some choice has as many as the least number left, and as many as the greatest, where the counts lie anywhere
    between their bounds; to see more than that is NP-hard. Beyond 64 values each value is counted by itself.

    >>> from constraint import Problem
    >>> problem = Problem()
    >>> problem.addVariables("abc", [1, 2, 3])
    >>> problem.addConstraint(GlobalCardinality({1: 2, 3: (0, 0)}))
    >>> sorted((found["a"], found["b"], found["c"]) for found in problem.getSolutions())
    [(1, 1, 2), (1, 2, 1), (2, 1, 1)]
    """

    def __init__(self, counts: Mapping[Value, Any] | Iterable[Value], closed: bool = False) -> None:
        self.bounds: Any = dict(counts) if isinstance(counts, Mapping) else None
        self.values: Any = listed(counts)
        self.closed = closed

    def split(self, n: int) -> int:
        """How many of `n` variables are counted; the others are counts."""
        return n if self.bounds is not None else n - len(self.values)

    def is_possible(self, values: Sequence[Value]) -> bool:
        split = self.split(len(values))
        counted = values[:split]
        n_open = sum(value is OPEN for value in counted)
        if self.closed and any(value is not OPEN and value not in self.values for value in counted):
            return False
        found = [sum(x is not OPEN and x == value for x in counted) for value in self.values]
        if self.bounds is None:
            counts = zip(values[split:], found, strict=True)
            return all(is_between(count, inside, inside + n_open) for count, inside in counts)
        bounds = [bounds_of(self.bounds[value], split) or (0, 0) for value in self.values]
        missing = sum(max(0, low - inside) for (low, _), inside in zip(bounds, found, strict=True))
        return missing <= n_open and all(inside <= high for (_, high), inside in zip(bounds, found, strict=True))


@dataclass(frozen=True)
class Cardinality(Form):
    """Each of some values has the counted variables, the first `n` of the scope, as often as its bounds say.

    `bounds` are from a value to its fewest and most; or to the place in the scope of the variable that says how many.
    Other forms say the same of each value; this one sees what follows from all of them together.
    """

    n: int
    bounds: tuple[tuple[Value, int, int], ...]
    counts: tuple[tuple[Value, int], ...]

    @property
    def groups(self) -> tuple[Scope, ...]:
        return (self.scope[: self.n],)

    def pack(self, packing: Packing, scope: Sequence[int]) -> None:
        known = packing.classes[scope[0]]
        if known.n_words > 1:
            return
        table = [number for _ in known.bits for number in (0, self.n, 0)]
        for value, low, high in self.bounds:
            if value in known.bits:
                at = 3 * known.bits[value]
                table[at], table[at + 1] = low, high
        for value, place in self.counts:
            if value in known.bits:
                table[3 * known.bits[value] + 2] = packing.variable(scope[place])
        number = [packing.keep(table), self.n, len(known.bits), int(bool(self.counts)), *packing.cache(2)]
        packing.add(
            layout.CARDINALITY, scope, number=number, late=True, n_scratch=layout.FLOW + 3 * self.n, is_extra=True
        )


def each_counted(lowering: Lowering, scope: Scope, values: Sequence[Value], counts: Scope) -> list[Form]:
    """The variables of `scope` have each of the values as often as the variables `counts` say."""
    found: list[Form] = []
    for value, count in zip(values, counts, strict=True):
        found += counted_by(lowering, (*scope, count), value)
    found += comparison(counts, [1] * len(counts), "<=", len(scope))
    places = tuple([(value, len(scope) + k) for k, value in enumerate(values)])
    return [*found, Cardinality((*scope, *counts), len(scope), (), places)]


class _Cardinalities(OwnKind):
    def check(self, given: GlobalCardinality, scope: Sequence[Variable], place: str | None) -> None:
        if not isinstance(given.values, list):
            raise PuzzleError("this does not say how many have each value", place=place, got=represented(given.values),
                              expected="a dict from values to how many, or a list of values",
                              hint="write such as {1: 2, 3: (0, 1)}")  # fmt: skip
        check_hashable("GlobalCardinality", given.values, place)
        if len(set(given.values)) < len(given.values):
            raise PuzzleError(
                "a value is counted twice", place=place, got=shortened(given.values), hint="name each value once"
            )
        for value, n in (given.bounds or {}).items():
            check_bounds(n, place, represented(value))
        if given.split(len(scope)) < 1:
            raise PuzzleError(
                "there are too few variables",
                place=place,
                expected="those that are counted, then one for each value that says how many",
                got=str(len(scope)),
                hint="name both, or say how many in a dict",
            )

    def check_domains(
        self, given: GlobalCardinality, scope: Sequence[Variable], domains: Domains, place: str | None
    ) -> None:
        check_counts(scope[given.split(len(scope)) :], domains, place)

    def detail(self, given: GlobalCardinality) -> str:
        what = given.values if given.bounds is None else given.bounds
        return f": {represented(what)}{', no others' if given.closed else ''}"

    def forms(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        given = posted.constraint
        split = given.split(len(scope))
        main = scope[:split]
        found: list[Form] = []
        if given.closed:
            for v in dict.fromkeys(main):
                found.append(Among((v,), tuple([x for x in lowering.domains[v] if x in given.values])))
        if given.bounds is None:
            found += each_counted(lowering, main, given.values, scope[split:])
            if given.closed:
                found += comparison(scope[split:], [1] * len(given.values), "==", split)
            return found
        bounds = tuple([(value, *(bounds_of(n, split) or (0, 0))) for value, n in given.bounds.items()])
        for value, low, high in bounds:
            found += counted(main, value, low, high)
        return [*found, Cardinality(scope, split, bounds, ())]


KINDS: dict[type, Kind] = {GlobalCardinality: _Cardinalities()}
