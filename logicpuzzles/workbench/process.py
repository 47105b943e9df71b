"""A process of the workbench: it does one job after another, tells how far it is, and ends with the server.

Nothing here imports the user interface, nor numpy: it is loaded before a process is forked, where that can be done.
"""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

from ..errors import PuzzleError, defect
from ..integers import any_length
from ..limits import Limits
from ..watchdog import Watchdog, within
from ..workers.beginning import forget
from ..workers.calls import plain

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

DONE, FAILED, PROGRESS = "done", "failed", "progress"


class ForAnotherPanel(PuzzleError):
    """Nothing is wrong, but the rule file has nothing for this panel; the hint names the one for it."""


@dataclass(frozen=True)
class Job:
    """What a process is asked to do: `function(*arguments)`, with `progress` where it `tells`."""

    number: int
    function: Callable[..., object]
    arguments: tuple[Any, ...]
    seconds: float | None
    tells: bool


def work(connection: Connection[Any, Any]) -> None:
    """Do the jobs that come over `connection`, until its other end is closed."""
    forget()
    with suppress(ValueError, OSError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    jobs: SimpleQueue[Job] = SimpleQueue()
    Thread(target=_receive, args=(connection, jobs), daemon=True).start()
    lock = Lock()

    def send(number: int, kind: str, what: object) -> None:
        message = _pickled(number, kind, what)
        with lock, suppress(OSError):
            connection.send_bytes(message)

    with any_length():
        while True:
            job = jobs.get()
            kind, result = _done(job, lambda told, number=job.number: send(number, PROGRESS, told))  # type: ignore[misc]
            send(job.number, kind, result)


def _receive(connection: Connection[Any, Any], jobs: SimpleQueue[Job]) -> None:
    """Take in jobs while others are done; where the server is gone, so is this process, whatever it does."""
    with suppress(EOFError, OSError):
        while True:
            jobs.put(connection.recv())
    os._exit(0)


def _done(job: Job, tell: Callable[[object], None]) -> tuple[str, object]:
    """Whether the job was done, and its result, or what went wrong."""
    named = {"progress": tell} if job.tells else {}
    try:
        with within(Limits(seconds=job.seconds)), Watchdog(None, what="the work"):
            return DONE, job.function(*job.arguments, **named)
    except PuzzleError as error:
        return FAILED, plain(error)
    except (Exception, SystemExit, KeyboardInterrupt) as problem:
        return FAILED, PuzzleError(defect(problem))


def _pickled(number: int, kind: str, what: object) -> bytes:
    try:
        return pickle.dumps((number, kind, what))
    except Exception as problem:  # whatever an object of a rule file does when it is pickled
        return pickle.dumps((number, FAILED, PuzzleError(defect(problem))))
