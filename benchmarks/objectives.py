"""Models with an objective beside CP-SAT's own models, one worker, warm: the best solution and its proof."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from time import process_time
from typing import Any

from logicpuzzles import load

from .harness import Row
from .models import expect

LENGTHS = {8: 34, 9: 44, 10: 55}  # of the shortest Golomb rulers: Encyclopedia of Integer Sequences, A003022


def rows() -> Iterator[Row]:
    """Shortest Golomb rulers."""
    for marks, length in LENGTHS.items():
        model = load("golomb", marks=marks).model
        took = least(lambda: expect(model.solve().objective, length))  # noqa: B023 -- called at once
        other = golomb(marks)
        reference = least(lambda: expect(solved(other), length))  # noqa: B023
        name = f"Golomb ruler of {marks} marks, proved: {length}"
        yield Row(name, took, reference="CP-SAT", reference_value=reference, target=reference / 5)


def least(work: Callable[[], object], times: int = 3) -> float:
    """The least processor time of several runs, after one to warm up."""
    work()
    took = []
    for _ in range(times):
        began = process_time()
        work()
        took.append(process_time() - began)
    return min(took)


def golomb(marks: int) -> Any:
    """CP-SAT's model of the ruler: marks, their distances, all different."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    longest = marks * marks
    places = [model.new_int_var(0, longest if mark else 0, "") for mark in range(marks)]
    apart = {}
    for one, two in combinations(range(marks), 2):
        apart[one, two] = model.new_int_var(1, longest, "")
        model.add(apart[one, two] == places[two] - places[one])
    model.add_all_different(apart.values())
    model.add(apart[0, 1] < apart[marks - 2, marks - 1])
    model.minimize(places[-1])
    return model


def solved(model: Any) -> float:
    """The objective of the best solution."""
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.solve(model)
    return float(solver.objective_value)
