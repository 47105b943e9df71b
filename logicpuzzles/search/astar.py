"""A*: the state with the least cost so far plus bound comes next; among equals the youngest.

Without costs each move counts 1. A state is closed when it is expanded, not when it is met, so a cheaper path found
later counts. A closed state is reopened when a cheaper path to it is found, so an inconsistent bound gives a
cheapest solution too. Source: P. E. Hart,
N. J. Nilsson, B. Raphael, A formal basis for the heuristic determination of minimum cost paths, IEEE Transactions on
Systems Science and Cybernetics 4, 1968.
"""

from __future__ import annotations

from abc import abstractmethod
from heapq import heappop, heappush

from ..endings import Path
from ..wording import counted
from .budget import Outcome
from .driver import Search, all_seen
from .problem import SearchProblem
from .space import NO_WAY, ROOT, Node, Space, Via, space_of

ENTRY_BYTES = 350  # what CPython needs for a state in the dictionary and in a bucket, besides the state itself


class BestFirst(Search):
    """An A* search of `problem`, plain or compiled."""

    problem: SearchProblem

    @property
    @abstractmethod
    def least(self) -> int:
        """The least cost so far plus bound of a state in the queue: no solution is cheaper."""

    @property
    @abstractmethod
    def met(self) -> int:
        """Different states met."""

    def line(self) -> str:
        """How far it is."""
        return f"at least {self.problem.in_cost(self.least)}: {counted(self.nodes, 'state')}"

    def proved(self) -> str:
        """What the queue proves, since the bound is never too large."""
        return self.problem.none_below(self.least)

    def reason(self) -> str:
        """Every state was seen."""
        return all_seen(self.met)


class PlainBestFirst(BestFirst):
    """A* in plain Python; the queue is a bucket of states for each sum of moves made and bound, last in first out."""

    def __init__(self, space: Space) -> None:
        self.space, self.problem = space, space.problem
        start, total = space.start, space.start_sum
        # For each state met: what the moves cost, the table's sum, the state before, what led here.
        self.best: dict[Node, tuple[int, int, Node, Via]] = {start: (0, total, start, ROOT)}
        # The heap has the sums alone: they are integers, of which few differ at a time.
        least = max(0, -(-total // space.divisor))
        self.piles: dict[int, list[tuple[Node, int]]] = {least: [(start, 0)]}
        self.sums = [least]  # a heap of the keys of all piles, and of some that are gone
        self.taken = 0
        self.goal: Node | None = None

    @property
    def nodes(self) -> int:
        """States taken from the queue."""
        return self.taken

    @property
    def least(self) -> int:
        """The least cost so far plus bound in the queue."""
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
        best, piles, sums, divisor = self.best, self.piles, self.sums, self.space.divisor
        after, is_goal, price = self.space.after, self.space.is_goal, self.space.price
        while piles:
            if not work:
                return Outcome.PAUSED
            while sums[0] not in piles:
                heappop(sums)
            least = sums[0]
            pile = piles[least]
            node, made = pile[-1]
            known, total, _, via = best[node]
            if made == known:  # otherwise a cheaper path was found since, and the state is queued with that
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
                now = made + price(rule) if price else made + 1
                if delta < NO_WAY and (entry is None or now < entry[0]):
                    best[child] = (now, total + delta, node, rule)
                    estimate = now + max(0, -(-(total + delta) // divisor))
                    if estimate in piles:
                        piles[estimate].append((child, now))
                    else:
                        heappush(sums, estimate)
                        piles[estimate] = [(child, now)]
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
    """A cheapest solution, in plain Python; without a table the bound is 0."""
    return PlainBestFirst(space_of(problem, bounded=True))
