"""A* that begins again with a stronger bound once it has lasted."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from ..endings import Path
from .astar import BestFirst, Relayed
from .budget import Outcome
from .driver import Search
from .problem import SearchProblem

LASTING = 1 << 22  # states taken from the queue


class LastingBestFirst(Relayed, BestFirst):
    """A search that `begin` makes of a problem, and makes anew of the problem with a stronger bound."""

    def __init__(self, problem: SearchProblem, begin: Callable[[SearchProblem], Search]) -> None:
        self.problem, self.begin = problem, begin
        self.search = cast(BestFirst, begin(problem))
        self.before, self.known = 0, 0  # states taken, and what was proved, with the weaker bound
        self.may_strengthen = True

    @property
    def nodes(self) -> int:
        """States taken from the queue."""
        return self.before + self.search.nodes

    @property
    def least(self) -> int:
        """No solution is cheaper."""
        return max(self.known, self.search.least)

    @property
    def met(self) -> int:
        """Different states met."""
        return self.search.met

    def run(self, work: int, cap: int) -> Outcome:
        """Take up to `work` states."""
        if self.may_strengthen and self.nodes >= LASTING:
            self._strengthen()
        most = min(cap, LASTING) if self.may_strengthen else cap
        outcome = self.search.run(work, most - self.before)
        return Outcome.PAUSED if outcome == Outcome.FULL and most < cap else outcome

    def _strengthen(self) -> None:
        self.may_strengthen = False
        problem = self.problem.strengthened()
        if problem is not None:
            self.before, self.known = self.nodes, self.least
            self.problem = self.strengthened = problem
            self.search = cast(BestFirst, self.begin(problem))

    def least_open(self, most: int) -> int:
        """The least cost so far plus proved bound of a state in the queue, but at most `most`."""
        return self.search.least_open(most)

    def path(self) -> Path:
        """The solution."""
        return self.search.path()


def restarting(problem: SearchProblem, begin: Callable[[SearchProblem], Search]) -> Search:
    """What `begin` makes of a problem, if need be as a search that may ask for a stronger bound."""
    return begin(problem) if problem.stronger is None else LastingBestFirst(problem, begin)
