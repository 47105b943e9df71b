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
    stored
        The kept cells of the states, each a word; a rule that led to one is the label of the move.
    """

    def __init__(self, problem: SearchProblem, machine: GroundMoves, sources: Sequence[State] = ()) -> None:
        load_kernels(__package__, "meeting")
        from .kernels.stored import FIRST_CAPACITY, Stored

        self.machine, self.row, self.affordable = machine, 0, problem.affordable
        cells = list(dict.fromkeys(map(machine.add, sources or [problem.start])))
        words, records = np.array(cells, np.uint64).reshape(-1, 1), np.full((len(cells), 2), -1, np.int64)
        self.stored = Stored(words, records, max(FIRST_CAPACITY, 2 * len(cells)))
        self.entered = np.array([len(cells)], np.int64)
        self.count = len(cells)
        self.ends = [self.count]
        self.asked = self.short = NOTHING  # the rows before which the moves are asked for; what is to grow
        self.pending: tuple[Cells, int] | None = None  # answers, and of how many rows
        self.goal: tuple[int, int, int] | None = None  # the row before the goal, the label, the goal

    @property
    def queue(self) -> Cells:
        """The kept cells of the states in the order in which they were met, and room for more."""
        return self.stored.words[:, 0].view(np.int64)

    @property
    def nodes(self) -> int:
        """States enqueued."""
        return self.count

    def memory(self) -> int:
        """The bytes of all arrays."""
        return self.machine.memory() + self.stored.nbytes

    def larger(self) -> int:
        """The bytes held while what is short grows."""
        if self.short == ARRAYS:
            return self.memory() + self.stored.nbytes_to_grow
        return self.memory() if self.short == NOTHING else self.stored.nbytes + self.machine.larger(self.short)

    def grow(self) -> None:
        """Make room where it is short."""
        if self.short == ARRAYS:
            self.stored.grow(self.count)
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
                return self._take_from_reference()
        if machine.over == 0 and reason == SLICE:
            return perf_counter() - self.began > LONGEST and self._take_from_reference()
        if reason not in (OVER, SLICE):
            self.short = reason
            return False
        self.asked = NOTHING
        self.pending = machine.answers_of(), machine.over
        return True

    def _take_from_reference(self) -> bool:
        """Take the moves of the first row from the reference, which raises its errors."""
        self.asked = NOTHING
        found = self.machine.from_reference(int(self.queue[self.row]))
        self.pending = np.array([(0, *step) for step in found], np.int64).reshape(-1, 3), 1
        return True

    def _meet(self, cap: int) -> Outcome:
        """Enqueue the states that the pending moves lead to."""
        from .kernels.meeting import meet

        assert self.pending is not None
        answers, n_rows = self.pending
        words, records, slots = self.stored.arrays
        if self.count + len(answers) >= len(words):
            self.short = ARRAYS
            return Outcome.ROOM
        self._forget(self.count)  # what an interrupt left half done
        count = launch(meet, answers, self.row, words, records, slots, self.entered)
        self.pending = None
        goal = None if self.all else self.machine.first_goal(self.queue[self.count : min(count, cap + 1)])
        outcome = Outcome.PAUSED
        if goal is not None:
            count = self.count + goal
            before, label = records[count].tolist()
            self.goal = before, label, int(self.queue[count])
            self.row, outcome = before, Outcome.FOUND
        elif count > cap:
            count = max(cap, self.count)
            self.row, outcome = int(records[count, 0]), Outcome.FULL  # this row is expanded again on resuming
        else:
            self.row += n_rows
        self._forget(count)
        self.count = count
        return outcome

    def _forget(self, count: int) -> None:
        """Take out the states after the first `count`."""
        if self.entered[0] > count:
            from .kernels.meeting import forget

            launch(forget, self.stored.words, self.stored.slots, count, self.entered)

    # -- solutions ---------------------------------------------------------------------------------

    def path(self) -> Path:
        """The path by which the goal was met first."""
        if self.goal is None:
            return self.path_along(*next(iter(self.dag())))
        row, label, goal = self.goal
        rows, labels = [], [label]
        while row >= 0:
            rows.append(row)
            row, label = self.stored.records[row].tolist()
            labels.append(label)
        return self._path([*self.queue[rows[::-1]].tolist(), goal], labels[-2::-1])

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
            launch(look_up, answers, self.stored.words, self.stored.slots, self.count)
            for index, label, row in answers.tolist():
                if row in wanted:
                    found.setdefault(given[index], []).append((label, row))
            for row in given[n_rows : n_rows + 1]:
                steps = machine.from_reference(int(self.queue[row]))
                told = np.array([(0, *step) for step in steps], np.int64).reshape(-1, 3)
                launch(look_up, told, self.stored.words, self.stored.slots, self.count)
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
        from .kernels.meeting import look_up

        def row(state: State) -> int | None:
            try:
                found = np.array([(0, 0, self.machine.add(state))], np.int64)
            except Unsupported:
                return None
            launch(look_up, found, self.stored.words, self.stored.slots, self.count)
            return int(found[0, 2]) if found[0, 2] >= 0 else None

        def states(begin: int, end: int) -> Iterator[State]:
            return map(self.machine.term, self.queue[begin:end].tolist())

        return QueueTable(self.depths, row, states)
