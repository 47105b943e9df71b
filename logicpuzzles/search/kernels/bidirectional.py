"""Breadth first from both ends over one hash table: the twin of `..bidirectional.PlainBidirectional`."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from ...endings import Path
from ..bidirectional import Bidirectional
from ..budget import Outcome
from ..coding.arrays import guard_arrays, packed
from ..ends import Ends
from ..problem import SearchProblem
from .breadth import COUNT, KNOWN, NEXT, SIDE, STEP, breadth_first
from .launch import launch
from .moves import moves_into
from .stored import FIRST_CAPACITY, VIA, Stored


class CompiledBidirectional(Bidirectional):
    """Both ends by `breadth_first`, level by level with the rules of its side."""

    def __init__(self, problem: SearchProblem, balanced: bool = False) -> None:
        both = Ends(problem)
        super().__init__(both, balanced)
        self.packed = [packed(program, blanks) for program, blanks in zip(both.programs, both.blanks, strict=True)]
        starts = [(0, problem.start), *((1, goal) for goal in both.goals)]
        words = np.stack([self.packed[side].pack(state) for side, state in starts])
        records = [(-1, self.packed[side].rules.written.shape[0], side) for side, _ in starts]
        self.stored = Stored(words, np.array(records, dtype=np.int32), max(FIRST_CAPACITY, 2 * len(starts)))
        self.no_goals = guard_arrays([], self.packed[0].packing)
        self.control = np.array([len(starts), 0, -1, 0], dtype=np.int64)
        self.left = [1, len(both.goals)]  # states of each side that are not expanded

    @property
    def nodes(self) -> int:
        """States enqueued, the start and the goals included."""
        return int(self.control[COUNT])

    def exhausted(self, side: int) -> bool:
        """Whether all states of a side are expanded."""
        return self.left[side] == 0

    def met(self, side: int) -> int:
        """The number of states met from a side."""
        return int(np.count_nonzero(self.stored.records[: self.nodes, SIDE] == side))

    def memory(self) -> int:
        """The bytes held."""
        return self.stored.nbytes

    def run(self, work: int, cap: int) -> Outcome:
        """Go on for `work` expansions, level by level."""
        while True:
            if self.control[STEP] < 0 and not all(self.left):
                return Outcome.ENDED
            if self.control[STEP] < 0 and work == 0:
                return Outcome.PAUSED
            begun, stored = self._expanded(), self.nodes
            arrays = *self.stored.arrays, self.control, self.packed[self.side].rules, self.no_goals
            outcome = Outcome(launch(breadth_first, *arrays, min(work, self.last - begun), cap))
            expanded = self._expanded() - begun
            work -= expanded
            self.left[self.side] += self.nodes - stored - expanded
            if outcome not in (Outcome.PAUSED, Outcome.ENDED):
                return outcome
            if self.control[NEXT] == self.last and all(self.left):
                self.control[NEXT] = self._complete()

    def _expanded(self) -> int:
        """The states expanded so far, one that is half expanded included: to go on with it costs no work."""
        return int(self.control[NEXT]) + int(self.control[STEP] >= 0)

    def larger(self) -> int:
        """The bytes held while the arrays grow."""
        return self.memory() + self.stored.nbytes_to_grow

    def grow(self) -> None:
        """Make room for more states."""
        self.stored.grow(self.nodes)

    def path(self) -> Path:
        """The way through the state that was met from both sides."""
        halves = [self.stored.trace(self.nodes), self.stored.trace(int(self.control[KNOWN]))]
        (_, vias), (root, vias_back) = halves if self.stored.records[self.nodes, SIDE] == 0 else halves[::-1]
        return self.both.path(vias, self.both.goals[root - 1], vias_back)

    def steps(self, rows: Sequence[int], into: Collection[int]) -> dict[int, list[tuple[int, int]]]:
        """The moves between rows."""
        records = self.stored.records
        marks = np.zeros(len(records), dtype=np.uint8)
        marks[np.fromiter(into, dtype=np.int64)] = 1
        forwards = self.packed[0].rules
        wanted = np.fromiter(rows, dtype=np.int64)
        root = forwards.written.shape[0]
        vias = np.where(records[wanted, SIDE] == 0, records[wanted, VIA], root).astype(np.int64)
        return moves_into(self.stored, marks, wanted, vias, forwards)
