"""`Xor`, `AtMostOne` and `ExactlyOne`: how many variables are true, or have one value."""

from __future__ import annotations

from collections.abc import Sequence

from ...integers import represented
from ..values import Scope, Value, Variable
from .base import Kind, Lowering, Posted, check_hashable
from .counting import counted
from .diagrams import diagram
from .forms import Form
from .own import OPEN, Own, OwnKind


class Xor(Own):
    """An odd number of the variables is true: their values count as in Python's ``bool(value)``.

    >>> from constraint import Problem
    >>> problem = Problem()
    >>> problem.addVariables("abc", [0, 1])
    >>> problem.addConstraint(Xor())
    >>> sorted((found["a"], found["b"], found["c"]) for found in problem.getSolutions())
    [(0, 0, 1), (0, 1, 0), (1, 0, 0), (1, 1, 1)]
    """

    def is_possible(self, values: Sequence[Value]) -> bool:
        return OPEN in values or sum(map(bool, values)) % 2 == 1


class _AtMost(Own):
    """So many variables have a value."""

    least = 0

    def __init__(self, value: Value = 1) -> None:
        self.value = value

    def is_possible(self, values: Sequence[Value]) -> bool:
        n = sum(1 for value in values if value is not OPEN and value == self.value)
        return n <= 1 and n + sum(value is OPEN for value in values) >= self.least


class AtMostOne(_AtMost):
    """At most one of the variables has a value.

    Parameters
    ----------
    value
        The value; by default 1, which is True as well.
    """


class ExactlyOne(_AtMost):
    """Exactly one of the variables has a value.

    Parameters
    ----------
    value
        The value; by default 1, which is True as well.

    >>> from constraint import Problem
    >>> problem = Problem()
    >>> problem.addVariables("ab", [False, True])
    >>> problem.addConstraint(ExactlyOne())
    >>> sorted((found["a"], found["b"]) for found in problem.getSolutions())
    [(False, True), (True, False)]
    """

    least = 1


class _Parity(OwnKind):
    def forms(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        def step(is_odd: bool, _: int, value: Value) -> bool:
            return is_odd != bool(value)

        return diagram(scope, [lowering.domains[v] for v in scope], False, step, bool)


class _Ones(OwnKind):
    def check(self, given: _AtMost, scope: Sequence[Variable], place: str | None) -> None:
        check_hashable(type(given).__name__, [given.value], place)

    def detail(self, given: _AtMost) -> str:
        return f": {represented(given.value)}"

    def forms(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        return counted(scope, posted.constraint.value, posted.constraint.least, 1)


KINDS: dict[type, Kind] = {Xor: _Parity(), AtMostOne: _Ones(), ExactlyOne: _Ones()}
