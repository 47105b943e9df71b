"""The states met from one end, nearest in cost first: what the searches by cost are made of.

A state is settled when it is taken from the bucket of its cost: nothing cheaper leads to it. The settled states come in
levels of equal cost; where moves cost nothing, a level grows while it is expanded. A state that is met again at no less
cost keeps what led to it first; what leads to it at the same cost is kept beside that, for all cheapest solutions.
Source: E. W. Dijkstra, A note on two problems in connexion with graphs, Numerische Mathematik 1, 1959; with buckets,
R. B. Dial, Algorithm 360, Communications of the ACM 12, 1969.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Sequence
from heapq import heappop, heappush

from ..rewriting.values import Numbers
from .budget import Outcome
from .space import ROOT, Node, Space, Via

ENTRY_BYTES = 450  # what CPython needs for a state in the dictionaries and in a bucket, besides the state itself


class Frontier(ABC):
    """The states met from some sources, plain or compiled; others are told them by the numbers of their cells.

    Attributes
    ----------
    cost
        That of the level in hand.
    ends, costs
        For each level how many states were settled with it, and its cost.
    meeting
        Where there is a frontier from the other end: the least cost of a path through both, and a state where they
        meet; None before they do.
    """

    cost: int
    ends: list[int]
    costs: list[int]
    meeting: tuple[int, Numbers] | None = None

    @property
    @abstractmethod
    def settled(self) -> int:
        """States settled."""

    @property
    @abstractmethod
    def expanded(self) -> int:
        """How many of these are expanded."""

    @abstractmethod
    def next_cost(self) -> int | None:
        """The least cost of a state that is met and not settled; None where there is none."""

    @abstractmethod
    def settle(self, cap: int) -> Outcome:
        """Settle the states of the least cost, while no more than `cap` are settled in all: `PAUSED` or `FULL`."""

    @abstractmethod
    def has_goals(self) -> bool:
        """Whether there are goals on the level in hand."""

    @abstractmethod
    def expand(self, work: int) -> Outcome:
        """Expand up to `work` settled states, but no goals: `PAUSED` or `ROOM`."""

    @abstractmethod
    def memory(self) -> int:
        """The bytes held."""

    @abstractmethod
    def goal_keys(self) -> list[Numbers]:
        """The goals on the level in hand."""

    @abstractmethod
    def behind(self, keys: Iterable[Numbers]) -> dict[Numbers, int]:
        """All states on cheapest paths from a source to the states of `keys`, with their costs."""

    @abstractmethod
    def trace(self, key: Numbers) -> tuple[Numbers, list[Via]]:
        """The source from which a state was met, and what led on from there."""

    @abstractmethod
    def met_at(self, total: int) -> list[Numbers]:
        """The states that this and the other frontier have met where their costs are `total` together."""

    @property
    def is_expanded(self) -> bool:
        """Whether every settled state is expanded."""
        return self.expanded == self.settled

    def larger(self) -> int:
        """The bytes held while the arrays grow, after `ROOM`."""
        return self.memory()

    def grow(self) -> None:  # noqa: B027 -- plain Python never returns `ROOM`
        """Make the arrays larger, after `ROOM`."""

    def open_cost(self) -> int | None:
        """The least cost of a state that is not expanded; None where all are."""
        return self.next_cost() if self.is_expanded else self.cost

    def note_level(self, cost: int) -> None:
        """Note that the states of `cost` are settled."""
        if self.costs and self.costs[-1] == cost:
            self.ends[-1] = self.settled
        else:
            self.costs.append(cost)
            self.ends.append(self.settled)
        self.cost = cost


class PlainFrontier(Frontier):
    """The states met from `sources` in plain Python.

    Attributes
    ----------
    known
        For each state met: its cost, the state before, and what led here.
    ties
        For each state that others lead to at the same cost: these others.
    rows, queue
        The states settled, in order.
    goals
        The goals on the level in hand.
    other
        The frontier from the other end, if there is one.

    Parameters
    ----------
    finds
        Whether goals are looked for.
    keeps_ties
        Whether all cheapest paths may be asked for.
    """

    def __init__(self, space: Space, sources: Sequence[Node], finds: bool = True, keeps_ties: bool = True) -> None:
        self.space, self.finds, self.keeps_ties = space, finds, keeps_ties
        self.is_free, self.n_cells = space.problem.free, len(space.problem.start)
        self.tail = space.start[self.n_cells :]  # what nodes have after the numbers of the cells
        self.known: dict[Node, tuple[int, Node | None, Via]] = dict.fromkeys(sources, (0, None, ROOT))
        self.ties: dict[Node, list[Node]] = {}
        self.rows: dict[Node, int] = {}
        self.queue: list[Node] = []
        self.goals: list[Node] = []
        self.buckets: dict[int, deque[Node]] = {0: deque(self.known)}
        self.heap = [0]  # the costs of all buckets, and of some that are gone
        self.row = self.cost = 0
        self.ends, self.costs = [], []
        self.other: PlainFrontier | None = None

    @property
    def settled(self) -> int:
        """States settled."""
        return len(self.rows)

    @property
    def expanded(self) -> int:
        """How many of these are expanded."""
        return self.row

    def memory(self) -> int:
        """About the bytes held."""
        return len(self.known) * (self.space.node_bytes + ENTRY_BYTES)

    def next_cost(self) -> int | None:
        """The least cost of a state that is met and not settled."""
        heap, buckets = self.heap, self.buckets
        while heap:
            cost = heap[0]
            bucket = buckets.get(cost, ())
            while bucket and not self._is_open(bucket[0], cost):
                bucket.popleft()
            if bucket:
                return cost
            buckets.pop(cost, None)
            heappop(heap)
        return None

    def _is_open(self, node: Node, cost: int) -> bool:
        """Whether a state in the bucket of `cost` is to be settled from there: it may have been met at less since."""
        entry = self.known.get(node)  # an interrupt may have come before it was noted
        return entry is not None and entry[0] == cost and node not in self.rows

    def settle(self, cap: int) -> Outcome:
        """Settle the states of the least cost."""
        rows, queue = self.rows, self.queue
        del queue[len(rows) :]  # what an interrupt left half done
        cost = self.next_cost()
        assert cost is not None
        if not self.costs or cost != self.costs[-1]:
            self.goals = []
        bucket, outcome = self.buckets[cost], Outcome.PAUSED
        while bucket:
            node = bucket[0]
            if self._is_open(node, cost):
                if len(rows) >= cap:
                    outcome = Outcome.FULL
                    break
                if self.finds and self.space.is_goal(node):
                    self.goals.append(node)
                queue.append(node)
                rows[node] = len(rows)
            bucket.popleft()
        self.note_level(cost)
        return outcome

    def has_goals(self) -> bool:
        """Whether there are goals on the level in hand."""
        return bool(self.goals)

    def expand(self, work: int) -> Outcome:
        """Expand up to `work` settled states."""
        known, ties, buckets, price = self.known, self.ties, self.buckets, self.space.price
        after, goals = self.space.after, set(self.goals)
        assert price is not None
        for row in range(self.row, min(self.row + work, len(self.queue))):
            node = self.queue[row]
            made, _, via = known[node]
            for child, rule, _ in () if node in goals else after(node, ROOT if self.is_free else via):
                cost = made + price(rule)
                entry = known.get(child)
                if entry is None or cost < entry[0]:
                    if cost not in buckets:
                        heappush(self.heap, cost)
                        buckets[cost] = deque()
                    buckets[cost].append(child)
                    ties.pop(child, None)
                    known[child] = cost, node, rule
                    if self.other is not None:
                        self._meet(child, cost)
                elif cost == entry[0] and self.keeps_ties and node is not entry[1]:
                    ties.setdefault(child, []).append(node)
            self.row = row + 1
        return Outcome.PAUSED

    # -- what others ask ---------------------------------------------------------------------------

    def goal_keys(self) -> list[Numbers]:
        """The goals on the level in hand."""
        return [node[: self.n_cells] for node in self.goals]

    def behind(self, keys: Iterable[Numbers]) -> dict[Numbers, int]:
        """All states on cheapest paths from a source to the states of `keys`, with their costs."""
        known, ties, left = self.known, self.ties, [key + self.tail for key in keys]
        found = {node: known[node][0] for node in left}
        while left:
            node = left.pop()
            for before in (known[node][1], *ties.get(node, ())):
                if before is not None and before not in found:
                    found[before] = known[before][0]
                    left.append(before)
        return {node[: self.n_cells]: cost for node, cost in found.items()}

    def trace(self, key: Numbers) -> tuple[Numbers, list[Via]]:
        """The source from which a state was met, and what led on from there."""
        node, vias = key + self.tail, []
        while (before := self.known[node][1]) is not None:
            vias.append(self.known[node][2])
            node = before
        return node[: self.n_cells], vias[::-1]

    def join(self, other: PlainFrontier) -> None:
        """Look from now on where this frontier meets `other`."""
        self.other = other

    def _meet(self, node: Node, cost: int) -> None:
        assert self.other is not None
        there = self.other.known.get(node[: self.n_cells] + self.other.tail)
        if there is not None and (self.meeting is None or cost + there[0] < self.meeting[0]):
            self.meeting = self.other.meeting = cost + there[0], node[: self.n_cells]

    def met_at(self, total: int) -> list[Numbers]:
        """The states that both frontiers have met where their costs are `total` together."""
        assert self.other is not None
        there, tail, found = self.other.known, self.other.tail, []
        for node, (cost, _, _) in self.known.items():
            entry = there.get(node[: self.n_cells] + tail)
            if entry is not None and cost + entry[0] == total:
                found.append(node[: self.n_cells])
        return found
