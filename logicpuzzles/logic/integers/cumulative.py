"""cumulative: tasks that share a resource never need more of it than there is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from ...errors import NeedsValue, PuzzleError
from ..resolver import Machine
from ..terms import VARIABLES, AnyTerm, Term
from .domains import elements
from .expressions import compare
from .propagation import Propagation, Propagator, propagation
from .registry import constraint

Segment = tuple[int, int, int]  # from, to before, how much is needed for certain


@dataclass(frozen=True, slots=True, eq=False)
class Cumulative(Propagator):
    """At no time do the tasks need more than `terms[-1]`; of each, three terms: its start, duration and need.

    A task takes part for certain from its latest start to its earliest end.

    Attributes
    ----------
    names
        What each task is called.
    """

    terms: tuple[AnyTerm, ...]
    names: tuple[AnyTerm, ...]
    name: str = "cumulative"

    def propagate(self, on: Propagation) -> bool:
        limit = on.bounds(self.terms[-1])[1]
        tasks = _tasks(self.terms)
        parts = [self._certain(on, task) for task in tasks]
        profile = _profile([part for part in parts if part is not None])
        if any(need > limit for _, _, need in profile):
            return False
        if not on.between(self.terms[-1], max((need for _, _, need in profile), default=-inf), inf):
            return False
        for task, part in zip(tasks, parts, strict=True):
            if part is None and not self._move(on, task, profile, limit):
                return False
        return True

    def _certain(self, on: Propagation, task: Sequence[AnyTerm]) -> Segment | None:
        (low, high), (least, _), (need, _) = map(on.bounds, task)
        if low == -inf or high == inf or need <= 0 or high >= low + least:
            return None
        return int(high), int(low) + int(least), int(need)

    def _move(self, on: Propagation, task: Sequence[AnyTerm], profile: Sequence[Segment], limit: float) -> bool:
        """A task that takes part at no time for certain starts where there is room for it."""
        (low, high), (least, _), (need, _) = map(on.bounds, task)
        if low == -inf or high == inf or need <= 0 or least <= 0:
            return True
        for start, end, taken in profile:
            if taken + need > limit and start < low + least and low < end:
                low = end
        for start, end, taken in reversed(profile):
            if taken + need > limit and start < high + least and high < end:
                high = start - int(least)
        return on.between(task[0], low, high)

    def holds(self, values: Sequence[int]) -> bool:
        tasks = _tasks(values)
        segments = [(start, start + duration, need) for start, duration, need in tasks if duration > 0]
        return all(need <= values[-1] for _, _, need in _profile(segments))

    def goal(self, on: Propagation) -> AnyTerm:
        tasks = []
        end: AnyTerm
        for (start, duration, need), name in zip(_tasks(self.terms), self.names, strict=True):
            begun, lasting = on.value(start), on.value(duration)
            end = Term("+", (start, duration))
            if begun is not None and lasting is not None:
                end = begun + lasting
            tasks.append(Term("task", (start, duration, end, need, name)))
        return Term("cumulative", (tuple(tasks), (Term("limit", (self.terms[-1],)),)))


def _tasks(terms: Sequence[Any]) -> list[tuple[Any, Any, Any]]:
    """Start, duration and need of each task."""
    return list(zip(terms[:-1:3], terms[1:-1:3], terms[2:-1:3], strict=True))


def _profile(segments: Sequence[Segment]) -> list[Segment]:
    """What is needed at each time, in order of time.

    >>> _profile([(0, 3, 1), (1, 2, 5)])
    [(0, 1, 1), (1, 2, 6), (2, 3, 1)]
    """
    changes: dict[int, int] = {}
    for start, end, need in segments:
        changes[start] = changes.get(start, 0) + need
        changes[end] = changes.get(end, 0) - need
    times, total, found = sorted(changes), 0, []
    for start, end in zip(times, times[1:], strict=False):
        total += changes[start]
        if total:
            found.append((start, end, total))
    return found


@constraint("cumulative")
def _cumulative_by_one(machine: Machine, tasks: AnyTerm) -> bool:
    """The Tasks, each task(Start, Duration, End, Need, Name), never need more than 1 at the same time."""
    return _post(machine, tasks, 1)


@constraint("cumulative")
def _cumulative(machine: Machine, tasks: AnyTerm, options: AnyTerm) -> bool:
    """The Tasks, each task(Start, Duration, End, Need, Name), never need more than Options say: [limit(L)]."""
    limit: AnyTerm = 1
    for option in elements(machine, options, "cumulative"):
        if type(option) in VARIABLES:
            raise NeedsValue(option, "cumulative")
        if type(option) is not Term or (option.name, len(option.args)) != ("limit", 1):
            raise PuzzleError("cumulative has no such option", expected="limit(L)", got=machine.reify(option))
        limit = option.args[0]
    return _post(machine, tasks, limit)


def _post(machine: Machine, tasks: AnyTerm, limit: AnyTerm) -> bool:
    on, goal = propagation(machine), "cumulative"
    listed = elements(machine, tasks, goal)
    for task in listed:
        if type(task) in VARIABLES:
            raise NeedsValue(task, goal)
        if type(task) is not Term or (task.name, len(task.args)) != ("task", 5):
            expected = "task(Start, Duration, End, Need, Name)"
            raise PuzzleError("cumulative takes tasks", expected=expected, got=machine.reify(task))

    def post() -> bool:
        on.goal = goal
        terms: list[AnyTerm] = []
        for task in listed:
            start, duration, end, need, _ = task.args
            if not on.between(duration, 0, inf) or not on.between(need, 0, inf):
                return False
            if not compare(on, "#=", Term("+", (start, duration)), end):
                return False
            terms += (start, duration, need)
        return on.post(Cumulative((*terms, limit), tuple([task.args[4] for task in listed])))

    return on.settle(post)
