"""Exploring by numbers of mixed radix: a bit for each number, and a queue; the twin of `..depths.PlainQueue`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ...endings import State
from ...kernels.kernel import kernel
from ...kernels.launch import launch
from ...kernels.words import int64, uint64
from ..budget import UNLIMITED, Outcome
from ..coding.radix import Radix, RadixArrays
from ..depths import QueueTable
from ..growth import level_sizes
from .layout import Control, Fields, Rows
from .stored import FIRST_CAPACITY, grown

ENDED, PAUSED, FULL, ROOM = (int(o) for o in (Outcome.ENDED, Outcome.PAUSED, Outcome.FULL, Outcome.ROOM))
COUNT, NEXT = range(2)  # of `control`
CHUNK = 1 << 12  # states that are decoded together
Queue = NDArray[np.uint32]


@kernel(inline=True)
def find_indexes(number: int, radices: Rows, parts: Rows, index: Rows) -> None:
    """Write the index of each group of rules for a state into `index`; the arrays are those of `RadixArrays`."""
    for group in range(index.shape[0]):
        index[group] = 0
    for part in range(radices.shape[0]):
        radix = radices[part]
        after = number // radix
        digits = number - after * radix
        for group in range(index.shape[0]):
            index[group] += parts[part, digits, group]
        number = after


@kernel
def breadth_first(
    queue: Queue, seen: Fields, control: Control, rules: RadixArrays, index: Rows, work: int, cap: int
) -> int:
    """Expand up to `work` states, until `cap` states are met or the queue is full.

    Parameters
    ----------
    queue
        uint32[capacity], in and out: the numbers of the states met, in this order.
    seen
        uint64[n_words], in and out: a bit for each number.
    control
        int64[2], in and out: states met, and the place of the one that is expanded next; from its first rule on, also
        where the last call stopped within it.
    rules
        `RadixArrays`.
    index
        int64[n_groups]: scratch.

    Returns
    -------
    `ENDED`, `PAUSED`, `FULL` or `ROOM`.
    """
    count, row = control[COUNT], control[NEXT]
    n_groups, room = index.shape[0], queue.shape[0]
    outcome = ENDED
    while row < count:
        if work == 0:
            outcome = PAUSED
            break
        work -= 1
        number = int64(queue[row])
        find_indexes(number, rules.radices, rules.parts, index)
        for group in range(n_groups):
            for place in range(rules.first[index[group]], rules.first[index[group] + 1]):
                there = uint64(number + rules.added[place])
                bit = uint64(1) << (there & uint64(63))
                if seen[there >> uint64(6)] & bit == uint64(0):
                    if count >= cap or count >= room:
                        outcome = FULL if count >= cap else ROOM
                        break
                    seen[there >> uint64(6)] |= bit
                    queue[count] = there
                    count += 1
            if outcome != ENDED:
                break
        if outcome != ENDED:
            break
        row += 1
    control[COUNT], control[NEXT] = count, row
    return outcome


class RadixQueue:
    """The states met so far, in slices; the queue grows by doubling.

    Parameters
    ----------
    arrays
        What the rules add to the numbers of `radix`.
    """

    def __init__(self, radix: Radix, arrays: RadixArrays, sources: Sequence[State]) -> None:
        self.radix, self.arrays = radix, arrays
        encode = radix.program.values.encode
        numbers = list(dict.fromkeys(radix.number(encode(source)) for source in sources))
        first = np.array(numbers, dtype=np.uint32)
        self.queue: Queue = grown(first, min(radix.n_numbers, max(FIRST_CAPACITY, 2 * len(first))))
        self.seen = np.zeros(-(-radix.n_numbers // 64), dtype=np.uint64)
        np.bitwise_or.at(self.seen, first >> 6, np.uint64(1) << (first & 63).astype(np.uint64))
        self.control = np.array([len(first), 0], dtype=np.int64)
        self.index = np.zeros(arrays.parts.shape[2], dtype=np.int64)
        self.ends = [len(first)]
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
        """The bytes held, or those that it needs to go on: the queue grows only after the budget has seen this."""
        return self.seen.nbytes + self.queue.nbytes * (3 if self.must_grow else 1)

    def run(self, work: int, cap: int = UNLIMITED) -> Outcome:
        """Go on for `work` expansions, to the end of a depth at most, while no more than `cap` states are met."""
        if self.must_grow:
            self.queue = grown(self.queue, min(2 * len(self.queue), self.radix.n_numbers))
            self.must_grow = False
        left = self.ends[-1] - int(self.control[NEXT])
        arguments = self.queue, self.seen, self.control, self.arrays, self.index
        outcome = launch(breadth_first, *arguments, min(work, left), cap)
        if self.control[NEXT] == self.ends[-1] < self.count:
            self.ends.append(self.count)
        if outcome == ROOM:
            self.must_grow = True
            return Outcome.PAUSED
        return Outcome(outcome)

    def table(self) -> RadixTable:
        """The depths of all states met, after `ENDED`."""
        return RadixTable(self.radix, self.queue[: self.count], self.depths)


class RadixTable(QueueTable):
    """The states of a queue of numbers; where they stand in it is listed when that is first asked for."""

    def __init__(self, radix: Radix, queue: Queue, depths: Sequence[int]) -> None:
        self.radix, self.queue = radix, queue
        super().__init__(depths, self._row, self._rows)

    @cached_property
    def _places(self) -> NDArray[np.uint32]:
        """For each number 1 plus the place of its state, or 0; pages that are all 0 take no memory."""
        places = np.zeros(self.radix.n_numbers, dtype=np.uint32)
        places[self.queue] = np.arange(1, len(self.queue) + 1, dtype=np.uint32)
        return places

    def _row(self, state: State) -> int | None:
        program = self.radix.program
        numbers = program.values.known(state, program.n_cells)
        number = None if numbers is None else self.radix.number(numbers)
        place = 0 if number is None else int(self._places[number])
        return place - 1 if place else None

    def _rows(self, begin: int, end: int) -> Iterator[State]:
        for first in range(begin, end, CHUNK):
            yield from self.radix.states(self.queue[first : min(end, first + CHUNK)])
