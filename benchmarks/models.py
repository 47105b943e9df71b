"""Constraint models beside CP-SAT and python-constraint on the same problems.

CP-SAT is given the problem by the engine cp-sat, in its own constraints. python-constraint runs by itself, with the
solver of its that is the fastest on hard puzzles.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import constraint

from logicpuzzles import Limits, Model, load

from .harness import Row, best, once

PATIENCE = 5.0  # seconds for another engine; the rest of its time is reckoned from the share of solutions it found
SUDOKUS = Path(__file__).parent / "sudoku.txt"


def rows() -> Iterator[Row]:
    """The figures of each model: its solutions with the model read before, and read anew each time."""
    load("queens").model.solve(engine="cp-sat")  # so that importing is not measured
    yield from figures("SEND + MORE = MONEY", lambda: load("send_more").model, 1, 0.001)
    yield from figures("3x3 magic squares", lambda: load("magic_square", corners=False).model, 8, 0.001)
    yield from figures("4x4 magic squares up to symmetry", lambda: load("magic_square", order=4).model, 880, 0.2)
    yield from figures("4x4 magic squares", lambda: load("magic_square", order=4, corners=False).model, 7040, 1.5)
    yield from figures("eight queens", lambda: load("queens").model, 92, 0.002)
    yield from figures("zebra", lambda: load("./rules/zebra.py").model, 1, 0.005)
    yield from figures("closed knight's tours, 6x6", lambda: load("knights_circuit").model, 9862, 0.5, counted=True)
    for order in (5, 6):
        model = load("magic_square", order=order).model
        yield Row(f"first magic square of order {order}", best(lambda m=model: expect(m.solve().status, "solved")))  # type: ignore[misc]
    yield sudokus()


def figures(name: str, make: Callable[[], Model], n: int, target: float, counted: bool = False) -> Iterator[Row]:
    """All `n` solutions of a model, or only their number."""
    model = make()

    def ours(fresh: bool = False) -> None:
        found = make() if fresh else model
        expect(found.count(workers=1) if counted else sum(1 for _ in found.solutions(workers=1)), n)

    what = "counted" if counted else "all" if n > 1 else "the only one"
    seconds = best(ours, 5)
    for reference, solutions in OTHERS.items():
        yield Row(f"{name}, {what}: {n}", seconds, "s", reference, theirs(solutions(model), n), target)
    yield Row(f"{name}, file and model read anew", best(lambda: ours(fresh=True), 3))


def theirs(solutions: Iterable[Any], n: int) -> float | None:
    """Seconds that another solver takes for `n` solutions, reckoned from some where it takes long; None: found none."""
    found, began = 0, perf_counter()
    with patience():
        for _ in solutions:
            found += 1
    return (perf_counter() - began) * n / found if found else None


def cp_sat(model: Model) -> Iterator[Any]:
    """The solutions from CP-SAT."""
    return model.solutions(engine="cp-sat", limits=Limits(seconds=PATIENCE))


def python_constraint(model: Model) -> Iterator[Any]:
    """The solutions from python-constraint's own methods on a fresh problem."""
    problem = model.build()
    problem.setSolver(constraint.BacktrackingSolver())
    return constraint.Problem.getSolutionIter(problem)  # type: ignore[no-any-return]


OTHERS: dict[str, Callable[[Model], Iterator[Any]]] = {"CP-SAT": cp_sat, "python-constraint": python_constraint}


@contextmanager
def patience() -> Iterator[None]:
    """Ends what is done inside when it has taken long."""

    class Over(Exception):
        pass

    def end(*_: object) -> None:
        raise Over

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        yield
    except Over:
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def sudokus() -> Row:
    """The median of hard sudokus, each built, read and solved once; CP-SAT on a few of them."""
    grids = [line for line in SUDOKUS.read_text().splitlines() if line and not line.startswith("#")]

    def seconds(grid: str, engine: str) -> float:
        model = load("sudoku", grid=grid).model
        return once(lambda: expect(model.solve(engine=engine).status, "solved"))

    return Row(
        f"a hard sudoku, built and solved (median of {len(grids)})",
        median(seconds(grid, "compiled") for grid in grids),
        reference="CP-SAT (of 9 of them)",
        reference_value=median(seconds(grid, "cp-sat") for grid in grids[::12]),
        target=0.003,
    )


def expect(found: object, right: object) -> None:
    """Insist on the known answer."""
    if found != right:
        raise AssertionError(f"{found!r} where {right!r} is right")
