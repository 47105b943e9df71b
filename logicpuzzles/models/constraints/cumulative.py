"""`Cumulative`: tasks that share a resource."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import constraint as library

from ..values import Domains, Scope, Test, Values, Variable
from .base import Kind, KnownKind, Lowering, Posted, check_distinct
from .forms import Form, Never
from .tasks import Boxes, Shared, check_amounts, check_fits, check_starts, hide

Task = tuple[int, int, int]  # start, duration, demand


class Cumulative(library.Constraint):  # type: ignore[misc]
    """Tasks that start at their variables never need more than there is at the same time.

    Parameters
    ----------
    durations
        How long each task lasts.
    demands
        How much it needs meanwhile.
    capacity
        How much there is.

    >>> from constraint import Problem
    >>> problem = Problem()
    >>> problem.addVariables("abc", range(3))
    >>> problem.addConstraint(Cumulative([2, 2, 1], [1, 2, 1], 2))
    >>> sorted((s["a"], s["b"], s["c"]) for s in problem.getSolutions())
    [(0, 2, 0), (0, 2, 1), (2, 0, 2)]
    """

    def __init__(self, durations: Iterable[int], demands: Iterable[int], capacity: int) -> None:
        self.durations, self.demands, self.capacity = tuple(durations), tuple(demands), capacity

    def __call__(
        self,
        variables: Sequence[Any],
        domains: Mapping[Any, Any],
        assignments: Mapping[Any, Any],
        forwardcheck: bool = False,
        _unassigned: Any = None,
    ) -> bool:
        """Whether the tasks that have their starts already leave none without what it needs."""
        tasks = list(zip(variables, self.durations, self.demands, strict=True))
        known = [(assignments[v], duration, need) for v, duration, need in tasks if v in assignments]
        if not is_within(known, self.capacity):
            return False
        for v, duration, need in tasks if forwardcheck else ():
            if v not in assignments:
                fits = lambda x, duration=duration, need=need: is_within(  # noqa: E731
                    [*known, (x, duration, need)], self.capacity
                )
                if not hide(domains[v], fits):
                    return False
        return True


def is_within(tasks: Sequence[Task], capacity: int) -> bool:
    """Whether the tasks never need more than `capacity`: where one of them starts they need most.

    >>> is_within([(0, 3, 1), (2, 2, 1)], 1), is_within([(0, 3, 1), (3, 2, 1)], 1)
    (False, True)
    """
    return all(
        sum(need for start, duration, need in tasks if start <= time < start + duration) <= capacity
        for time, lasting, _ in tasks
        if lasting
    )


class _Cumulatives(KnownKind):
    def check(self, given: Cumulative, scope: Sequence[Variable], place: str | None) -> None:
        check_distinct("Cumulative", scope, place)
        check_amounts("durations", given.durations, len(scope), "variables", place)
        check_amounts("demands", given.demands, len(scope), "variables", place)
        check_amounts("capacities", [given.capacity], 1, "resources", place)

    def check_domains(self, given: Cumulative, scope: Sequence[Variable], domains: Domains, place: str | None) -> None:
        check_starts(scope, domains, place)

    def detail(self, given: Cumulative) -> str:
        return f": {given.capacity}"

    def test(self, given: Cumulative, scope: Sequence[Variable]) -> Test:
        return lambda values: is_within(list(zip(values, given.durations, given.demands, strict=True)), given.capacity)

    def forms(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        given: Cumulative = posted.constraint
        check_fits(lowering, posted, (*given.durations, *given.demands, given.capacity))
        return sharing(list(zip(scope, given.durations, given.demands, strict=True)), given.capacity)

    def trusted(self, posted: Posted, domains: Mapping[Variable, Values]) -> Any:
        return posted.constraint


def sharing(given: Sequence[tuple[int, int, int]], capacity: int) -> list[Form]:
    """What is said of tasks, each a variable, a duration and a demand; those that need more than half take turns."""
    tasks = [task for task in given if task[1] and task[2]]
    if any(need > capacity for _, _, need in tasks):
        return [Never((given[0][0],))]
    if sum(need for _, _, need in tasks) <= capacity:
        return []
    large = [(v, duration) for v, duration, need in tasks if 2 * need > capacity]
    found: list[Form] = []
    if len(large) > 1:
        found.append(Boxes(tuple(v for v, _ in large), tuple(duration for _, duration in large), 1))
    if len(large) < len(tasks):
        scope, durations, needs = zip(*tasks, strict=True)
        found.append(Shared(scope, durations, needs, capacity))
    return found


KINDS: dict[type, Kind] = {Cumulative: _Cumulatives()}
