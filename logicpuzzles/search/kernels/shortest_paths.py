"""Every shortest solution, by the kernel for breadth first: the twin of `..shortest_paths.PlainShortestPaths`."""

from __future__ import annotations

import numpy as np

from ...endings import Path
from ..budget import Outcome
from ..coding.arrays import GuardArrays, guard_arrays
from ..problem import SearchProblem
from ..shortest_paths import ShortestPathDag, ShortestPaths
from ..space import replay
from .breadth import CompiledBreadth
from .caching import kernel
from .launch import launch
from .layout import Fields, Marks, Words
from .moves import CHUNK, moves_into
from .rules import any_holds
from .stored import VIA


@kernel
def mark_goals(words: Words, marks: Marks, first: int, last: int, goals: GuardArrays, cell_mask: Fields) -> int:
    """Mark the goals among the rows from `first` to before `last`; their number.

    `marks` is uint8[capacity]: 1 for rows that lie on a shortest solution.
    """
    count = 0
    for row in range(first, last):
        if any_holds(words, row, goals, cell_mask[0]):
            marks[row] = 1
            count += 1
    return count


class CompiledShortestPaths(CompiledBreadth, ShortestPaths):
    """The levels of a problem, one at a time."""

    def __init__(self, problem: SearchProblem) -> None:
        super().__init__(problem)
        self.wanted, self.goals = self.goals, guard_arrays([], self.packed.packing)  # goals do not end a level
        self.marks = np.zeros(0, dtype=np.uint8)

    @property
    def depth(self) -> int:
        """The depth of the states that are being expanded."""
        return len(self.ends) - 1

    def run_level(self, work: int, cap: int) -> Outcome:
        """Go on for `work` expansions, at most to the end of the level; `FOUND` if there is a goal on the next one."""
        complete = len(self.ends)
        outcome = super().run_level(work, cap)
        if len(self.ends) == complete:
            return outcome
        first, last = self.ends[-2:]
        self.marks = np.zeros(len(self.stored.words), dtype=np.uint8)
        for row in range(first, last, CHUNK):
            end = min(row + CHUNK, last)
            launch(mark_goals, self.stored.words, self.marks, row, end, self.wanted, self.packed.rules.cell_mask)
        return Outcome.FOUND if self.marks.any() else outcome

    def dag(self) -> ShortestPathDag:
        """What lies on the shortest paths to the goals."""
        starts = [0, *self.ends]
        marks = self.marks.copy()
        levels: list[dict[int, list[tuple[int, int]]]] = []
        for first, end in zip(starts[-3::-1], starts[-2:0:-1], strict=True):
            rows = np.arange(first, end)
            vias = self.stored.records[first:end, VIA].astype(np.int64)
            levels.append(moves_into(self.stored, marks, rows, vias, self.packed.rules))
            marks[end:] = 0
            marks[np.fromiter(levels[-1], dtype=np.int64)] = 1
        return ShortestPathDag(0, {row: steps for level in reversed(levels) for row, steps in level.items()})

    def path_along(self, nodes: list[int], vias: list[int]) -> Path:
        """The solution along `nodes`."""
        return replay(self.problem, self.rewriting, vias, bounded=False)

    def path(self) -> Path:
        """The first solution."""
        return self.path_along(*next(iter(self.dag())))
