"""The thread that checks the watchdogs of all threads and ends work that does not stop by itself.

In the main thread on Unix it sends a signal, which also interrupts waiting and sleeping; elsewhere it sets an
exception that Python raises before the thread's next step.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from math import inf
from threading import Lock, Thread, get_ident
from time import sleep
from types import FrameType
from typing import TYPE_CHECKING, Any, Protocol

from .uncollected import Uncollected

_PERIOD = 0.02  # seconds between two looks
_IDLE = 50  # looks with nothing to watch, until the thread ends
_SIGNAL: Any = getattr(signal, "SIGVTALRM", None)


class Overdue(BaseException):
    """Ends work past its limit; the watchdog makes the message. `except Exception` does not catch it."""


if TYPE_CHECKING:
    from threading import Thread

    class Watched(Protocol):
        """Work with limits; `entered` is the frame in which it began, `struck` whether `Overdue` is on its way."""

        allowed: Any
        entered: FrameType | None
        struck: bool

        def check(self) -> None: ...

        def reached(self, more: int = 0) -> Exception | None: ...

        def is_late(self) -> bool: ...

        def may_be_struck(self, frame: FrameType | None) -> bool: ...


_entered: dict[int, list[Watched]] = {}  # by thread, from the outermost to the innermost
_lock = Lock()
_thread: Thread | None = None
_handling: int | None = None  # the main thread, once the signal is ours


def innermost(thread: int, frame: FrameType | None) -> Watched | None:
    """The work entered last in `thread`, now at `frame`; work that Ctrl-C left behind is skipped."""
    for watched in reversed(_entered.get(thread, ())):
        outer = frame
        while outer is not None and outer is not watched.entered:
            outer = outer.f_back
        if outer is not None:
            return watched
    return None


def begin(thread: int, watched: Watched, frame: FrameType) -> None:
    """Watch the work that begins in `thread` at `frame`."""
    global _thread
    _take_signal()
    _silence_lost()
    watched.struck = False
    is_limited = watched.allowed.end < inf or watched.allowed.top < sys.maxsize
    with _lock:
        stack = _entered.setdefault(thread, [])
        around = innermost(thread, frame)
        if around is None:
            stack.clear()  # as the signal's handler does, which may come in here
        else:
            del stack[stack.index(around) + 1 :]
        stack.append(watched)
        if _thread is None and is_limited:
            with suppress(RuntimeError):  # no thread can be started: then the work's own checks must do
                _thread = Thread(target=_look, name="logicpuzzles-watcher", daemon=True)
                _thread.start()


def end(thread: int, watched: Watched) -> bool:
    """Stop watching; whether `Overdue` arrived at this very moment."""
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
            del stack[stack.index(watched) :]  # and those left behind inside it
        if not stack:
            _entered.pop(thread, None)
    if watched.struck:
        watched.struck = False
        _raise_in(thread, None)  # take back what is not raised yet


def _look() -> None:
    global _thread
    idle = 0
    while True:
        sleep(_PERIOD)
        with _lock:
            idle = 0 if any(_entered.values()) else idle + 1
            if idle > _IDLE:
                _thread = None
                return
            threads = list(_entered)
        for thread in threads:
            if any(watched.is_late() for watched in tuple(_entered.get(thread, ()))):
                _strike(thread)


def _strike(thread: int) -> None:
    """End the late work of `thread`; where it cannot be ended now, a later look will."""
    if thread == _handling:
        signal.pthread_kill(thread, _SIGNAL)
        return
    # Python up to 3.11 may collect while it makes the frame's object. What Python code then runs lets the other thread
    # go on and leave that frame, and the object is written to memory that is in use again.
    with _lock, Uncollected():
        frame = sys._current_frames().get(thread)
        watched = innermost(thread, frame)
        if watched is None:
            _entered.pop(thread, None)  # the work was left behind, or its thread has ended
        elif watched.is_late() and watched.may_be_struck(frame):
            watched.struck = True
            _raise_in(thread, Overdue)


def _raise_in(thread: int, kind: type[BaseException] | None) -> None:
    import ctypes

    error = None if kind is None else ctypes.py_object(kind)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), error)


def _take_signal() -> None:
    """Handle the signal unless someone else does; the handler stays, as setting it takes as long as a query."""
    global _handling
    if _handling is None and hasattr(signal, "pthread_kill") and signal.getsignal(_SIGNAL) is signal.SIG_DFL:
        with suppress(ValueError):  # this is not the main thread, which alone may
            signal.signal(_SIGNAL, _struck)
            _handling = get_ident()


def _struck(number: int, frame: FrameType | None) -> None:
    thread = get_ident()
    watched = innermost(thread, frame)
    if watched is None:
        _entered.get(thread, []).clear()  # left behind by Ctrl-C
    elif watched.is_late() and watched.may_be_struck(frame):
        raise Overdue


def _silence_lost() -> None:
    """Keep Python from printing an `Overdue` lost in a finalizer or callback: the next look raises another."""
    told = sys.unraisablehook
    if getattr(told, "silences_overdue", False):
        return

    def tell(lost: Any) -> None:
        if lost.exc_type is not Overdue:
            told(lost)

    tell.silences_overdue = True  # type: ignore[attr-defined]
    sys.unraisablehook = tell


def _after_fork() -> None:
    """Start afresh in a child process, where only the forking thread is left."""
    global _lock, _thread, _handling
    _lock, _thread = Lock(), None
    own = get_ident()
    _handling = None if _handling is None else own
    for thread in [thread for thread in _entered if thread != own]:
        del _entered[thread]


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
