"""Tables of patterns: how long they take to build."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from time import process_time

from logicpuzzles import load
from logicpuzzles.proofs.patterns import build
from logicpuzzles.rewriting.program import program_of

from .harness import Row, in_turns, reference, versus

GROUPS = ((1, 5, 6, 9, 10, 13), (7, 8, 11, 12, 14, 15), (2, 3, 4))
SEVENS = ((1, 2, 5, 6, 9, 10, 13), (3, 4, 7, 8, 11, 12, 15))
FIVES = ((1, 2, 6, 7, 11), (3, 4, 5, 8, 9))


def rows() -> Iterator[Row]:
    """The figures of tables for the 15 puzzle's unchanged rules, and for those of 5x5."""
    yield Row(
        "tables of groups of 6, 6 and 3 of the 15 puzzle",
        built("fifteen", GROUPS),
        reference="plain C",
        reference_value=plain(4, 4, GROUPS),
        target=8,
    )
    yield Row("the same on two threads, seconds of both", built("fifteen", GROUPS, workers=2), target=5)
    problem = load("fifteen").puzzle.problem()
    program = program_of(problem.rewriting, problem.start, problem.goals)
    building = partial(build, program, problem.goals, SEVENS, start=problem.start, memory=1 << 30)
    one, two = in_turns(partial(building, workers=1), partial(building, workers=2), times=2)
    yield Row("two groups of 7 by the clock, two threads", two, reference="one", reference_value=one, target=one / 1.7)
    yield Row(
        "tables of two groups of 5 of the 24 puzzle",
        built("sliding", FIVES, rows=5, cols=5),
        reference="plain C",
        reference_value=plain(5, 5, FIVES),
    )


def built(name: str, groups: tuple[tuple[int, ...], ...], workers: int = 1, **options: int) -> float:
    """The seconds of processor time that the tables take, once the kernels are loaded."""
    problem = load(name, **options).puzzle.problem()
    program = program_of(problem.rewriting, problem.start, problem.goals)
    build(program, problem.goals, [groups[0][:4], groups[1][:4]], start=problem.start)
    began = process_time()
    build(program, problem.goals, groups, start=problem.start, workers=workers)
    return process_time() - began


def plain(rows_: int, cols: int, groups: tuple[tuple[int, ...], ...]) -> float | None:
    """The seconds that a breadth-first search in C takes for them."""
    found = [versus(reference("tables", rows_, cols, *group, times=1)) for group in groups]
    return None if None in found else sum(seconds for seconds in found if seconds is not None)
