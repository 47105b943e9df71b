"""Exploring where moves have costs: every state by what it costs to come there, over a frontier."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ..endings import State
from ..errors import PuzzleError
from .budget import Outcome
from .depths import QueueTable
from .frontier import Frontier, PlainFrontier
from .growth import level_sizes
from .space import Space

MOST_DEPTHS = 20_000_000  # costs of which each has a number of states, also where that is 0


class CostQueue:
    """An exploration in slices; depths are costs.

    Parameters
    ----------
    place
        The place of a state among the settled ones; None where it has none.
    states
        The settled states from one place to before another.
    """

    def __init__(
        self,
        front: Frontier,
        place: Callable[[State], int | None],
        states: Callable[[int, int], Iterator[State]],
    ) -> None:
        self.front, self.place, self.states = front, place, states
        self.complete = 0  # levels

    @property
    def count(self) -> int:
        """States settled."""
        return self.front.settled

    @property
    def depths(self) -> list[int]:
        """The number of states of each cost that is known to be complete."""
        costs, ends = self.front.costs[: self.complete], self.front.ends[: self.complete]
        if not costs:
            return []
        if costs[-1] >= MOST_DEPTHS:
            problem = f"states cost {costs[-1]:,}, and at most {MOST_DEPTHS:,} are counted one by one"
            raise PuzzleError(problem, place="explore", hint="let moves cost less: divide all costs by a number")
        depths = [0] * (costs[-1] + 1)
        for cost, size in zip(costs, level_sizes(ends), strict=True):
            depths[cost] = size
        return depths

    def memory(self) -> int:
        """The bytes held, or those that it needs to go on."""
        return self.front.memory()

    def run(self, work: int, cap: int) -> Outcome:
        """Go on for `work` expansions, while no more than `cap` states are settled."""
        front = self.front
        while True:
            if front.is_expanded:
                following = front.next_cost()
                if following is None or following != front.cost:
                    self.complete = len(front.costs)
                if following is None:
                    return Outcome.ENDED
                if front.settle(cap) == Outcome.FULL:
                    return Outcome.FULL
            if work <= 0:
                return Outcome.PAUSED
            before = front.expanded
            if front.expand(work) == Outcome.ROOM:
                front.grow()
                return Outcome.PAUSED
            work -= front.expanded - before

    def table(self) -> QueueTable:
        """The costs of all states settled, after `ENDED`."""
        return QueueTable(self.depths, self.place, self.states)


def plain_cost_queue(space: Space, sources: Sequence[State]) -> CostQueue:
    """The exploration from `sources` in plain Python."""
    nodes = [node for source in sources if (node := space.encode(source)) is not None]
    front = PlainFrontier(space, list(dict.fromkeys(nodes)), finds=False, keeps_ties=False)

    def place(state: State) -> int | None:
        node = space.encode(state)
        return None if node is None else front.rows.get(node)

    return CostQueue(front, place, lambda begin, end: map(space.decode, front.queue[begin:end]))
