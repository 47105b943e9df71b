"""Work that is shared: an executor runs the same function over many items at once, and gives what it returned in order.

What is handed out is cut into items that are independent of each other and of who takes them, so that answers do not
depend on the number of workers: `here.py` is the one worker that is always there, and the reference; `threads.py` pays
where the work is a kernel that lets others run (`nogil`), `processes.py` elsewhere, and `futures.py` takes any executor
of `concurrent.futures`. `asked.py` finds the one that is asked for.

`work` is a function at the top level of a module, or a `partial` of one, and pure: given the same item it returns the
same, and it leaves nothing half done (a file is written under another name, then renamed). So an item whose worker
died is run again. Where memory is not shared, items and results are pickled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
AHEAD = 4  # items by worker that may be under way, where nothing else is asked


class Executor(Protocol):
    """What runs items.

    Attributes
    ----------
    workers
        How many items are run at the same time.
    shares_memory
        Whether workers see the objects of who asks: they are threads. Else items and results are pickled.
    """

    workers: int
    shares_memory: bool

    def run(self, work: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
        """What `work` returns for each item, in their order; each is taken when a worker is free, first things first.

        When this raises, be it what `work` raised or Ctrl-C, nothing is running any more.
        """

    def each(self, work: Callable[[Item], Result], items: Iterable[Item], ahead: int | None = None) -> Iterator[Result]:
        """What `work` returns for each item, one after the other in their order, as soon as it is there.

        Items are taken one by one, by who iterates; they may be endless. At most `ahead` of them, by default 4 for each
        worker, are under way: taken, and their results not yet asked for. What `work` raises is raised in the place of
        its result. Closing the iterator, an exception and Ctrl-C cancel what is under way; workers stay usable.
        """

    def close(self) -> None:
        """End the workers, where they last longer than a call. The next call begins new ones."""


__all__ = ["AHEAD", "Executor"]
