"""Bounds that are looked up, made the obvious way: every state is listed, and patterns are joined as states are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush
from random import Random
from typing import Any

import numpy as np
from random_rules import key, reached

from logicpuzzles.endings import State
from logicpuzzles.proofs.bounds import Rows
from logicpuzzles.proofs.lookups import Lookup, PatternBound
from logicpuzzles.search import SearchProblem

Counts = Callable[[State, State], int]  # what a move from one state to another counts for a pattern
MOST = 6000


def bound(problem: SearchProblem, *sums: Iterable[Lookup]) -> PatternBound:
    """The largest of these sums."""
    return PatternBound(tuple(map(tuple, sums)), "every state was listed")


def of_values(problem: SearchProblem, values: Sequence[Any], own: bool = True) -> Lookup:
    """The pattern of where `values` stand; if `own`, a move counts just where it moves one of them."""
    n_cells, numbers = len(problem.start), [problem.program.values.get(value) for value in values]
    rows = [[0] * n_cells for _ in problem.program.values.values]
    for place, number in enumerate(numbers):
        assert number is not None
        rows[number] = [cell * n_cells**place for cell in range(n_cells)]

    def moves_one(before: State, after: State) -> int:
        return int(any(before.index(value) != after.index(value) for value in values))

    return lookup(problem, rows, n_cells ** len(values), tuple(values), moves_one if own else one)


def of_cells(problem: SearchProblem, cells: Sequence[int]) -> Lookup:
    """The pattern of what `cells` hold; every move counts."""
    n_values, n_cells = len(problem.program.values), len(problem.start)
    rows = [
        [value * n_values ** cells.index(cell) if cell in cells else 0 for cell in range(n_cells)]
        for value in range(n_values)
    ]
    return lookup(problem, rows, n_values ** len(cells), tuple(cells), one)


def one(before: State, after: State) -> int:
    """Every move counts 1."""
    return 1


def lookup(
    problem: SearchProblem, rows: Sequence[Sequence[int]], size: int, kept: tuple[Any, ...], counts: Counts
) -> Lookup:
    """The least sums of `counts` from each pattern to one of a goal, over all states that `problem` can reach."""
    made: Rows = tuple(map(tuple, rows))
    encode = problem.program.values.encode
    blank = Lookup(made, np.zeros(size, np.uint8), kept)
    states = reached(problem.rewriting, problem.start, MOST)  # type: ignore[arg-type]
    indexes = {key(state): blank.index(encode(state)) for state in states}
    before: dict[int, list[tuple[int, int]]] = {}
    for state in states:
        for _, after in problem.successors(state):
            if key(after) in indexes:
                before.setdefault(indexes[key(after)], []).append((indexes[key(state)], counts(state, after)))
    least: dict[int, int] = {}
    queue = sorted({(0, indexes[key(state)]) for state in states if problem.is_goal(state)})
    while queue:
        cost, index = heappop(queue)
        if index not in least:
            least[index] = cost
            for other, count in before.get(index, ()):
                heappush(queue, (cost + count, other))
    entries = np.full(size, 255, np.uint8)
    for index, cost in least.items():
        entries[index] = cost
    return Lookup(made, entries, kept)


def lowered(of: Lookup, seed: int, wide: bool = False) -> Lookup:
    """The same with entries that are less here and there: a bound still, but one that rises and falls by any amount."""
    random = Random(seed)
    entries = np.array([random.choice([entry, random.randint(0, entry)]) for entry in of.entries.tolist()])
    entries[of.entries == of.far] = of.far
    if wide:
        entries[of.entries == of.far] = 65_535
    return Lookup(of.rows, entries.astype(np.uint16 if wide else np.uint8), of.kept)
