"""Puzzles without a wandering piece, each by `auto`, beside the search from both ends alone; processor time."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import Any

from logicpuzzles import Path, load
from logicpuzzles.search import SearchProblem, solve

from .harness import Row

STACK = (1, 3, 8, 11, 6, 2, 7, 4, 9, 12, 5, 10)  # one of 167 that need 14 flips: found by listing all 12! stacks
PUZZLES: list[tuple[str, str, dict[str, int], tuple[Any, ...] | None, int, float]] = [
    ("lights out 5x5, all on", "lights_out", {}, None, 15, 1.0),
    ("pocket cube, a hardest state", "pocket_cube", {}, None, 11, 1.0),
    ("Top-Spin 12-4", "top_spin", {}, None, 11, 10.0),
    ("12 pancakes, a hardest stack", "pancakes", {"pancakes": 12}, STACK, 14, 10.0),
    ("four pegs, 12 discs", "reves", {"cheeses": 12}, None, 81, 10.0),
]


def rows() -> Iterator[Row]:
    """A row for each puzzle; the kernels are loaded, and compiled if need be, by a small one."""
    small = load("pancakes", pancakes=6).puzzle.problem()
    for strategy in ("bidirectional", "ida", "bfs", "astar"):
        solve(small, strategy, "compiled")
    for name, file, options, start, length, seconds in PUZZLES:
        problem = load(file, **options).puzzle.problem(start)
        ours, both_ends = (taken(problem, strategy, length) for strategy in ("auto", "bidirectional"))
        yield Row(f"{name}: {length} moves", ours, "s", "both ends alone", both_ends, seconds)


def taken(problem: SearchProblem, strategy: str, length: int) -> float:
    """The processor time (s) of a search, whose solution must be as long as it should be."""
    began = process_time()
    ending = solve(problem, strategy)
    assert isinstance(ending, Path), ending
    assert ending.length == length, ending.length
    return process_time() - began
