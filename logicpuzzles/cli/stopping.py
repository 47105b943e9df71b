"""Ctrl-C ends a command at once, wherever Python is, also in the middle of an import.

Nothing is raised, so nothing can catch it, lose it, or print a traceback. The session, which goes on, and the questions
of a game, which have a terminal to tidy up, ask for KeyboardInterrupt instead; see `raising`.
"""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

INTERRUPTED = 130
GRACE = 0.5  # seconds for what is left to print: whoever reads it may have stopped reading
MESSAGE = "Stopped with Ctrl-C."

tidying: list[Callable[[], object]] = []  # what is called before the end: a line on the terminal is taken away
told: list[str] = []  # what is said beside: how to go on


def stop_at_once() -> None:
    """From now on Ctrl-C leaves Python."""
    signal.signal(signal.SIGINT, _stop)


def _stop(number: int, frame: FrameType | None) -> None:
    signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    leave_at_once(INTERRUPTED, " ".join((MESSAGE, *told)))


def leave_at_once(code: int, message: str = "") -> None:
    """Leave Python without waiting for threads or tidying up memory; what was printed so far is written out."""
    from threading import Thread  # here, so that Ctrl-C is taken care of before it is imported

    Thread(target=_leave_after, args=(GRACE, code), daemon=True).start()
    for act in (*tidying, *(stream.flush for stream in (sys.stdout, sys.stderr) if stream is not None)):
        try:  # noqa: SIM105 -- contextlib takes a while to import
            act()
        except (OSError, RuntimeError, ValueError):
            pass  # it was interrupted while it wrote, or nobody reads any more
    try:  # noqa: SIM105 -- as above
        os.write(2, f"{message}\n".encode() if message else b"")
    except OSError:
        pass
    os._exit(code)


def _leave_after(seconds: float, code: int) -> None:
    import time

    time.sleep(seconds)
    os._exit(code)


class telling:  # noqa: N801 -- as `raising`
    """While it is entered, Ctrl-C says `text` too."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __enter__(self) -> None:
        told.append(self.text)

    def __exit__(self, *_: object) -> None:
        told.remove(self.text)


class raising:  # noqa: N801 -- a context manager, named like those of contextlib
    """While it is entered, Ctrl-C raises KeyboardInterrupt, where `_stop` would leave."""

    def __enter__(self) -> None:
        self.before = signal.getsignal(signal.SIGINT)
        if self.before is _stop:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def __exit__(self, *_: object) -> None:
        if self.before is _stop:
            signal.signal(signal.SIGINT, _stop)
