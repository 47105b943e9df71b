"""Breadth first from both ends over one hash table: the twin of `..bidirectional.PlainBidirectional`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from ...endings import Path
from ..bidirectional import Bidirectional
from ..coding.arrays import packed
from ..ends import Ends
from ..task import Task
from ..watch import Outcome
from .caching import kernel
from .launch import launch
from .moves import moves_into
from .rules import apply, context, holds
from .table import ROW, empty_slots, entry_of, find, grown, hash_of, slots_of

ENDED, FOUND, PAUSED, FULL, ROOM = map(int, Outcome)
COUNT, NEXT, STEP, LEFT, KNOWN = 0, 1, 2, 3, 5  # of `control`
BEFORE, VIA, SIDE = range(3)  # of `came`
FIRST_CAPACITY = 1 << 12


@kernel
def expand(words: Any, came: Any, slots: Any, control: Any, rules: Any, cap: int) -> int:
    """Enqueue the new states that follow the row in hand by `rules`, from its step in `control` on."""
    count, row, step = control[COUNT], control[NEXT], control[STEP]
    room = min(words.shape[0] - 1, slots.shape[0] // 2)
    side = came[row, SIDE]
    here = context(words, row, came[row, VIA], rules)
    step = max(step, rules.context[here])
    end = rules.context[here + 1]
    outcome = ENDED
    while step < end:
        if holds(words, row, rules.guards, step, rules.cell_mask[0]):
            if count >= room:
                outcome = ROOM
                break
            rule = rules.steps[step, 0]
            apply(words, row, words, count, rules, rule)
            code = hash_of(words, count)
            slot = find(words, count, code, slots)
            came[count, BEFORE], came[count, VIA], came[count, SIDE] = row, rule, side
            if slots[slot] >= 0:
                known = slots[slot] & ROW
                if came[known, SIDE] != side:
                    control[KNOWN] = known
                    outcome = FOUND
                    break
            elif count >= cap:
                outcome = FULL
                break
            else:
                slots[slot] = entry_of(code, count)
                control[LEFT + side] += 1
                count += 1
        step += 1
    control[COUNT], control[STEP] = count, step
    return outcome


@kernel
def from_both_ends(
    words: Any, came: Any, slots: Any, control: Any, rules: Any, backwards: Any, work: int, cap: int
) -> int:
    """Expand up to `work` states, row after row, until the sides meet, one has no state left, or a limit is reached.

    Parameters
    ----------
    words
        uint64[capacity, n_words], in and out: the queue; the row after the last is scratch.
    came
        int32[capacity, 3], in and out: the row of the state before, the rule, and the side, 0 for the start's.
    slots
        int64[2**k], in and out: the hash table of `table`, at most half full.
    control
        int64[6], in and out: states enqueued, the row that is expanded next, the step there (-1: its first), for each
        side the states not yet expanded, and after `FOUND` the row of the state where the sides meet.
    rules, backwards
        The rules of each side.

    Returns
    -------
    `ENDED`, `PAUSED`, `FULL`, `ROOM`, or `FOUND`: then the last step is in the row after the last.
    """
    while control[STEP] >= 0 or (control[LEFT] > 0 and control[LEFT + 1] > 0):
        row = control[NEXT]
        if control[STEP] < 0:
            if work == 0:
                return PAUSED
            work -= 1
            control[LEFT + came[row, SIDE]] -= 1
            control[STEP] = 0
        if came[row, SIDE] == 0:
            outcome = expand(words, came, slots, control, rules, cap)
        else:
            outcome = expand(words, came, slots, control, backwards, cap)
        if outcome != ENDED:
            return int(outcome)
        control[STEP] = -1
        control[NEXT] += 1
    return ENDED


class CompiledBidirectional(Bidirectional):
    """Both ends by `from_both_ends`; the arrays grow by doubling."""

    def __init__(self, task: Task, balanced: bool = False) -> None:
        both = Ends(task)
        super().__init__(both, balanced)
        self.packed = [packed(program, blanks) for program, blanks in zip(both.programs, both.blanks, strict=True)]
        starts = [(0, task.start), *((1, goal) for goal in both.goals)]
        capacity = max(FIRST_CAPACITY, 2 * len(starts))
        self.words = np.empty((capacity, self.packed[0].packing.n_words), dtype=np.uint64)
        self.came = np.empty((capacity, 3), dtype=np.int32)
        for row, (side, state) in enumerate(starts):
            self.words[row] = self.packed[side].pack(state)
            self.came[row] = -1, self.packed[side].rules.written.shape[0], side
        self.control = np.array([len(starts), 0, -1, 1, len(both.goals), 0], dtype=np.int64)
        self.slots = slots_of(self.words, self.nodes)

    @property
    def nodes(self) -> int:
        """States enqueued, the start and the goals included."""
        return int(self.control[COUNT])

    def exhausted(self, side: int) -> bool:
        """Whether all states of a side are expanded."""
        return bool(self.control[LEFT + side] == 0)

    def met(self, side: int) -> int:
        """The number of states met from a side."""
        return int(np.count_nonzero(self.came[: self.nodes, SIDE] == side))

    def memory(self) -> int:
        """The bytes held."""
        return int(self.words.nbytes + self.came.nbytes + self.slots.nbytes)

    def run(self, work: int, cap: int) -> Outcome:
        """Go on for `work` expansions, level by level."""
        arrays = self.words, self.came, self.slots, self.control
        while True:
            begun = self._expanded()
            left = min(work, self.last - begun)
            outcome = Outcome(launch(from_both_ends, *arrays, self.packed[0].rules, self.packed[1].rules, left, cap))
            work -= self._expanded() - begun
            if outcome == Outcome.PAUSED and self.control[NEXT] == self.last:
                self.control[NEXT] = self._complete()
            if outcome != Outcome.PAUSED or work == 0:
                return outcome

    def _expanded(self) -> int:
        """The states expanded so far, one that is half expanded included: to go on with it costs no work."""
        return int(self.control[NEXT]) + int(self.control[STEP] >= 0)

    def larger(self) -> int:
        """The bytes held while the arrays grow."""
        return 2 * self.memory() + int(self.words.nbytes)

    def grow(self) -> None:
        """Double the arrays; one after the other, so that little is held twice."""
        rows = 2 * len(self.words)
        self.words = grown(self.words, rows)
        self.came = grown(self.came, rows)
        self.slots = empty_slots(0)
        self.slots = slots_of(self.words, self.nodes)

    def path(self) -> Path:
        """The way through the state that was met from both sides."""
        ways = [self._way(self.nodes), self._way(int(self.control[KNOWN]))]
        (_, vias), (root, vias_back) = ways if self.came[self.nodes, SIDE] == 0 else ways[::-1]
        return self.both.path(vias, self.both.goals[root - 1], vias_back)

    def steps(self, rows: Sequence[int], into: Collection[int]) -> dict[int, list[tuple[int, int]]]:
        """The moves between rows."""
        marks = np.zeros(len(self.words), dtype=np.uint8)
        marks[np.fromiter(into, dtype=np.int64)] = 1
        forwards = self.packed[0].rules
        wanted = np.fromiter(rows, dtype=np.int64)
        root = forwards.written.shape[0]
        vias = np.where(self.came[wanted, SIDE] == 0, self.came[wanted, VIA], root).astype(np.int64)
        return moves_into(self.words, self.slots, marks, wanted, vias, forwards)

    def _way(self, row: int) -> tuple[int, list[int]]:
        """The row of the end from which `row` was met, and the rules on the way."""
        vias = []
        while self.came[row, BEFORE] >= 0:
            vias.append(int(self.came[row, VIA]))
            row = int(self.came[row, BEFORE])
        return row, vias[::-1]
