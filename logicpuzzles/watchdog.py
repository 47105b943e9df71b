"""Limits on the time and memory of work in Python, in any thread: a message instead of a hang."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from threading import get_ident
from time import perf_counter
from types import FrameType, TracebackType
from typing import Any

from . import stop, uncollected, watcher
from .errors import LimitReached
from .limits import SECONDS, Limits, default_memory, psutil, read_text
from .watcher import Overdue
from .wording import counted

LIBRARIES = 48 << 20  # bytes that Python and imported libraries take, whatever is asked
TELLING = 0.4  # seconds that a search has after a limit to stop by itself and say how far it got
_FRAGILE = {
    ("weakref", "remove"),
    ("_weakrefset", "_remove"),
    ("importlib._bootstrap", "_find_and_load"),
    (__name__, "__enter__"),
    (__name__, "__exit__"),  # left halfway, it would leave the watchdog behind
    (watcher.__name__, "begin"),
    (watcher.__name__, "end"),
    (uncollected.__name__, "__enter__"),
    (uncollected.__name__, "__exit__"),  # left halfway, garbage would stay
    ("threading", "start"),  # up to Python 3.11 a thread that begins may get what is meant for who begins it, and end
    (f"{__package__}.workers.together", "together"),
}  # modules and functions in which nothing may be raised; see `is_fragile`


@dataclass(frozen=True)
class Allowance:
    """What may still be used: time until `end`, of `seconds` in all; bytes up to `top`, of `memory` in all."""

    end: float = inf
    seconds: float = inf
    top: float = inf
    memory: float = inf

    def tighter(self, other: Allowance) -> Allowance:
        """What both allow."""
        time, room = min(self, other, key=lambda one: one.end), min(self, other, key=lambda one: one.top)
        return Allowance(time.end, time.seconds, room.top, room.memory)


def allowance(seconds: float | None, memory: int | None, spent: float = 0.0, size: int | None = None) -> Allowance:
    """`seconds` from now, less those `spent`, and `memory` beyond `size` bytes, by default those taken now."""
    time = (inf, inf) if seconds is None else (perf_counter() + seconds - spent, seconds)
    room = (inf, inf) if memory is None else ((taken() if size is None else size) + memory, memory)
    return Allowance(*time, *room)


_ALL = Allowance()
_allowed: ContextVar[Allowance] = ContextVar("_allowed", default=_ALL)


def within(limits: Limits) -> AbstractContextManager[None]:
    """All that is read, compiled, built or asked inside shares these seconds and this memory; see `Watchdog`."""
    return nullcontext() if limits.seconds is None and limits.memory is None else _within(limits)


@contextmanager
def _within(limits: Limits) -> Iterator[None]:
    allowed = allowance(limits.seconds, limits.memory, size=max(taken(), LIBRARIES))
    token = _allowed.set(_allowed.get().tighter(allowed))
    try:
        yield
    finally:
        _allowed.reset(token)


def end(latest: float) -> float:
    """When work that begins here must end, by `perf_counter`: at `latest`, or sooner by an enclosing limit."""
    return min(latest, _around().end)


def _around() -> Allowance:
    """What may be used here: what both `within` and the innermost watchdog allow."""
    entered = watcher.innermost(get_ident(), sys._getframe(1))
    return _allowed.get() if entered is None else _allowed.get().tighter(entered.allowed)


def check_all(doing: str, whole: bool) -> None:
    """Raise `LimitReached` if an enclosing limit is passed while the work waits; `doing` says for what.

    With `whole` the time of `within` counts as well.
    """
    entered = watcher.innermost(get_ident(), sys._getframe(1))
    if entered is not None:
        entered.check()
    if whole and perf_counter() > _allowed.get().end:
        raise LimitReached(f"the time was over while {doing}", hint="allow more time")


def require(more: int) -> None:
    """Raise `LimitReached` if `more` bytes of memory would pass an enclosing limit."""
    entered = watcher.innermost(get_ident(), sys._getframe(1))
    reached = None if entered is None else entered.reached(more)
    if reached is not None:
        raise reached


class Watchdog:
    """Enforces limits while something runs; a query enters it for each answer and leaves it in between.

    The work may call `check`. A separate thread checks too, and ends the work by raising `Overdue` in its thread.
    Enclosing limits, of `within` and of other watchdogs, hold inside as well.

    Parameters
    ----------
    seconds
        The time that it may take in all; None for no limit of its own.
    memory
        The bytes by which the process may grow; None for half of what is free now, at most 4 GiB.
    what
        The name of what is stopped, for the message.
    hint
        What can be done when the time is over.
    spent
        Seconds that were used before.
    grace
        Seconds after the limit until the thread ends the work: for work that can say more when it stops by itself.

    Raises
    ------
    LimitReached
        On exit: a limit was passed, memory ran out, or a term was too deep for Python.
    """

    def __init__(
        self,
        seconds: float | None = SECONDS,
        memory: int | None = None,
        what: str = "the query",
        hint: str = "ask for less, or allow more time",
        spent: float = 0.0,
        grace: float = 0.0,
    ) -> None:
        self.what, self.hint, self.grace = what, hint, grace
        self.seconds, self.memory = seconds, default_memory() if memory is None else memory
        self.spent = spent
        self.began = 0.0
        self.size = 0 if self.memory == sys.maxsize else taken()  # to look takes as long as a small query
        self.mine = self.allowed = _ALL
        self.entered: FrameType | None = None  # in which frame; outer frames are not checked
        self.stop: stop.Stop | None = None  # what may stop it before any limit
        self.struck = False  # whether `Overdue` has been sent to its thread
        self.late: LimitReached | None = None  # the limit that was passed then

    def __enter__(self) -> Watchdog:
        self.began = perf_counter()
        self.mine = allowance(self.seconds, self.memory, self.spent, self.size)
        self.allowed = _around().tighter(self.mine)
        self.entered, self.late, self.stop = sys._getframe(1), None, stop.current()
        watcher.begin(get_ident(), self, self.entered)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        overdue = watcher.end(get_ident(), self) or kind is Overdue
        self.entered = None
        self.spent += perf_counter() - self.began
        if overdue:
            raise self.late or self._stopped("") from None
        if kind is MemoryError:
            raise self._stopped(": out of memory", "ask for less") from None
        if kind is RecursionError:
            raise LimitReached(f"{self.what} was stopped: a term is nested too deep for Python") from None

    def check(self) -> None:
        """Raise `LimitReached` if a limit is passed."""
        reached = self.reached()
        if reached is not None:
            raise reached

    def reached(self, more: int = 0) -> LimitReached | None:
        """The error for the limit that is passed, or would be with so many bytes more; None while none is."""
        allowed = self.allowed
        if self.stop is not None and self.stop.wished:
            return self._stopped("", "ask again")
        if perf_counter() > allowed.end:
            how = f" after {counted(float(f'{allowed.seconds:.3g}'), 'second')}"
            late = self._stopped(how, around=allowed.end < self.mine.end)
            late.is_time = True
            return late
        if taken() + more > allowed.top:
            how = f": it has taken {int(allowed.memory):,} bytes of memory"
            return self._stopped(how, "ask for less, or allow more memory", allowed.top < self.mine.top)
        return None

    def _stopped(self, how: str, hint: str | None = None, around: bool = False) -> LimitReached:
        stopped = LimitReached(f"{self.what} was stopped{how}", hint=hint or self.hint)
        stopped.around = around
        return stopped

    def is_late(self) -> bool:
        """Whether a limit is passed and the work has not stopped by itself."""
        is_wished = self.stop is not None and self.stop.wished
        if not is_wished and perf_counter() <= self.allowed.end + self.grace and taken() <= self.allowed.top:
            return False
        self.late = self.reached() or self.late  # kept: on exit, memory may be free again
        return True

    def may_be_struck(self, frame: FrameType | None) -> bool:
        """Whether the work can be ended at `frame`, the innermost of its thread, without loss or harm."""
        return not is_fragile(frame, self.entered)


def is_fragile(frame: FrameType | None, outermost: FrameType | None) -> bool:
    """Whether an exception raised in `frame` is lost or does harm, as far as the frames within `outermost` tell.

    It is lost in finalizers and in callbacks of weak references and of the garbage collector. It does harm during an
    import: half of the module stays, and a second import of numpy then fails.
    """
    while frame is not None and frame is not outermost:
        code = frame.f_code
        if code.co_name == "__del__" or (frame.f_globals.get("__name__"), code.co_name) in _FRAGILE:
            return True
        if any(getattr(call, "__code__", None) is code for call in gc.callbacks):
            return True
        frame = frame.f_back
    return False


@contextmanager
def uncounted() -> Iterator[None]:
    """Libraries imported inside do not count towards limits on memory."""
    global _libraries
    before, now = taken(), object()
    _importing[now] = before
    try:
        yield
    finally:
        del _importing[now]
        _libraries += max(0, taken() - before)


_libraries = 0  # bytes
_importing: dict[object, int] = {}  # by import, the bytes that were taken when it began


def taken() -> int:
    """The bytes of memory that count for limits."""
    return min(_importing.values(), default=0) or resident() - _libraries


def resident() -> int:
    """The bytes of memory that the process holds now; 0 where neither the system nor psutil tells."""
    try:
        return int(read_text("/proc/self/statm").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        process = _process(os.getpid())
        return 0 if process is None else int(process.memory_info().rss)


@lru_cache(maxsize=1)
def _process(number: int) -> Any:
    """This process as psutil sees it, which takes ten times as long to make as to ask; None without psutil."""
    tool = psutil()
    return None if tool is None else tool.Process(number)
