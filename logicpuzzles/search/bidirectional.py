"""Breadth first from both ends in one queue, the start first, then the goals.

A state that is met from one side and known from the other ends the search, and the way through it is a shortest one:
when the states of depth k of the start are expanded, all states within k of either end are in the queue and none is
common, so every solution has at least 2k + 1 moves, which is what a way found then has; likewise on the other side.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from ..background import load_kernels
from ..endings import Ending, Path
from .budget import Budget, Outcome
from .coding.move_pruning import ROOT
from .coding.successors import Numbers, Successor, successors_of
from .driver import all_seen, finish
from .ends import Ends
from .growth import level_sizes, smallest_next
from .problem import SearchProblem
from .shortest_paths import ShortestPathDag, ShortestPaths
from .space import replay

ENTRY_BYTES = 200  # what CPython needs for a state in the dictionary and in the queue, beside the state itself


class Bidirectional(ShortestPaths):
    """What a search from both ends can say.

    Parameters
    ----------
    both
        The ends.
    balanced
        Whether the side goes on whose next level seems to be the smaller one (after I. Pohl, Bi-directional search,
        Machine Intelligence 6, 1971), as where one side has many more states than the other; else the sides take turns.

    Attributes
    ----------
    side_of
        The side of each level that is complete, 0 for the start's.
    row, last
        The row that is expanded next, and the end of its level.
    """

    def __init__(self, both: Ends, balanced: bool) -> None:
        self.both, self.balanced = both, balanced
        self.ends, self.side_of = [1, 1 + len(both.goals)], [0, 1]
        self.side, self.last = 0, 1

    @property
    def least(self) -> int:
        """The complete levels, the two at the beginning counted as one, have no state in common."""
        return len(self.ends) - 1

    @property
    def depth(self) -> int:
        """The levels, of both sides, that are expanded."""
        return len(self.ends) - 2

    @property
    def sizes(self) -> list[list[int]]:
        """The number of states of each complete level of either side."""
        sizes = level_sizes(self.ends)
        return [[sizes[level] for level in self._levels(side)] for side in (0, 1)]

    def _levels(self, side: int) -> list[int]:
        return [level for level, of in enumerate(self.side_of) if of == side]

    def _complete(self) -> int:
        """The level in hand is expanded: note that, and choose the next one; its first row."""
        self.ends.append(self.nodes)
        self.side_of.append(self.side)
        self.side = smallest_next(self.sizes) if self.balanced else 1 - self.side
        level = self._levels(self.side)[-1]
        self.last = self.ends[level]
        return self.ends[level - 1] if level else 0

    @abstractmethod
    def exhausted(self, side: int) -> bool:
        """Whether all states of a side are expanded."""

    @abstractmethod
    def steps(self, rows: Sequence[int], into: Collection[int]) -> dict[int, list[tuple[int, int]]]:
        """For each of `rows` with a move to a row in `into`: the rules of such moves, and the rows after."""

    def dag(self) -> ShortestPathDag:
        """Every shortest solution, after `FOUND`: the levels of both sides that are complete are all that it takes.

        A state of the last one of the start's is followed by one of the last one of the goals', that one by one of
        the level before, and so on.
        """
        starts = [0, *self.ends]
        rows = [[range(starts[level], starts[level + 1]) for level in self._levels(side)] for side in (0, 1)]
        levels = []
        into: Collection[int] = rows[1][-1]
        for level in reversed(rows[0]):
            levels.append(self.steps(level, into))
            into = levels[-1]
        levels.reverse()
        for level in reversed(rows[1][:-1]):
            reached = sorted({after for steps in levels[-1].values() for _, after in steps})
            levels.append(self.steps(reached, level))
        return ShortestPathDag(0, {row: steps for level in levels for row, steps in level.items()})

    def path_along(self, nodes: list[int], vias: list[int]) -> Path:
        """The solution along `nodes`."""
        return replay(self.both.problem, self.both.rewritings[0], vias, bounded=False)

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

    def __init__(self, problem: SearchProblem, balanced: bool = False) -> None:
        both = Ends(problem)
        super().__init__(both, balanced)
        self.n_cells = len(problem.start)
        self.moves = [successors_of(*sides) for sides in zip(both.programs, both.blanks, strict=True)]
        starts = [(0, problem.start), *((1, goal) for goal in both.goals)]
        self.queue = [Entry(self.moves[side].encode(state), side, -1, ROOT) for side, state in starts]
        self.known = {entry.numbers[: self.n_cells]: row for row, entry in enumerate(self.queue)}
        self.left = [1, len(both.goals)]
        self.row = -1
        self.pending: Iterator[Successor] = iter(())
        self.meeting = 0, ROOT, 0  # a row, the rule that leads from it to a state of the other side, and its row

    @property
    def nodes(self) -> int:
        """States enqueued, the start and the goals included."""
        return len(self.queue)

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
            if self.row == self.last:
                self.row = self._complete()
            entry = queue[self.row]
            self.left[entry.side] -= 1
            self.pending = iter(self.moves[entry.side].after(entry.numbers, entry.via))

    def path(self) -> Path:
        """The way through the state that was met from both sides."""
        row, via, other = self.meeting
        ways = [self._way(row), self._way(other)]
        ways[0][1].append(via)
        (_, vias), (root, vias_back) = ways if self.queue[row].side == 0 else ways[::-1]
        return self.both.path(vias, self.both.goals[root - 1], vias_back)

    def steps(self, rows: Sequence[int], into: Collection[int]) -> dict[int, list[tuple[int, int]]]:
        """The moves between rows."""
        found: dict[int, list[tuple[int, int]]] = {}
        forwards, n_cells, codes = self.moves[0], self.n_cells, self.both.programs[0].codes
        for row in rows:
            entry = self.queue[row]
            here = entry.numbers, entry.via
            if entry.side:
                here = forwards.encode(codes.decode(entry.numbers[:n_cells])), ROOT
            for numbers, rule, _ in forwards.after(*here):
                after = self.known.get(numbers[:n_cells])
                if after is not None and after in into:
                    found.setdefault(row, []).append((rule, after))
        return found

    def _way(self, row: int) -> tuple[int, list[int]]:
        """The row of the end from which `row` was met, and the rules on the way."""
        vias = []
        while self.queue[row].before >= 0:
            vias.append(self.queue[row].via)
            row = self.queue[row].before
        return row, vias[::-1]


def compiled_bidirectional(problem: SearchProblem, balanced: bool = False) -> Bidirectional:
    """Both ends by a kernel."""
    load_kernels(__package__, "bidirectional")
    from .kernels.bidirectional import CompiledBidirectional

    return CompiledBidirectional(problem, balanced)


def bidirectional(problem: SearchProblem, budget: Budget) -> Ending:
    """A shortest solution, in plain Python."""
    return finish(PlainBidirectional(problem), budget)


def bidirectional_compiled(problem: SearchProblem, budget: Budget) -> Ending:
    """The same by a kernel."""
    return finish(compiled_bidirectional(problem), budget)
