"""The levels up to the nearest goals, by the kernel for breadth first: the twin of `..layers.PlainLayers`."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...endings import Path
from ..coding.arrays import guard_arrays
from ..layers import Ways
from ..space import replay
from ..task import Task
from ..watch import Outcome
from .breadth import NEXT, STEP, CompiledBreadth
from .caching import kernel
from .launch import launch
from .rules import any_holds, apply, context, holds
from .table import ROW, find, hash_of

CHUNK = 1 << 16  # rows between two looks at Ctrl-C


@kernel
def mark_goals(words: Any, marks: Any, first: int, last: int, goals: Any, cell_mask: Any) -> int:
    """Mark the goals among the rows from `first` to before `last`; their number.

    `marks` is uint8[capacity]: 1 for rows that lie on a shortest solution.
    """
    count = 0
    for row in range(first, last):
        if any_holds(words, row, goals, cell_mask[0]):
            marks[row] = 1
            count += 1
    return count


@kernel
def mark_ways(
    words: Any, came: Any, slots: Any, marks: Any, edges: Any, first: int, last: int, below: int, end: int, rules: Any
) -> int:
    """Mark the rows from `first` to before `last` with a move to a marked row from `below` to before `end`.

    Every such move is written to `edges`, int64[n, 3]: the row, the rule, the row after; there must be room. The last
    row of `words` is scratch. The number of moves.
    """
    count = 0
    cell_mask = rules.cell_mask[0]
    scratch = words.shape[0] - 1
    for row in range(first, last):
        here = context(words, row, came[row, 1], rules)
        for step in range(rules.context[here], rules.context[here + 1]):
            if holds(words, row, rules.guards, step, cell_mask):
                rule = rules.steps[step, 0]
                apply(words, row, words, scratch, rules, rule)
                slot = find(words, scratch, hash_of(words, scratch), slots)
                after = slots[slot] & ROW
                if slots[slot] >= 0 and below <= after and after < end and marks[after]:
                    marks[row] = 1
                    edges[count, 0], edges[count, 1], edges[count, 2] = row, rule, after
                    count += 1
    return count


class CompiledLayers(CompiledBreadth):
    """The levels of a task, one at a time."""

    def __init__(self, task: Task) -> None:
        super().__init__(task)
        self.wanted, self.goals = self.goals, guard_arrays([], self.packed.packing)  # goals do not end a level
        self.starts = [0, 1]  # the first row of each level, and of the next one
        self.marks = np.zeros(0, dtype=np.uint8)

    @property
    def depth(self) -> int:
        """The depth of the states that are being expanded."""
        return len(self.starts) - 2

    def run(self, work: int, cap: int) -> Outcome:
        """Go on for `work` expansions, at most to the end of the level."""
        in_hand = self.control[STEP] >= 0  # a row that is half expanded costs no work to go on with
        left = self.starts[-1] - int(self.control[NEXT]) - int(in_hand)
        outcome = super().run(min(work, left), cap)
        if outcome == Outcome.FULL or self.control[NEXT] < self.starts[-1]:
            return outcome
        first, last = self.starts[-1], self.nodes
        if first == last:
            return Outcome.ENDED
        self.starts.append(last)
        self.marks = np.zeros(len(self.words), dtype=np.uint8)
        for row in range(first, last, CHUNK):
            end = min(row + CHUNK, last)
            launch(mark_goals, self.words, self.marks, row, end, self.wanted, self.packed.rules.cell_mask)
        return Outcome.FOUND if self.marks.any() else Outcome.PAUSED

    def ways(self) -> Ways:
        """The ways to the goals."""
        most_steps = int(np.diff(self.packed.rules.context).max(initial=1))
        edges = np.empty((CHUNK * most_steps, 3), dtype=np.int64)
        arrays = self.words, self.came, self.slots, self.marks, edges
        levels: list[dict[int, list[tuple[int, int]]]] = []
        for first, below, end in zip(self.starts[-3::-1], self.starts[-2::-1], self.starts[::-1], strict=False):
            level: dict[int, list[tuple[int, int]]] = {}
            for row in range(first, below, CHUNK):
                last = min(row + CHUNK, below)
                count = launch(mark_ways, *arrays, row, last, below, end, self.packed.rules)
                for before, rule, after in edges[:count].tolist():
                    level.setdefault(before, []).append((rule, after))
            levels.append(level)
        return Ways(0, {row: steps for level in reversed(levels) for row, steps in level.items()})

    def path_along(self, nodes: list[int], vias: list[int]) -> Path:
        """The solution along `nodes`."""
        return replay(self.task, self.rewriting, vias, bounded=False)
