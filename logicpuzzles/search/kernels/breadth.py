"""Breadth first over a hash table of packed states: the twin of `..bfs.PlainBreadth`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64

from ...endings import Path
from ..bfs import Breadth
from ..coding.arrays import packed
from ..coding.program import program_of
from ..space import replay
from ..task import Task
from ..watch import Outcome
from .caching import kernel
from .launch import launch
from .rules import any_holds, apply, context, holds
from .table import empty_slots, entry_of, find, grown, hash_of, slots_of

ENDED, FOUND, PAUSED, FULL, ROOM = map(int, Outcome)
COUNT, NEXT, STEP, LEVEL_END, DEPTH = range(5)  # of `control`
FIRST_CAPACITY = 1 << 12


@kernel
def breadth_first(words: Any, came: Any, slots: Any, control: Any, rules: Any, goals: Any, work: int, cap: int) -> int:
    """Expand up to `work` states, until a goal is met, `cap` states are enqueued or the arrays are full.

    Parameters
    ----------
    words
        uint64[capacity, n_words], in and out: the queue; the row after the last is scratch.
    came
        int32[capacity, 2], in and out: the row of the state before, and the rule.
    slots
        int64[2**k], in and out: the hash table of `table`, at most half full.
    control
        int64[5], in and out: states enqueued, the row that is expanded next, the step there (-1: its first), the end
        of the level, the depth of the level.

    Returns
    -------
    `ENDED`, `PAUSED`, `FULL`, `ROOM`, or `FOUND`: then the goal is in the row after the last.
    """
    cell_mask = rules.cell_mask[0]
    count, row, step = control[COUNT], control[NEXT], control[STEP]
    room = min(words.shape[0] - 1, slots.shape[0] // 2)
    outcome = ENDED
    while row < count:
        if step < 0:
            if work == 0:
                outcome = PAUSED
                break
            work -= 1
            if row == control[LEVEL_END]:
                control[LEVEL_END] = count
                control[DEPTH] += 1
        here = context(words, row, came[row, 1], rules)
        step = max(step, rules.context[here])
        end = rules.context[here + 1]
        while step < end:
            if holds(words, row, rules.guards, step, cell_mask):
                if count >= room:
                    outcome = ROOM
                    break
                rule = rules.steps[step, 0]
                apply(words, row, words, count, rules, rule)
                code = hash_of(words, count)
                slot = find(words, count, code, slots)
                if slots[slot] < 0:
                    came[count, 0], came[count, 1] = row, rule
                    if any_holds(words, count, goals, cell_mask):
                        outcome = FOUND
                        break
                    if count >= cap:
                        outcome = FULL
                        break
                    slots[slot] = entry_of(code, count)
                    count += 1
            step += 1
        if outcome != ENDED:
            break
        step = int64(-1)
        row += 1
    control[COUNT], control[NEXT], control[STEP] = count, row, step
    return outcome


class CompiledBreadth(Breadth):
    """The breadth-first search of a task by `breadth_first`; its arrays grow by doubling."""

    def __init__(self, task: Task) -> None:
        assert task.rewriting is not None
        self.task, self.rewriting = task, task.rewriting
        program = program_of(task.rewriting, task.start)
        self.packed = packed(program, program.blanks(task.start))
        self.goals = self.packed.goals(task.goals)
        self.words = np.empty((FIRST_CAPACITY, self.packed.packing.n_words), dtype=np.uint64)
        self.came = np.empty((FIRST_CAPACITY, 2), dtype=np.int32)
        self.words[0] = self.packed.pack(task.start)
        self.came[0] = -1, self.packed.rules.written.shape[0]
        self.control = np.array([1, 0, -1, 1, 0], dtype=np.int64)
        self.ends = [1]
        self.slots = slots_of(self.words, self.nodes)

    @property
    def nodes(self) -> int:
        """States enqueued."""
        return int(self.control[COUNT])

    @property
    def depth(self) -> int:
        """The depth of the states that are being expanded."""
        return int(self.control[DEPTH])

    def memory(self) -> int:
        """The bytes held."""
        return int(self.words.nbytes + self.came.nbytes + self.slots.nbytes)

    def run(self, work: int, cap: int) -> Outcome:
        """Go on for `work` expansions."""
        while True:
            begun = self._expanded()
            outcome = self.run_level(work, cap)
            work -= self._expanded() - begun
            if outcome != Outcome.PAUSED or work == 0:
                return outcome

    def run_level(self, work: int, cap: int) -> Outcome:
        """Go on for `work` expansions, at most to the end of the level."""
        arrays = self.words, self.came, self.slots, self.control
        left = min(work, self.ends[-1] - self._expanded())
        outcome = Outcome(launch(breadth_first, *arrays, self.packed.rules, self.goals, left, cap))
        if self.control[NEXT] == self.ends[-1] < self.nodes:
            self.ends.append(self.nodes)
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
        """The way by which the goal was met first."""
        vias = []
        row = self.nodes
        while row > 0:
            row, via = map(int, self.came[row])
            vias.append(via)
        return replay(self.task, self.rewriting, vias[::-1], bounded=False)
