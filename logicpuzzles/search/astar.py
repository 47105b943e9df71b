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
from typing import NamedTuple

from ..endings import Path
from ..wording import counted
from .budget import UNLIMITED, Outcome
from .driver import Search, all_seen
from .problem import SearchProblem
from .space import NO_WAY, ROOT, Node, Space, Via, space_of

ENTRY_BYTES = 350  # what CPython needs for a state in the dictionary and in a bucket, besides the state itself


class Weights(NamedTuple):
    """By what a best-first search orders its states, and what it leaves out.

    Attributes
    ----------
    made, bound
        What the cost so far and the bound count in the estimate of a state; the least comes next.
    divisor
        What the table's sum is divided by, to make the bound; 0 for what the problem says.
    proved
        The same for the bound that is proved; 0 for what the problem says, -1 where none is.
    cut
        What surely costs so much is left out.
    reopens
        Whether a state counts again where a cheaper path to it is found.
    """

    made: int = 1
    bound: int = 1
    divisor: int = 0
    proved: int = 0
    cut: int = UNLIMITED
    reopens: bool = True

    def over(self, divisor: int) -> Weights:
        """The same for a problem whose sums are divided by `divisor`; then `proved` is 0 where nothing is."""
        proved = 0 if self.proved < 0 else self.proved or divisor
        return self._replace(divisor=self.divisor or divisor, proved=proved)

    def estimate(self, made: int, total: int) -> int:
        """The estimate of a state by its cost so far and the table's sum."""
        return self.made * made + self.bound * max(0, -(-total // self.divisor))

    def least(self, made: int, total: int) -> int:
        """What a solution through the state costs at least."""
        return made + max(0, -(-total // self.proved)) if self.proved else made


ASTAR = Weights()


class BestFirst(Search):
    """An A* search of `problem`, plain or compiled."""

    problem: SearchProblem

    @property
    @abstractmethod
    def least(self) -> int:
        """The least cost so far plus bound of a state in the queue: no solution is cheaper."""

    @abstractmethod
    def least_open(self, most: int) -> int:
        """The least cost so far plus proved bound of a state in the queue, but at most `most`."""

    @property
    @abstractmethod
    def met(self) -> int:
        """Different states met."""

    @property
    def tables(self) -> int:
        """The bytes of the tables that are looked up."""
        return self.problem.table_bytes

    def line(self) -> str:
        """How far it is."""
        return f"at least {self.problem.in_cost(self.least)}: {counted(self.nodes, 'state')}"

    def proved(self) -> str:
        """What the queue proves, since the bound is never too large."""
        return self.problem.none_below(self.least)

    def reason(self) -> str:
        """Every state was seen."""
        return all_seen(self.met)


class Relayed(Search):
    """A search that A* searches run one after the other; `search` is the one that runs, and holds the states."""

    search: BestFirst

    @property
    def tables(self) -> int:
        """The bytes of the tables that are looked up."""
        return self.search.tables

    def memory(self) -> int:
        """The bytes held."""
        return self.search.memory()

    def larger(self) -> int:
        """The bytes held while the arrays grow."""
        return self.search.larger()

    def grow(self) -> None:
        """Make the arrays larger."""
        self.search.grow()


class PlainBestFirst(BestFirst):
    """A* in plain Python; the queue is a bucket of states for each sum of moves made and bound, last in first out."""

    def __init__(self, space: Space, weights: Weights = ASTAR) -> None:
        self.space, self.problem, self.weights = space, space.problem, weights.over(space.divisor)
        self.is_astar = weights == ASTAR  # then no solution costs less than what is next in the queue
        start, total = space.start, space.start_sum
        # For each state met: what the moves cost, the table's sum, the state before, what led here.
        self.best: dict[Node, tuple[int, int, Node, Via]] = {start: (0, total, start, ROOT)}
        # The heap has the sums alone: they are integers, of which few differ at a time.
        least = self.weights.estimate(0, total)
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
        return len(self.best) * (self.space.node_bytes + ENTRY_BYTES) + self.tables

    def run(self, work: int, cap: int) -> Outcome:
        """Take up to `work` states."""
        best, piles, sums, weights = self.best, self.piles, self.sums, self.weights
        after, is_goal, price = self.space.after, self.space.is_goal, self.space.price
        most = self.problem.affordable if self.is_astar else UNLIMITED
        by_made, by_bound, divisor, reopens = weights.made, weights.bound, weights.divisor, weights.reopens
        while piles:
            if not work:
                return Outcome.PAUSED
            while sums[0] not in piles:
                heappop(sums)
            least = sums[0]
            if least > most:
                return Outcome.BEYOND
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
                if delta < NO_WAY and (entry is None or (reopens and now < entry[0])):
                    bound = total + delta
                    if weights.cut < UNLIMITED and weights.least(now, bound) >= weights.cut:
                        continue
                    best[child] = (now, bound, node, rule)
                    estimate = by_made * now + (by_bound * -(-bound // divisor) if bound > 0 else 0)
                    if estimate in piles:
                        piles[estimate].append((child, now))
                    else:
                        heappush(sums, estimate)
                        piles[estimate] = [(child, now)]
        return Outcome.ENDED

    def least_open(self, most: int) -> int:
        """The least cost so far plus proved bound of a state in the queue, but at most `most`."""
        queued = ((self.best[node], made) for pile in self.piles.values() for node, made in pile)
        return min([most, *(self.weights.least(made, known[1]) for known, made in queued if made == known[0])])

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
