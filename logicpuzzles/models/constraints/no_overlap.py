"""`NoOverlap`: tasks that take turns, and boxes that do not overlap."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from ...errors import PuzzleError
from ...integers import represented
from ..values import Domains, Scope, Value, Variable
from .base import Kind, Lowering, Posted, check_distinct
from .forms import Form
from .own import OPEN, Own, OwnKind, listed
from .tasks import Boxes, Shared, check_amounts, check_fits, check_starts, hide

Sides = tuple[int, ...]  # (3,) of a task, (2, 5) of a rectangle


class NoOverlap(Own):
    """Things that lie from their variables on do not overlap.

    Parameters
    ----------
    lengths
        How long each is: of tasks a number, and the variables of the scope are their starts. Of rectangles a pair
        (width, height), and the scope is two variables a rectangle, its x and its y, one rectangle after the other; of
        boxes three, and so on. What has length 0 is nowhere.

    >>> from constraint import Problem
    >>> problem = Problem()
    >>> problem.addVariables("ab", range(4))
    >>> problem.addConstraint(NoOverlap([3, 1]))
    >>> sorted((s["a"], s["b"]) for s in problem.getSolutions())
    [(0, 3), (1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2)]
    """

    def __init__(self, lengths: Sequence[int | Sequence[int]]) -> None:
        given = listed(lengths)
        is_list = isinstance(given, list)
        self.lengths = [tuple(s) if isinstance(s, tuple | list) else (s,) for s in given] if is_list else given
        self.n_sides = len(self.lengths[0]) if is_list and given else 1

    def is_possible(self, values: Sequence[Value]) -> bool:
        return not any(_overlap(one, two) for one, two in combinations(self.boxes(values), 2))

    def boxes(self, values: Sequence[Value]) -> Iterator[tuple[Sides, Sides]]:
        """Of each box whose place is known, and that is not empty, its corner and its lengths."""
        for i, sides in enumerate(self.lengths):
            corner = tuple(values[i * self.n_sides : (i + 1) * self.n_sides])
            if all(sides) and OPEN not in corner:
                yield corner, sides

    def forwardCheck(  # noqa: N802  the library's name
        self, variables: Sequence[Any], domains: Mapping[Any, Any], assignments: Mapping[Any, Any], _open: Any = None
    ) -> bool:
        """Hide the starts at which a task would overlap another; of boxes, the last unknown corner."""
        if self.n_sides > 1:
            return bool(super().forwardCheck(variables, domains, assignments))
        known = list(self.boxes([assignments.get(variable, OPEN) for variable in variables]))
        return all(
            hide(domains[variable], lambda x, sides=sides: not any(_overlap(((x,), sides), other) for other in known))
            for variable, sides in zip(variables, self.lengths, strict=True)
            if variable not in assignments and all(sides)
        )


def _overlap(one: tuple[Sides, Sides], two: tuple[Sides, Sides]) -> bool:
    """Whether two boxes, each its corner and its lengths, overlap."""
    return all(x < y + other and y < x + own for x, own, y, other in zip(*one, *two, strict=True))


class _NoOverlaps(OwnKind):
    def check(self, given: NoOverlap, scope: Sequence[Variable], place: str | None) -> None:
        check_distinct("NoOverlap", scope, place)
        n = given.n_sides
        if not isinstance(given.lengths, list):
            check_amounts("lengths", given.lengths, len(scope), "variables", place)
        for sides in given.lengths:
            if len(sides) != n:
                raise PuzzleError("all lengths have as many numbers as the first", place=place, expected=str(n),
                                  got=represented(sides),
                                  hint="give each task or rectangle its lengths in the same way")  # fmt: skip
        amounts = [length for sides in given.lengths for length in sides]
        check_amounts("lengths", amounts, len(scope), "variables", place)

    def check_domains(self, given: NoOverlap, scope: Sequence[Variable], domains: Domains, place: str | None) -> None:
        check_starts(scope, domains, place)

    def forms(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        given: NoOverlap = posted.constraint
        n = given.n_sides
        kept = [i for i, sides in enumerate(given.lengths) if all(sides)]
        if len(kept) < 2:
            return []
        check_fits(lowering, posted, [sum(sides) for sides in given.lengths])
        corners = tuple(v for i in kept for v in scope[i * n : (i + 1) * n])
        return boxes_apart(lowering, corners, tuple(length for i in kept for length in given.lengths[i]), n)


def boxes_apart(lowering: Lowering, corners: Scope, lengths: Sides, n_sides: int) -> list[Form]:
    """No two boxes overlap, `n_sides` variables and lengths each; the lengths are above 0."""
    found: list[Form] = [Boxes(corners, lengths, n_sides)]
    if n_sides == 2:
        found += [_across(lowering, corners, lengths, side) for side in (0, 1)]
    return found


def _across(lowering: Lowering, corners: Scope, lengths: Sides, side: int) -> Form:
    """What follows for one side of rectangles: at no place of it are they longer together than there is room."""
    along, other = corners[side::2], corners[1 - side :: 2]
    needs = lengths[1 - side :: 2]
    low = min(min(lowering.domains[v]) for v in other)
    high = max(max(lowering.domains[v]) + length for v, length in zip(other, needs, strict=True))
    return Shared(along, lengths[side::2], needs, high - low)


KINDS: dict[type, Kind] = {NoOverlap: _NoOverlaps()}
