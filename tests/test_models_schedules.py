"""The shortest schedule of jobs on machines."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

import pytest

from logicpuzzles import Assignment, Model, NoOverlap, Problem


@pytest.mark.parametrize("engine", ["compiled", "learning"])
def test_shortest_schedule(engine: str) -> None:
    """Three jobs on three machines: brute force over the orders of the tasks finds the same end."""
    jobs = [[(0, 3), (1, 2), (2, 2)], [(0, 2), (2, 1), (1, 4)], [(1, 4), (2, 3), (0, 1)]]

    def build() -> Problem:
        problem = Problem()
        problem.addVariable("end", range(25))
        for j, job in enumerate(jobs):
            names = [(j, 0), (j, 1), (j, 2), "end"]
            problem.addVariables(names[:3], range(25))
            for one, other, (_, duration) in zip(names, names[1:], job, strict=False):
                problem.addConstraint(lambda a, b, duration=duration: a + duration <= b, [one, other])
        for machine in range(3):
            tasks = [((j, k), d) for j, job in enumerate(jobs) for k, (m, d) in enumerate(job) if m == machine]
            problem.addConstraint(NoOverlap([d for _, d in tasks]), [name for name, _ in tasks])
        return problem

    ends = []
    for orders in product(permutations(range(3)), repeat=3):  # on each machine, of the jobs
        found = _end(jobs, orders)
        ends += [] if found is None else [found]
    ending = Model(build, minimize="end").solve(engine=engine)
    assert isinstance(ending, Assignment)
    assert ending.values["end"] == min(ends)


def _end(jobs: list[list[tuple[int, int]]], orders: Any) -> int | None:
    """When all is done where each machine takes the jobs in its order; None where they wait for each other."""
    done: dict[tuple[int, int], int] = {}
    while len(done) < 9:
        before = len(done)
        for j, job in enumerate(jobs):
            for k, (machine, duration) in enumerate(job):
                earlier = [(j, k - 1)] if k else []
                for other in orders[machine][: orders[machine].index(j)]:
                    earlier.append((other, [m for m, _ in jobs[other]].index(machine)))
                if (j, k) not in done and all(task in done for task in earlier):
                    done[j, k] = max([done[task] for task in earlier], default=0) + duration
        if len(done) == before:
            return None
    return max(done.values())
