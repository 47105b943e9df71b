"""Totals of values that differ, which equations of three only say together.

Where x + a == y and y + b == z, a + b is how far z lies from x; of many such steps that all differ, no two can be the
least. Each equation by itself knows nothing of that. Here the longest way from point to point is found for every step,
and all of them become one constraint of the kernel, beside the equations.
Source: P. Galinier et al., A constraint-based approach to the Golomb ruler problem (2001), for what it is good for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .constraints.equality import AllDifferent
from .constraints.forms import Form, Packing
from .constraints.linear import Linear
from .kernels import layout
from .values import Values

MOST_WORK = 200_000  # points times steps that are looked at
LONGEST = 1 << 32  # of lengths: machine words hold sums of many of them
_ORIGIN = -1  # the point at 0


@dataclass(frozen=True, eq=False)
class Step:
    """From point to point, both variables, by the value of a third: start + length == end."""

    start: int
    end: int
    length: int


@dataclass(frozen=True)
class Totals(Form):
    """Some of the variables, which differ and are integers, are sums of others: each of `totals` of its parts."""

    totals: tuple[tuple[int, tuple[int, ...]], ...]

    def pack(self, packing: Packing, scope: Sequence[int]) -> None:
        place = dict(zip(self.scope, scope, strict=True))
        parts = packing.lists([packing.variable(place[v]) for v in parts] for _, parts in self.totals)
        rows = [(packing.variable(place[v]), *ends) for (v, _), ends in zip(self.totals, parts, strict=True)]
        at = packing.keep(number for row in rows for number in row)
        n_most = max(len(parts) for _, parts in self.totals)
        packing.add(
            layout.TOTALS, scope, number=[at, at + 3 * len(rows), n_most], event=layout.FIXED, late=True,
            n_scratch=2 * (n_most + 1) + packing.classes[scope[0]].n_words, is_extra=True,
        )  # fmt: skip


def totals(given: Sequence[Form], domains: Sequence[Values]) -> Iterator[Totals]:
    """For the variables of each constraint that values differ, the totals that follow from the equations."""
    equations = [form for form in given if isinstance(form, Linear) and form.is_step]
    for form in given if equations else ():
        if isinstance(form, AllDifferent) and all(is_length(domains[v]) for v in form.scope):
            found = tuple(_of(equations, frozenset(form.scope)))
            if found:
                yield Totals(form.scope, found)


def is_length(domain: Values) -> bool:
    """Whether all values are positive integers, and not too large."""
    return all(type(value) in (int, bool) and 0 < value < LONGEST for value in domain)


def _of(equations: Sequence[Linear], different: frozenset[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
    steps = list(_steps(equations, different))
    if not steps:
        return
    from graphlib import CycleError, TopologicalSorter  # here: few models have such sums

    into: dict[int, list[Step]] = {}
    for step in steps:
        into.setdefault(step.end, []).append(step)
    try:
        points = list(TopologicalSorter({end: [step.start for step in into[end]] for end in into}).static_order())
    except CycleError:  # no lengths are positive then, as search finds out
        return
    if len(points) * len(steps) > MOST_WORK:
        return
    for start in points:
        longest: dict[int, tuple[int, ...]] = {start: ()}
        for point in points:
            ways = [(*longest[step.start], step.length) for step in into.get(point, ()) if step.start in longest]
            if point != start and ways:
                longest[point] = max(ways, key=len)
        for step in steps:
            parts = longest.get(step.end, ()) if step.start == start else ()
            if len(parts) > 1 and len(set(parts)) == len(parts):
                yield step.length, parts


def _steps(equations: Sequence[Linear], different: frozenset[int]) -> Iterator[Step]:
    """What equations say of lengths among those that are different; those are points too, this far from 0."""
    points: dict[int, None] = {}
    for form in equations:
        sign = 1 if sum(form.multipliers) > 0 else -1
        (end,) = (v for v, m in zip(form.scope, form.multipliers, strict=True) if m == -sign)
        one, two = (v for v, m in zip(form.scope, form.multipliers, strict=True) if m == sign)
        for start, length in ((one, two), (two, one)):
            if length in different:
                points.update({start: None, end: None})
                yield Step(start, end, length)
    for point in points:
        if point in different:
            yield Step(_ORIGIN, point, point)
