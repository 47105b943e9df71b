"""A*: the state with the least moves made plus bound comes next; among equals the youngest.

A state is closed when it is expanded, not when it is met, so a shorter path found later counts. A closed state is
reopened when a shorter path to it is found, so an inconsistent bound gives a shortest solution too. Source: P. E. Hart,
N. J. Nilsson, B. Raphael, A formal basis for the heuristic determination of minimum cost paths, IEEE Transactions on
Systems Science and Cybernetics 4, 1968.
"""

from __future__ import annotations

from abc import abstractmethod

from ..endings import Path
from ..wording import counted
from .budget import Outcome
from .driver import Search, all_seen
from .problem import SearchProblem
from .space import NO_WAY, ROOT, Node, Space, Via, space_of

ENTRY_BYTES = 350  # what CPython needs for a state in the dictionary and in a bucket, besides the state itself


class BestFirst(Search):
    """An A* search, plain or compiled."""

    @property
    @abstractmethod
    def least(self) -> int:
        """The least moves made plus bound of a state in the queue: no solution is shorter."""

    @property
    @abstractmethod
    def met(self) -> int:
        """Different states met."""

    def line(self) -> str:
        """How far it is."""
        return f"at least {counted(self.least, 'move')}: {counted(self.nodes, 'state')}"

    def proved(self) -> str:
        """What the queue proves, since the bound is never too large."""
        return f"no solution has fewer than {counted(self.least, 'move')}"

    def reason(self) -> str:
        """Every state was seen."""
        return all_seen(self.met)


class PlainBestFirst(BestFirst):
    """A* in plain Python; the queue is a bucket of states for each sum of moves made and bound, last in first out."""

    def __init__(self, space: Space) -> None:
        self.space = space
        start, total = space.start, space.start_sum
        # For each state met: the moves made, the table's sum, the state before, what led here.
        self.best: dict[Node, tuple[int, int, Node, Via]] = {start: (0, total, start, ROOT)}
        # Not a heap: the sums are integers, and few differ at a time.
        self.piles: dict[int, list[tuple[Node, int]]] = {max(0, -(-total // space.divisor)): [(start, 0)]}
        self.taken = 0
        self.goal: Node | None = None

    @property
    def nodes(self) -> int:
        """States taken from the queue."""
        return self.taken

    @property
    def least(self) -> int:
        """The least moves made plus bound in the queue."""
        return min(self.piles, default=0)

    @property
    def met(self) -> int:
        """Different states met."""
        return len(self.best)

    def memory(self) -> int:
        """About the bytes held."""
        return len(self.best) * (self.space.node_bytes + ENTRY_BYTES)

    def run(self, work: int, cap: int) -> Outcome:
        """Take up to `work` states."""
        best, piles, divisor = self.best, self.piles, self.space.divisor
        after, is_goal = self.space.after, self.space.is_goal
        while piles:
            if not work:
                return Outcome.PAUSED
            least = min(piles)
            pile = piles[least]
            node, made = pile[-1]
            known, total, _, via = best[node]
            if made == known:  # otherwise a shorter path was found since, and the state is queued with that
                if self.taken >= cap:
                    return Outcome.FULL
                self.taken += 1
                work -= 1
            pile.pop()
            if not pile:
                del piles[least]
            if made != known:
                continue
            if is_goal(node):
                self.goal = node
                return Outcome.FOUND
            for child, rule, delta in after(node, via):
                entry = best.get(child)
                if delta < NO_WAY and (entry is None or made + 1 < entry[0]):
                    best[child] = (made + 1, total + delta, node, rule)
                    estimate = made + 1 + max(0, -(-(total + delta) // divisor))
                    piles.setdefault(estimate, []).append((child, made + 1))
        return Outcome.ENDED

    def path(self) -> Path:
        """The path to the goal, after `FOUND`."""
        assert self.goal is not None
        nodes = [self.goal]
        vias: list[Via] = []
        while nodes[-1] != self.space.start:
            _, _, before, via = self.best[nodes[-1]]
            nodes.append(before)
            vias.append(via)
        return self.space.path(nodes[::-1], vias[::-1])


def astar(problem: SearchProblem) -> BestFirst:
    """A shortest solution, in plain Python; without a table the bound is 0."""
    return PlainBestFirst(space_of(problem, bounded=True))
