"""Runs a search slice by slice to one of the three endings, and through all its solutions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator
from dataclasses import replace

from ..endings import Counted, Ending, Exhausted, Path, Stopped
from ..wording import counted, were
from .asked_workers import Workers
from .budget import Budget, Halt, Outcome
from .problem import SearchProblem

Stream = Generator[Path, None, Ending]  # the solutions, unless they are only counted; then the ending


class Search(ABC):
    """A search in slices, plain or compiled; most keep the states they met.

    Attributes
    ----------
    limits
        Of deepening: pairs of a limit and the nodes visited under it.
    found
        The solutions that `run` met so far, where it can go on after `FOUND`.
    counting
        Whether these are only counted: then `run` does not return at each.
    why
        Why it ended as it did, in a sentence, where that needs to be said.
    strengthened
        The problem with the stronger bound with which it went on; None where it did not.
    """

    limits: tuple[tuple[int, int], ...] = ()
    found = 0
    counting = False
    why: str | None = None
    strengthened: SearchProblem | None = None

    @property
    @abstractmethod
    def nodes(self) -> int:
        """What the strategy counts."""

    @property
    def least(self) -> int:
        """No solution has fewer moves, as far as is known."""
        return 0

    @abstractmethod
    def run(self, work: int, cap: int) -> Outcome:
        """Go on for about `work` expansions, while no more than `cap` nodes are counted."""

    @property
    def tables(self) -> int:
        """The bytes of the tables that it looks up, which other searches may hold as well."""
        return 0

    @abstractmethod
    def memory(self) -> int:
        """The bytes held, those of the tables included."""

    @abstractmethod
    def path(self) -> Path:
        """The solution, after `FOUND`."""

    @abstractmethod
    def line(self) -> str:
        """How far it is, in one line."""

    @abstractmethod
    def proved(self) -> str:
        """What is known so far about solutions."""

    def so_far(self, reason: str) -> Path | None:
        """A solution that may be none of the best, for a search that is stopped; `reason` is why it is."""
        return None

    @abstractmethod
    def reason(self) -> str:
        """Why there is no solution, after `ENDED`."""

    def larger(self) -> int:
        """The bytes held while the arrays grow, after `ROOM`."""
        return self.memory()

    def grow(self) -> None:  # noqa: B027 -- plain Python never returns `ROOM`
        """Make the arrays larger, after `ROOM`."""

    def prepare(self, budget: Budget) -> None:  # noqa: B027 -- few need it
        """Take the budget of the slices; called before the first `run` where no other search runs alongside."""

    def share(self, workers: Workers) -> None:  # noqa: B027 -- most keep to one core
        """Search by these workers where that pays; called before `run`."""

    def want_all(self, only_count: bool) -> None:
        """Look for all solutions, or only for their number; called before `run`."""
        self.counting = only_count

    def solutions(self, budget: Budget, before: int = 0) -> Stream:
        """All solutions, after `reach`; other searches have visited `before` nodes."""
        try:
            while not self.counting:
                yield replace(self.path(), nodes=before + self.nodes, limits=self.limits)
                budget.resume()
                budget.tick(self.line, self.memory(), whole=False)
                if advance(self, budget, before) == Outcome.ENDED:
                    break
        except Halt as halt:
            return Stopped(reason=f"{halt}; {self.proved()}", nodes=before + self.nodes, limits=self.limits)
        return Counted(count=self.found, nodes=before + self.nodes, limits=self.limits)


class Exhaustive(Search):
    """An exhaustive search in slices, plain or compiled.

    Attributes
    ----------
    nodes
        States looked at: the start, and every successor that is not on the path already.
    """

    nodes = 0

    def line(self) -> str:
        """How far it is."""
        return f"{counted(self.nodes, 'state')}, {counted(self.found, 'solution')}"

    def proved(self) -> str:
        """How many were found."""
        return found_so_far(self.found)

    def reason(self) -> str:
        """Everything was tried."""
        return "every path was followed to its end, and none leads to a goal"


def finish(search: Search, budget: Budget) -> Ending:
    """The ending of `search`; its start is known not to be a goal."""
    return reach(search, budget) or replace(search.path(), nodes=search.nodes, limits=search.limits)


def every(search: Search, budget: Budget) -> Stream:
    """All solutions of `search`, after its `want_all`; its start is known not to be a goal."""
    return reach(search, budget) or (yield from search.solutions(budget))


def reach(search: Search, budget: Budget) -> Ending | None:
    """None as soon as `search` has found a solution; else how it ended without one."""
    search.prepare(budget)
    try:
        if advance(search, budget) == Outcome.FOUND or search.found:
            return None
    except Halt as halt:
        stopped = Stopped(reason=f"{halt}; {search.proved()}", nodes=search.nodes, limits=search.limits)
        return search.so_far(str(halt)) or stopped
    return Exhausted(reason=search.reason(), nodes=search.nodes, limits=search.limits)


def advance(search: Search, budget: Budget, before: int = 0) -> Outcome:
    """Go on to the next `FOUND` or to `ENDED`; other searches have visited `before` nodes.

    Raises
    ------
    Halt
        If a limit is reached first.
    """
    while True:
        budget.teller.prove(lambda: search.least)
        outcome = search.run(budget.work, budget.most - before)
        budget.reached.note(before + search.nodes, search.least)
        if outcome in (Outcome.FOUND, Outcome.ENDED):
            return outcome
        if outcome == Outcome.BEYOND:
            budget.beyond()
        if outcome == Outcome.FULL:
            budget.full(before + search.nodes)
        if outcome == Outcome.ROOM:
            budget.room(search.larger())
            search.grow()
        budget.tick(search.line, search.memory(), whole=outcome == Outcome.PAUSED)


def found_so_far(n_solutions: int, which: str = "") -> str:
    """What is known of solutions that come one by one."""
    return f"{counted(n_solutions, 'solution')}{which} {were(n_solutions)} found so far"


def all_seen(n_states: int) -> str:
    """The reason for giving up after every reachable state was looked at."""
    if n_states == 1:
        return "no move is possible from the start, which is no goal"
    return f"all {n_states:,} states that can be reached were seen and none is a goal"
