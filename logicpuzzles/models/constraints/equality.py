"""The values differ pairwise, or are equal."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

import constraint as library

from ..kernels import layout
from ..values import Scope, Test, Value, Values, Variable
from .base import Kind, KnownKind, Lowering, Posted
from .forms import Encoding, Form, Never, Packing

WIDEST = 64  # bits of a word
FEWEST_NOTED = 8  # variables for which it pays to note which are open


@dataclass(frozen=True)
class AllDifferent(Form):
    """The values differ pairwise; each variable is in it once."""

    shares_values: ClassVar[bool] = True

    def apart(self, domains: Sequence[Values]) -> Sequence[Form]:
        kinds = {id(domains[v]): domains[v] for v in self.scope}  # most share one
        if len(kinds) == 1:
            return (self,)
        groups: list[tuple[set[int], set[Value]]] = []  # domains, and all their values
        for kind, domain in kinds.items():
            near = [group for group in groups if not group[1].isdisjoint(domain)]
            groups = [group for group in groups if group[1].isdisjoint(domain)]
            groups.append(({kind}.union(*[of for of, _ in near]), set(domain).union(*[values for _, values in near])))
        scopes = [tuple([v for v in self.scope if id(domains[v]) in of]) for of, _ in groups]
        return [AllDifferent(scope) for scope in scopes if len(scope) > 1]

    def pack(self, packing: Packing, scope: Sequence[int]) -> None:
        domains = {id(packing.domains[v]): packing.domains[v] for v in scope}  # most share one
        _pack(packing, scope, set().union(*domains.values()), ())

    def encode(self, encoding: Encoding) -> None:
        encoding.model.add_all_different([encoding.variables[v] for v in self.scope])


def _pack(packing: Packing, scope: Sequence[int], values: Collection[Any], weight: Sequence[int]) -> None:
    event = layout.CHANGED if len(values) <= len(scope) else layout.FIXED
    stronger, n = 0, len(scope)
    is_loose = len(values) > n and all(len(packing.domains[v]) >= n for v in scope)  # there is room for each to differ
    width = packing.classes[scope[0]].n_words
    if n > 2 and not is_loose:
        kind, n_scratch = layout.DISTINCT, layout.FLOW + 3 * n
        if width > 1:
            from ..kernels.matchings import N_BY_VALUE, N_BY_VARIABLE, N_WORDS  # here: few domains are so large

            kind, n_scratch = layout.MATCHING, (64 * N_BY_VALUE + N_WORDS) * width + N_BY_VARIABLE * n
        stronger = packing.add(
            kind, scope, number=packing.cache(2), weight=weight, event=0, late=True, n_scratch=n_scratch, is_extra=True
        )
    notes = -1
    if width == 1 and FEWEST_NOTED <= n <= WIDEST:
        from ..kernels.sets import LEVELS_NOTED, NOTE  # here: small models need none of the kernel's source

        notes = packing.cache(NOTE * LEVELS_NOTED)[0]
    packing.add(layout.ALL_DIFFERENT, scope, number=[stronger, notes], weight=weight, event=event, n_scratch=2 * n)


@dataclass(frozen=True)
class Shifted(Form):
    """The integers, each plus that of `offsets` at its place, differ pairwise; each variable is in it once."""

    offsets: tuple[int, ...]
    shares_values: ClassVar[bool] = True

    def pack(self, packing: Packing, scope: Sequence[int]) -> None:
        shared, least = packing.classes[scope[0]], min(self.offsets)
        if shared.is_dense and len(shared.bits) + max(self.offsets) - least < WIDEST:
            pairs = zip(scope, self.offsets, strict=True)
            values = {value + offset for v, offset in pairs for value in packing.domains[v]}
            _pack(packing, scope, values, [offset - least for offset in self.offsets])
            return
        for (x, one), (y, two) in combinations(zip(scope, self.offsets, strict=True), 2):
            packing.add(layout.UNEQUAL_SUM, (x, y), number=[two - one, 0], weight=(1, -1), event=layout.FIXED)

    def encode(self, encoding: Encoding) -> None:
        pairs = zip(self.scope, self.offsets, strict=True)
        encoding.model.add_all_different([encoding.number(v) + offset for v, offset in pairs])


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
