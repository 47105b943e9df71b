"""`LexLess`: one list of values comes before another, as words do in a dictionary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...errors import PuzzleError
from ...integers import represented
from ..kernels import layout
from ..values import LARGEST, Domains, Scope, Value, Values, Variable
from .base import Kind, Lowering, Posted
from .diagrams import diagram
from .forms import Encoding, Form, Packing
from .own import OPEN, Own, OwnKind


class LexLess(Own):
    """The first half of the variables is lexicographically less than the second half.

    Parameters
    ----------
    strict
        False where both may be equal.

    Notes
    -----
    Propagation is domain consistent where each variable is there once (A. Frisch et al., 2002).

    >>> from constraint import Problem
    >>> problem = Problem()
    >>> problem.addVariables("abcd", [1, 2])
    >>> problem.addConstraint(LexLess(), "abcd")
    >>> sorted("".join(str(found[v]) for v in "abcd") for found in problem.getSolutions())
    ['1112', '1121', '1122', '1221', '1222', '2122']
    """

    def __init__(self, strict: bool = True) -> None:
        self.strict = strict

    def is_possible(self, values: Sequence[Value]) -> bool:
        for left, right in zip(values[: len(values) // 2], values[len(values) // 2 :], strict=True):
            if left is OPEN or right is OPEN:
                return True
            if left != right:
                return bool(left < right)
        return not self.strict


@dataclass(frozen=True)
class InOrder(Form):
    """The integers of the first half of the variables come before those of the second half; or may equal them."""

    is_strict: bool

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The variables at the same place of both lists."""
        n = len(self.scope) // 2
        return list(zip(self.scope[:n], self.scope[n:], strict=True))

    def pack(self, packing: Packing, scope: Sequence[int]) -> None:
        packing.add(layout.IN_ORDER, scope, number=[int(self.is_strict)], event=layout.BOUNDS)

    def encode(self, encoding: Encoding) -> None:
        """A literal for each place tells whether all before it is equal."""
        model = encoding.model
        equal = model.new_constant(1)
        for x, y in self.pairs:
            left, right, still = encoding.number(x), encoding.number(y), model.new_bool_var("")
            model.add_implication(still, equal)
            model.add(left == right).only_enforce_if(still)
            model.add(left < right).only_enforce_if([equal, ~still])
            equal = still
        if self.is_strict:
            model.add(equal == 0)


class _Orders(OwnKind):
    def check(self, given: LexLess, scope: Sequence[Variable], place: str | None) -> None:
        if len(scope) % 2:
            raise PuzzleError(
                "two lists in order need as many variables each",
                place=place,
                expected="an even number of variables, those of the one and then of the other",
                got=str(len(scope)),
                hint="name the variables of one list, then those of the other",
            )

    def check_domains(self, given: LexLess, scope: Sequence[Variable], domains: Domains, place: str | None) -> None:
        n = len(scope) // 2
        for x, y in zip(scope[:n], scope[n:], strict=True):
            values: list[Any] = [*domains[x], *domains[y]]
            try:
                sorted(values)
            except TypeError:
                raise PuzzleError(
                    f"the values of {x} and {y} have no order",
                    place=place,
                    expected="values that < compares",
                    got=", ".join(map(represented, dict.fromkeys(values))),
                    hint="number what cannot be compared",
                ) from None

    def name(self, given: LexLess) -> str:
        return "LexLess" if given.strict else "LexLessOrEqual"

    def forms(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        is_strict, n = posted.constraint.strict, len(scope) // 2
        if lowering.is_integral(scope) and all(abs(x) < LARGEST for v in scope for x in lowering.domains[v]):
            return [InOrder(scope, is_strict)]
        pairs = [v for pair in zip(scope[:n], scope[n:], strict=True) for v in pair]
        domains: list[Values] = [lowering.domains[v] for v in pairs]
        return diagram(tuple(pairs), domains, _EQUAL, _step, lambda state: state == _LESS or not is_strict)


_EQUAL, _LESS = ("equal",), ("less",)  # states before a value of the first list


def _step(state: tuple[Any, ...], place: int, value: Value) -> tuple[Any, ...] | None:
    """The state after one more value, of the two lists in turn."""
    if state == _LESS:
        return _LESS
    if place % 2 == 0:
        return ("after", value)
    if state[1] == value:
        return _EQUAL
    return _LESS if state[1] < value else None


KINDS: dict[type, Kind] = {LexLess: _Orders()}
