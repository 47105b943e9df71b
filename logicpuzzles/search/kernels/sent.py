"""A round of deepening on workers elsewhere, worker processes or a cluster: its branches are sent there and back.

A worker gets the moves once, the tables that they look up included, so that all look up the same; and then branch after
branch, each of which it goes on with for a while. What comes back is counted in clause order, as in `sharing`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import partial
from time import perf_counter
from typing import NamedTuple

from ..asked_workers import Workers
from .control import ENDED, FOUND, PAUSED
from .depth_first import Moves, Stack
from .sharing import Branch, Shared

LASTING = 0.4  # seconds that a worker goes on with a branch before it is sent back
SLICE = 0.05  # seconds of one call of the kernel there: between two, a worker may be told to stop
FIRST = 1 << 16  # states of the first
TAKING = 0.1  # seconds for which results are taken before limits and progress are seen to


class Part(NamedTuple):
    """What a worker has made of a branch; no stack where nothing is left of it."""

    outcome: int
    nodes: int
    least: int
    stack: Stack | None


class SharedElsewhere(Shared):
    """The rest of a round, shared by `workers` elsewhere."""

    def __init__(self, stack: Stack, cut: int, moves: Moves, workers: Workers) -> None:
        super().__init__(stack, cut, moves, 1)
        self.workers, self.cap = workers, 0
        self.results: Iterator[Part] | None = None
        self.under_way: deque[Branch] = deque()  # in the order of their results

    def _go_on(self, work: int, cap: int) -> None:
        """Take results for a while, until there is something to tell."""
        self.cap = cap
        end = perf_counter() + TAKING
        while perf_counter() < end:
            if self.results is None:
                self.results = self.workers.each(partial(search_on, self.moves), self._offered())
            part = next(self.results, None)
            if part is None:  # what there was to offer was searched; there may be more now
                self.results = None
                if not self._is_left():
                    return
                continue
            branch = self.under_way.popleft()
            branch.outcome, branch.nodes, branch.least, branch.stack = part
            branch.is_taken = False
            if part.outcome == FOUND:
                return

    def _is_left(self) -> bool:
        """Whether a branch can be gone on with."""
        branch = self._take(self.cap)
        if branch is not None:
            branch.is_taken = False
        return branch is not None

    def _offered(self) -> Iterator[tuple[Stack, int]]:
        """The branches that can be gone on with, each with the nodes up to which it may be."""
        while (branch := self._take(self.cap)) is not None:
            assert branch.stack is not None
            self.under_way.append(branch)
            yield branch.stack, self.cap - self.settled - branch.before


def search_on(moves: Moves, item: tuple[Stack, int]) -> Part:
    """Go on with a branch for a while, until so many states were looked at."""
    stack, until = item
    end, work = perf_counter() + LASTING, FIRST
    while True:
        began = perf_counter()
        outcome = stack.run(moves, min(stack.nodes + work, until))
        now = perf_counter()
        if outcome != PAUSED or stack.nodes >= until or now >= end:
            return Part(outcome, stack.nodes, stack.least, None if outcome == ENDED else stack)
        if now - began < SLICE:
            work *= 2
