"""Breadth-first search over move relations that do not compile: pegs as lists, by rule files in text and in Python."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import process_time

from logicpuzzles import load
from logicpuzzles.search import SearchProblem, solve

from .harness import Row

N_DISCS = 10
STATES = f"({tuple(range(1, N_DISCS + 1))}, (), ())", f"((), (), {tuple(range(1, N_DISCS + 1))})"
TEXT = f"""
move([From, To], [A, B, C], After) :- step(From, To, [A, B, C], After).
step(a, b, [[X | A], B, C], [A, [X | B], C]) :- fits(X, B).
step(a, c, [[X | A], B, C], [A, B, [X | C]]) :- fits(X, C).
step(b, a, [A, [X | B], C], [[X | A], B, C]) :- fits(X, A).
step(b, c, [A, [X | B], C], [A, B, [X | C]]) :- fits(X, C).
step(c, a, [A, B, [X | C]], [[X | A], B, C]) :- fits(X, A).
step(c, b, [A, B, [X | C]], [A, [X | B], C]) :- fits(X, B).
fits(_, []).
fits(X, [Y | _]) :- X < Y.
start([{list(range(1, N_DISCS + 1))}, [], []]).
goal([[], [], {list(range(1, N_DISCS + 1))}]).
"""
PYTHON = f'''
"""The tower of Hanoi, pegs as lists."""

from logicpuzzles import Puzzle, Relation, conde, conso, eq, facts, lall, lt, neq, ntho, relation, seto, var

peg = Relation("peg")
facts(peg, (0,), (1,), (2,))


@relation
def fits(disc, discs):
    """`disc` may lie on `discs`."""
    top, rest = var(), var()
    return conde([eq(discs, ())], [conso(top, rest, discs), lt(disc, top)])


@relation
def move(label, before, after):
    """The top disc of a peg goes to another."""
    one, two, disc, here, left, there, more, between = (var() for _ in range(8))
    return lall(
        peg(one), ntho(one, before, here), conso(disc, left, here), peg(two), neq(one, two), eq(label, (one, two)),
        ntho(two, before, there), fits(disc, there), conso(disc, there, more), seto(one, before, left, between),
        seto(two, between, more, after),
    )


puzzle = Puzzle(move=move, start={STATES[0]}, goal={STATES[1]})
'''


def rows() -> Iterator[Row]:
    """Successors a second, by processor time."""
    for name, text, ending in (("Prolog text", TEXT, "pl"), ("Python", PYTHON, "py")):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / f"pegs.{ending}"
            file.write_text(text)
            problem = load(file).puzzle.problem()
        rate = max(successors(problem) for _ in range(3))
        yield Row(f"Hanoi, pegs as lists, 3^{N_DISCS} states, {name}", rate, "M successors/s", target=0.5)


def successors(problem: SearchProblem) -> float:
    """Millions of successors that a breadth-first search on the query machine is given in a second."""
    machine = problem.on_machine()
    assert machine is not None
    began = process_time()
    ending = solve(machine, "bfs", "rules")
    return 3 * ending.nodes / (process_time() - began) / 1e6  # all but three states have three moves
