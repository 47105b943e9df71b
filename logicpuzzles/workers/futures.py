"""Any executor of `concurrent.futures` as workers: results in order, a look-ahead that is bounded, and retries.

Where a worker dies, the items that it may have had are run again. An item that may have ended several workers is run
alone the last time, so that no other is to blame; if its worker dies again, that is said.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future, ThreadPoolExecutor, wait
from concurrent.futures import Executor as Pool
from typing import Any, TypeVar

from .. import __version__
from ..errors import PuzzleError
from . import AHEAD
from .calls import answer, opened, packed
from .threads import WAIT

Item = TypeVar("Item")
Result = TypeVar("Result")
TRIES = 3  # how often an item is run whose worker dies


class Futures:
    """An `Executor` by one of `concurrent.futures`, which stays open: who made it shuts it down.

    Parameters
    ----------
    pool
        Its processes, threads or machines do the work.
    workers
        How many items it runs at the same time.
    """

    place = "workers"  # where, in messages

    def __init__(self, pool: Pool, workers: int) -> None:
        self.workers, self.shares_memory = workers, type(pool) is ThreadPoolExecutor
        self._given = pool

    def run(self, work: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
        """What `work` returns for each item, in their order."""
        known = list(items)
        return list(self.each(work, known, max(1, len(known))))

    def each(self, work: Callable[[Item], Result], items: Iterable[Item], ahead: int | None = None) -> Iterator[Result]:
        """What `work` returns for each item, as soon as it is there; see `Executor`."""
        return _Run(self, work, items, max(1, AHEAD * self.workers if ahead is None else ahead)).results()

    def close(self) -> None:
        """Nothing: who made the pool shuts it down."""

    def pool(self) -> Pool:
        """What items are submitted to."""
        return self._given

    def replaced(self, pool: Pool) -> bool:
        """Put another in the place of `pool`, which is broken; whether that was an accident.

        Raises
        ------
        PuzzleError
            It cannot be replaced.
        """
        hint = "give a number of workers: processes that have ended are then replaced"
        raise PuzzleError("the executor that was given is broken: a worker has ended", place=self.place, hint=hint)

    def abandon(self, pool: Pool, futures: Iterable[Future[Any]]) -> None:
        """Nobody waits for these any more."""
        for future in futures:
            future.cancel()


class _Task:
    """An item under way; without a future it waits to be submitted."""

    __slots__ = ("future", "item", "tries")

    def __init__(self, item: Any) -> None:
        self.item, self.tries = item, 0  # the deaths of workers that may have had it
        self.future: Future[Any] | None = None


class _Run:
    """A call of `each`."""

    def __init__(self, of: Futures, work: Callable[[Any], Any], items: Iterable[Any], ahead: int) -> None:
        self.of, self.ahead = of, ahead
        self.work: Any = work if of.shares_memory else packed(work, of.place)
        self.items, self.has_more = iter(items), True
        self.problem: Exception | None = None  # what taking an item raised, which stands for that item
        self.tasks: deque[_Task] = deque()
        self.pool = of.pool()

    def results(self) -> Iterator[Any]:
        try:
            while True:
                self._take()
                self._submit()
                if not self.tasks:
                    break
                yield self._next()
        finally:
            self._cancel()
        if self.problem is not None:
            raise self.problem

    def _take(self) -> None:
        """Have as many items under way as there may be."""
        while self.has_more and len(self.tasks) < self.ahead:
            try:
                item = next(self.items)
                self.tasks.append(_Task(item if self.of.shares_memory else packed(item, self.of.place)))
            except StopIteration:
                self.has_more = False
            except Exception as problem:
                self.problem, self.has_more = problem, False

    def _submit(self) -> None:
        """Submit what waits; each alone, until it is done, where it may have ended several workers."""
        while waiting := [task for task in self.tasks if task.future is None]:
            suspect = next((task for task in waiting if task.tries >= TRIES - 1), None)
            try:
                for task in waiting if suspect is None else [suspect]:
                    task.future = self._submitted(task.item)
            except BrokenExecutor:
                self._recover()
            else:
                if suspect is not None and self._is_lost(suspect):
                    self._recover()

    def _submitted(self, item: Any) -> Future[Any]:
        try:
            if self.of.shares_memory:
                return self.pool.submit(self.work, item)
            return self.pool.submit(answer, __version__, self.work, item)
        except BrokenExecutor:
            raise
        except (RuntimeError, OSError) as problem:
            said, hint = "the executor takes no work", "give one that is open, or a number of workers"
            raise PuzzleError(said, place=self.of.place, got=problem, hint=hint) from None

    def _next(self) -> Any:
        """The result of the first item."""
        first = self.tasks[0]
        while self._is_lost(first):
            self._recover()
            self._submit()
        self.tasks.popleft()
        assert first.future is not None
        try:
            result = first.future.result()
        except CancelledError:
            said, hint = "the executor has dropped an item", "leave it open until all results are there"
            raise PuzzleError(said, place=self.of.place, hint=hint) from None
        return result if self.of.shares_memory else opened(result)

    def _is_lost(self, task: _Task) -> bool:
        """Whether the worker of an item has died; until it is done, this waits."""
        future = task.future
        if future is None:
            return False
        while not future.done():
            wait([future], WAIT)  # without a limit it would not let KeyboardInterrupt through everywhere
        if self.of.shares_memory or future.cancelled():
            return False
        return isinstance(future.exception(), BrokenExecutor)

    def _recover(self) -> None:
        """Have what was lost with a worker wait again, for other workers."""
        lost = [task for task in self.tasks if self._is_lost(task)]  # where one worker dies, all tasks end
        for task in lost:
            task.future = None
        if self.of.replaced(self.pool):
            for task in lost[: self.of.workers]:  # the others had not begun
                task.tries += 1
        self.pool = self.of.pool()
        if any(task.tries >= TRIES for task in lost):
            said = f"an item was tried {TRIES} times, and its worker ended each time without a word"
            hint = "ask with fewer workers if they run out of memory, or without any, to see what happens"
            raise PuzzleError(said, place=self.of.place, hint=hint)

    def _cancel(self) -> None:
        futures = [task.future for task in self.tasks if task.future is not None and not task.future.done()]
        if futures:
            self.of.abandon(self.pool, futures)
