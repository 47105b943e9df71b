"""The values differ pairwise, or are equal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import constraint as library

from ..kernels import layout
from ..values import Scope, Test, Values, Variable
from .base import Kind, KnownKind, Lowering, Posted
from .forms import Encoding, Form, Never, Packing


@dataclass(frozen=True)
class AllDifferent(Form):
    """The values differ pairwise; each variable is in it once."""

    shares_values: ClassVar[bool] = True

    def pack(self, packing: Packing, scope: Sequence[int]) -> None:
        is_permutation = len({value for v in scope for value in packing.domains[v]}) <= len(scope)
        event = layout.CHANGED if is_permutation else layout.FIXED
        packing.add(layout.ALL_DIFFERENT, scope, event=event, n_scratch=2 * len(scope))

    def encode(self, encoding: Encoding) -> None:
        encoding.model.add_all_different([encoding.variables[v] for v in self.scope])


@dataclass(frozen=True)
class AllEqual(Form):
    """The values are equal."""

    shares_values: ClassVar[bool] = True

    def pack(self, packing: Packing, scope: Sequence[int]) -> None:
        packing.add(layout.ALL_EQUAL, scope)

    def encode(self, encoding: Encoding) -> None:
        for v in self.scope[1:]:
            encoding.model.add(encoding.variables[v] == encoding.variables[self.scope[0]])


class _AllDifferent(KnownKind):
    def test(self, given: Any, scope: Sequence[Variable]) -> Test:
        return lambda values: len(set(values)) == len(values)

    def forms(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        if len(set(scope)) < len(scope):
            return [Never(scope)]
        return [AllDifferent(scope)] if len(scope) > 1 else []

    def complete(self, given: Any, domains: Sequence[Values]) -> Any:
        return library.AllDifferentConstraint()


class _AllEqual(KnownKind):
    def test(self, given: Any, scope: Sequence[Variable]) -> Test:
        return lambda values: all(value == values[0] for value in values)

    def forms(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        scope = tuple(dict.fromkeys(scope))
        return [AllEqual(scope)] if len(scope) > 1 else []

    def complete(self, given: Any, domains: Sequence[Values]) -> Any:
        return library.AllEqualConstraint()


KINDS: dict[type, Kind] = {library.AllDifferentConstraint: _AllDifferent(), library.AllEqualConstraint: _AllEqual()}


def equal(variables: Sequence[Variable]) -> Posted:
    """The constraint that the variables have one value, posted nowhere."""
    return Posted(KINDS[library.AllEqualConstraint], library.AllEqualConstraint(), tuple(variables))
