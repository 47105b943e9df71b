"""Runs a search that keeps every state it met, slice by slice, to one of the three endings."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from ..endings import Ending, Exhausted, Path, Stopped
from .watch import Halt, Outcome, Watch


class Stored(Protocol):
    """A search in slices that keeps the states it met, plain or compiled."""

    @property
    def nodes(self) -> int:
        """What the strategy counts."""

    def run(self, work: int, cap: int) -> Outcome:
        """Go on for about `work` expansions, while no more than `cap` nodes are counted."""

    def memory(self) -> int:
        """The bytes held."""

    def path(self) -> Path:
        """The solution, after `FOUND`."""

    def line(self) -> str:
        """How far it is, in one line."""

    def proved(self) -> str:
        """What is known so far about the length of solutions."""

    def reason(self) -> str:
        """Why there is no solution, after `ENDED`."""


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
            watch.tick(search.line, search.memory())
    except Halt as halt:
        return Stopped(reason=f"{halt}; {search.proved()}", nodes=search.nodes)


def all_seen(n_states: int) -> str:
    """The reason for giving up after every reachable state was looked at."""
    if n_states == 1:
        return "no move is possible from the start, which is no goal"
    return f"all {n_states:,} states that can be reached were seen and none is a goal"
