"""Which, or how many, of the values belong to a set."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import ceil, floor
from typing import Any

import constraint as library

from ...integers import represented
from ..kernels import layout
from ..values import Scope, Test, Values, Variable
from .base import Kind, KnownKind, Lowering, Posted
from .forms import Among, Encoding, Form, Never, Packing, Single
from .functions import by_values


@dataclass(frozen=True)
class Count(Form):
    """From `low` to `high` variables have a value among `members`, which lists them for each variable.

    Where that is targeted, the last variable of the scope is not counted: its value is how many they are.
    """

    members: tuple[Values, ...]
    low: int
    high: int
    is_targeted: bool = False

    def single(self, domains: Sequence[Values]) -> Single | None:
        if self.high != 1 or self.is_targeted or len(set(self.scope)) < len(self.scope):
            return None
        pairs = zip(self.scope, self.members, strict=True)
        options = tuple((v, x) for v, members in pairs for x in dict.fromkeys(members) if x in domains[v])
        return Single(options, self.low == 1)

    def pack(self, packing: Packing, scope: Sequence[int]) -> None:
        masks = []
        kept: dict[tuple[int, Values], int] = {}
        for v, members in zip(scope, self.members, strict=not self.is_targeted):
            known = packing.classes[v]
            key = id(known), members
            if key not in kept:
                kept[key] = packing.keep(known.words([value for value in members if value in known.bits]))
            masks.append(kept[key])
        number = [self.low, self.high, int(self.is_targeted)]
        packing.add(layout.COUNT, scope, number=number, weight=masks + [0] * self.is_targeted)

    def encode(self, encoding: Encoding) -> None:
        of = zip(self.scope, self.members, strict=not self.is_targeted)
        inside = [encoding.literal(v, members) for v, members in of]
        if self.is_targeted:
            encoding.model.add(sum(inside) == encoding.number(self.scope[-1]))
        else:
            encoding.model.add_linear_constraint(sum(inside), self.low, self.high)


class _Members(KnownKind):
    """Each value belongs to the set; or none does, where that is not `wanted`."""

    def __init__(self, wanted: bool) -> None:
        self.wanted = wanted

    def test(self, given: Any, scope: Sequence[Variable]) -> Test:
        members, wanted = given._set, self.wanted
        if len(scope) == 1:
            return lambda values: (values[0] in members) is wanted
        return lambda values: all((value in members) is wanted for value in values)

    def detail(self, given: Any) -> str:
        return f": {_written(given._set)}"

    def forms(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        found: list[Form] = []
        for v in dict.fromkeys(scope):
            values = tuple(value for value in lowering.domains[v] if posted.test((value,)))
            if len(values) < len(lowering.domains[v]):
                found.append(Among((v,), values))
        return found

    def trusted(self, posted: Posted, domains: Mapping[Variable, Values]) -> Any:
        kind = library.InSetConstraint if self.wanted else library.NotInSetConstraint
        return kind(posted.constraint._set)


class _SomeMembers(KnownKind):
    """Exactly or at least n values belong to the set; or lie outside it, where that is not `wanted`."""

    def __init__(self, wanted: bool) -> None:
        self.wanted = wanted

    def test(self, given: Any, scope: Sequence[Variable]) -> Test:
        members, n, wanted = given._set, given._n, self.wanted
        holds, inside = operator.eq if given._exact else operator.ge, _contains(members)
        if wanted:
            return lambda values: holds(sum(map(inside, values)), n)
        return lambda values: holds(len(values) - sum(map(inside, values)), n)

    def detail(self, given: Any) -> str:
        return f": {given._n} of {_written(given._set)}"

    def forms(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        given = posted.constraint
        of: dict[int, Values] = {}  # by domain, which variables share
        for domain in (lowering.domains[v] for v in scope):
            if id(domain) not in of:
                of[id(domain)] = tuple([x for x in domain if (x in given._set) is self.wanted])
        inside = tuple([of[id(lowering.domains[v])] for v in scope])
        if not isinstance(given._n, int | float):
            return by_values(lowering, posted, scope)
        low = ceil(given._n)
        high = floor(given._n) if given._exact else len(scope)
        if low > high or high < 0 or low > len(scope):
            return [Never(scope)]
        return [Count(scope, inside, max(low, 0), min(high, len(scope)))]

    def complete(self, given: Any, domains: Sequence[Values]) -> Any:
        kind = library.SomeInSetConstraint if self.wanted else library.SomeNotInSetConstraint
        return kind(given._set, given._n, given._exact)


def _contains(members: Any) -> Callable[[Any], bool]:
    """Whether a value is a member: of a set where that can be, as it is asked of many values."""
    if isinstance(members, (list, tuple)):
        with suppress(TypeError):  # some cannot be hashed
            return frozenset(members).__contains__
    return partial(operator.contains, members)


def _written(members: Iterable[object]) -> str:
    return f"{{{', '.join(sorted(map(represented, members), key=lambda text: (len(text), text)))}}}"


KINDS: dict[type, Kind] = {
    library.InSetConstraint: _Members(True),
    library.NotInSetConstraint: _Members(False),
    library.SomeInSetConstraint: _SomeMembers(True),
    library.SomeNotInSetConstraint: _SomeMembers(False),
}
