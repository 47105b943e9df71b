"""`Connected`: places of a graph, such as cells of a grid, with given values hang together."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import constraint as library

from ...errors import PuzzleError
from ...integers import as_text, represented
from ...wording import did_you_mean
from ..kernels import layout
from ..kernels.connected import N_ARRAYS
from ..values import Scope, Test, Value, Values, Variable
from .base import Kind, KnownKind, Lowering, Posted, check_distinct, check_hashable, shortened
from .forms import Encoding, Form, Packing
from .own import check_list, described, listed
from .reachability import encode_reachability

Neighbors = Sequence[Sequence[int]]  # of each place, by number


class Connected(library.Constraint):  # type: ignore[misc]
    """The variables with given values hang together: from each a path of such leads to each other.

    Parameters
    ----------
    values
        One value, or a list, set, tuple or range of several.
    edges
        Pairs of variables that are neighbours. By default the variables are cells (row, column), and neighbours share
        a side.
    size
        How many variables have such a value: a number, or the least and the greatest; by default any number, 0 too.

    >>> from constraint import Problem
    >>> problem = Problem()
    >>> problem.addVariables([(row, column) for row in range(2) for column in range(2)], ["sea", "land"])
    >>> problem.addConstraint(Connected("land", size=(2, 3)))
    >>> len(problem.getSolutions())
    8
    """

    def __init__(
        self,
        values: Any,
        edges: Iterable[tuple[Variable, Variable]] | None = None,
        *,
        size: int | tuple[int, int] | None = None,
    ) -> None:
        several = values if isinstance(values, list | tuple | set | frozenset | range) else [values]
        try:
            self.values: Collection[Any] = set(several)
        except TypeError:
            self.values = list(several)  # for the check to tell
        self.edges = listed(edges)
        self.size = size

    def sizes(self, n: int) -> tuple[int, int]:
        """The least and the greatest number of places, of `n`."""
        if self.size is None:
            return 0, n
        return (self.size, self.size) if isinstance(self.size, int) else self.size

    def neighbors(self, variables: Sequence[Variable]) -> list[list[int]]:
        """The numbers of the neighbours of each variable."""
        number = {variable: i for i, variable in enumerate(variables)}
        found: list[dict[int, None]] = [{} for _ in variables]
        for one, two in _grid(variables) if self.edges is None else self.edges:
            if one in number and two in number and one != two:
                found[number[one]][number[two]] = None
                found[number[two]][number[one]] = None
        return [list(places) for places in found]

    __repr__ = described

    def __call__(
        self,
        variables: Sequence[Any],
        domains: Mapping[Any, Any],
        assignments: Mapping[Any, Any],
        forwardcheck: bool = False,
        _unassigned: Any = None,
    ) -> bool:
        """Whether the values assigned so far leave a way from each of these variables to each other."""
        low, high = self.sizes(len(variables))
        sure = [i for i, v in enumerate(variables) if v in assignments and assignments[v] in self.values]
        possible = {i for i, v in enumerate(variables) if v not in assignments or assignments[v] in self.values}
        if not low <= len(possible) or not len(sure) <= high:
            return False
        return not sure or len(_together(self._known(variables), sure, possible)) >= max(low, 1)

    def _known(self, variables: Sequence[Any]) -> list[list[int]]:
        """The neighbours, worked out once for a scope."""
        if getattr(self, "_scope", None) != list(variables):
            self._scope, self._neighbors = list(variables), self.neighbors(variables)
        return self._neighbors


def _grid(variables: Sequence[Variable]) -> Iterator[tuple[Variable, Variable]]:
    """The pairs of cells that share a side."""
    for row, column in variables:
        yield (row, column), (row, column + 1)
        yield (row, column), (row + 1, column)


def _together(neighbors: Neighbors, sure: Sequence[int], possible: Collection[int]) -> set[int]:
    """The places that hang together with those of `sure`, which are not empty; none where these do not."""
    reached, waiting = {sure[0]}, [sure[0]]
    while waiting:
        for other in neighbors[waiting.pop()]:
            if other in possible and other not in reached:
                reached.add(other)
                waiting.append(other)
    return reached if reached.issuperset(sure) else set()


@dataclass(frozen=True)
class HangTogether(Form):
    """From `low` to `high` places of a graph have one of the values, and hang together."""

    values: frozenset[Value]
    neighbors: tuple[tuple[int, ...], ...]
    low: int
    high: int

    def pack(self, packing: Packing, scope: Sequence[int]) -> None:
        classes = [packing.classes[v] for v in scope]
        masks = {
            id(known): packing.keep(known.words([value for value in self.values if value in known.bits]))
            for known in dict(zip(map(id, classes), classes, strict=True)).values()
        }
        lists = packing.keep(address for ends in packing.lists(self.neighbors) for address in ends)
        number, weight = [self.low, self.high, lists], [masks[id(known)] for known in classes]
        packing.add(layout.CONNECTED, scope, number=number, weight=weight, late=True, n_scratch=N_ARRAYS * len(scope))

    def encode(self, encoding: Encoding) -> None:
        inside = [encoding.literal(v, [x for x in encoding.domains[v] if x in self.values]) for v in self.scope]
        encoding.model.add_linear_constraint(sum(inside), self.low, self.high)
        encode_reachability(encoding.model, inside, self.neighbors)


class _Connected(KnownKind):
    def check(self, given: Connected, scope: Sequence[Variable], place: str | None) -> None:
        check_distinct("a part that hangs together", scope, place)
        check_hashable("Connected", given.values, place)
        size = given.sizes(len(scope))
        if not (isinstance(size, tuple) and len(size) == 2 and all(type(x) is int for x in size)
                and 0 <= size[0] <= size[1]):  # fmt: skip
            raise PuzzleError("this is no size", place=place, expected="a number of variables, or the least and the "
                              "greatest, such as (2, 5)", got=represented(given.size),
                              hint="leave it out where it may be any")  # fmt: skip
        if given.edges is None:
            for cell in scope:
                if not (isinstance(cell, tuple) and len(cell) == 2 and all(type(x) is int for x in cell)):
                    raise PuzzleError(
                        "variables of Connected are cells (row, column) where their neighbours are not told",
                        place=place, got=represented(cell), hint="tell the neighbours: edges=[(one, other), ...]",
                    )  # fmt: skip
        if given.edges is not None:
            check_list("the edges", given.edges, place, hashed=False)
        for edge in given.edges or ():
            if not (isinstance(edge, tuple | list) and len(edge) == 2):
                raise PuzzleError(
                    "this is no edge",
                    place=place,
                    expected="a pair of variables",
                    got=represented(edge),
                    hint="write pairs, such as [('a', 'b'), ('b', 'c')]",
                )
            for variable in edge:
                if variable not in scope:
                    raise PuzzleError(
                        "an edge leads to a variable that Connected is not on", place=place,
                        expected=f"one of {shortened(scope)}", got=represented(variable),
                        hint=did_you_mean(as_text(variable), map(as_text, scope)),
                    )  # fmt: skip

    def test(self, given: Connected, scope: Sequence[Variable]) -> Test:
        low, high = given.sizes(len(scope))
        neighbors = given.neighbors(scope)

        def holds(values: Values) -> bool:
            places = [i for i, value in enumerate(values) if value in given.values]
            return low <= len(places) <= high and (not places or bool(_together(neighbors, places, set(places))))

        return holds

    def detail(self, given: Connected) -> str:
        size = "" if given.size is None else f", {given.size}"
        return f": {', '.join(sorted(map(represented, given.values)))}{size}"

    def forms(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        given: Connected = posted.constraint
        low, high = given.sizes(len(scope))
        neighbors = tuple(map(tuple, given.neighbors(posted.scope)))
        return [HangTogether(scope, frozenset(given.values), neighbors, low, min(high, len(scope)))]

    def complete(self, given: Connected, domains: Sequence[Values]) -> Connected:
        return given


KINDS: dict[type, Kind] = {Connected: _Connected()}
