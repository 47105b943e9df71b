"""Whole spaces, tours and both-ended search."""

from __future__ import annotations

import random
from collections.abc import Iterator

from logicpuzzles import load
from logicpuzzles.endings import Counted
from logicpuzzles.search import count
from logicpuzzles.search.explore import explore

from .harness import Row, best, once, reference, versus


def rows() -> Iterator[Row]:
    """The figures of exploring and of the other searches."""
    for rows_, cols, target in ((3, 3, 0.025), (2, 5, 0.3)):
        board = load("sliding", rows=rows_, cols=cols).puzzle
        plain = reference("breadth", rows_, cols)
        yield Row(
            f"all states of {rows_}x{cols}",
            best(board.explore),
            reference="plain C",
            reference_value=versus(plain),
            target=target,
        )
    six = load("six").puzzle
    took = best(lambda: explore(six.rewriting, [six.goal], backwards=True, engine="hash"), 20)
    yield Row("all 5040 states of the 6 puzzle", took, target=0.001)
    eight = load("eight").puzzle
    explored = eight.explore()
    starts = [explored.deal(depth, seed) for seed, depth in enumerate(random.Random(1).choices(range(31), k=50))]
    took = best(lambda: [eight.solve(start, strategy="bidirectional", engine="compiled") for start in starts]) / len(
        starts
    )
    yield Row("a random 8 puzzle from both ends, the mean of 50", took, target=0.002)
    yield from tours()
    for rows_, cols in ((3, 4), (2, 6)):
        board = load("sliding", rows=rows_, cols=cols).puzzle
        yield Row(f"all 239,500,800 states of {rows_}x{cols}", once(board.explore), target=60)


def tours() -> Iterator[Row]:
    """Knight's tours, counted and found."""
    problems = [load("knights_tour", rows=5, cols=5, start=square).puzzle.problem() for square in range(25)]
    counted = {"n": 0}

    def board() -> None:
        endings = [count(problem, engine="compiled") for problem in problems]
        counted["n"] = sum(ending.count for ending in endings if isinstance(ending, Counted))

    yield Row(
        "304 knight's tours of 5x5 from a corner", best(lambda: count(problems[0], engine="compiled")), target=0.06
    )
    took = best(board)
    yield Row(f"all {counted['n']} of the board", took, target=0.5)
    eight = load("knights_tour", rows=8, cols=8).puzzle
    yield Row("one tour of 8x8", best(eight.solve, 2))
