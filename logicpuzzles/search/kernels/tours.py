"""Every tour of a graph: the twin of `..dfs.PlainTours`. Sets of cells are bits of n_words words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...kernels.kernel import kernel
from ...kernels.words import count_bits, uint64
from ..coding.arrays import starts
from ..coding.tour import Tour
from ..problem import SearchProblem
from .exhaustive import (
    GOAL,
    HOPELESS,
    OPEN,
    SCRATCH,
    CompiledExhaustive,
)
from .layout import CellSets, Rows, Starts, Steps


class Graph(NamedTuple):
    """A graph on cells, and the cells on the path.

    Attributes
    ----------
    cells
        int64[n_free + 1]: the cell entered at each depth.
    free
        uint64[1, n_words]: the cells not entered yet.
    first, steps
        int64[n_cells + 1] and int64[n_steps, 2]: where the steps of each cell begin; the cell entered and the rule.
    into, out_of, ends
        uint64[n_cells, n_words] twice and uint64[1, n_words]: see `Tour`.
    """

    cells: Rows
    free: CellSets
    first: Starts
    steps: Steps
    into: CellSets
    out_of: CellSets
    ends: CellSets

    def steps_from(self, depth: int, via: int) -> tuple[int, int]:
        cell = self.cells[depth]
        return self.first[cell], self.first[cell + 1]

    def possible(self, depth: int, step: int) -> bool:
        return has(self.free, 0, self.steps[step, 0])

    def onward(self, depth: int, step: int) -> int:
        count = 0
        for w in range(self.free.shape[1]):
            count += count_bits(self.out_of[self.steps[step, 0], w] & self.free[0, w])
        return count

    def take(self, depth: int, step: int) -> bool:
        self.cells[depth + 1] = self.steps[step, 0]
        return True  # only free cells are listed

    def rule_of(self, step: int) -> int:
        return self.steps[step, 1]

    def judge(self, depth: int) -> int:
        cell, free = self.cells[depth], self.free
        if depth == self.cells.shape[0] - 1:
            return GOAL if has(self.ends, 0, cell) else HOPELESS
        bit = uint64(1) << uint64(cell & 63)
        free[0, cell >> 6] ^= bit
        if hopeless(free, cell, self.into, self.out_of, self.ends):
            free[0, cell >> 6] ^= bit
            return HOPELESS
        return OPEN

    def leave(self, depth: int) -> None:
        cell = self.cells[depth]
        self.free[0, cell >> 6] |= uint64(1) << uint64(cell & 63)


@kernel
def has(cells: CellSets, row: int, cell: int) -> bool:
    """Whether a set of cells holds `cell`."""
    return cells[row, cell >> 6] >> uint64(cell & 63) & uint64(1) != uint64(0)


@kernel
def hopeless(free: CellSets, at: int, into: CellSets, out_of: CellSets, ends: CellSets) -> bool:
    """As `Tour.hopeless` for the wanderer in the cell `at`, where `free[0]` is not empty."""
    n_words = free.shape[1]
    possible = uint64(0)
    for w in range(n_words):
        possible |= free[0, w] & ends[0, w]
    if possible == uint64(0):
        return True
    found_last = False
    for cell in range(into.shape[0]):
        if not has(free, 0, cell):
            continue
        n_before, any_after, differ = 0, uint64(0), uint64(0)
        for w in range(n_words):
            here = free[0, w] | (uint64(1) << uint64(at & 63) if at >> 6 == w else uint64(0))
            before, after = into[cell, w] & here, out_of[cell, w] & free[0, w]
            n_before += count_bits(before)
            any_after |= after
            differ |= before ^ after
        if n_before == 0:
            return True
        if any_after == uint64(0) or (differ == uint64(0) and n_before == 1):
            if found_last or not has(ends, 0, cell):
                return True
            found_last = True
    return False


class CompiledTours(CompiledExhaustive):
    """The tours of a problem."""

    def __init__(self, problem: SearchProblem, tour: Tour) -> None:
        n_words, n_free = -(-len(tour.steps) // 64), tour.free.bit_count()
        super().__init__(problem, n_free + 1 + SCRATCH, max(1, *map(len, tour.steps)), -1)
        cells = np.zeros(n_free + 1, dtype=np.int64)
        cells[0] = tour.start
        self.moves = Graph(
            cells,
            sets([tour.free], n_words),
            starts(map(len, tour.steps)),
            np.array([step for some in tour.steps for step in some], dtype=np.int64).reshape(-1, 2),
            sets(tour.into, n_words),
            sets(tour.out_of, n_words),
            sets([tour.ends], n_words),
        )


def sets(cells: Sequence[int], n_words: int) -> CellSets:
    """uint64[len(cells), n_words] of sets of cells given as bits of ints."""
    word = (1 << 64) - 1
    return np.array([[some >> 64 * w & word for w in range(n_words)] for some in cells], dtype=np.uint64)
