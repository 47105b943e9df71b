"""Limits on the time and the memory that a query may take, with a message and no hang."""

from __future__ import annotations

import signal
import threading
from time import perf_counter
from types import FrameType
from typing import Any

from ..errors import LimitReached

_PERIOD = 0.05  # seconds of processor time between two checks
SECONDS = 60.0  # the limit of time where none is given


class Guard:
    """Checks the limits while a query runs; entered for each answer, and left while nobody asks for one.

    `check` is for the machine to call. Where it can be, in the main thread of a Unix system, a timer calls it
    too, so that one goal which runs long is stopped as well.

    Parameters
    ----------
    seconds
        The time that all answers together may take to find; None for no limit.
    memory
        The bytes by which the process may grow; None for half of the machine's memory, at most 4 GiB.
    """

    def __init__(self, seconds: float | None = SECONDS, memory: int | None = None) -> None:
        self.seconds, self.memory = seconds, memory if memory is not None else min(_half_of_memory(), 4 << 30)
        self.spent = 0.0
        self.began = 0.0
        self.size = resident()
        self._timer = False
        self._previous: Any = None

    def __enter__(self) -> Guard:
        self.began = perf_counter()
        self._timer = _timer_is_free()
        if self._timer:
            self._previous = signal.signal(signal.SIGVTALRM, self._on_timer)
            signal.setitimer(signal.ITIMER_VIRTUAL, _PERIOD, _PERIOD)
        return self

    def __exit__(self, *_: object) -> None:
        if self._timer:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, self._previous)
        self.spent += perf_counter() - self.began

    def check(self) -> None:
        """Raise `LimitReached` if a limit is passed."""
        if self.seconds is not None and self.spent + perf_counter() - self.began > self.seconds:
            raise LimitReached(
                f"the query was stopped after {self.seconds:g} seconds", hint="ask for less, or allow more time"
            )
        if resident() - self.size > self.memory:
            raise LimitReached(
                f"the query was stopped: it has taken {self.memory:,} bytes of memory", hint="ask for less"
            )

    def _on_timer(self, number: int, frame: FrameType | None) -> None:
        self.check()


def _timer_is_free() -> bool:
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        return False
    return signal.getsignal(signal.SIGVTALRM) is signal.SIG_DFL and signal.getitimer(signal.ITIMER_VIRTUAL) == (0, 0)


def resident() -> int:
    """The bytes of memory that the process holds now; where the system does not tell, the most it has held."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * _page()
    except OSError:
        return _most_held()


def _page() -> int:
    import os

    return os.sysconf("SC_PAGE_SIZE")


def _most_held() -> int:
    try:
        import resource
        import sys
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def _half_of_memory() -> int:
    from ..search.watch import half_of_memory

    return half_of_memory()
