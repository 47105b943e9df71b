"""Moves that cost: the 8 puzzle whose pieces cost their number, beside Dijkstra's algorithm in C."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import process_time

from logicpuzzles import Puzzle, eq, load
from logicpuzzles.search import solve
from logicpuzzles.search.explore import explore

from .harness import Row, reference, versus


def seconds(work: object, times: int = 3) -> float:
    """The least processor time of some calls, in seconds, after one to warm up."""
    assert callable(work)
    took = []
    for _ in range(times + 1):
        began = process_time()
        work()
        took.append(process_time() - began)
    return min(took[1:])


def rows() -> Iterator[Row]:
    """What all states cost, and a cheapest solution of some."""
    eight = load("eight").puzzle
    puzzle = Puzzle(eight.move, eight.start, eight.goal, cost=lambda piece, n: eq(n, piece))
    rules, in_c = puzzle.rewriting, reference("dijkstra", 3, 3)
    explored = puzzle.explore()
    assert in_c is None or len(explored.depths) - 1 == in_c[1]
    took = seconds(lambda: explore(rules, [eight.goal], backwards=True, engine="hash"))
    yield Row(
        "what all 181,440 states of the 8 puzzle cost", took, reference="Dijkstra in C", reference_value=versus(in_c)
    )
    costs = [cost for cost, number in enumerate(explored.depths) if number]
    starts = [explored.deal(cost, seed) for seed, cost in enumerate(Random(1).choices(costs, k=20))]
    for strategy in ("bfs", "ida", "astar", "bidirectional"):
        problems = [puzzle.problem(start) for start in starts]

        def all_of_them(strategy: str = strategy, problems: list[object] = problems) -> None:
            for problem in problems:
                solve(problem, strategy, "compiled")  # type: ignore[arg-type]

        yield Row(f"a cheapest solution by {strategy}, the mean of 20", seconds(all_of_them) / len(starts))
