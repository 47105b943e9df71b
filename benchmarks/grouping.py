"""Groups for tables of patterns: how long the choice takes, and how large the bound of what is chosen is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from time import process_time

from logicpuzzles import load
from logicpuzzles.endings import State
from logicpuzzles.proofs.grouping import Grouping, choose
from logicpuzzles.proofs.lookups import PatternBound
from logicpuzzles.proofs.mirrored import mirrored
from logicpuzzles.proofs.patterns import build
from logicpuzzles.puzzles.puzzle import Puzzle
from logicpuzzles.rewriting.program import Program, program_of
from logicpuzzles.rewriting.symmetry import symmetries

from .harness import Row, best

KNOWN = ((1, 5, 6, 9, 10, 13), (7, 8, 11, 12, 14, 15), (2, 3, 4))  # R. Korf, A. Felner, 2002
N_STATES = 2000


def rows() -> Iterator[Row]:
    """The figures of the choice for boards of 4x4 and 5x5, and of symmetries."""
    fifteen, larger = load("fifteen").puzzle, load("sliding", rows=5, cols=5).puzzle
    program, goals = _program(fifteen), fifteen.patterns()
    yield Row("symmetries of the 15 puzzle", best(lambda: symmetries(program, program.goals(goals))))
    took, chosen = _chosen(fifteen)
    yield Row("groups of the 15 puzzle chosen", took, target=5)
    yield Row("groups of the 24 puzzle chosen", _chosen(larger)[0], target=8)
    states = [_dealt(fifteen, Random(seed)) for seed in range(N_STATES)]
    bounds = [build(program, goals, groups, start=fifteen.start) for groups in (chosen.groups, KNOWN)]
    averages = [_average(program, bound, states) for bound in bounds]
    yield Row("average bound of them, random states", averages[0], "moves", "known groups", averages[1], 42.1)
    averages = [_average(program, mirrored(program, goals, bound, fifteen.start), states) for bound in bounds]
    yield Row("the same, at the reflected state too", averages[0], "moves", "known groups", averages[1], 42.8)


def _program(puzzle: Puzzle) -> Program:
    return program_of(puzzle.rewriting, puzzle.start, puzzle.patterns())


def _chosen(puzzle: Puzzle) -> tuple[float, Grouping]:
    """The seconds of processor time that the choice takes, and what is chosen."""
    program, goals = _program(puzzle), puzzle.patterns()
    began = process_time()
    found = choose(program, goals, puzzle.start)
    return process_time() - began, found


def _dealt(puzzle: Puzzle, random: Random) -> State:
    """A random arrangement of the pieces from which the goal can be reached."""
    state = list(puzzle.start)
    random.shuffle(state)
    if puzzle.unreachable(tuple(state)) is not None:
        one, other = [cell for cell, piece in enumerate(state) if piece][:2]
        state[one], state[other] = state[other], state[one]
    return tuple(state)


def _average(program: Program, bound: PatternBound, states: Sequence[State]) -> float:
    """The average bound of the states."""
    return sum(bound.value(program.values.encode(state)) or 0 for state in states) / len(states)
