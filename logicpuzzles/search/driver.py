"""Runs a search slice by slice to one of the three endings."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace

from ..endings import Ending, Exhausted, Path, Stopped
from .budget import Budget, Halt, Outcome


class Search(ABC):
    """A search in slices, plain or compiled; most keep the states they met."""

    limits: tuple[tuple[int, int], ...] = ()  # of deepening: pairs of a limit and the nodes visited under it

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

    @abstractmethod
    def memory(self) -> int:
        """The bytes held."""

    @abstractmethod
    def path(self) -> Path:
        """The solution, after `FOUND`."""

    @abstractmethod
    def line(self) -> str:
        """How far it is, in one line."""

    @abstractmethod
    def proved(self) -> str:
        """What is known so far about solutions."""

    @abstractmethod
    def reason(self) -> str:
        """Why there is no solution, after `ENDED`."""

    def larger(self) -> int:
        """The bytes held while the arrays grow, after `ROOM`."""
        return self.memory()

    def grow(self) -> None:  # noqa: B027 -- plain Python never returns `ROOM`
        """Make the arrays larger, after `ROOM`."""


def finish(search: Search, budget: Budget) -> Ending:
    """The ending of `search`; its start is known not to be a goal."""
    ending = reach(search, budget)
    return replace(search.path(), nodes=search.nodes, limits=search.limits) if ending is None else ending


def reach(search: Search, budget: Budget) -> Ending | None:
    """None as soon as `search` has found a solution; else how it ended without one."""
    try:
        while True:
            outcome = search.run(budget.work, budget.most)
            if outcome == Outcome.FOUND:
                return None
            if outcome == Outcome.ENDED:
                return Exhausted(reason=search.reason(), nodes=search.nodes, limits=search.limits)
            if outcome == Outcome.FULL:
                budget.full(search.nodes)
            if outcome == Outcome.ROOM:
                budget.room(search.larger())
                search.grow()
            budget.tick(search.line, search.memory(), whole=outcome == Outcome.PAUSED)
    except Halt as halt:
        return Stopped(reason=f"{halt}; {search.proved()}", nodes=search.nodes, limits=search.limits)


def all_seen(n_states: int) -> str:
    """The reason for giving up after every reachable state was looked at."""
    if n_states == 1:
        return "no move is possible from the start, which is no goal"
    return f"all {n_states:,} states that can be reached were seen and none is a goal"
