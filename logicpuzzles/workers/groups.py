"""Items in groups that go to a worker together, so that handing them over costs little."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from time import perf_counter
from typing import Any

from . import AHEAD

MOST = 1000  # items that go together
GROWTH = 64  # times as many as in the group before, at most: what one item took tells little of others
SHORTEST = 8  # the part of a group that the last ones still are
READING = 0.003  # seconds for which items are taken that need not be handed over yet


class Groups:
    """Items one after another, in groups that last `lasting` seconds by what the last ones took.

    Parameters
    ----------
    pack
        Gives an item as it is handed over.
    size
        How many items are in the first group.
    """

    def __init__(
        self, items: Iterable[Any], pack: Callable[[Any], Any], lasting: float, workers: int, size: int = 1
    ) -> None:
        self.size, self._lasting, self._workers = size, lasting, workers
        self._items, self._pack = iter(items), pack
        self._waiting: deque[Any] = deque()  # items that were taken, as they are sent
        self.has_more = True
        self.problem: Exception | None = None  # what taking an item raised, which stands for that item

    def learn(self, done: int, seconds: float) -> None:
        """How many items go together, after `done` took so many seconds."""
        fitting = int(done * self._lasting / max(seconds, 1e-6))
        self.size = max(1, min(fitting, GROWTH * self.size, MOST))

    def next(self, most: int) -> list[Any]:
        """So many of the next items, none of them taken before it is needed."""
        self._take(most)
        return self._given(most)

    def next_of_many(self) -> list[Any]:
        """The next group: shorter, once the last item was taken, so that all workers end at about one time."""
        size, until = self.size, perf_counter() + READING
        while self.has_more and len(self._waiting) < size * AHEAD * self._workers:
            self._take(len(self._waiting) + 1)
            if len(self._waiting) >= size and perf_counter() > until:
                break
        if not self.has_more:
            left = -(-len(self._waiting) // (2 * self._workers))
            size = min(size, max(1, size // SHORTEST, left))
        return self._given(size)

    def _given(self, most: int) -> list[Any]:
        return [self._waiting.popleft() for _ in range(min(most, len(self._waiting)))]

    def _take(self, until: int) -> None:
        """Take items until so many wait."""
        taken = islice(self._packed(), max(0, until - len(self._waiting)))
        self._waiting.extend(taken)

    def _packed(self) -> Iterator[Any]:
        """The next items, as they are sent."""
        while self.has_more:
            try:
                yield self._pack(next(self._items))
            except StopIteration:
                self.has_more = False
            except Exception as problem:
                self.problem, self.has_more = problem, False
