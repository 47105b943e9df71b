"""Breadth first from both ends in one queue, the start first, then the goals.

A state that is met from one side and known from the other ends the search, and the way through it is a shortest one:
when the states of depth k of the start are expanded, all states within k of either end are in the queue and none is
common, so every solution has at least 2k + 1 moves, which is what a way found then has; likewise on the other side.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from ..background import load_kernels
from ..endings import Ending, Path, State
from ..errors import PuzzleError, Refusal
from ..rewriting.inverse import inverse
from ..rewriting.rewrite import Rewriting, resolve
from .bfs import Breadth
from .coding.follow import ROOT
from .coding.program import Program, program_of
from .coding.successors import Numbers, Successor, successors_of
from .driver import all_seen, finish
from .goals import goal_states
from .space import solution
from .task import Task
from .watch import Outcome, Watch

ENTRY_BYTES = 200  # what CPython needs for a state in the dictionary and in the queue, beside the state itself


class Ends:
    """Both ends of a task: the rules forwards and backwards over the same numbers, and the states to start from.

    Raises
    ------
    PuzzleError
        If the moves cannot be run backwards, or the goal states cannot be listed.
    """

    def __init__(self, task: Task) -> None:
        if task.rewriting is None:
            raise PuzzleError(
                "the moves did not compile to rewrite rules, so they cannot be run backwards",
                place="strategy bidirectional",
                hint="choose another strategy",
            )
        try:
            self.rewritings: tuple[Rewriting, Rewriting] = task.rewriting, inverse(task.rewriting)
        except Refusal as refusal:
            raise PuzzleError(str(refusal), place="strategy bidirectional", hint="choose another strategy") from None
        self.task = task
        forwards = program_of(task.rewriting, task.start)
        backwards = forwards.once("backwards", lambda: Program(self.rewritings[1], forwards.codes))
        number = forwards.codes.get
        # A goal with a value that no reachable state holds is no place to start from.
        self.goals = [goal for goal in goal_states(task) if all(number(value) is not None for value in goal)]
        self.programs = forwards, backwards
        single = [set(backwards.blanks(goal)) for goal in self.goals]
        self.blanks = forwards.blanks(task.start), tuple(sorted(set.intersection(*single))) if single else ()

    def path(self, vias: Sequence[int], goal: State, vias_back: Sequence[int]) -> Path:
        """The solution along the rules `vias` from the start and the inverse rules `vias_back` from `goal`."""
        states, moves = [self.task.start], []
        for via in vias:
            rule = self.rewritings[0].rules[via]
            moves.append(resolve(rule.label, states[-1]))
            states.append(rule.apply(states[-1]))
        back, labels = [goal], []
        for via in vias_back:
            rule = self.rewritings[1].rules[via]
            labels.append(resolve(rule.label, back[-1]))
            back.append(rule.apply(back[-1]))
        return solution(self.task, [*moves, *labels[::-1]], [*states, *back[-2::-1]], bounded=False)


class Bidirectional(Breadth):
    """What a search from both ends can say; its levels are in turn the start's and the goals'."""

    @abstractmethod
    def exhausted(self, side: int) -> bool:
        """Whether all states of a side are expanded."""

    @abstractmethod
    def met(self, side: int) -> int:
        """The number of states met from a side."""

    def reason(self) -> str:
        """One side has no state left."""
        if self.exhausted(0):
            return all_seen(self.met(0))
        if self.met(1) == 0:
            return "no state is a goal"
        if self.met(1) == 1:
            return "no move leads to the goal, and it is not the start"
        return f"all {self.met(1):,} states that can reach a goal were seen, and the start is not among them"


class Entry(NamedTuple):
    """A state in the queue: its numbers, its side, the row of the state before it, and the rule between them."""

    numbers: Numbers
    side: int
    before: int
    via: int


class PlainBidirectional(Bidirectional):
    """Both ends in plain Python."""

    def __init__(self, task: Task) -> None:
        self.ends = ends = Ends(task)
        self.n_cells = len(task.start)
        self.sides = [successors_of(*both) for both in zip(ends.programs, ends.blanks, strict=True)]
        starts = [(0, task.start), *((1, goal) for goal in ends.goals)]
        self.queue = [Entry(self.sides[side].encode(state), side, -1, ROOT) for side, state in starts]
        self.known = {entry.numbers[: self.n_cells]: row for row, entry in enumerate(self.queue)}
        self.left = [1, len(ends.goals)]
        self.row, self.level = -1, 0
        self.ends_of_levels = 1, len(starts)  # this one's and the next one's, which is in the queue too
        self.pending: Iterator[Successor] = iter(())
        self.meeting = 0, ROOT, 0  # a row, the rule that leads from it to a state of the other side, and its row

    @property
    def nodes(self) -> int:
        """States enqueued, the start and the goals included."""
        return len(self.queue)

    @property
    def depth(self) -> int:
        """The levels, of both sides, that are complete."""
        return self.level

    def exhausted(self, side: int) -> bool:
        """Whether all states of a side are expanded."""
        return self.left[side] == 0

    def met(self, side: int) -> int:
        """The number of states met from a side."""
        return sum(entry.side == side for entry in self.queue)

    def memory(self) -> int:
        """About the bytes held."""
        return len(self.queue) * (56 + 8 * self.n_cells + ENTRY_BYTES)

    def run(self, work: int, cap: int) -> Outcome:
        """Go on for `work` expansions."""
        queue, known, n_cells = self.queue, self.known, self.n_cells
        while True:
            side = queue[max(self.row, 0)].side
            for numbers, via, rise in self.pending:
                cells = numbers[:n_cells]
                row = known.get(cells)
                if row is None:
                    if len(queue) >= cap:
                        self.pending = chain([(numbers, via, rise)], self.pending)
                        return Outcome.FULL
                    known[cells] = len(queue)
                    self.left[side] += 1
                    queue.append(Entry(numbers, side, self.row, via))
                elif queue[row].side != side:
                    self.meeting = self.row, via, row
                    return Outcome.FOUND
            if not all(self.left):
                return Outcome.ENDED
            if not work:
                self.pending = iter(())
                return Outcome.PAUSED
            work -= 1
            self.row += 1
            if self.row == self.ends_of_levels[0]:
                self.level, self.ends_of_levels = self.level + 1, (self.ends_of_levels[1], len(queue))
            entry = queue[self.row]
            self.left[entry.side] -= 1
            self.pending = iter(self.sides[entry.side].after(entry.numbers, entry.via))

    def path(self) -> Path:
        """The way through the state that was met from both sides."""
        row, via, other = self.meeting
        ways = [self._way(row), self._way(other)]
        ways[0][1].append(via)
        (_, vias), (root, vias_back) = ways if self.queue[row].side == 0 else ways[::-1]
        return self.ends.path(vias, self.ends.goals[root - 1], vias_back)

    def _way(self, row: int) -> tuple[int, list[int]]:
        """The row of the end from which `row` was met, and the rules on the way."""
        vias = []
        while self.queue[row].before >= 0:
            vias.append(self.queue[row].via)
            row = self.queue[row].before
        return row, vias[::-1]


def bidirectional(task: Task, watch: Watch) -> Ending:
    """A shortest solution, in plain Python."""
    return finish(PlainBidirectional(task), watch)


def bidirectional_compiled(task: Task, watch: Watch) -> Ending:
    """The same by a kernel."""
    load_kernels(__package__, "bidirectional")
    from .kernels.bidirectional import CompiledBidirectional

    return finish(CompiledBidirectional(task), watch)
