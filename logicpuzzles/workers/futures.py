"""Any executor of `concurrent.futures` as workers: results in order, a look-ahead that is bounded, and retries.

Short items go together, in groups that last `lasting` seconds by what the last ones took, so that handing them over
costs little; a worker gives back what it has not begun by then. Where a worker dies, what it may have had is run again,
item by item, each alone, so that nothing else is to blame; if its worker dies at all of its tries, that is said.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, ThreadPoolExecutor, wait
from concurrent.futures import Executor as Pool
from typing import Any, TypeVar

from .. import __version__
from ..errors import PuzzleError
from . import AHEAD
from .calls import Answers, answer, answer_here, opened, packed
from .groups import Groups
from .shared import WAIT

Item = TypeVar("Item")
Result = TypeVar("Result")
TRIES = 3  # how often something is run whose worker dies
IN_HAND = 2  # groups of items for each worker that are submitted; others wait here, for the last ones to be short
LONGER = 3  # times as long as a group should last; some of its items may take longer than those before


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
    lasting = 0.05  # seconds that items which go together last: a hundred times what it takes to hand them over
    tried = 1  # how often something was tried that is lost
    all_end = True  # whether the death of one worker ends all that is under way
    learned: tuple[int | None, int] = None, 1  # the hash of what was called last, and how many items went together

    def __init__(self, pool: Pool, workers: int) -> None:
        self.workers, self.shares_memory = workers, type(pool) is ThreadPoolExecutor
        self._given = pool

    def run(self, work: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
        """What `work` returns for each item, in their order."""
        return list(_Run(self, work, items, None, keeps=True).results())

    def each(self, work: Callable[[Item], Result], items: Iterable[Item], ahead: int | None = None) -> Iterator[Result]:
        """What `work` returns for each item, as soon as it is there; see `Executor`."""
        return _Run(self, work, items, ahead).results()

    def close(self) -> None:
        """Nothing: who made the pool shuts it down."""

    def pool(self) -> Pool:
        """What items are submitted to."""
        return self._given

    def submitted(self, pool: Pool, work: Any, items: list[Any]) -> Future[Answers]:
        """What will be the answers of the first items."""
        if self.shares_memory:
            return pool.submit(answer_here, work, items, self.longest)
        return pool.submit(answer, __version__, work, items, self.longest)

    @property
    def longest(self) -> float:
        """The seconds after which a worker gives back what it has not begun: others wait for it in vain."""
        return LONGER * self.lasting

    def is_lost(self, problem: BaseException | None) -> bool:
        """Whether `problem` came instead of answers because a worker has died."""
        return isinstance(problem, BrokenExecutor)

    def replaced(self, pool: Pool) -> bool:
        """Put another in the place of `pool`, which may be broken; whether that was an accident.

        Raises
        ------
        PuzzleError
            It cannot be replaced.
        """
        hint = "give a number of workers: processes that have ended are then replaced"
        raise PuzzleError("the executor that was given is broken: a worker has ended", place=self.place, hint=hint)

    def has_ended(self, pool: Pool) -> bool:
        """Whether `pool` will not do any more what it has not done; False where it tells so itself."""
        return False

    def lost(self) -> PuzzleError:
        """What is said where all tries have failed."""
        said = "whenever an item was tried its worker ended, and did not say why"
        hint = "ask for fewer workers if they run out of memory, or for none, to see what happens"
        return PuzzleError(said, place=self.place, hint=hint)

    def failed(self, problem: BaseException) -> BaseException:
        """What is raised where `problem` came instead of answers."""
        if isinstance(problem, CancelledError):
            hint = "leave it open until all results are there"
            return PuzzleError("the executor has dropped what it was given", place=self.place, hint=hint)
        return problem

    def look(self) -> None:
        """What is done from time to time while results are waited for."""

    def abandon(self, pool: Pool, futures: Iterable[Future[Answers]]) -> None:
        """Nobody waits for these any more."""
        for future in futures:
            future.cancel()


class _Task:
    """Items under way together; without a future they wait to be submitted."""

    __slots__ = ("future", "items", "tries")

    def __init__(self, items: list[Any], tries: int = 0) -> None:
        self.items, self.tries = items, tries  # 1: a worker has died that may have had them; more: that had them alone
        self.future: Future[Answers] | None = None

    @property
    def is_done(self) -> bool:
        return self.future is not None and self.future.done()


class _Run:
    """A call of `each`, or of `run`, which `keeps` all results."""

    def __init__(
        self, of: Futures, work: Callable[[Any], Any], items: Iterable[Any], ahead: int | None, keeps: bool = False
    ) -> None:
        self.of, self.ahead, self.keeps = of, None if ahead is None else max(1, ahead), keeps
        self.work: Any = work if of.shares_memory else packed(work, of.place)
        self.key = None if of.shares_memory else hash(self.work)
        size = of.learned[1] if of.learned[0] == self.key is not None else 1
        self.groups = Groups(items, self._pack, of.lasting, of.workers, size)
        self.tasks: deque[_Task] = deque()  # in the order of their items
        self.busy: list[_Task] = []  # of these, all that are not done
        self.replies: deque[Any] = deque()  # of items before those
        self.pool = of.pool()

    def results(self) -> Iterator[Any]:
        """The results, one by one."""
        try:
            while True:
                self._take()
                if self.replies:
                    yield opened(self.replies.popleft())
                elif self.tasks:
                    self._wait()
                else:
                    break
        finally:
            self._cancel()
        if self.groups.problem is not None:
            raise self.groups.problem

    def _pack(self, item: Any) -> Any:
        return item if self.of.shares_memory else packed(item, self.of.place)

    def _take(self) -> None:
        """Have as many items under way as there may be; of one group at most, where a result is there."""
        while taken := self._taken():
            task = _Task(taken)
            self.tasks.append(task)
            self.busy.append(task)
            self._submit()
            if self.replies or self.tasks[0].is_done:
                break

    def _taken(self) -> list[Any]:
        """Items that are to go together now; none, where enough are under way."""
        if self.ahead is not None:
            under_way = len(self.replies) + sum(len(task.items) for task in self.tasks)
            few = max(1, self.ahead // (2 * self.of.workers))
            return self.groups.next(min(self.groups.size, few, max(0, self.ahead - under_way)))
        self.busy = [task for task in self.busy if not task.is_done]
        is_enough = len(self.busy) >= IN_HAND * self.of.workers
        if is_enough or (not self.keeps and len(self.tasks) >= AHEAD * self.of.workers):
            return []
        return self.groups.next_of_many()

    def _submit(self) -> None:
        """Submit what waits; each alone, until it is done, where it may have ended a worker."""
        while waiting := [task for task in self.tasks if task.future is None]:
            suspect = next((task for task in waiting if task.tries), None)
            try:
                for task in waiting if suspect is None else [suspect]:
                    task.future = self._submitted(task.items)
            except BrokenExecutor:
                self._recover()
            else:
                if suspect is not None and self._is_lost(suspect):
                    self._recover(alone=suspect)

    def _submitted(self, items: list[Any]) -> Future[Answers]:
        try:
            return self.of.submitted(self.pool, self.work, items)
        except BrokenExecutor:
            raise
        except (RuntimeError, OSError) as problem:
            said, hint = "the executor takes no work", "give one that is open, or a number of workers"
            raise PuzzleError(said, place=self.of.place, got=problem, hint=hint) from None

    def _wait(self) -> None:
        """Wait until something is done; have the replies of the first items, if they are."""
        first = self.tasks[0]
        assert first.future is not None
        if not first.is_done:
            tasks = self.busy if self.keeps and self.groups.has_more else [first]
            futures = [task.future for task in tasks if task.future is not None]
            self.of.look()
            wait(futures, WAIT, FIRST_COMPLETED)  # without a limit it would not let Ctrl-C through everywhere
            if first.is_done or not self.of.has_ended(self.pool):
                return
        if self._is_lost(first):
            self._recover()
            self._submit()
            return
        try:
            replies, seconds = first.future.result()
        except BaseException as problem:
            raise self.of.failed(problem) from None
        self.replies.extend(replies)
        self.tasks.popleft()
        if rest := first.items[len(replies) :]:
            self.tasks.appendleft(_Task(rest))
            self.busy.append(self.tasks[0])
            self._submit()
        self.groups.learn(len(replies), seconds)
        self.of.learned = self.key, self.groups.size

    def _is_lost(self, task: _Task) -> bool:
        """Whether the worker that had a task has died; until that is known, this waits."""
        future = task.future
        if future is None:
            return False
        while not future.done():
            if self.of.has_ended(self.pool):
                return True
            self.of.look()
            wait([future], WAIT)
        return not future.cancelled() and self.of.is_lost(future.exception())

    def _recover(self, alone: _Task | None = None) -> None:
        """Have what was lost with a worker wait again, item by item, for other workers."""
        is_accident = self.of.replaced(self.pool)
        lost = [task for task in self.tasks if (task.is_done or self.of.all_end) and self._is_lost(task)]
        blamed = lost[: self.of.workers] if is_accident else []  # the others had not begun
        self.pool = self.of.pool()
        for task in blamed:
            task.tries = max(1, task.tries) if self.of.all_end and task is not alone else task.tries + self.of.tried
            if task.tries >= TRIES and len(task.items) == 1:
                raise self.of.lost()
        tasks, self.groups.size = deque[_Task](), 1
        for task in self.tasks:
            tries = task.tries if self.of.all_end else 0
            tasks.extend([_Task([item], tries) for item in task.items] if task in lost else [task])
        self.tasks, self.busy = tasks, [task for task in tasks if not task.is_done]

    def _cancel(self) -> None:
        futures = [task.future for task in self.tasks if task.future is not None and not task.is_done]
        if futures:
            self.of.abandon(self.pool, futures)
