"""R. E. Korf's 100 instances of the 15 puzzle, and two of 80 moves, with bounds that are looked up."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import perf_counter, process_time

import numpy as np

from logicpuzzles import load
from logicpuzzles.endings import Path as Solution
from logicpuzzles.endings import State
from logicpuzzles.proofs.lookups import PatternBound
from logicpuzzles.proofs.mirrored import mirrored
from logicpuzzles.proofs.patterns import build
from logicpuzzles.search import SearchProblem, solve

from .harness import Row, reference

INSTANCES = Path(__file__).parent / "korf100.txt"
GROUPS = ((4, 7, 8, 11, 12, 15), (5, 6, 9, 10, 13, 14), (1, 2, 3))  # as `proofs.grouping` chooses
FAR = (0, 12, 9, 13, 15, 11, 10, 14, 8, 3, 6, 2, 4, 7, 5, 1)  # 80 moves, the most there are
ALSO_FAR = (15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0)  # so has this one

FIVES = ((1, 2, 6, 7, 11), (3, 4, 5, 9, 10), (8, 13, 14, 15, 18), (12, 16, 17, 21, 22), (19, 20, 23, 24))
LONG = (2, 1, 3, 5, 9, 11, 8, 19, 24, 20, 17, 6, 15, 21, 10, 22, 16, 7, 14, 12, 13, 18, 4, 23, 0)  # 76 moves, 24 pieces


def rows() -> Iterator[Row]:
    """Processor time on one core, if not said otherwise, with the tables at hand."""
    problem = replace(load("fifteen").puzzle.problem(), stronger=None)
    one = build(problem.program, problem.goals, GROUPS, start=problem.start, workers=2)
    both = mirrored(problem.program, problem.goals, one, problem.start)
    known = instances()
    solved(problem, both, known[0][1])
    yield Row("the first of Korf's 100, tables at hand", solved(problem, both, known[0][1])[1], target=0.05)
    runs = [(length, *solved(problem, both, start)) for length, start in known]
    wrong = sum(length != found.length for length, found, _ in runs)
    yield Row("lengths that are wrong of the 100 (their sum is 5305)", wrong, "", target=None)
    plain = compared(one, [start for _, start in known])
    yield Row(
        "all 100, with the reflection",
        sum(seconds for *_, seconds in runs),
        reference="plain C, without",
        reference_value=plain and plain[0],
        target=4,
    )
    alone = [solved(replace(problem, table=None, bound_name=None), one, start) for _, start in known]
    rate = sum(found.nodes for found, _ in alone) / sum(seconds for _, seconds in alone) / 1e6
    yield Row("looks without the reflection", rate, "M/s", "plain C", plain and plain[1] / plain[0] / 1e6, 40)
    for name, start, target in (("a state of 80 moves", FAR, 15), ("another", ALSO_FAR, 30)):
        yield Row(f"{name}, seconds that pass on two cores", passed(problem, both, start), target=target)
    yield twenty_four()


def twenty_four() -> Row:
    """A board of several words."""
    problem = replace(load("sliding", rows=5, cols=5).puzzle.problem(), stronger=None)
    bound = build(problem.program, problem.goals, FIVES, start=problem.start, workers=2)
    bound = mirrored(problem.program, problem.goals, bound, problem.start)
    found, seconds = solved(problem, bound, LONG)
    return Row(f"a 24 puzzle of {found.length} moves, tables at hand", seconds, target=60)


def instances() -> list[tuple[int, State]]:
    """The lengths and starts, turned by 180 degrees: there the goal has the blank first."""
    found = []
    for line in INSTANCES.read_text().splitlines():
        if not line.startswith("#"):
            _, length, *given = map(int, line.split())
            start = [0] * 16
            for cell, piece in enumerate(given):
                start[15 - cell] = 16 - piece if piece else 0
            found.append((length, tuple(start)))
    return found


def solved(problem: SearchProblem, bound: PatternBound, start: State) -> tuple[Solution, float]:
    """The solution from `start`, and the seconds of processor time."""
    began = process_time()
    ending = solve(replace(problem, start=start, lookups=bound), "ida", "compiled")
    assert isinstance(ending, Solution)
    return ending, process_time() - began


def passed(problem: SearchProblem, bound: PatternBound, start: State) -> float:
    """The seconds that pass until the solution from `start` is found on two cores."""
    began = perf_counter()
    assert isinstance(solve(replace(problem, start=start, lookups=bound), "ida", "compiled", workers=2), Solution)
    return perf_counter() - began


def compared(bound: PatternBound, starts: list[State]) -> tuple[float, int] | None:
    """The seconds and looks of the C reference with the one sum of `bound`; None without a compiler."""
    order = load("fifteen").puzzle.problem().program.values
    with tempfile.NamedTemporaryFile(suffix=".tables") as file:
        numbers([len(bound.sums[0])]).tofile(file)
        for lookup in bound.sums[0]:
            numbers([lookup.rows[order.encode((piece,))[0]] for piece in range(16)]).tofile(file)
            numbers([len(lookup.entries)]).tofile(file)
            lookup.entries.tofile(file)
        numbers([len(starts)]).tofile(file)
        numbers(starts).tofile(file)
        file.flush()
        return reference("additive", file.name, times=1)


def numbers(given: object) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    """As C reads them."""
    return np.array(given, dtype=np.int32)
