"""Threads of this process as workers."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from queue import Empty, SimpleQueue
from threading import Thread, local
from typing import Any, TypeVar

from ..errors import PuzzleError
from . import AHEAD
from .shared import WAIT, Shared

Item = TypeVar("Item")
Result = TypeVar("Result")
_here = local()  # what the thread is at


def cores() -> int:
    """How many processor cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not every system has it
        return os.cpu_count() or 1


def checked(workers: object) -> int:
    """A number of workers: that of the cores for None.

    Raises
    ------
    PuzzleError
        If it is not a whole number, 1 or more.
    """
    if workers is None:
        return cores()
    if isinstance(workers, str) or hasattr(workers, "submit") or hasattr(workers, "each"):
        said, hint = "this is done on cores of this machine alone", "give a number: --workers N, workers=N in Python"
        got = workers if isinstance(workers, str) else type(workers).__name__
        raise PuzzleError(said, place="workers", expected="a number from 1 on", got=got, hint=hint)
    if not isinstance(workers, int) or isinstance(workers, bool) or workers < 1:
        raise PuzzleError("this is no number of workers", place="workers", expected="1 or more, or None", got=workers)
    return workers


def is_given_up() -> bool:
    """Whether nobody waits any more for what this thread is at: work that takes long looks here from time to time."""
    under_way: _UnderWay | None = getattr(_here, "under_way", None)
    return under_way is not None and under_way.is_given_up


class Threads:
    """An `Executor` by threads, which last no longer than a call of `run` or `each`: to begin one takes 0.1 ms.

    The thread that calls only waits, so that it can be interrupted.
    """

    shares_memory = True

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def run(self, work: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
        """What `work` returns for each item, in their order.

        What an item raises is raised here, once the items in hand are done; no other is begun then.
        """
        shared = Shared(work, items)
        problems: list[BaseException] = []

        def go_on() -> None:
            try:
                shared.go_on()
            except BaseException as problem:
                problems.append(problem)

        threads = [Thread(target=go_on, name="logicpuzzles worker", daemon=True) for _ in range(self.workers)]
        try:
            for thread in threads:
                thread.start()
            _wait(threads)
        except BaseException as interrupt:
            shared.is_ended = True
            problems.insert(0, interrupt)
            _wait(threads)
        if problems:
            raise problems[0]
        return shared.in_order()

    def each(self, work: Callable[[Item], Result], items: Iterable[Item], ahead: int | None = None) -> Iterator[Result]:
        """What `work` returns for each item, as soon as it is there; see `Executor`.

        What an item raises is raised in the place of its result. Then, and when the iterator is closed, the items in
        hand are waited for, and no other is begun.
        """
        under_way = _UnderWay(work)
        waiting, at_once = iter(items), max(1, AHEAD * self.workers if ahead is None else ahead)
        try:
            while True:
                under_way.begin(waiting, at_once, self.workers)
                if under_way.is_done:
                    return
                yield under_way.next_result()
        finally:
            under_way.end()

    def close(self) -> None:
        """Nothing is left to end."""


class _UnderWay:
    """Items that were handed to threads and whose results were not yet asked for."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self.work = work
        self.tasks: SimpleQueue[tuple[int, Any] | None] = SimpleQueue()
        self.ended: SimpleQueue[tuple[int, Any, BaseException | None]] = SimpleQueue()
        self.threads: list[Thread] = []
        self.known: dict[int, tuple[Any, BaseException | None]] = {}  # by number; results, or what was raised
        self.taken = self.given = 0
        self.has_more = True
        self.is_given_up = False

    @property
    def is_done(self) -> bool:
        return self.given == self.taken

    def begin(self, items: Iterator[Any], at_once: int, workers: int) -> None:
        """Hand out items while fewer than `at_once` are under way; what taking them raises stands for the next."""
        while self.has_more and self.taken - self.given < at_once:
            try:
                taken = list(islice(items, 1))
            except Exception as problem:
                taken, self.has_more = [], False
                self.known[self.taken] = None, problem
                self.taken += 1
            if not taken:
                self.has_more = False
                break
            self.tasks.put((self.taken, taken[0]))
            self.taken += 1
            if len(self.threads) < workers:
                thread = Thread(target=self._go_on, name="logicpuzzles worker", daemon=True)
                thread.start()
                self.threads.append(thread)

    def next_result(self) -> Any:
        """The result of the first item under way, once it is there."""
        while self.given not in self.known:
            try:
                number, result, problem = self.ended.get(timeout=WAIT)
            except Empty:
                continue
            self.known[number] = result, problem
        result, problem = self.known.pop(self.given)
        self.given += 1
        if problem is not None:
            raise problem
        return result

    def end(self) -> None:
        """Begin no other item, and wait for those in hand."""
        self.is_given_up = True
        try:
            while True:
                self.tasks.get_nowait()
        except Empty:
            for _ in self.threads:
                self.tasks.put(None)
        _wait(self.threads)

    def _go_on(self) -> None:
        _here.under_way = self
        while (task := self.tasks.get()) is not None:
            number, item = task
            try:
                self.ended.put((number, self.work(item), None))
            except BaseException as problem:
                self.ended.put((number, None, problem))


def _wait(threads: Iterable[Thread]) -> None:
    for thread in threads:
        while thread.is_alive():
            thread.join(WAIT)
