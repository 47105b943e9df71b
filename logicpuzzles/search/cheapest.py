"""Cheapest solutions where moves have costs: levels of equal cost, nearest first, from the start or from both ends.

The level of the nearest goals is completed, so the states on all cheapest solutions are known: the first solution is
the first of these in clause order. No solution comes to a state twice, or goes on from a goal.

From both ends: when all states of a cost below `a` are expanded on one side, and below `b` on the other, a path whose
states were not all met costs at least `a + b` and one move. So the cheapest path known is a cheapest one when it costs
no more; and when it costs less, the states on all cheapest paths are known.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property

from ..endings import Path
from ..logic.integers.strongly_connected import components
from ..rewriting.values import Numbers
from ..wording import counted
from .bidirectional import BothEnds
from .budget import Outcome
from .driver import all_seen
from .frontier import Frontier, PlainFrontier
from .growth import level_sizes, smallest_next
from .levelled import Levelled
from .problem import SearchProblem
from .shortest_paths import CyclicPaths, ShortestPathDag, Steps
from .space import ROOT, RuleSpace, Space, Via, space_of


class ByCost(Levelled):
    """A search by cost over one frontier or two.

    Attributes
    ----------
    fronts
        The frontiers, that of the start first.
    least
        No solution costs less, as far as is known.
    """

    problem: SearchProblem
    fronts: Sequence[Frontier]
    least = 0

    @property
    def front(self) -> Frontier:
        """The frontier of the side in hand."""
        return self.fronts[self.side]

    @property
    def nodes(self) -> int:
        """States settled."""
        return sum(front.settled for front in self.fronts)

    def memory(self) -> int:
        """The bytes held."""
        return sum(front.memory() for front in self.fronts)

    def larger(self) -> int:
        """The bytes held while the arrays grow."""
        return self.memory() - self.front.memory() + self.front.larger()

    def grow(self) -> None:
        """Make room for more states."""
        self.front.grow()

    @abstractmethod
    def turn(self) -> Outcome | None:
        """All settled states of the side in hand are expanded: how the search ends, or None if it goes on."""

    def run(self, work: int, cap: int) -> Outcome:
        """Go on for `work` expansions."""
        while True:
            if self.front.is_expanded:
                outcome = self.turn()
                if outcome is not None:
                    return outcome
                if self.least > self.problem.affordable:
                    return Outcome.BEYOND
                front = self.front
                if front.settle(cap - self.nodes + front.settled) == Outcome.FULL:
                    return Outcome.FULL
            if work <= 0:
                return Outcome.PAUSED
            front = self.front
            before = front.expanded
            if front.expand(work) == Outcome.ROOM:
                return Outcome.ROOM
            work -= front.expanded - before

    def line(self) -> str:
        """How far it is."""
        return f"cost {self.least:,}: {counted(self.nodes, 'state')}"

    def proved(self) -> str:
        """Every state that costs less was looked at."""
        return self.problem.none_below(self.least)

    @property
    @abstractmethod
    def space(self) -> Space:
        """The space of the start's side, in plain Python."""

    @abstractmethod
    def on_cheapest(self) -> dict[Numbers, int]:
        """The states on cheapest solutions, with what they cost from the start; after `FOUND`."""

    @cached_property
    def _cheapest(self) -> tuple[ShortestPathDag, list[Numbers]]:
        """The graph of all cheapest solutions, and the states of its rows."""
        space, costs = self.space, self.on_cheapest()
        n_cells, price = len(self.problem.start), space.price
        start, tail = space.start[:n_cells], space.start[n_cells:]
        keys = sorted(costs, key=lambda key: (costs[key], key != start))
        rows = {key: row for row, key in enumerate(keys)}
        steps: Steps = {}
        assert price is not None
        for key, row in rows.items():
            if not space.is_goal(key + tail):
                steps[row] = [
                    (via, rows[child])
                    for node, via, _ in space.after(key + tail, ROOT)
                    if (child := node[:n_cells]) in rows and costs[child] == costs[key] + price(via)
                ]
        return graph(steps, self.problem.free), keys

    def dag(self) -> ShortestPathDag:
        """Every cheapest solution."""
        return self._cheapest[0]

    def path_along(self, rows: Sequence[int], vias: Sequence[Via]) -> Path:
        """The solution along `rows`."""
        keys, tail = self._cheapest[1], self.space.start[len(self.problem.start) :]
        return self.space.path([keys[row] + tail for row in rows], vias)

    def path(self) -> Path:
        """The first cheapest solution in clause order."""
        return self.path_along(*next(iter(self.dag())))


def graph(steps: Steps, is_free: bool) -> ShortestPathDag:
    """The graph of cheapest solutions, whose rows come with rising cost; if moves cost nothing, it may have circles."""
    if not is_free:
        return ShortestPathDag([steps])
    numbers = {row: number for number, row in enumerate(steps)}
    edges = [[numbers[after] for _, after in steps[row] if after in numbers] for row in steps]
    component = dict(zip(steps, components(edges), strict=True))  # those that others lead to have the smaller numbers
    if len(set(component.values())) < len(component) or any(row == after for row in steps for _, after in steps[row]):
        return CyclicPaths(steps, component)
    return ShortestPathDag([{row: steps[row] for row in sorted(steps, key=lambda row: -component[row])}])


class Cheapest(ByCost):
    """The search from the start."""

    def __init__(self, problem: SearchProblem, space: Space, front: Frontier) -> None:
        self.problem, self.fronts, self._space = problem, (front,), space

    @property
    def ends(self) -> list[int]:  # type: ignore[override]
        """For each level, how many states were settled with it."""
        return self.front.ends or [1]

    @property
    def space(self) -> Space:
        """The space, in plain Python."""
        return self._space

    def turn(self) -> Outcome | None:
        """Found, where the level is complete and has goals; ended, where no state is left."""
        front = self.front
        following = front.next_cost()
        if following is None or following != front.cost:
            if front.has_goals():
                return Outcome.FOUND
            if following is None:
                return Outcome.ENDED
        self.least = following
        return None

    def on_cheapest(self) -> dict[Numbers, int]:
        """The states behind the nearest goals."""
        return self.front.behind(self.front.goal_keys())

    def reason(self) -> str:
        """Every state was seen."""
        return all_seen(self.nodes)


class CheapestBothEnds(BothEnds, ByCost):
    """The search from both ends."""

    def __init__(self, problem: SearchProblem) -> None:
        super().__init__(problem)
        self.forwards = RuleSpace(problem)
        self.fronts = self.begin()

    @property
    def space(self) -> Space:
        """The space of the start's side, in plain Python."""
        return self.forwards

    @abstractmethod
    def begin(self) -> Sequence[Frontier]:
        """The two frontiers."""

    @property
    def ends(self) -> list[int]:  # type: ignore[override]
        """Levels of both sides count as settled at once."""
        return [self.nodes]

    @property
    def sizes(self) -> list[list[int]]:
        """The number of states of each level of either side."""
        return [level_sizes(front.ends) if front.ends else [1] for front in self.fronts]

    def run(self, work: int, cap: int) -> Outcome:
        """Go on for `work` expansions."""
        return super().run(work, cap) if self.sources else Outcome.ENDED

    def turn(self) -> Outcome | None:
        """Found, where what is known is proved; ended, where a side has no state left; else the side that goes on."""
        if self.front.ends and self.front.next_cost() == self.front.cost:
            return None  # moves that cost nothing: the level goes on
        costs = [front.open_cost() for front in self.fronts]
        meeting = self.front.meeting
        spent = [side for side, cost in enumerate(costs) if cost is None]
        if spent and meeting is None:
            self.side = spent[0]
            return Outcome.ENDED
        if not spent:
            unknown = sum(filter(None, costs)) + self.problem.least_cost  # what a path not known costs at least
            self.least = max(self.least, unknown if meeting is None else min(unknown, meeting[0]))
        if spent and meeting is not None:
            self.least = meeting[0]
        if self.least > self.problem.affordable:
            return Outcome.BEYOND
        if meeting is not None and (spent or unknown > meeting[0] or (unknown == meeting[0] and not self.all)):
            return Outcome.FOUND
        if self.front.ends:
            self.side = smallest_next(self.sizes) if self.balanced else 1 - self.side
        return None

    def on_cheapest(self) -> dict[Numbers, int]:
        """The states behind all meetings of the least cost."""
        front, back = self.fronts
        assert front.meeting is not None
        total = front.meeting[0]
        meetings = front.met_at(total)
        return {key: total - cost for key, cost in back.behind(meetings).items()} | front.behind(meetings)

    def path(self) -> Path:
        """The path through the meeting; the first in clause order where all solutions are wanted."""
        if self.all:
            return super().path()
        front, back = self.fronts
        assert front.meeting is not None
        key = front.meeting[1]
        source, vias_back = back.trace(key)
        return self.joined(front.trace(key)[1], self.problem.program.values.decode(source), vias_back)


class PlainCheapestBothEnds(CheapestBothEnds):
    """The search from both ends in plain Python."""

    def begin(self) -> Sequence[Frontier]:
        """The two frontiers."""
        back = RuleSpace(self.backwards, program=self.programs[1], blanks=self.blanks[1])
        fronts = (
            PlainFrontier(self.forwards, [self.forwards.start], finds=False),
            PlainFrontier(back, list(map(back.successors.encode, self.sources)), finds=False),
        )
        for one, other in (fronts, fronts[::-1]):
            one.join(other)
        return fronts


def cheapest(problem: SearchProblem) -> Cheapest:
    """The first cheapest solution in clause order, in plain Python."""
    space = space_of(problem)
    return Cheapest(problem, space, PlainFrontier(space, [space.start]))
