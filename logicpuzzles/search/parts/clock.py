"""How long a task may last: it is told a duration, since the clocks of two machines are never compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import perf_counter
from typing import TypeVar

from ...errors import LimitReached
from ...workers.threads import is_given_up

T = TypeVar("T")


class Clock:
    """So many seconds from now on; `inf` for no limit."""

    def __init__(self, seconds: float) -> None:
        self.end = perf_counter() + seconds

    @property
    def left(self) -> float:
        """The seconds that are left."""
        return max(0.0, self.end - perf_counter())

    def watched(self, items: Iterable[T]) -> Iterator[T]:
        """The items, as long as there is time.

        Raises
        ------
        LimitReached
            There is none left, or nobody waits for the task any more.
        """
        for item in items:
            if perf_counter() >= self.end or is_given_up():
                raise LimitReached("the time of a task is over")
            yield item
