"""The values are equal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import constraint as library

from ..values import Scope, Test, Values, Variable
from .base import Kind, KnownKind, Lowering, Posted
from .forms import Encoding, Form, Packing


@dataclass(frozen=True)
class AllEqual(Form):
    """The values are equal."""

    shares_values: ClassVar[bool] = True

    def pack(self, packing: Packing, scope: Sequence[int]) -> None:
        packing.add("sets.all_equal", scope)

    def encode(self, encoding: Encoding) -> None:
        for v in self.scope[1:]:
            encoding.model.add(encoding.variables[v] == encoding.variables[self.scope[0]])


class _AllEqual(KnownKind):
    def test(self, given: Any, scope: Sequence[Variable]) -> Test:
        return lambda values: all(value == values[0] for value in values)

    def forms(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        scope = tuple(dict.fromkeys(scope))
        return [AllEqual(scope)] if len(scope) > 1 else []

    def complete(self, given: Any, domains: Sequence[Values]) -> Any:
        return library.AllEqualConstraint()


KINDS: dict[type, Kind] = {library.AllEqualConstraint: _AllEqual()}


def equal(variables: Sequence[Variable]) -> Posted:
    """The constraint that the variables have one value, posted nowhere."""
    return Posted.of(KINDS[library.AllEqualConstraint], library.AllEqualConstraint(), variables)
