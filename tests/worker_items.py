"""Functions that run in worker processes, for tests."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from logicpuzzles.errors import PuzzleError


def squared(n):
    return n * n


def slow(item):
    """The number, after so many seconds."""
    number, seconds = item
    end = time.perf_counter() + seconds
    while (left := end - time.perf_counter()) > 0:
        time.sleep(min(left, 0.05))
    return number


def complain_at(bad, n):
    if n == bad:
        raise PuzzleError("this is wrong", place="here", expected="that", got=object(), hint="do it")
    return n


def fail_at(bad, n):
    if n == bad:
        raise ValueError(n)
    return n


def hears_ctrl_c(_: object) -> bool:
    """Whether this process would hear of Ctrl-C at a terminal."""
    return signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


class Odd(Exception):
    """Cannot be made again from its arguments."""

    def __init__(self, one, other):
        super().__init__(one)


def raise_odd(n):
    raise Odd(n, n)


def die_once(folder, item):
    """The number; the first time that it is asked, its process is killed."""
    number, is_deadly = item
    with (Path(folder) / str(number)).open("a") as file:
        file.write("begun\n")
    if is_deadly and len((Path(folder) / str(number)).read_text().splitlines()) == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def always_die(bad, n):
    if n == bad:
        os.kill(os.getpid(), signal.SIGKILL)
    return n


def process(_):
    return os.getpid()


def unpicklable(_):
    return lambda: None


def moves_of(rulefile, state):
    """The moves from a state of a puzzle that is sent; by which process, and of which object there."""
    return rulefile.puzzle.successors(state), os.getpid(), id(rulefile)


def count_of(model, _):
    return model.count()


def mark_when_stopped(item):
    """The number 0; for another, what ends it is noted in a file."""
    number, file = item
    if number == 0:
        return 0
    try:
        slow((number, 600.0))
    finally:
        Path(file).write_text("stopped")
