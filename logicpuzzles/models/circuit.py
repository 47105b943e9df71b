"""`Circuit`: one round trip, python-constraint's vocabulary extended by what MiniZinc and CP-SAT have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from constraint import Constraint


class Circuit(Constraint):  # type: ignore[misc]
    """Going from each place to the one that its variable names visits every place once and returns.

    Parameters
    ----------
    places
        What stands for each variable of the scope, in order, in the values of the others; by default the
        variables themselves.

    >>> from constraint import Problem
    >>> problem = Problem()
    >>> problem.addVariables("abc", "abc")
    >>> problem.addConstraint(Circuit())
    >>> sorted(sorted(solution.items()) for solution in problem.getSolutions())
    [[('a', 'b'), ('b', 'c'), ('c', 'a')], [('a', 'c'), ('b', 'a'), ('c', 'b')]]
    """

    def __init__(self, places: Sequence[Any] | None = None) -> None:
        self.places = None if places is None else list(places)

    def __call__(
        self,
        variables: Sequence[Any],
        domains: Mapping[Any, Any],
        assignments: Mapping[Any, Any],
        forwardcheck: bool = False,
        _unassigned: Any = None,
    ) -> bool:
        """Whether the values assigned so far can be part of one round trip."""
        after = dict(zip(self.places or variables, (assignments.get(v, _OPEN) for v in variables), strict=True))
        entered = [place for place in after.values() if place is not _OPEN]
        if len(set(entered)) < len(entered) or not all(place in after for place in entered):
            return False
        if len(entered) == len(after):
            return is_round_trip(after)
        return not any(_returns(after, place) for place in entered)


def is_round_trip(after: Mapping[Any, Any]) -> bool:
    """Whether following `after` from any place visits all places once and returns.

    >>> is_round_trip({"a": "b", "b": "a"}), is_round_trip({"a": "a", "b": "b"})
    (True, False)
    """
    start = place = next(iter(after))
    for _ in range(len(after) - 1):
        place = after.get(place, start)
        if place == start:
            return False
    return bool(after.get(place) == start)


def _returns(after: Mapping[Any, Any], start: Any) -> bool:
    """Whether the path from `start` comes back to it; no place is entered twice."""
    place = after[start]
    while place is not _OPEN and place != start:
        place = after[place]
    return place is not _OPEN


_OPEN = object()
