"""What the constraint classes of this package have in common, python-constraint's vocabulary extended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import constraint as library

from ...errors import PuzzleError
from ...integers import represented
from ..values import Test, Value, Values, Variable
from .base import KnownKind, check_hashable

OPEN = object()  # stands for the value of a variable that has none yet


def listed(given: Any) -> Any:
    """The things in a list; what has none as it is, for the check to tell."""
    return list(given) if isinstance(given, Iterable) and not isinstance(given, str) else given


def check_list(what: str, given: Any, place: str | None, hashed: bool = True) -> None:
    """Raise `PuzzleError` unless `listed` gave a list; of what can be hashed, unless told otherwise."""
    if not isinstance(given, list):
        raise PuzzleError(f"these are not {what}", place=place, expected="a list", got=represented(given))
    if hashed:
        check_hashable(what, given, place)


LONGEST = 50  # characters of what one was made of that `repr` tells


def described(constraint: Any) -> str:
    """A constraint with what it was made of, for `repr`; the same for every PYTHONHASHSEED."""
    told = [type(constraint).__name__]
    for name, value in vars(constraint).items():
        if value is not None and name[0] != "_":
            is_set = isinstance(value, set | frozenset)
            text = f"{{{', '.join(sorted(map(represented, value)))}}}" if is_set else represented(value)
            told.append(f"{name}={text if len(text) <= LONGEST else f'{text[: LONGEST - 4]} ...'}")
    return f"<{' '.join(told)}>"


class Own(library.Constraint):  # type: ignore[misc]
    """A constraint that says of the values of its variables, some of them still open, whether it can hold."""

    __repr__ = described

    def is_possible(self, values: Sequence[Value]) -> bool:
        """Whether it can hold for values of all its variables, in order; `OPEN` stands for those without one.

        Where none is open it tells whether the constraint holds; where one is, it may be too hopeful.
        """
        raise NotImplementedError

    def __call__(
        self,
        variables: Sequence[Any],
        domains: Mapping[Any, Any],
        assignments: Mapping[Any, Any],
        forwardcheck: bool = False,
        _unassigned: Any = None,
    ) -> bool:
        """What python-constraint's solvers ask: whether the values assigned so far can be part of a solution."""
        if not self.is_possible([assignments.get(variable, OPEN) for variable in variables]):
            return False
        return not forwardcheck or bool(self.forwardCheck(variables, domains, assignments))


class OwnKind(KnownKind):
    """How a constraint of this package is read."""

    def test(self, given: Own, scope: Sequence[Variable]) -> Test:
        return given.is_possible

    def complete(self, given: Own, domains: Sequence[Values]) -> Own:
        return given
