"""Limits on the time and the memory that a query may take, with a message and no hang."""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from math import inf
from time import perf_counter
from types import FrameType

from . import remember
from .errors import LimitReached
from .wording import counted

_PERIOD = 0.05  # seconds of processor time between two checks
_PATIENCE = 2  # ticks
_FRAGILE = {
    (remember.__name__, "<lambda>"),
    ("weakref", "remove"),
    ("_weakrefset", "_remove"),
    ("importlib._bootstrap", "_find_and_load"),
    (__name__, "__enter__"),
    (__name__, "__exit__"),  # left halfway, it would leave the timer running
}  # modules and their functions
SECONDS = 60.0  # the limit of time where none is given
_end: ContextVar[float] = ContextVar("_end", default=inf)  # when all that is under way must end


@contextmanager
def until(seconds: float | None) -> Iterator[None]:
    """Whatever is asked inside has no more than `seconds` in all; see `left`."""
    token = _end.set(min(_end.get(), perf_counter() + (inf if seconds is None else seconds)))
    try:
        yield
    finally:
        _end.reset(token)


def left(most: float) -> float:
    """The seconds that may still be taken, at most `most`; hardly any where the time is over."""
    return max(0.01, min(most, _end.get() - perf_counter()))


def check_all(doing: str, whole: bool) -> None:
    """Raise `LimitReached` if a limit of the query under way is passed while nothing of it runs; `doing` is why.

    The timer does not tell that, since it counts processor time. With `whole` the time of `until` counts as well.
    """
    watchdog = _Timer.watchdog
    while watchdog is not None:
        watchdog.check()
        watchdog = watchdog.outer
    if whole and perf_counter() > _end.get():
        raise LimitReached(f"the time was over while {doing}", hint="allow more time")


class Watchdog:
    """Checks the limits while a query runs; entered for each answer, and left while nobody asks for one.

    `check` is for the machine to call. Where it can be, in the main thread of a Unix system, a timer calls it
    too, so that one goal which runs long is stopped as well.

    Parameters
    ----------
    seconds
        The time that all answers together may take to find; None for no limit.
    memory
        The bytes by which the process may grow; None for half of the machine's memory, at most 4 GiB.
    what
        What is stopped, for the message.
    hint
        What can be done when the time is over.
    """

    def __init__(
        self,
        seconds: float | None = SECONDS,
        memory: int | None = None,
        what: str = "the query",
        hint: str = "ask for less, or allow more time",
    ) -> None:
        self.what, self.hint = what, hint
        self.seconds, self.memory = seconds, memory if memory is not None else min(_half_of_memory(), 4 << 30)
        self.spent = 0.0
        self.began = 0.0
        self.size = resident()
        self.outer: Watchdog | None = None
        self.late = 0  # ticks of the timer since a limit was passed
        self.entered: FrameType | None = None  # where; frames outside of it are not looked at
        self._timer = False

    def __enter__(self) -> Watchdog:
        self.began = perf_counter()
        self.entered = sys._getframe(1)
        self._timer = threading.get_ident() == threading.main_thread().ident and _timer_is_ours()
        if self._timer:
            self.outer, _Timer.watchdog = _Timer.watchdog, self
            signal.setitimer(signal.ITIMER_VIRTUAL, _PERIOD, _PERIOD)
        return self

    def __exit__(self, *_: object) -> None:
        self.entered = None
        if self._timer:
            _Timer.watchdog = self.outer
            if self.outer is None:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        self.spent += perf_counter() - self.began

    def check(self) -> None:
        """Raise `LimitReached` if a limit is passed."""
        reached = self.reached()
        if reached is not None:
            raise reached

    def reached(self) -> LimitReached | None:
        """The error that tells which limit is passed; None while none is."""
        if self.seconds is not None and self.spent + perf_counter() - self.began > self.seconds:
            return LimitReached(
                f"{self.what} was stopped after {counted(float(f'{self.seconds:.3g}'), 'second')}",
                hint=self.hint,
            )
        if resident() - self.size > self.memory:
            return LimitReached(
                f"{self.what} was stopped: it has taken {self.memory:,} bytes of memory", hint="ask for less"
            )
        return None


class _Timer:
    """The timer of the process: it calls the innermost watchdog, and through it those around it.

    Its handler stays once it is there, because setting it takes as long as finding a simple answer. It leaves the
    machine a moment to stop by itself, because what is raised inside a callback of Python's own is lost.
    """

    watchdog: Watchdog | None = None
    handled: bool | None = None  # whether the handler is ours; None while nobody knows

    @classmethod
    def tick(cls, number: int, frame: FrameType | None) -> None:
        watchdog = cls.watchdog
        if watchdog is not None and is_fragile(frame, watchdog.entered):
            return  # the next tick tells
        while watchdog is not None:
            reached = watchdog.reached()
            if reached is not None:
                watchdog.late += 1
                if watchdog.late > _PATIENCE:
                    raise reached
            watchdog = watchdog.outer


def is_fragile(frame: FrameType | None, outermost: FrameType | None) -> bool:
    """Whether what is raised in `frame` is lost or does harm, as far as the frames within `outermost` tell.

    It is lost in finalizers, and in callbacks of weak references and of the collector. It does harm while a module is
    imported: half of it stays, and a second import of numba then fails.
    """
    while frame is not None and frame is not outermost:
        code = frame.f_code
        if code.co_name == "__del__" or (frame.f_globals.get("__name__"), code.co_name) in _FRAGILE:
            return True
        if any(getattr(call, "__code__", None) is code for call in gc.callbacks):
            return True
        frame = frame.f_back
    return False


def _timer_is_ours() -> bool:
    if _Timer.handled is None:
        _Timer.handled = hasattr(signal, "setitimer") and signal.getsignal(signal.SIGVTALRM) is signal.SIG_DFL
        if _Timer.handled:
            signal.signal(signal.SIGVTALRM, _Timer.tick)
            atexit.register(signal.setitimer, signal.ITIMER_VIRTUAL, 0)  # running without a handler it would kill
    return _Timer.handled


def resident() -> int:
    """The bytes of memory that the process holds now; where the system does not tell, the most it has held."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * _page()
    except OSError:
        return _most_held()


@cache
def _page() -> int:
    return os.sysconf("SC_PAGE_SIZE")


def _most_held() -> int:
    try:
        import resource
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


@cache
def _half_of_memory() -> int:
    from .search.watch import half_of_memory

    return half_of_memory()
