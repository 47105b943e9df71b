"""The thread that looks after the watchdogs of all threads, and ends work that does not stop by itself.

In the main thread of a Unix system that is done by a signal, which also ends what waits or sleeps; elsewhere by an
exception that Python raises before the next step of the thread.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import suppress
from time import sleep
from types import FrameType
from typing import Any, Protocol

_PERIOD = 0.02  # seconds between two looks
_IDLE = 50  # looks with nothing to look after, until the thread ends
_SIGNAL: Any = getattr(signal, "SIGVTALRM", None)


class Overdue(BaseException):
    """Ends work whose limit is passed; the watchdog makes the message of it. Not to be caught with other errors."""


class Watched(Protocol):
    """What has limits; `entered` is the frame in which it began, `struck` whether what ends it is on its way."""

    allowed: Any
    entered: FrameType | None
    struck: bool

    def check(self) -> None: ...

    def is_late(self) -> bool: ...

    def may_be_struck(self, frame: FrameType | None) -> bool: ...


_entered: dict[int, list[Watched]] = {}  # by thread, from the outermost to the innermost
_lock = threading.Lock()
_thread: threading.Thread | None = None
_handled: bool | None = None  # whether the signal is ours; None while nobody knows


def innermost(thread: int, frame: FrameType | None) -> Watched | None:
    """What was entered last in `thread`, which is at `frame`; not what Ctrl-C has left behind when it began."""
    for watched in reversed(_entered.get(thread, ())):
        outer = frame
        while outer is not None and outer is not watched.entered:
            outer = outer.f_back
        if outer is not None:
            return watched
    return None


def begin(thread: int, watched: Watched, frame: FrameType) -> None:
    """Look after what begins in `thread` at `frame`."""
    global _thread
    _take_signal()
    _silence_lost()
    watched.struck = False
    with _lock:
        stack = _entered.setdefault(thread, [])
        while stack and stack[-1] is not innermost(thread, frame):
            stack.pop()
        stack.append(watched)
        if _thread is None:
            with suppress(RuntimeError):  # no thread can be started: then the work's own checks must do
                _thread = threading.Thread(target=_look, name="logicpuzzles-watcher", daemon=True)
                _thread.start()


def end(thread: int, watched: Watched) -> bool:
    """Leave it alone; whether what ends it has come in this very moment."""
    try:
        _forget(thread, watched)
    except Overdue:
        _forget(thread, watched)
        return True
    return False


def _forget(thread: int, watched: Watched) -> None:
    with _lock:
        stack = _entered.get(thread, [])
        if watched in stack:
            del stack[stack.index(watched) :]  # and what was left behind in it
        if not stack:
            _entered.pop(thread, None)
    if watched.struck:
        watched.struck = False
        _raise_in(thread, None)  # nothing may be raised any more


def _look() -> None:
    global _thread
    idle = 0
    while True:
        sleep(_PERIOD)
        with _lock:
            idle = 0 if _entered else idle + 1
            if idle > _IDLE:
                _thread = None
                return
            threads = list(_entered)
        for thread in threads:
            _strike_if_late(thread)


def _strike_if_late(thread: int) -> None:
    """End the work of `thread` if it is late; where it cannot be now, the next look tells."""
    frame = sys._current_frames().get(thread)
    if frame is None:
        _entered.pop(thread, None)  # the thread is no more
    watched = innermost(thread, frame)
    if watched is None or not watched.is_late():
        return
    if _handled and thread == threading.main_thread().ident:
        signal.pthread_kill(thread, _SIGNAL)
        return
    with _lock:
        frame = sys._current_frames().get(thread)  # where it is by now
        if innermost(thread, frame) is watched and watched.may_be_struck(frame):
            watched.struck = True
            _raise_in(thread, Overdue)


def _raise_in(thread: int, kind: type[BaseException] | None) -> None:
    import ctypes

    error = None if kind is None else ctypes.py_object(kind)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), error)


def _take_signal() -> None:
    """Make the signal ours, unless somebody has it; the handler stays, because setting it takes as long as a query."""
    global _handled
    if _handled is None and threading.current_thread() is threading.main_thread():
        _handled = hasattr(signal, "pthread_kill") and signal.getsignal(_SIGNAL) is signal.SIG_DFL
        if _handled:
            signal.signal(_SIGNAL, _struck)


def _struck(number: int, frame: FrameType | None) -> None:
    watched = innermost(threading.get_ident(), frame)
    if watched is not None and watched.is_late() and watched.may_be_struck(frame):
        raise Overdue


def _silence_lost() -> None:
    """Let Python print no `Overdue` that it loses in a finalizer or callback: the next look raises another."""
    told = sys.unraisablehook
    if getattr(told, "silences_overdue", False):
        return

    def tell(lost: Any) -> None:
        if lost.exc_type is not Overdue:
            told(lost)

    tell.silences_overdue = True  # type: ignore[attr-defined]
    sys.unraisablehook = tell


def _after_fork() -> None:
    """In a child no thread but the one that forked is left."""
    global _lock, _thread
    _lock, _thread = threading.Lock(), None
    own = threading.get_ident()
    for thread in [thread for thread in _entered if thread != own]:
        del _entered[thread]


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
