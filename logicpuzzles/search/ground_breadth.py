"""Breadth first over states that the query machine keeps: the twin of `bfs.PlainBreadth` where nothing compiled."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from time import perf_counter

import numpy as np

from ..background import load_kernels
from ..endings import Path, State
from ..kernels.launch import launch
from ..logic.machine.clauses import Unsupported
from ..logic.machine.ground import OVER, SLICE, Cells
from .bfs import Breadth
from .budget import Outcome
from .depths import QueueTable
from .ground import LONGEST, GroundMoves
from .growth import level_sizes
from .problem import SearchProblem
from .shortest_paths import Steps
from .space import Via

ARRAYS = -1  # what is to grow: the queue, or what `GroundRun.go_on` returns
NOTHING = -2


class GroundBreadth(Breadth):
    """A breadth-first search by the machine, a batch of states at a time.

    Attributes
    ----------
    queue
        int64[capacity]: the kept cells of the states in the order in which they were met.
    records
        int64[capacity, 2]: the row of the state before, and the label of the move from it.
    slots
        int64[2**k]: a hash table of rows.
    """

    def __init__(self, problem: SearchProblem, machine: GroundMoves, sources: Sequence[State] = ()) -> None:
        load_kernels(__package__, "meeting")
        from .kernels.meeting import enter

        self.machine, self.row = machine, 0
        cells = list(dict.fromkeys(map(machine.add, sources or [problem.start])))
        capacity = max(1 << 12, 2 * len(cells))
        self.queue, self.records = np.zeros(capacity, np.int64), np.full((capacity, 2), -1, np.int64)
        self.queue[: len(cells)] = cells
        self.slots = np.full(4 << capacity.bit_length(), -1, np.int64)
        self.entered = np.array([len(cells)], np.int64)
        launch(enter, self.queue, self.slots, len(cells))
        self.count = len(cells)
        self.ends = [self.count]
        self.asked = self.short = NOTHING  # the rows before which the moves are asked for; what is to grow
        self.pending: tuple[Cells, int] | None = None  # answers, and of how many rows
        self.goal: tuple[int, int, int] | None = None  # the row before the goal, the label, the goal

    @property
    def nodes(self) -> int:
        """States enqueued."""
        return self.count

    def memory(self) -> int:
        """The bytes of all arrays."""
        return self.machine.memory() + self.queue.nbytes + self.records.nbytes + self.slots.nbytes

    def larger(self) -> int:
        """The bytes held while what is short grows."""
        own = self.queue.nbytes + self.records.nbytes + self.slots.nbytes
        if self.short == ARRAYS:
            return self.memory() + 2 * own
        return self.memory() if self.short == NOTHING else own + self.machine.larger(self.short)

    def grow(self) -> None:
        """Make room where it is short."""
        from .kernels.meeting import enter

        if self.short == ARRAYS:
            assert self.pending is not None
            capacity = max(2 * len(self.queue), self.count + 2 * len(self.pending[0]))
            queue, records = np.zeros(capacity, np.int64), np.full((capacity, 2), -1, np.int64)
            slots = np.full(4 << capacity.bit_length(), -1, np.int64)
            queue[: self.count], records[: self.count] = self.queue[: self.count], self.records[: self.count]
            launch(enter, queue, slots, self.count)
            self.queue, self.records, self.slots = queue, records, slots
        elif self.short != NOTHING:
            self.machine.widen(self.short)
        self.short = NOTHING

    # -- forwards ----------------------------------------------------------------------------------

    def expand(self, work: int, cap: int) -> Outcome:
        """Expand up to `work` states of the level in hand; `ROOM` also where the first takes long."""
        end = self.row + work
        while self.row < end:
            if self.pending is None and not self._answered(end):
                return Outcome.ROOM
            outcome = self._meet(cap)
            if outcome != Outcome.PAUSED:
                return outcome
        return Outcome.PAUSED

    def _answered(self, end: int) -> bool:
        """Whether there are answers for the next rows; else more time or room is wanted."""
        machine = self.machine
        if self.asked == NOTHING:
            self.asked = self.row
            self.began = perf_counter()
            machine.ask(machine.moves, self.queue[self.row : end])
        try:
            reason = machine.go_on()
        except Unsupported:
            reason = OVER
            if machine.over == 0:
                return self._told()
        if machine.over == 0 and reason == SLICE:
            return perf_counter() - self.began > LONGEST and self._told()
        if reason not in (OVER, SLICE):
            self.short = reason
            return False
        self.asked = NOTHING
        self.pending = machine.answers_of(), machine.over
        return True

    def _told(self) -> bool:
        """Take the moves of the first row from the reference, which raises its errors."""
        self.asked = NOTHING
        found = self.machine.told(int(self.queue[self.row]))
        self.pending = np.array([(0, *step) for step in found], np.int64).reshape(-1, 3), 1
        return True

    def _meet(self, cap: int) -> Outcome:
        """Enqueue the states that the pending moves lead to."""
        from .kernels.meeting import forget, meet

        assert self.pending is not None
        answers, n_rows = self.pending
        most = self.count + len(answers)
        if most > len(self.queue) or 2 * most > len(self.slots):
            self.short = ARRAYS
            return Outcome.ROOM
        launch(forget, self.queue, self.slots, self.count, self.entered)  # what an interrupt left half done
        count = launch(meet, answers, self.row, self.queue, self.records, self.slots, self.entered)
        self.pending = None
        goal = None if self.all else self.machine.first_goal(self.queue[self.count : min(count, cap + 1)])
        outcome = Outcome.PAUSED
        if goal is not None:
            count = self.count + goal
            before, label = self.records[count].tolist()
            self.goal = before, label, int(self.queue[count])
            self.row, outcome = before, Outcome.FOUND
        elif count > cap:
            count = max(cap, self.count)
            self.row, outcome = int(self.records[count, 0]), Outcome.FULL  # this row is expanded again on resuming
        else:
            self.row += n_rows
        self.count = launch(forget, self.queue, self.slots, count, self.entered)
        return outcome

    # -- solutions ---------------------------------------------------------------------------------

    def path(self) -> Path:
        """The path by which the goal was met first."""
        if self.goal is None:
            return self.path_along(*next(iter(self.dag())))
        row, label, goal = self.goal
        cells, labels = [goal], [label]
        while row >= 0:
            cells.append(int(self.queue[row]))
            row, label = self.records[row].tolist()
            labels.append(label)
        return self._path(cells[::-1], labels[-2::-1])

    def _path(self, cells: Sequence[int], labels: Sequence[int]) -> Path:
        term = self.machine.term
        return Path(moves=tuple(map(term, labels)), states=tuple(map(term, cells)))

    def goals_of_level(self) -> Collection[int]:
        """The goals on the level that was completed last."""
        begin, end = self.ends[-2:]
        return {begin + index for index in self.machine.goals_among(self.queue[begin:end])}

    def steps(self, rows: Sequence[int], into: Collection[int]) -> Steps:
        """The moves between rows."""
        from .kernels.meeting import look_up

        machine, wanted = self.machine, set(into)
        found: Steps = {}
        given = list(rows)
        while given:
            machine.ask(machine.moves, self.queue[np.array(given)])
            try:
                machine.finish()
                n_rows = len(given)
            except Unsupported:
                n_rows = machine.over
            answers = machine.answers_of().copy()
            launch(look_up, answers, self.queue, self.slots)
            for index, label, row in answers.tolist():
                if row in wanted:
                    found.setdefault(given[index], []).append((label, row))
            for row in given[n_rows : n_rows + 1]:
                told = np.array([(0, *step) for step in machine.told(int(self.queue[row]))], np.int64).reshape(-1, 3)
                launch(look_up, told, self.queue, self.slots)
                if steps := [(label, after) for _, label, after in told.tolist() if after in wanted]:
                    found[row] = steps
            given = given[n_rows + 1 :]
        return found

    def path_along(self, rows: Sequence[int], vias: Sequence[Via]) -> Path:
        """The solution along `rows`."""
        return self._path(self.queue[list(rows)].tolist(), vias)


class GroundQueue(GroundBreadth):
    """Breadth first from `sources`, without a goal: an exploration."""

    def __init__(self, problem: SearchProblem, machine: GroundMoves, sources: Sequence[State]) -> None:
        super().__init__(problem, machine, sources)
        self.machine.goal_cells, self.machine.goals = np.array([], np.int64), None

    @property
    def depths(self) -> list[int]:
        """The number of states of each depth that is known to be complete."""
        return level_sizes(self.ends)

    def table(self) -> QueueTable:
        """The depths of all states met, after `ENDED`."""
        from .kernels.meeting import slot_of

        def row(state: State) -> int | None:
            try:
                cell = self.machine.add(state)
            except Unsupported:
                return None
            known = int(self.slots[launch(slot_of, self.slots, self.queue, cell)])
            return known if known >= 0 else None

        def states(begin: int, end: int) -> Iterator[State]:
            return map(self.machine.term, self.queue[begin:end].tolist())

        return QueueTable(self.depths, row, states)
