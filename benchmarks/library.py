"""Examples of python-constraint's own repository beside that library: as whole processes, and warm.

For reference they run as they are, with the faster of the two solvers of that library that give all solutions.
Warm, a problem is built and solved again and again.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import constraint

import logicpuzzles

from .examples import EXAMPLES
from .harness import Row, best

SOLVERS = "OptimizedBacktrackingSolver", "BacktrackingSolver"
LEAST_RUNS, MOST_RUNS = 3, 40
ENOUGH = 5.0  # seconds of an example
SCRIPT = "import {0} as library; from benchmarks.examples import EXAMPLES; EXAMPLES[{1!r}][0](library)"


def with_solver(name: str) -> Any:
    """python-constraint where problems are solved by a solver."""
    solver = getattr(constraint, name)
    return SimpleNamespace(**vars(constraint) | {"Problem": lambda: constraint.Problem(solver())})


def rows() -> Iterator[Row]:
    """Each example: warm, then as a process of its own, by processor time."""
    for name, (make, n) in EXAMPLES.items():
        assert make(logicpuzzles) == n, name
        ours = best(partial(make, logicpuzzles))
        theirs = min(best(partial(make, with_solver(solver)), 2) for solver in SOLVERS)
        yield Row(name, ours, "s", "python-constraint", theirs, theirs)
    for name in EXAMPLES:
        ours, theirs = processes(name)
        yield Row(f"{name}, a whole process", ours, "s", "python-constraint", theirs, theirs)


def processes(name: str) -> tuple[float, float]:
    """Seconds of processor time of a process that solves an example once, here and there: the least of many.

    They take turns, since a busy machine makes some of them half as slow again.
    """
    took: dict[str, list[float]] = {"logicpuzzles": [], "constraint": []}
    for _ in range(MOST_RUNS):
        for module, seconds in took.items():
            seconds.append(process(module, name))
        if sum(map(sum, took.values())) > ENOUGH and len(took["constraint"]) >= LEAST_RUNS:
            break
    return min(took["logicpuzzles"]), min(took["constraint"])


def process(module: str, name: str) -> float:
    """Seconds of processor time of a process that solves an example once."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-c", SCRIPT.format(module, name)]
    subprocess.run(command, check=True, cwd=Path(__file__).parent.parent)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
