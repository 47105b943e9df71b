"""`Cumulative`: tasks that share a resource."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..values import Domains, Scope, Value, Variable
from .base import Kind, Lowering, Posted, check_distinct
from .forms import Form, Never
from .own import OPEN, Own, OwnKind, listed
from .tasks import Boxes, Shared, check_amounts, check_fits, check_starts, hide

Task = tuple[int, int, int]  # start, duration, demand


class Cumulative(Own):
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
        self.durations, self.demands, self.capacity = listed(durations), listed(demands), capacity

    def is_possible(self, values: Sequence[Value]) -> bool:
        return is_within(self.tasks(values), self.capacity)

    def tasks(self, starts: Sequence[Value]) -> list[Task]:
        """The tasks whose start is known."""
        tasks = zip(starts, self.durations, self.demands, strict=True)
        return [(start, duration, need) for start, duration, need in tasks if start is not OPEN]

    def forwardCheck(  # noqa: N802  the library's name
        self, variables: Sequence[Any], domains: Mapping[Any, Any], assignments: Mapping[Any, Any], _open: Any = None
    ) -> bool:
        """Hide the starts of tasks at which there is too little left."""
        known = self.tasks([assignments.get(variable, OPEN) for variable in variables])
        return all(
            hide(domains[v], lambda x, d=d, need=need: is_within([*known, (x, d, need)], self.capacity))
            for v, d, need in zip(variables, self.durations, self.demands, strict=True)
            if v not in assignments
        )


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


class _Cumulatives(OwnKind):
    def check(self, given: Cumulative, scope: Sequence[Variable], place: str | None) -> None:
        check_distinct("Cumulative", scope, place)
        check_amounts("durations", given.durations, len(scope), "variables", place)
        check_amounts("demands", given.demands, len(scope), "variables", place)
        check_amounts("capacities", [given.capacity], 1, "resources", place)

    def check_domains(self, given: Cumulative, scope: Sequence[Variable], domains: Domains, place: str | None) -> None:
        check_starts(scope, domains, place)

    def detail(self, given: Cumulative) -> str:
        return f": {given.capacity}"

    def forms(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        given: Cumulative = posted.constraint
        check_fits(lowering, posted, (*given.durations, *given.demands, given.capacity))
        return sharing(list(zip(scope, given.durations, given.demands, strict=True)), given.capacity)


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
