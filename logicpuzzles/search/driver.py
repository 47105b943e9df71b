"""Runs a search that keeps every state it met, slice by slice, to one of the three endings."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace

from ..endings import Ending, Exhausted, Path, Stopped
from .watch import Halt, Outcome, Watch


class Stored(ABC):
    """A search in slices that keeps the states it met, plain or compiled."""

    @property
    @abstractmethod
    def nodes(self) -> int:
        """What the strategy counts."""

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


def finish(search: Stored, watch: Watch) -> Ending:
    """The ending of `search`; its start is known not to be a goal."""
    try:
        while True:
            outcome = search.run(watch.work, watch.cap)
            if outcome == Outcome.FOUND:
                return replace(search.path(), nodes=search.nodes)
            if outcome == Outcome.ENDED:
                return Exhausted(reason=search.reason(), nodes=search.nodes)
            if outcome == Outcome.FULL:
                watch.full(search.nodes)
            if outcome == Outcome.ROOM:
                watch.room(search.larger())
                search.grow()
            watch.tick(search.line, search.memory(), whole=outcome == Outcome.PAUSED)
    except Halt as halt:
        return Stopped(reason=f"{halt}; {search.proved()}", nodes=search.nodes)


def all_seen(n_states: int) -> str:
    """The reason for giving up after every reachable state was looked at."""
    if n_states == 1:
        return "no move is possible from the start, which is no goal"
    return f"all {n_states:,} states that can be reached were seen and none is a goal"
