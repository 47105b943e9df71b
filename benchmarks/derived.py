"""Derived bounds of the puzzles that ship: processor time of the choice and the building, bytes, and average bound."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter, process_time

import numpy as np

from logicpuzzles import load
from logicpuzzles.errors import Refusal
from logicpuzzles.proofs.grouping import choose
from logicpuzzles.proofs.patterns import build
from logicpuzzles.proofs.samples import walked
from logicpuzzles.puzzles.bounding import tables_of
from logicpuzzles.puzzles.chosen_bound import BoundChoice

from .harness import Row

NAMES = (
    "six", "seven", "eight", "fifteen", "blocks", "bridge", "hanoi", "jugs", "knights_tour", "lights_out", "oshidori",
    "pancakes", "pocket_cube", "reves", "river", "seven.pl", "sliding", "top_spin",
)  # fmt: skip
MOST = 10  # seconds
FIFTEEN, ON_TWO = 8, 5  # the same for the 15 puzzle on one core, and on two
N_STATES = 500  # where random walks from the start end


def rows() -> Iterator[Row]:
    """A row for each puzzle, the groups in its name, by processor time; then the 15 puzzle, by the time that passes."""
    for name in NAMES:
        puzzle = load(name).puzzle
        began = process_time()
        try:
            tables = tables_of(puzzle.compiled, puzzle.start, puzzle.goal, BoundChoice("derived"))
            program, goals, memory = tables.program, tables.goals, tables.choice.memory
            chosen = choose(program, goals, tables.start, memory=memory)
            chose = process_time() - began
            bound = build(program, goals, chosen.groups, of=chosen.of, start=tables.start, memory=memory)
        except Refusal as refusal:
            yield Row(f"{name}: {refusal}", process_time() - began, target=MOST)
            continue
        took = process_time() - began
        sizes = " ".join(str(len(group)) for group in chosen.groups)
        megabytes = sum(lookup.entries.nbytes for lookup in bound.distinct()) / 1e6
        states = walked(program, [program.values.encode(tables.start)], N_STATES).tolist()
        mean = float(np.mean([value for state in states if (value := bound.value(state)) is not None]))
        told = f"{name}: {sizes} {chosen.of}, {megabytes:.2f} MB, average {mean:.1f}, choice {chose:.1f} s"
        yield Row(told, took, target=FIFTEEN if name == "fifteen" else MOST)
    problem = load("fifteen").puzzle.problem()
    began = perf_counter()
    chosen = choose(problem.program, problem.goals, problem.start, workers=2)
    build(problem.program, problem.goals, chosen.groups, start=problem.start, workers=2)
    yield Row("fifteen: seconds that pass on two cores", perf_counter() - began, target=ON_TWO)
