"""Breadth first from both ends over one hash table: the twin of `..bidirectional.PlainBidirectional`."""

from __future__ import annotations

import numpy as np

from ..bidirectional import Bidirectional
from ..coding.arrays import RuleArrays, packed
from ..packed_space import PackedSpace
from ..problem import SearchProblem
from .breadth import KNOWN, SIDE, CompiledBreadth
from .layout import Rows
from .stored import FIRST_CAPACITY, VIA, Stored


class CompiledBidirectional(Bidirectional, CompiledBreadth):
    """Both ends by `breadth_first`, level by level with the rules of its side."""

    def __init__(self, problem: SearchProblem) -> None:
        Bidirectional.__init__(self, problem)
        self.space = PackedSpace(problem)
        self.stops = self.space.no_goals
        arrays = [packed(*side) for side in zip(self.programs, self.blanks, strict=True)]
        self.side_rules = [side.rules for side in arrays]
        starts = [(0, problem.start), *((1, goal) for goal in self.sources)]
        words = np.stack([arrays[side].pack(state) for side, state in starts])
        records = [(-1, self.side_rules[side].written.shape[0], side) for side, _ in starts]
        self.stored = Stored(words, np.array(records, dtype=np.int32), max(FIRST_CAPACITY, 2 * len(starts)))
        self.control = np.array([len(starts), 0, -1, 0], dtype=np.int64)

    @property
    def rules(self) -> RuleArrays:
        """The rules of the level in hand."""
        return self.side_rules[self.side]

    def halves(self) -> list[tuple[int, list[int]]]:
        """The source and the rules on the way to the meeting, first from the side in hand."""
        return [self.stored.trace(self.nodes), self.stored.trace(int(self.control[KNOWN]))]

    def vias(self, rows: Rows) -> Rows:
        """The rules that led to these rows from the start; nothing is known of that where it was from a goal."""
        records = self.stored.records
        return np.where(records[rows, SIDE] == 0, records[rows, VIA], self.space.root).astype(np.int64)
