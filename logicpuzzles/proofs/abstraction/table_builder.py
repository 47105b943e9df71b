"""Who fills tables: threads that run slices of kernels, while limits, progress and Ctrl-C get through."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from ...background import asking, in_background
from ...limits import Progress
from ...workers.together import each_together

Item = TypeVar("Item")
T = TypeVar("T")


class Crew:
    """So many threads.

    Attributes
    ----------
    doing
        What is being done, in a line.
    """

    def __init__(self, workers: int = 1, progress: Progress | None = None) -> None:
        self.workers, self.progress = workers, progress
        self.doing = "filling the tables of the bound"
        self.is_stopped = False

    def run(self, work: Callable[[], T]) -> T:
        """The result of `work`, run in the background; an interrupt or a limit ends it after its slices."""
        if self.progress is not None:
            found: T = asking(self.progress, self._waiting, work)
            return found
        return self._waiting(work)

    def _waiting(self, work: Callable[[], T]) -> T:
        try:
            return in_background(work, lambda: self.doing)
        except BaseException:
            self.is_stopped = True
            raise

    def each(self, call: Callable[[Item], T], items: Sequence[Item]) -> list[T]:
        """What `call` gives for each item; several run at the same time."""

        def checked(item: Item) -> T:
            self.check()
            return call(item)

        return each_together(min(self.workers, len(items)), checked, items)

    def check(self) -> None:
        """Raise `Stopped` if nobody waits for the tables any more."""
        if self.is_stopped:
            raise Stopped


class Stopped(Exception):
    """Nobody waits for the tables any more."""
