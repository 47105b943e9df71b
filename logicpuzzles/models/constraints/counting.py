"""`Count`: how many variables have a value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...errors import PuzzleError
from ...integers import represented
from ...wording import counted as in_words
from ..values import Domains, Scope, Value, Variable
from .base import Kind, Lowering, Posted, check_hashable, shortened
from .forms import Among, Form, Never
from .members import Count as Counted
from .own import OPEN, Own, OwnKind

Bounds = tuple[int, int]


def bounds_of(given: Any, n: int) -> Bounds | None:
    """The fewest and the most that a number, a range or a pair means, of `n`; None if it means nothing."""
    if isinstance(given, int):
        return int(given), int(given)
    if isinstance(given, range) and given.step == 1:
        return given.start, given.stop - 1
    if isinstance(given, tuple) and len(given) == 2 and all(isinstance(x, int | None) for x in given):
        return given[0] or 0, n if given[1] is None else given[1]
    return None


class Count(Own):
    """So many of the variables have a value.

    Parameters
    ----------
    value
        The value.
    n
        How many: a number, a range such as ``range(2, 5)`` for 2 to 4, or a pair such as ``(2, 4)`` or ``(2, None)``.
        By default the value of one more variable, the last.

    Notes
    -----
    Propagation is domain consistent where each variable is there once.

    >>> from constraint import Problem
    >>> problem = Problem()
    >>> problem.addVariables("ab", "xy")
    >>> problem.addVariable("n", [0, 1])
    >>> problem.addConstraint(Count("x"), ["a", "b", "n"])
    >>> sorted((found["a"], found["b"], found["n"]) for found in problem.getSolutions())
    [('x', 'y', 1), ('y', 'x', 1), ('y', 'y', 0)]
    """

    def __init__(self, value: Value, n: int | range | tuple[int, int | None] | None = None) -> None:
        self.value, self.n = value, n

    def is_possible(self, values: Sequence[Value]) -> bool:
        counted = values if self.n is not None else values[:-1]
        n_open = sum(value is OPEN for value in counted)
        inside = sum(1 for value in counted if value is not OPEN and value == self.value)
        if self.n is None:
            return is_between(values[-1], inside, inside + n_open)
        low, high = bounds_of(self.n, len(values)) or (0, 0)
        return inside <= high and inside + n_open >= low


def is_between(count: Value, low: int, high: int) -> bool:
    """Whether a count, which may be open, is from `low` to `high`."""
    return count is OPEN or isinstance(count, int) and low <= count <= high


def check_counts(scope: Sequence[Variable], domains: Domains, place: str | None) -> None:
    """Raise `PuzzleError` where a count has no value that can be one."""
    for variable in scope:
        if not any(isinstance(value, int) for value in domains[variable]):
            raise PuzzleError(f"{variable} is to say how many, but has no such value", place=place,
                              expected="integers", got=shortened(domains[variable]),
                              hint="give it integers from 0")  # fmt: skip


def check_bounds(given: Any, place: str | None, what: str) -> None:
    """Raise `PuzzleError` where a count is none."""
    bounds = bounds_of(given, 0)
    if bounds is None:
        raise PuzzleError(f"this is not how many have {what}", place=place, got=represented(given),
                          expected="a number, a range such as range(2, 5), or a pair such as (2, 4)",
                          hint="write a number, range(2, 5), or (2, None) for two or more")  # fmt: skip


def _times(n: int | range | tuple[int, int | None]) -> str:
    """How many in words, such as "2 to 4 times"."""
    if isinstance(n, tuple) and n[1] is None:
        return f"at least {in_words(n[0] or 0, 'time')}"
    low, high = bounds_of(n, 0) or (0, 0)
    return in_words(high, "time") if low == high else f"{low:,} to {in_words(high, 'time')}"


class _Counts(OwnKind):
    def check(self, given: Count, scope: Sequence[Variable], place: str | None) -> None:
        check_hashable("Count", [given.value], place)
        if given.n is not None:
            check_bounds(given.n, place, represented(given.value))
        elif len(scope) < 2:
            raise PuzzleError("a count has too few variables", place=place, got=str(len(scope)),
                              expected="those that are counted, then the one that says how many",
                              hint="name more, or say how many: Count(value, n)")  # fmt: skip

    def check_domains(self, given: Count, scope: Sequence[Variable], domains: Domains, place: str | None) -> None:
        if given.n is None:
            check_counts(scope[-1:], domains, place)

    def detail(self, given: Count) -> str:
        return f": {represented(given.value)}" + ("" if given.n is None else f", {_times(given.n)}")

    def forms(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        given = posted.constraint
        if given.n is None:
            return counted_by(lowering, scope, given.value)
        return counted(scope, given.value, *(bounds_of(given.n, len(scope)) or (0, 0)))


def counted(scope: Scope, value: Value, low: int, high: int) -> list[Form]:
    """From `low` to `high` variables have the value."""
    low, high = max(low, 0), min(high, len(scope))
    if low > high:
        return [Never(scope)]
    return [] if (low, high) == (0, len(scope)) else [Counted(scope, ((value,),) * len(scope), low, high)]


def counted_by(lowering: Lowering, scope: Scope, value: Value) -> list[Form]:
    """The last variable says how many of the others have the value."""
    n = len(scope) - 1
    numbers = tuple([x for x in lowering.domains[scope[-1]] if isinstance(x, int) and 0 <= x <= n])
    return (
        [Among((scope[-1],), numbers), Counted(scope, ((value,),) * n, 0, n, is_targeted=True)]
        if numbers
        else [Never(scope)]
    )


KINDS: dict[type, Kind] = {Count: _Counts()}
