"""Breadth first, in slices: every state once, nearest first."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from ..background import load_kernels
from ..endings import Ending, Path
from ..wording import counted
from .budget import Budget, Outcome
from .coding.move_pruning import ROOT
from .driver import Search, all_seen, finish
from .growth import level_sizes
from .problem import SearchProblem
from .space import Node, Space, space_of

ENTRY_BYTES = 190  # what CPython needs for a state in the dictionary and in the queue, beside the state itself


class Breadth(Search):
    """What a breadth-first search can say, plain or compiled.

    Attributes
    ----------
    ends
        For each level that is complete, how many states had been met when it was.
    side
        The side of the level in hand, where there are several.
    """

    ends: list[int]
    side = 0

    @property
    @abstractmethod
    def depth(self) -> int:
        """The depth of the states that are being expanded."""

    @property
    def sizes(self) -> list[list[int]]:
        """For each side from which it goes, the number of states of each complete level."""
        return [level_sizes(self.ends)]

    @property
    def least(self) -> int:
        """Every state of the complete levels was tested when it was met."""
        return len(self.ends)

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
    """Breadth first in plain Python; a state is tested when it is met, and enqueued unless it is known."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self.came: dict[Node, tuple[Node, Any]] = {space.start: (space.start, ROOT)}  # the state before, and how
        self.queue: list[Node] = [space.start]
        self.next, self.ends = 0, [1]
        self.here = space.start  # the state that is being expanded, and what is left of its successors
        self.pending: Iterator[tuple[Node, Any, int]] = iter(())
        self.goal: Node | None = None

    @property
    def nodes(self) -> int:
        """States enqueued."""
        return len(self.queue)

    @property
    def depth(self) -> int:
        """The depth of the states that are being expanded."""
        return len(self.ends) - 1

    def memory(self) -> int:
        """About the bytes held."""
        return len(self.queue) * (self.space.node_bytes + ENTRY_BYTES)

    def run(self, work: int, cap: int) -> Outcome:
        """Go on for `work` expansions."""
        came, queue, here, pending = self.came, self.queue, self.here, self.pending
        after, is_goal = self.space.after, self.space.is_goal
        while True:
            for child, via, rise in pending:
                if child in came:
                    continue
                if is_goal(child):
                    self.goal = child
                    came[child] = (here, via)
                    return Outcome.FOUND
                if len(queue) >= cap:
                    self.here, self.pending = here, chain([(child, via, rise)], pending)
                    return Outcome.FULL
                came[child] = (here, via)
                queue.append(child)
            if self.next == len(queue):
                return Outcome.ENDED
            if not work:
                self.pending = iter(())
                return Outcome.PAUSED
            work -= 1
            if self.next == self.ends[-1]:
                self.ends.append(len(queue))
            here = queue[self.next]
            self.next += 1
            pending = iter(after(here, came[here][1]))

    def path(self) -> Path:
        """The way by which the goal was met first."""
        assert self.goal is not None
        return self.space.path(*trace(self.came, self.goal))


def trace(came: Mapping[Node, tuple[Node, Any]], node: Node) -> tuple[list[Node], list[Any]]:
    """The nodes from the root to `node`, and what led to each but the first."""
    nodes: list[Node] = [node]
    vias: list[Any] = []
    while True:
        before, via = came[node]
        if before == node:
            return nodes[::-1], vias[::-1]
        nodes.append(before)
        vias.append(via)
        node = before


def compiled_breadth(problem: SearchProblem) -> Breadth:
    """Breadth first by a kernel."""
    load_kernels(__package__, "breadth")
    from .kernels.breadth import CompiledBreadth

    return CompiledBreadth(problem)


def bfs(problem: SearchProblem, budget: Budget) -> Ending:
    """The first shortest solution in clause order, in plain Python."""
    return finish(PlainBreadth(space_of(problem)), budget)


def bfs_compiled(problem: SearchProblem, budget: Budget) -> Ending:
    """The same by a kernel."""
    return finish(compiled_breadth(problem), budget)
