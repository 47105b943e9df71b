"""Every shortest solution, breadth first: the levels up to the nearest goals, and the paths through them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from ..endings import Path
from .bfs import Breadth
from .budget import Outcome
from .coding.move_pruning import ROOT
from .space import Node, Space


@dataclass(frozen=True)
class ShortestPathDag:
    """The part of the space that lies on shortest solutions.

    Attributes
    ----------
    start
        The node of the start.
    after
        For each node but the goals, what leads on, and where, in clause order.
    """

    start: Any
    after: dict[Any, list[tuple[Any, Any]]]

    def __iter__(self) -> Iterator[tuple[list[Any], list[Any]]]:
        """The nodes and what leads from each to the next, of every shortest solution in clause order."""
        nodes: list[Any] = [self.start]
        vias: list[Any] = []
        stack = [iter(self.after[self.start])]
        while stack:
            step = next(stack[-1], None)
            if step is None:
                stack.pop()
                nodes.pop()
                if vias:
                    vias.pop()
                continue
            vias.append(step[0])
            nodes.append(step[1])
            if step[1] in self.after:
                stack.append(iter(self.after[step[1]]))
            else:
                yield nodes, vias
                nodes.pop()
                vias.pop()

    def count(self) -> int:
        """The number of shortest solutions, without going through them."""
        paths: dict[Any, int] = {}
        # The nodes come level by level, so backwards every node comes after those that follow it.
        for node, steps in reversed(self.after.items()):
            paths[node] = sum(paths.get(after, 1) for _, after in steps)
        return paths[self.start]


class ShortestPaths(Breadth):
    """A search that knows every shortest solution after `FOUND`, plain or compiled."""

    @abstractmethod
    def dag(self) -> ShortestPathDag:
        """What lies on the shortest paths to the goals, after `FOUND`."""

    @abstractmethod
    def path_along(self, nodes: list[Any], vias: list[Any]) -> Path:
        """The solution along `nodes`."""


class PlainShortestPaths(ShortestPaths):
    """Breadth first in plain Python; it completes the level of the nearest goals."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self.levels: list[dict[Node, Any]] = [{space.start: ROOT}]  # what led to each first
        self.known = {space.start}
        self.next: dict[Node, Any] = {}
        self.ends = [1]
        self.goals: set[Node] = set()
        self.pending: Iterator[tuple[Node, Any]] = iter(self.levels[0].items())

    @property
    def nodes(self) -> int:
        """States met, the start and the goals included."""
        return len(self.known)

    @property
    def depth(self) -> int:
        """The depth of the states that are being expanded."""
        return len(self.levels) - 1

    def memory(self) -> int:
        """About the bytes held."""
        return len(self.known) * (self.space.node_bytes + 250)

    def run(self, work: int, cap: int) -> Outcome:
        """Go on for `work` expansions."""
        known, after, is_goal = self.known, self.space.after, self.space.is_goal
        while True:
            for node, via in self.pending:
                for child, rule, _ in after(node, via):
                    if child in known:
                        continue
                    if len(known) >= cap:
                        self.pending = chain([(node, via)], self.pending)
                        return Outcome.FULL
                    known.add(child)
                    self.next[child] = rule
                    if is_goal(child):
                        self.goals.add(child)
                work -= 1
                if work <= 0:
                    return Outcome.PAUSED
            if self.goals:
                return Outcome.FOUND
            if not self.next:
                return Outcome.ENDED
            self.levels.append(self.next)
            self.ends.append(len(known))
            self.next = {}
            self.pending = iter(self.levels[-1].items())

    def dag(self) -> ShortestPathDag:
        """What lies on the shortest paths to the goals."""
        found: list[dict[Node, list[tuple[Any, Node]]]] = []
        wanted: Any = self.goals
        for level in reversed(self.levels):
            through = {}
            for node, via in level.items():
                steps = [(rule, child) for child, rule, _ in self.space.after(node, via) if child in wanted]
                if steps:
                    through[node] = steps
            found.append(through)
            wanted = through
        return ShortestPathDag(
            self.space.start, {node: steps for level in reversed(found) for node, steps in level.items()}
        )

    def path_along(self, nodes: list[Node], vias: list[Any]) -> Path:
        """The solution along `nodes`."""
        return self.space.path(nodes, vias)

    def path(self) -> Path:
        """The first solution."""
        return self.path_along(*next(iter(self.dag())))
