"""Work that is shared: an executor runs the same function over many items at once, and gives what it returned in order.

What is handed out is cut into items that are independent of each other and of who takes them, so that answers do not
depend on the number of workers. Today these are threads, which pays where the work is a kernel that lets others run
(`nogil`); processes and other machines can stand behind the same calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class Executor(Protocol):
    """What runs items.

    Attributes
    ----------
    workers
        How many items are run at the same time.
    """

    workers: int

    def run(self, work: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
        """What `work` returns for each item, in their order; each is taken when a worker is free, first things first.

        When this raises, be it what `work` raised or Ctrl-C, nothing is running any more.
        """


__all__ = ["Executor"]
