"""What only a function tells: a table of the values for which it holds, or, where these are too many, calls of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress, product, starmap
from math import prod
from typing import Any

from ..kernels import layout
from ..values import Scope, Test, Values, Variable
from .base import Guarded, KnownKind, Lowering, Posted
from .forms import Among, Encoding, Form, Never, Packing
from .tables import Table

MOST_ROWS = 20_000  # combinations of values that are tried to make a table of a function


@dataclass(frozen=True, eq=False)
class Function(Form):
    """The test holds; it raises nothing."""

    test: Test

    @property
    def is_certain(self) -> bool:
        """Whether the test is never asked."""
        return False

    def pack(self, packing: Packing, scope: Sequence[int]) -> None:
        packing.add(layout.FUNCTION, scope, number=[len(packing.functions)], event=layout.FIXED, late=True)
        packing.functions.append(self.test)

    def encode(self, encoding: Encoding) -> None:
        encoding.unchecked.append(self)


def by_values(lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
    """The constraint as a table of the combinations of values that pass its test, if they are few; else the test."""
    return by_test(lowering, posted.guarded, scope)


def by_test(lowering: Lowering, given: Guarded, scope: Scope) -> list[Form]:
    """The same of what `given` tests."""
    repeated, scope = scope, tuple(dict.fromkeys(scope))  # a variable that is there twice has one value
    domains = [lowering.domains[v] for v in scope]
    if prod(map(len, domains)) > MOST_ROWS:
        return [Function(scope, placed(given, repeated, scope))]
    try:
        test = placed(given.test, repeated, scope)
        function = getattr(test, "function", None)  # asked at once, without what takes its values from a row
        holds = map(test, product(*domains)) if function is None else starmap(function, product(*domains))
        rows = tuple(compress(product(*domains), holds))
    except Exception:  # a function may raise anything
        rows = tuple(compress(product(*domains), map(placed(given, repeated, scope), product(*domains))))
    return by_rows(scope, rows, prod(map(len, domains)))


def by_rows(scope: Scope, rows: tuple[Values, ...], n_all: int) -> list[Form]:
    """That the values of different variables are one of the rows, of `n_all` that their domains have."""
    if len(rows) == n_all:
        return []
    if len(scope) == 1:
        return [Among(scope, tuple(value for (value,) in rows))]
    return [Table(scope, rows) if rows else Never(scope)]


def placed(test: Test, repeated: Scope, scope: Scope) -> Test:
    """What tests values of `scope` as the test does those of `repeated`, where variables may be there twice."""
    at = [scope.index(v) for v in repeated]
    return test if repeated == scope else lambda values: test(tuple([values[i] for i in at]))


class _Tested(KnownKind):
    """A constraint of another kind, given as a test of the same variables."""

    def __init__(self, guarded: Guarded) -> None:
        self.guarded = guarded

    def test(self, given: Any, scope: Sequence[Variable]) -> Test:
        return self.guarded

    def forms(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        return by_test(lowering, self.guarded, scope)


def tested(posted: Posted, guarded: Guarded) -> Posted:
    """What `guarded` says of the variables of a constraint, in its place."""
    return replace(posted, kind=_Tested(guarded))
