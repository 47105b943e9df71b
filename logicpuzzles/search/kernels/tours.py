"""Every tour of a graph: the twin of `..dfs.PlainTours`. Sets of cells are bits of n_words words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import uint64

from ...endings import Path
from ..budget import Outcome
from ..coding.tour import Tour
from ..dfs import Exhaustive
from ..problem import SearchProblem
from ..space import replay
from .bitsets import count_bits
from .caching import kernel
from .launch import launch
from .layout import CellSets, Control, Frames, Order, Starts, Steps

ENDED, FOUND, PAUSED = int(Outcome.ENDED), int(Outcome.FOUND), int(Outcome.PAUSED)
DEPTH, NODES, COUNT, COUNTING, FEWEST, LEFT = range(6)  # of `control`
CELL, STEP, END, VIA = range(4)  # of a frame


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


@kernel
def arrange(
    order: Order,
    frames: Frames,
    depth: int,
    free: CellSets,
    first: Starts,
    steps: Steps,
    out_of: CellSets,
    fewest: bool,
) -> None:
    """List the steps into free cells from the cell of the frame at `depth`, in the order in which they are tried."""
    cell = frames[depth, CELL]
    count = 0
    for step in range(first[cell], first[cell + 1]):
        if not has(free, 0, steps[step, 0]):
            continue
        place = count
        if fewest:
            onward = 0
            for w in range(free.shape[1]):
                onward += count_bits(out_of[steps[step, 0], w] & free[0, w])
            while place > 0 and order[depth, place - 1, 1] > onward:
                # One by one: an assignment of slices takes seconds to compile.
                order[depth, place, 0], order[depth, place, 1] = order[depth, place - 1, 0], order[depth, place - 1, 1]
                place -= 1
            order[depth, place, 1] = onward
        order[depth, place, 0] = step
        count += 1
    frames[depth, STEP], frames[depth, END] = 0, count


@kernel
def tours(
    frames: Frames,
    order: Order,
    free: CellSets,
    control: Control,
    first: Starts,
    steps: Steps,
    into: CellSets,
    out_of: CellSets,
    ends: CellSets,
    until: int,
) -> int:
    """Search on until `until` states were looked at, a tour is complete, or nothing is left.

    Parameters
    ----------
    frames
        int64[n_free + 2, 4], in and out: for each cell entered the cell, the place in `order` of the step to take
        next, the number of steps there, and the rule that led to it.
    order
        int64[n_free + 2, most_steps, 2], in and out: for each cell entered the steps to try, and scratch.
    free
        uint64[1, n_words], in and out: the cells not entered yet.
    control
        int64[6], in and out: depth, states looked at, tours met, whether they are only counted, whether the cells come
        first that have the fewest free cells to go on to, the number of free cells.
    first, steps
        int64[n_cells + 1] and int64[n_steps, 2]: where the steps of each cell begin; the cell entered and the rule.
    into, out_of, ends
        uint64[n_cells, n_words] twice and uint64[1, n_words]: see `Tour`.

    Returns
    -------
    `ENDED`, `PAUSED`, or `FOUND`: then the last cell is in the frame at `depth + 1`.
    """
    depth, nodes, count, left = control[DEPTH], control[NODES], control[COUNT], control[LEFT]
    outcome = ENDED
    if nodes == 1 and frames[0, END] < 0:
        arrange(order, frames, 0, free, first, steps, out_of, control[FEWEST])
    while depth >= 0:
        if frames[depth, STEP] == frames[depth, END]:
            cell = frames[depth, CELL]
            free[0, cell >> 6] |= uint64(1) << uint64(cell & 63)
            left += 1
            depth -= 1
            continue
        if nodes == until:
            outcome = PAUSED
            break
        nodes += 1
        step = order[depth, frames[depth, STEP], 0]
        frames[depth, STEP] += 1
        cell = steps[step, 0]
        frames[depth + 1, CELL], frames[depth + 1, VIA] = cell, steps[step, 1]
        if left == 1:
            if has(ends, 0, cell):
                count += 1
                if not control[COUNTING]:
                    outcome = FOUND
                    break
            continue
        bit = uint64(1) << uint64(cell & 63)
        free[0, cell >> 6] ^= bit
        if hopeless(free, cell, into, out_of, ends):
            free[0, cell >> 6] ^= bit
            continue
        left -= 1
        depth += 1
        arrange(order, frames, depth, free, first, steps, out_of, control[FEWEST])
    control[DEPTH], control[NODES], control[COUNT], control[LEFT] = depth, nodes, count, left
    return outcome


class CompiledTours(Exhaustive):
    """The tours of a problem by `tours`."""

    def __init__(self, problem: SearchProblem, tour: Tour) -> None:
        assert problem.rewriting is not None
        self.problem, self.rewriting = problem, problem.rewriting
        n_words = -(-len(tour.steps) // 64)
        steps = [step for some in tour.steps for step in some]
        n_free = tour.free.bit_count()
        self.frames = np.zeros((n_free + 2, 4), dtype=np.int64)
        self.frames[0] = tour.start, 0, -1, -1
        self.order = np.zeros((n_free + 2, max(1, *map(len, tour.steps)), 2), dtype=np.int64)
        self.free = sets([tour.free], n_words)
        self.control = np.array([0, 0, 0, 0, problem.order == "fewest", n_free], dtype=np.int64)
        first = np.concatenate([[0], np.cumsum([len(some) for some in tour.steps])]).astype(np.int64)
        graph = sets(tour.into, n_words), sets(tour.out_of, n_words), sets([tour.ends], n_words)
        self.arrays = (
            self.frames, self.order, self.free, self.control,
            first, np.array(steps, dtype=np.int64).reshape(-1, 2), *graph,
        )  # fmt: skip

    def memory(self) -> int:
        """The bytes held."""
        return sum(array.nbytes for array in self.arrays)

    def run(self, work: int, cap: int) -> Outcome:
        """Go on for `work` states."""
        if cap < 1:
            return Outcome.FULL
        self.control[NODES] = max(1, self.nodes)
        self.control[COUNTING] = self.counting
        until = min(max(1, self.nodes) + work, cap)
        outcome = launch(tours, *self.arrays, until)
        self.nodes, self.found = int(self.control[NODES]), int(self.control[COUNT])
        return Outcome.FULL if outcome == PAUSED and self.nodes == cap else Outcome(outcome)

    def path(self) -> Path:
        """The tour on the stack."""
        vias = self.frames[1 : self.control[DEPTH] + 2, VIA]
        return replay(self.problem, self.rewriting, [int(via) for via in vias], bounded=False)


def sets(cells: Sequence[int], n_words: int) -> CellSets:
    """uint64[len(cells), n_words] of sets of cells given as bits of ints."""
    word = (1 << 64) - 1
    return np.array([[some >> 64 * w & word for w in range(n_words)] for some in cells], dtype=np.uint64)
