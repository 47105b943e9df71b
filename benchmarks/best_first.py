"""A* and any solution: how many states a second, how many bytes a state, and how soon a solution is there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from time import process_time

from logicpuzzles import Limits, Path, load
from logicpuzzles.search import solve
from logicpuzzles.search.budget import Budget
from logicpuzzles.search.driver import reach
from logicpuzzles.search.kernels.astar import CompiledBestFirst

from .harness import Row

HARDEST = (0, 12, 9, 13, 15, 11, 10, 14, 8, 3, 6, 2, 4, 7, 5, 1)  # needs 80 moves
NUMBER_28 = (9, 8, 5, 1, 14, 6, 13, 7, 0, 15, 11, 12, 4, 10, 2, 3)  # of Korf's instances: 52 moves


def rows() -> Iterator[Row]:
    """The figures of both."""
    fifteen = load("fifteen").puzzle
    problem = replace(fifteen.problem(NUMBER_28), lookups=None, stronger=None)
    CompiledBestFirst(problem).run(1, 1)  # the kernel is loaded
    search = CompiledBestFirst(problem)
    began = process_time()
    reach(search, Budget(Limits(), None, None, 1 << 16, 0.05))
    took = process_time() - began
    yield Row(f"A* with distances, {search.met:,} states met", search.nodes / took / 1e6, "M nodes/s")
    yield Row("bytes a state of these", search.memory() / search.met, "bytes")
    for name, start, size in (
        ("15 puzzle, 80 moves", HARDEST, 4),
        ("24 puzzle, turned round", (*range(24, 0, -1), 0), 5),
    ):
        board = load("sliding", rows=size, cols=size).puzzle
        for nodes in (1 << 14, 1 << 18):
            limited = replace(board.problem(start), lookups=None, stronger=None)
            began = process_time()
            found = solve(limited, "greedy", "compiled", Limits(nodes=nodes))
            took = process_time() - began
            told = f"{found.length} moves, at most {found.gap} too many" if isinstance(found, Path) else "none"
            yield Row(f"any, {name}, {nodes:,} states: {told}", took, target=5)
