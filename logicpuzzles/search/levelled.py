"""Searches that keep the states they meet, level by level: what they share, and how they give all best solutions."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace

from ..endings import Counted, Path, Stopped
from ..wording import counted
from .budget import UNLIMITED, Budget, Halt
from .driver import Search, Stream, found_so_far
from .growth import level_sizes
from .shortest_paths import ShortestPathDag
from .space import Via


class Levelled(Search):
    """A search of `problem` that keeps the states it meets, level by level, and gives all best solutions from these.

    Attributes
    ----------
    ends
        For each level that is complete, how many states there were when it was.
    side
        The side of the level in hand, where there are several.
    all
        Whether all best solutions are wanted.
    affordable
        Solutions that cost more are not looked for.
    """

    ends: list[int]
    side = 0
    all = False
    affordable = UNLIMITED

    @property
    def sizes(self) -> list[list[int]]:
        """For each side from which it goes, the number of states of each complete level."""
        return [level_sizes(self.ends)]

    @abstractmethod
    def dag(self) -> ShortestPathDag:
        """Every best solution, after `FOUND` where all are wanted."""

    @abstractmethod
    def path_along(self, rows: Sequence[int], vias: Sequence[Via]) -> Path:
        """The solution along `rows`."""

    def want_all(self, only_count: bool) -> None:
        """Look for all best solutions."""
        self.all, self.counting = True, only_count

    def solutions(self, budget: Budget, before: int = 0) -> Stream:
        """All best solutions, after `FOUND`; to count them takes no longer where there are many."""
        nodes, number = before + self.nodes, 0
        try:
            dag = self.dag()
            if self.counting and dag.is_acyclic:
                return Counted(count=dag.count(), nodes=nodes)
            for number, along in enumerate(dag, 1):
                if not self.counting:
                    yield replace(self.path_along(*along), nodes=nodes)
                budget.resume()
                budget.tick(lambda: counted(number, "solution"), whole=False)  # noqa: B023 -- it is called at once
        except Halt as halt:
            return Stopped(reason=f"{halt}; {found_so_far(number)}", nodes=nodes)
        return Counted(count=number, nodes=nodes)
