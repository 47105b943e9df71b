"""The budget of a running search: its limits, its progress, and how long a slice of work may be.

A kernel cannot be interrupted, so searches run in slices: between two, limits, progress and Ctrl-C get through.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from functools import cached_property
from math import inf
from time import perf_counter
from typing import Any, TypeVar

from ..background import asking
from ..limits import Limits, Listener, Progress, half_of_free_memory
from ..stop import STOPPED, current
from ..watchdog import end
from ..wording import counted
from .asked_workers import Workers

T = TypeVar("T")

UNLIMITED = 1 << 62
SMALL = 1 << 20  # bytes that may be held however little is free: to look takes longer than a small search


class Outcome(IntEnum):
    """How a slice of a search ended; the kernels return the same numbers."""

    ENDED = 0  # nothing is left to look at
    FOUND = 1  # a goal was met
    PAUSED = 2  # the slice is over
    FULL = 3  # another node is wanted, and there may be no more
    ROOM = 4  # the arrays must grow before it can go on (kernels)
    BEYOND = 6  # every solution costs more than it may


class Halt(Exception):
    """A limit was reached; the message names it."""


class HandOver(Exception):
    """The time for plain Python is over: a kernel should do it."""


class Teller:
    """Passes lines on to `progress`, at most about five times a second."""

    def __init__(self, progress: Progress | None, began: float) -> None:
        self.progress, self.told = progress, began
        self.proved = progress.proved if isinstance(progress, Listener) else None
        self.least = 0

    def prove(self, least: Callable[[], int]) -> None:
        """Tell a listener, if there is one, that no solution has fewer moves, or costs less; once for each number."""
        if self.proved is not None and (known := least()) > self.least:
            self.least = known
            self.proved(known)

    def tell(self, text: Callable[[], str], now: float) -> None:
        """Tell, if it is time to."""
        if self.progress and now - self.told >= 0.2:
            self.told = now
            self.progress(text())


class Reached:
    """How far a search was after its last slice, for who ends it from outside: then it may be within one.

    Attributes
    ----------
    nodes
        What the strategy counted.
    least
        No solution has fewer moves, or costs less; 0 where nothing is known.
    """

    nodes = 0
    least = 0

    def note(self, nodes: int, least: int) -> None:
        """A slice is over."""
        self.nodes, self.least = nodes, least


class Budget:
    """Limits and progress of one search; `tick` is called between slices.

    Parameters
    ----------
    limits, progress
        As for `solve`.
    hand_over
        Seconds after which `tick` raises `HandOver`; None for never.
    work, seconds
        The size of the first slice in units of work, and how long a slice should take: `work` adapts to it.
    workers
        Who may share the search; by default nobody.
    reached
        Where a search notes how far it is.
    """

    def __init__(
        self,
        limits: Limits | None = None,
        progress: Progress | None = None,
        hand_over: float | None = None,
        work: int = 16,
        seconds: float = 0.02,
        began: float | None = None,
        workers: Workers | None = None,
        reached: Reached | None = None,
    ) -> None:
        self.workers, self.reached = workers or Workers(), reached or Reached()
        self.limits, self.hand_over = Limits.of(limits), hand_over
        self.first_work = self.work = work
        self.slice_seconds = seconds
        self.most = UNLIMITED if self.limits.nodes is None else self.limits.nodes
        self.began = self.last = perf_counter() if began is None else began
        self.end = inf if self.limits.seconds is None else end(self.began + self.limits.seconds)
        self.teller, self.stop = Teller(progress, self.began), current()

    @cached_property
    def memory(self) -> int:
        """The bytes that a search may hold; where there is no limit, half of what is free when this is first asked."""
        return half_of_free_memory() if self.limits.memory is None else self.limits.memory

    def tick(self, text: Callable[[], str], memory: int = 0, whole: bool = True) -> None:
        """Note that a slice is over: adapt `work` if the slice was a whole one, tell the progress, stop at a limit.

        Raises
        ------
        Halt
            If the limit of seconds or of memory is passed.
        HandOver
            If plain Python has had its time.
        """
        now = perf_counter()
        took = now - self.last
        self.last = now
        if whole and took < self.slice_seconds / 2:
            self.work *= 2
        elif took > 2 * self.slice_seconds and self.work > 1:
            self.work //= 2
        self.room(memory)
        self._in_time(now)
        if self.hand_over is not None and now - self.began >= self.hand_over:
            raise HandOver
        self.teller.tell(text, now)

    def during(self, work: Callable[..., T], *arguments: Any) -> T:
        """What `work` gives; while it waits for a kernel to be loaded or compiled, time counts and progress is told.

        Raises
        ------
        Halt
            If the limit of seconds is passed meanwhile.
        """
        return asking(self._wait, work, *arguments)

    def _wait(self, doing: str) -> None:
        self.last = now = perf_counter()  # this is not part of a slice
        self._in_time(now, f" while {doing}")
        self.teller.tell(lambda: doing, now)

    def _in_time(self, now: float, doing: str = "") -> None:
        if self.stop is not None and self.stop.wished:
            raise Halt(STOPPED)
        if self.limits.seconds is not None and now >= self.end:
            raise Halt(f"{time_is_over(self.limits.seconds)}{doing}")

    def resume(self) -> None:
        """Start a slice now: the time since the last one was not spent in one."""
        self.last = perf_counter()

    def another(self) -> Budget:
        """A budget under the same limits over another kind of work."""
        other = Budget.__new__(Budget)
        vars(other).update(vars(self), work=self.first_work)
        return other

    def room(self, memory: int) -> None:
        """Raise `Halt` if a search may not hold `memory` bytes."""
        if (memory > SMALL or self.limits.memory is not None) and memory > self.memory:
            what = "limit" if self.limits.memory is not None else "default limit"
            raise Halt(f"the {what} of {counted(self.memory, 'byte')} of memory was reached")

    def beyond(self) -> None:
        """Raise `Halt`: every solution costs more than it may."""
        raise Halt(f"the limit of cost, {self.limits.cost:,}, was reached")

    def full(self, nodes: int) -> None:
        """Raise `Halt` if `nodes` has reached its limit."""
        if nodes >= self.most:
            raise Halt(f"the limit of {counted(self.most, 'node')} was reached")


def time_is_over(seconds: float) -> str:
    """Why a search ends at its limit of seconds, whoever ends it."""
    return f"the limit of {counted(seconds, 'second')} was reached"
