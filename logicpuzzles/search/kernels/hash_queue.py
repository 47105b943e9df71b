"""Exploring by `breadth.breadth_first`: packed states and a hash table; the twin of `..depths.PlainQueue`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

import numpy as np

from ...endings import State
from ...kernels.kernel import kernel
from ...kernels.launch import launch
from ...kernels.words import Int64
from ...rewriting.program import Program
from ..budget import UNLIMITED, Outcome
from ..coding.arrays import packed, states_of
from ..depths import QueueTable
from ..growth import level_sizes
from .breadth import COUNT, NEXT, ROOM, breadth_first
from .layout import Slots, Words
from .stored import BEFORE, FIRST_CAPACITY, ROW, Stored, find, hash_of

MOST_AT_ONCE = 1 << 16  # rows that are allotted before they are needed
CHUNK = 1 << 12  # rows that are decoded together


@kernel
def lookup(words: Words, row: int, slots: Slots) -> Int64:
    """The row of the same state as that in `row`, or -1."""
    return slots[find(words, row, hash_of(words, row), slots)]


class HashQueue:
    """The states met so far, in slices; its arrays grow by doubling.

    Parameters
    ----------
    n_states
        There are at most so many states; None if that is not known.
    """

    def __init__(
        self, program: Program, sources: Sequence[State], blanks: tuple[int, ...], n_states: int | None = None
    ) -> None:
        self.program = program
        self.packed = packed(program, blanks)
        self.goals = self.packed.goals(())
        rows = list({tuple(self.packed.pack(source).tolist()): None for source in sources})
        capacity = max(FIRST_CAPACITY, 2 * len(rows)) if n_states is None else min(n_states, MOST_AT_ONCE) + len(rows)
        records = np.full((len(rows), 2), (-1, self.packed.rules.written.shape[0]), dtype=np.int32)
        self.stored = Stored(np.array(rows, dtype=np.uint64), records, capacity + 1)
        self.control = np.array([len(rows), 0, -1, 0], dtype=np.int64)
        self.ends = [len(rows)]
        self.must_grow = False

    @property
    def count(self) -> int:
        """States met."""
        return int(self.control[COUNT])

    @property
    def depths(self) -> list[int]:
        """The number of states of each depth that is known to be complete."""
        return level_sizes(self.ends)

    def memory(self) -> int:
        """The bytes held, or those that it needs to go on: its arrays grow only after the budget has seen this."""
        held = self.stored.nbytes
        return 3 * held if self.must_grow else held  # the old queue is there until the new one is filled

    def run(self, work: int, cap: int = UNLIMITED) -> Outcome:
        """Go on for `work` expansions, while no more than `cap` states are met."""
        if self.must_grow:
            self.stored.grow(self.count)
            self.must_grow = False
        arrays = *self.stored.arrays, self.control, self.packed.rules, self.goals
        outcome = launch(breadth_first, *arrays, work, cap)
        self._note_depths()
        if outcome == ROOM:
            self.must_grow = True
            return Outcome.PAUSED
        return Outcome(outcome)

    def _note_depths(self) -> None:
        """Add the ends of the depths that are complete now: rows come in the order of the rows that led to them."""
        expanded, count, before = int(self.control[NEXT]), self.count, self.stored.records[:, BEFORE]
        while expanded >= (end := self.ends[-1]) and count > end:
            self.ends.append(bisect_left(range(count), end, end, count, key=before.__getitem__))

    def table(self) -> QueueTable:
        """The depths of all states met, after `ENDED`."""
        words, slots, n_states = self.stored.words, self.stored.slots, self.count  # the rest is not kept
        numbering, packing = self.program.values, self.packed.packing

        def row(state: State) -> int | None:
            numbers = numbering.known(state, packing.n_cells)
            if numbers is None:
                return None
            words[n_states] = packing.pack(numbers)  # the row after the last is scratch
            found = launch(lookup, words, n_states, slots)
            return None if found < 0 else found & ROW

        def rows(begin: int, end: int) -> Iterator[State]:
            for first in range(begin, end, CHUNK):
                yield from states_of(words[first : min(end, first + CHUNK)], packing, numbering)

        return QueueTable(self.depths, row, rows)
