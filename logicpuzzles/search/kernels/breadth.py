"""Breadth first over a hash table of packed states: the twin of `..bfs.PlainBreadth`."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from ...endings import Path
from ...kernels.kernel import kernel
from ...kernels.launch import launch
from ...kernels.words import int64
from ..bfs import Breadth
from ..budget import Outcome
from ..coding.arrays import GuardArrays, RuleArrays
from ..packed_space import PackedSpace
from ..problem import SearchProblem
from ..shortest_paths import Steps
from .layout import Control, Fields, Marks, Records, Rows, Slots, Words
from .moves import CHUNK, moves_into
from .rules import any_holds, apply, context, holds
from .stored import BEFORE, ROW, VIA, Stored, entry_of, find, hash_of

ENDED, FOUND, PAUSED, FULL, ROOM, _ = map(int, Outcome)
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


class CompiledBreadth(Breadth):
    """The breadth-first search of a problem by `breadth_first`."""

    def __init__(self, problem: SearchProblem) -> None:
        self.space, self.affordable = PackedSpace(problem), problem.affordable
        self.stops = self.space.goals  # what ends it when it is met
        root = -1, self.space.root
        self.stored = Stored(self.space.start[None], np.array([root], dtype=np.int32))
        self.control = np.array([1, 0, -1, 0], dtype=np.int64)
        self.ends = [1]

    @property
    def rules(self) -> RuleArrays:
        """The rules of the level in hand."""
        return self.space.rules

    @property
    def nodes(self) -> int:
        """States enqueued."""
        return int(self.control[COUNT])

    @property
    def row(self) -> int:
        """The row that is expanded next, or is half expanded."""
        return int(self.control[NEXT])

    @row.setter
    def row(self, row: int) -> None:
        self.control[NEXT] = row

    @property
    def begun(self) -> int:
        """The row after the last that is expanded, or half expanded: to go on with that costs no work."""
        return self.row + int(self.control[STEP] >= 0)

    def memory(self) -> int:
        """The bytes held."""
        return self.stored.nbytes

    def want_all(self, only_count: bool) -> None:
        """Look for all shortest solutions: goals are looked for when their level is complete."""
        super().want_all(only_count)
        self.stops = self.space.no_goals

    def expand(self, work: int, cap: int) -> Outcome:
        """Expand up to `work` states of the level in hand."""
        arrays = *self.stored.arrays, self.control, self.rules, self.stops
        return Outcome(launch(breadth_first, *arrays, work, cap))

    def larger(self) -> int:
        """The bytes held while the arrays grow."""
        return self.memory() + self.stored.nbytes_to_grow

    def grow(self) -> None:
        """Make room for more states."""
        self.stored.grow(self.nodes)

    def path(self) -> Path:
        """The way by which the goal was met first."""
        if self.all:
            return self.path_along(*next(iter(self.dag())))
        return self.space.path(self.stored.trace(self.nodes)[1])

    def goals_of_level(self) -> Collection[int]:
        """The goals on the level that was completed last."""
        marks = np.zeros(len(self.stored.words), dtype=np.uint8)
        first, last = self.ends[-2:]
        for row in range(first, last, CHUNK):
            end = min(row + CHUNK, last)
            launch(mark_goals, self.stored.words, marks, row, end, self.space.goals, self.space.rules.cell_mask)
        return np.flatnonzero(marks).tolist()

    def steps(self, rows: Sequence[int], into: Collection[int]) -> Steps:
        """The moves between rows."""
        marks = np.zeros(len(self.stored.words), dtype=np.uint8)
        marks[np.fromiter(into, dtype=np.int64)] = 1
        wanted = np.fromiter(rows, dtype=np.int64)
        return moves_into(self.stored, marks, wanted, self.vias(wanted), self.space.rules)

    def vias(self, rows: Rows) -> Rows:
        """The rules that led to these rows."""
        return self.stored.records[rows, VIA].astype(np.int64)

    def path_along(self, rows: Sequence[int], vias: Sequence[int]) -> Path:
        """The solution along `rows`."""
        return self.space.path(vias)
