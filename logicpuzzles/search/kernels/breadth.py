"""Breadth first over a hash table of packed states: the twin of `..bfs.PlainBreadth`."""

from __future__ import annotations

from bisect import bisect_right

import numpy as np
from numba import int64

from ...endings import Path
from ..bfs import Breadth
from ..budget import Outcome
from ..coding.arrays import GuardArrays, RuleArrays, packed
from ..coding.program import program_of
from ..problem import SearchProblem
from ..space import replay
from .caching import kernel
from .launch import launch
from .layout import Control, Records, Slots, Words
from .rules import any_holds, apply, context, holds
from .stored import BEFORE, ROW, VIA, Stored, entry_of, find, hash_of

ENDED, FOUND, PAUSED, FULL, ROOM = map(int, Outcome)
COUNT, NEXT, STEP, KNOWN = range(4)  # of `control`
SIDE = 2  # of the records of a search from both ends


@kernel
def breadth_first(
    words: Words,
    records: Records,
    slots: Slots,
    control: Control,
    rules: RuleArrays,
    goals: GuardArrays,
    work: int,
    cap: int,
) -> int:
    """Expand up to `work` states, until a goal is met, `cap` states are stored or the arrays are full.

    Parameters
    ----------
    words, records, slots
        The arrays of `Stored`, in and out; the rows are the queue. Where the records have a third column, the side, the
        states that are expanded all belong to one side, and a state of the other side is a goal.
    control
        int64[4], in and out: states stored, the row that is expanded next, the step there (-1: its first), and where
        the sides meet the row of the state on the other side.

    Returns
    -------
    `ENDED`, `PAUSED`, `FULL`, `ROOM`, or `FOUND`: then the goal is in the row after the last.
    """
    cell_mask = rules.cell_mask[0]
    count, row, step = control[COUNT], control[NEXT], control[STEP]
    room = min(words.shape[0] - 1, slots.shape[0] // 2)
    sided = records.shape[1] > SIDE
    outcome = ENDED
    while row < count:
        if step < 0:
            if work == 0:
                outcome = PAUSED
                break
            work -= 1
        here = context(words, row, records[row, VIA], rules)
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
                    records[count, BEFORE], records[count, VIA] = row, rule
                    if sided:
                        records[count, SIDE] = records[row, SIDE]
                    if any_holds(words, count, goals, cell_mask):
                        outcome = FOUND
                        break
                    if count >= cap:
                        outcome = FULL
                        break
                    slots[slot] = entry_of(code, count)
                    count += 1
                elif sided and records[slots[slot] & ROW, SIDE] != records[row, SIDE]:
                    records[count, BEFORE], records[count, VIA], records[count, SIDE] = row, rule, records[row, SIDE]
                    control[KNOWN] = slots[slot] & ROW
                    outcome = FOUND
                    break
            step += 1
        if outcome != ENDED:
            break
        step = int64(-1)
        row += 1
    control[COUNT], control[NEXT], control[STEP] = count, row, step
    return outcome


class CompiledBreadth(Breadth):
    """The breadth-first search of a problem by `breadth_first`."""

    def __init__(self, problem: SearchProblem) -> None:
        assert problem.rewriting is not None
        self.problem, self.rewriting = problem, problem.rewriting
        program = program_of(problem.rewriting, problem.start)
        self.packed = packed(program, program.blanks(problem.start))
        self.goals = self.packed.goals(problem.goals)
        root = -1, self.packed.rules.written.shape[0]
        self.stored = Stored(self.packed.pack(problem.start)[None], np.array([root], dtype=np.int32))
        self.control = np.array([1, 0, -1, 0], dtype=np.int64)
        self.ends = [1]

    @property
    def nodes(self) -> int:
        """States enqueued."""
        return int(self.control[COUNT])

    @property
    def depth(self) -> int:
        """The depth of the state that was expanded last, or of the start."""
        return bisect_right(self.ends, max(0, self._expanded() - 1))

    def memory(self) -> int:
        """The bytes held."""
        return self.stored.nbytes

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
        left = min(work, self.ends[-1] - self._expanded())
        arrays = *self.stored.arrays, self.control, self.packed.rules, self.goals
        outcome = Outcome(launch(breadth_first, *arrays, left, cap))
        if self.control[NEXT] == self.ends[-1] < self.nodes:
            self.ends.append(self.nodes)
        return outcome

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
        """The way by which the goal was met first."""
        return replay(self.problem, self.rewriting, self.stored.trace(self.nodes)[1], bounded=False)
