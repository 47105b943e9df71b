"""Breadth first, in slices: every state once, nearest first.

A state is tested when it is met, so the level of the goal is never expanded, and queued unless it is known. For all
shortest solutions the search completes the level of the nearest goals, then looks for the moves between levels that lie
on a path to one of them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Sequence

from ..by_name import entry
from ..endings import Path
from ..wording import counted
from .budget import Outcome
from .driver import all_seen
from .levelled import Levelled
from .problem import SearchProblem
from .shortest_paths import ShortestPathDag, Steps
from .space import ROOT, Node, Space, Via, space_of

ENTRY_BYTES = 190  # what CPython needs for a state in the dictionary and in the queue, besides the state itself


class Breadth(Levelled):
    """A breadth-first search level by level, plain or compiled; the rows of the states are their places in the queue.

    Attributes
    ----------
    row
        The row that is expanded next, or is half expanded.
    goals
        Where all shortest solutions are wanted, the rows of the nearest goals, after `FOUND`.
    """

    row: int
    goals: Collection[int] = ()

    @abstractmethod
    def expand(self, work: int, cap: int) -> Outcome:
        """Expand up to `work` states of the level in hand."""

    @abstractmethod
    def goals_of_level(self) -> Collection[int]:
        """The rows of the goals on the level that was completed last."""

    @abstractmethod
    def steps(self, rows: Sequence[int], into: Collection[int]) -> Steps:
        """For each of `rows` with a move to a row in `into`: what leads there, and the rows after."""

    @property
    def begun(self) -> int:
        """The row after the last that is expanded, or half expanded: to finish that one costs no work."""
        return self.row

    @property
    def last(self) -> int:
        """The end of the level in hand."""
        return self.ends[-1]

    @property
    def depth(self) -> int:
        """The depth of the states that are being expanded."""
        return len(self.ends) - 1

    @property
    def least(self) -> int:
        """Every state of the complete levels was tested when it was met."""
        return len(self.ends)

    def run(self, work: int, cap: int) -> Outcome:
        """Go on for `work` expansions."""
        while True:
            if self.row == self.last:
                if not self.next_level():
                    return Outcome.ENDED
                if self.all:
                    self.goals = self.goals_of_level()
                    if self.goals:
                        return Outcome.FOUND
            if self.least > self.affordable:
                return Outcome.BEYOND
            if work <= 0:
                return Outcome.PAUSED
            begun = self.begun
            outcome = self.expand(min(work, self.last - begun), cap)
            work -= self.begun - begun
            if outcome in (Outcome.FOUND, Outcome.FULL, Outcome.ROOM):
                return outcome

    def next_level(self) -> bool:
        """Go on to the next level, now that the one in hand is expanded; False if it is empty."""
        if self.nodes == self.ends[-1]:
            return False
        self.ends.append(self.nodes)
        return True

    def dag(self) -> ShortestPathDag:
        """Every shortest solution, after `FOUND` where all are wanted."""
        starts = [0, *self.ends]
        levels = [range(*level) for level in zip(starts, starts[1:-1], strict=False)]
        return ShortestPathDag(self.towards(levels, self.goals))

    def towards(self, levels: Sequence[Sequence[int]], into: Collection[int]) -> list[Steps]:
        """For each level the steps from which a state of `into`, which comes after the last level, is reached."""
        found: list[Steps] = []
        for level in reversed(levels):
            found.append(self.steps(level, into))
            into = found[-1]
        return found[::-1]

    def line(self) -> str:
        """How far it is."""
        return f"depth {self.depth}: {counted(self.nodes, 'state')}"

    def proved(self) -> str:
        """Every state of the depth that is being expanded was tested."""
        return f"no solution has {counted(self.depth, 'move')} or fewer"

    def reason(self) -> str:
        """Every state was seen."""
        return all_seen(self.nodes)


class PlainBreadth(Breadth):
    """Breadth first in plain Python.

    Parameters
    ----------
    sources
        The nodes to start from, if not the start of `space`.
    """

    def __init__(self, space: Space, sources: Iterable[Node] = ()) -> None:
        self.space = self.forwards = space
        self.affordable = space.problem.affordable
        self.is_goal: Callable[[Node], bool] = space.is_goal
        self.begin(list(dict.fromkeys(sources or [space.start])))
        self.ends = [len(self.queue)]

    def begin(self, sources: list[Node]) -> None:
        """Put the sources into the queue."""
        self.queue, self.row = sources, 0
        self.rows = {node: row for row, node in enumerate(sources)}
        self.befores = [-1] * len(sources)  # for each row the row before, and what led from there
        self.vias: list[Via] = [ROOT] * len(sources)
        self.goal: tuple[int, Via, Node] | None = None  # the row before the goal, what leads on, and the goal

    @property
    def nodes(self) -> int:
        """States enqueued."""
        return len(self.queue)

    def memory(self) -> int:
        """About the bytes held."""
        return len(self.queue) * (self.space.node_bytes + ENTRY_BYTES)

    def want_all(self, only_count: bool) -> None:
        """Look for all shortest solutions: a level is searched for goals when it is complete."""
        super().want_all(only_count)
        self.want_none()

    def want_none(self) -> None:
        """Look for no goal."""
        self.is_goal = lambda node: False

    def expand(self, work: int, cap: int) -> Outcome:
        """Expand up to `work` states of the level in hand."""
        rows, queue, befores, vias = self.rows, self.queue, self.befores, self.vias
        after, is_goal, count = self.space.after, self.is_goal, len(self.queue)
        for row in range(self.row, self.row + work):
            for child, via, _ in after(queue[row], vias[row]):
                if child not in rows:
                    if is_goal(child):
                        self.goal = row, via, child
                        return Outcome.FOUND
                    if count >= cap:
                        return Outcome.FULL  # this row is expanded again on resuming
                    befores.append(row)
                    vias.append(via)
                    queue.append(child)
                    rows[child] = count
                    count += 1
            self.row = row + 1
        return Outcome.PAUSED

    def path(self) -> Path:
        """The path by which the goal was met first."""
        if self.goal is None:
            return self.path_along(*next(iter(self.dag())))
        row, via, goal = self.goal
        rows, vias = self.trace(row)
        return self.space.path([*map(self.queue.__getitem__, rows), goal], [*vias, via])

    def trace(self, row: int) -> tuple[list[int], list[Via]]:
        """The rows from a source to `row`, and what led to each but the first."""
        rows = [row]
        while self.befores[rows[-1]] >= 0:
            rows.append(self.befores[rows[-1]])
        return rows[::-1], [self.vias[row] for row in rows[-2::-1]]

    def goals_of_level(self) -> Collection[int]:
        """The goals on the level that was completed last."""
        return {row for row in range(self.ends[-2], self.ends[-1]) if self.space.is_goal(self.queue[row])}

    def steps(self, rows: Sequence[int], into: Collection[int]) -> Steps:
        """The moves between rows."""
        after, wanted = self.forwards.after, {self.forward(row)[0]: row for row in into}
        found = {}
        for row in rows:
            steps = [(via, wanted[child]) for child, via, _ in after(*self.forward(row)) if child in wanted]
            if steps:
                found[row] = steps
        return found

    def forward(self, row: int) -> tuple[Node, Via]:
        """The node of `forwards` in this row, and what led to it."""
        return self.queue[row], self.vias[row]

    def path_along(self, rows: Sequence[int], vias: Sequence[Via]) -> Path:
        """The solution along `rows`."""
        return self.space.path([self.queue[row] for row in rows], vias)


def bfs(problem: SearchProblem) -> Levelled:
    """The first shortest or cheapest solution in clause order, in plain Python or on the query machine."""
    if problem.weighted:
        return entry("search.cheapest:cheapest")(problem)  # type: ignore[no-any-return]
    if problem.machine is not None:
        return entry("search.ground_breadth:GroundBreadth")(problem, problem.machine)  # type: ignore[no-any-return]
    return PlainBreadth(space_of(problem))
