"""Threads of this process as workers."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from threading import Lock, Thread
from typing import TypeVar

from ..errors import PuzzleError

Item = TypeVar("Item")
Result = TypeVar("Result")
WAIT = 0.05  # seconds; waiting without a limit would not let KeyboardInterrupt through everywhere


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
    if not isinstance(workers, int) or isinstance(workers, bool) or workers < 1:
        raise PuzzleError("this is no number of workers", place="workers", expected="1 or more, or None", got=workers)
    return workers


class Threads:
    """An `Executor` by threads, which last no longer than a call of `run`: to begin one takes 0.1 ms.

    The thread that calls only waits, so that it can be interrupted.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def run(self, work: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
        """What `work` returns for each item, in their order.

        What an item raises is raised here, once the items in hand are done; no other is begun then.
        """
        waiting = enumerate(items)
        lock = Lock()
        results: dict[int, Result] = {}
        problems: list[BaseException] = []

        def take() -> tuple[int, Item] | None:
            with lock:
                return None if problems else next(waiting, None)

        def go_on() -> None:
            try:
                while (taken := take()) is not None:
                    number, item = taken
                    results[number] = work(item)
            except BaseException as problem:
                problems.append(problem)

        threads = [Thread(target=go_on, name="logicpuzzles worker", daemon=True) for _ in range(self.workers)]
        try:
            for thread in threads:
                thread.start()
            _wait(threads)
        except BaseException as interrupt:
            problems.insert(0, interrupt)
            _wait(threads)
        if problems:
            raise problems[0]
        return [results[number] for number in range(len(results))]


def _wait(threads: Iterable[Thread]) -> None:
    for thread in threads:
        while thread.is_alive():
            thread.join(WAIT)
