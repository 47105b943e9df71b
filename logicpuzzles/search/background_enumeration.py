"""An enumeration of the reachable states beside deepening, which alone never finds out that there is no solution."""

from __future__ import annotations

from collections.abc import Callable

from ..wording import counted
from .budget import UNLIMITED, Budget, Outcome
from .driver import Search

FIRST_SURVEY = 1 << 18  # nodes of deepening before a survey pays, unless the space is known to be small


class Survey:
    """An enumeration of the reachable states alongside deepening, so that it ends where there is no solution.

    Deepening alone never finds that out. The enumeration is kept far cheaper than the deepening: it may see one state
    for every `share` nodes, and everything once deepening has cost eight times the greatest possible number of states.
    It never counts as nodes, and it gives up at the memory limit or when it meets a goal.

    Parameters
    ----------
    begin
        Makes the breadth-first search.
    n_states
        There are at most so many states; None if that is not known.
    budget
        The budget over the deepening.
    """

    def __init__(self, begin: Callable[[], Search], n_states: int | None, budget: Budget, share: int) -> None:
        self.begin, self.share, self.deepening = begin, share, budget
        self.all_at = UNLIMITED if n_states is None else 8 * n_states
        self.due = min(FIRST_SURVEY, self.all_at)
        self.search: Search | None = None

    def work(self, nodes: int, line: str) -> int | None:
        """Go on after `nodes` of deepening; the number of reachable states if all were seen and none is a goal.

        `line` tells how far deepening is.
        """
        if self.search is None:
            self.search, self.budget = self.begin(), self.deepening.another()
        self.budget.resume()
        cap = UNLIMITED if nodes >= self.all_at else nodes // self.share
        while True:
            outcome = self.search.run(self.budget.work, cap)
            if outcome == Outcome.ENDED:
                return self.search.nodes
            if outcome == Outcome.FULL:
                self.due = min(2 * self.due, self.all_at)
                break
            too_large = outcome == Outcome.ROOM and self.search.larger() > self.budget.memory
            if outcome in (Outcome.FOUND, Outcome.BEYOND) or too_large or self.search.memory() > self.budget.memory:
                self.search, self.due = None, UNLIMITED
                break
            if outcome == Outcome.ROOM:
                self.search.grow()
            seen = counted(self.search.nodes, "state")
            self.budget.tick(lambda: f"{line}; {seen} listed, in case none is a goal")  # noqa: B023 -- called at once
        self.deepening.resume()
        return None
