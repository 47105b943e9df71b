"""`Table`: the values together are one of the rows that are listed, or none of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from operator import contains
from typing import Any

from ...errors import PuzzleError
from ...integers import represented
from ...wording import counted
from ..values import Domains, Scope, Value, Values, Variable
from .base import Kind, Lowering, Posted
from .diagrams import MOST_ARCS, diagram
from .forms import Among, Encoding, Form, Never, Packing
from .functions import by_values
from .own import OPEN, Own, OwnKind
from .tables import Table as Rows
from .tables import inside, tree


class Table(Own):
    """The values of the variables together are one of the rows.

    Parameters
    ----------
    rows
        Rows of values, each with one for each variable, in order.
    allowed
        False where the rows are those that are forbidden.

    Notes
    -----
    Propagation is domain consistent where each variable is there once (J. Demeulenaere et al., 2016; rows that are
    forbidden, and large tables, as a diagram: K. Cheng and R. Yap, 2010).

    >>> from constraint import Problem
    >>> problem = Problem()
    >>> problem.addVariables("ab", [1, 2, 3])
    >>> problem.addConstraint(Table([(1, 2), (2, 3)]), "ab")
    >>> problem.addConstraint(Table([(2, 3)], allowed=False), "ab")
    >>> problem.getSolutions()
    [{'a': 1, 'b': 2}]
    """

    def __init__(self, rows: Iterable[Sequence[Value]], allowed: bool = True) -> None:
        self.given: Any = list(rows) if isinstance(rows, Iterable) and not isinstance(rows, str | Mapping) else rows
        self.allowed = allowed
        self._parts: dict[tuple[int, ...], set[Values]] = {}

    @property
    def rows(self) -> list[Values]:
        """The rows, each as a tuple."""
        return list(map(tuple, self.given))

    def is_possible(self, values: Sequence[Value]) -> bool:
        known = tuple(place for place, value in enumerate(values) if value is not OPEN)
        if not self.allowed and len(known) < len(values):
            return True
        if known not in self._parts:
            self._parts[known] = {tuple([row[place] for place in known]) for row in self.rows}
        return (tuple([values[place] for place in known]) in self._parts[known]) is self.allowed


@dataclass(frozen=True)
class Forbidden(Form):
    """The values together are none of the rows, which are of values of the domains, each there once."""

    rows: tuple[Values, ...]

    def is_possible(self, domains: Sequence[Values]) -> bool:
        return len(inside(self.rows, domains)) < prod(map(len, domains))

    def pack(self, packing: Packing, scope: Sequence[int]) -> None:
        for form in forbidden(self.scope, [packing.domains[v] for v in scope], self.rows):
            form.pack(packing, scope)

    def encode(self, encoding: Encoding) -> None:
        left = inside(self.rows, [encoding.domains[v] for v in self.scope])
        rows = [[encoding.code(v, x) for v, x in zip(self.scope, row, strict=True)] for row in left]
        encoding.model.add_forbidden_assignments([encoding.variables[v] for v in self.scope], rows)


_FREE = -1  # the state in which the values differ from every row already


def forbidden(scope: Scope, domains: Sequence[Values], rows: Iterable[Values]) -> list[Form]:
    """The diagram of the values that are none of the rows."""
    nodes = tree(rows)

    def step(state: int, _: int, value: Value) -> int:
        return _FREE if state == _FREE else nodes[state].get(value, _FREE)

    return diagram(scope, domains, 0, step, lambda state: state == _FREE)


def fitting(lowering: Lowering, scope: Scope, rows: Iterable[Values]) -> tuple[Scope, dict[Values, None]]:
    """The rows of values in the domains; a variable that is there twice has one column."""
    first = [scope.index(v) for v in scope]
    places = sorted(set(first))
    inside = [set(lowering.domains[v]) for v in scope]
    kept = dict.fromkeys(
        tuple([row[place] for place in places])
        for row in rows
        if all(row[i] == x and x in domain for i, x, domain in zip(first, row, inside, strict=True))
    )
    return tuple([scope[place] for place in places]), kept


def allowed(lowering: Lowering, scope: Scope, rows: Iterable[Values]) -> list[Form]:
    """The values together are one of the rows."""
    scope, kept = fitting(lowering, scope, rows)
    if not kept:
        return [Never(scope)]
    if len(kept) == prod(len(lowering.domains[v]) for v in scope):
        return []
    return [Among(scope, tuple([x for (x,) in kept]))] if len(scope) == 1 else [Rows(scope, tuple(kept))]


class _Tables(OwnKind):
    def check(self, given: Table, scope: Sequence[Variable], place: str | None) -> None:
        if not isinstance(given.given, list):
            raise PuzzleError("these are not the rows of a table", place=place, expected="a list of rows",
                              got=represented(given.given), hint="list the rows, such as [(1, 2), (2, 3)]")  # fmt: skip
        for k, row in enumerate(given.given):
            if not isinstance(row, Collection) or isinstance(row, str | set | frozenset) or len(row) != len(scope):
                raise PuzzleError(f"row {k + 1} of the table does not fit its variables", place=place,
                                  expected=counted(len(scope), "value"), got=represented(row),
                                  hint="give each row a value for each variable, in their order")  # fmt: skip
            try:
                hash(tuple(row))
            except TypeError:
                raise PuzzleError(f"row {k + 1} of the table has a value that cannot be hashed", place=place,
                                  expected="numbers, text or tuples", got=represented(row),
                                  hint="write tuples in place of lists") from None  # fmt: skip

    def remark(self, given: Table, scope: Sequence[Variable], domains: Domains) -> str:
        own = [set(domains[v]) for v in scope]
        is_none = given.allowed and not any(all(map(contains, own, row)) for row in given.given)
        return "none of its rows has values of its variables only" if is_none else ""

    def detail(self, given: Table) -> str:
        return f": {counted(len(given.given), 'row')}{'' if given.allowed else ' forbidden'}"

    def forms(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        if posted.constraint.allowed:
            return allowed(lowering, scope, posted.constraint.rows)
        scope, rows = fitting(lowering, scope, posted.constraint.rows)
        domains = [lowering.domains[v] for v in scope]
        if not rows:
            return []
        if len(scope) == 1:
            return [Among(scope, tuple([x for x in domains[0] if (x,) not in rows]))]
        if len(rows) == prod(map(len, domains)):
            return [Never(scope)]
        if len(rows) * sum(map(len, domains)) > MOST_ARCS:  # more than the diagram could have
            return by_values(lowering, posted, scope)
        return [Forbidden(scope, tuple(rows))]


KINDS: dict[type, Kind] = {Table: _Tables()}
