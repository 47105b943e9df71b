"""Worker processes of this machine, which last from call to call and never longer than the process that asks."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor as Pool
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.process import BaseProcess
from multiprocessing.resource_tracker import ensure_running
from threading import Lock, Thread
from typing import Any
from weakref import WeakSet

from .beginning import NAME, forget, without_current_folder
from .calls import Answers
from .futures import Futures

# A fork server begins processes in 20 ms, with what it has loaded; where there is none, each loads that itself.
_FORKS = "forkserver" in multiprocessing.get_all_start_methods()


_MOST = 61 if sys.platform == "win32" else 1 << 20  # Windows waits for no more at once

_NAME = f"{NAME} worker"
_PRELOADED = ["logicpuzzles.workers.calls", "logicpuzzles.rulefile.rulebook"]  # once, for all; none of it is numpy


class _Context:
    """A context of `multiprocessing` that keeps what was made in it: processes, and the queues of their results."""

    def __init__(self) -> None:
        self._context: Any = multiprocessing.get_context("forkserver" if _FORKS else "spawn")
        self.made: list[BaseProcess] = []
        self.queues: list[Any] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def get_start_method(self, allow_none: bool = False) -> str:
        """The word at which a pool begins all processes at once.

        Begun one by one, as they are needed, one may begin while the pool is taken apart because another has died.
        """
        return "fork"

    def SimpleQueue(self) -> Any:  # noqa: N802 -- as in `multiprocessing`
        self.queues.append(self._context.SimpleQueue())
        return self.queues[-1]

    def Process(self, *arguments: Any, **named: Any) -> BaseProcess:  # noqa: N802 -- as in `multiprocessing`
        if _FORKS:
            self._context.set_forkserver_preload(_PRELOADED)
        made: BaseProcess = self._context.Process(*arguments, **{**named, "name": _NAME})
        self.made.append(made)
        return made


class Processes(Futures):
    """An `Executor` by processes, which are begun when they are first needed, and replaced when they die."""

    place = "worker processes"

    def __init__(self, workers: int) -> None:
        self.workers, self.shares_memory = min(workers, _MOST), False
        self._pool: ProcessPoolExecutor | None = None
        self._context = _Context()
        self._lock = Lock()
        _all.add(self)

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes that were begun and have not ended."""
        return [made.pid for made in self._context.made if made.pid is not None and made.is_alive()]

    def pool(self) -> Pool:
        """The pool of processes."""
        with self._lock:
            if self._pool is None:
                self._context = _Context()
                context: Any = self._context
                with without_current_folder():  # its queues begin a process of Python's, which looks after them
                    self._pool = ProcessPoolExecutor(self.workers, context, _begin)
            return self._pool

    def submitted(self, pool: Pool, work: Any, items: list[Any]) -> Future[Answers]:
        """What will be the answers of the first items; a process may begin for them."""
        with uninterrupted():
            return super().submitted(pool, work, items)

    def replaced(self, pool: Pool) -> bool:
        """Forget `pool`, which is broken; False where it was ended from here."""
        with self._lock:
            was_ours = self._pool is pool
        if was_ours:
            self.close()
        return was_ours

    def has_ended(self, pool: Pool) -> bool:
        """Whether `pool` was replaced, or one of its processes has died.

        What is submitted while a pool of Python 3.11 takes itself apart has no ending, and would be waited for in vain.
        """
        with self._lock:
            made = self._context.made if self._pool is pool else None
        return made is None or any(process.pid is not None and not process.is_alive() for process in made)

    def abandon(self, pool: Pool, futures: Iterable[Future[Answers]]) -> None:
        """End the processes, and so what they are at; the next call begins new ones.

        Nothing is cancelled: a pool of Python 3.11 whose process dies while items wait that were cancelled leaves the
        others without an ending, and they would be waited for in vain.
        """
        self.replaced(pool)

    def close(self) -> None:
        """End the processes, whatever they are at."""
        with self._lock:
            pool, self._pool, made = self._pool, None, self._context
        if pool is not None:
            for process in made.made:
                if process.pid is not None:  # it was begun
                    with suppress(OSError, ValueError):
                        process.kill()
            while made.queues:  # else what waits for the rest of a result waits for ever
                made.queues.pop()._writer.close()
            pool.shutdown()


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Have Ctrl-C wait, so that no process is left half begun, and keep it from processes that begin."""
    with without_current_folder(), _interrupts_later():
        yield


@contextmanager
def _interrupts_later() -> Iterator[None]:
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is None:
        yield
        return
    if _FORKS:
        ensure_running()  # it would let Ctrl-C through again when it begins
    came: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT]) if _FORKS else set()
    try:
        yield
    finally:
        if _FORKS:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, before)
    if came:
        signal.raise_signal(signal.SIGINT)


def _begin() -> None:
    """Make a process end with the one that asks, and leave Ctrl-C to that."""
    forget()
    with suppress(ValueError, OSError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        Thread(target=_end_after, args=(parent,), name="parent", daemon=True).start()


def _end_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(0)


_all: WeakSet[Processes] = WeakSet()


def end_all() -> None:
    """End all processes: this one ends."""
    for processes in list(_all):
        processes.close()


# Where Python ends, `concurrent.futures` would first have all done that was submitted. It has its own function called
# in the same way, the latest first; what `atexit` calls would come later.
threading._register_atexit(end_all)  # type: ignore[attr-defined]
