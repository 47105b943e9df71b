"""Ctrl-C while a query runs, and while nothing does."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType

from ..watchdog import is_fragile

_PERIOD = 0.02  # seconds until it is tried again
_PATIENCE = 5.0  # seconds that an import may take


class Stoppable:
    """While it is entered, Ctrl-C raises KeyboardInterrupt: later where it would be lost or spoil an import."""

    def __init__(self) -> None:
        self.pressed: float | None = None
        self.outermost: FrameType | None = None
        self.before: Callable[[int, FrameType | None], object] | int | None = None
        self.timer: threading.Timer | None = None

    def __enter__(self) -> Stoppable:
        self.outermost = sys._getframe(1)
        if threading.current_thread() is threading.main_thread():
            self.before = signal.signal(signal.SIGINT, self._stop)
        return self

    def __exit__(self, *_: object) -> None:
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)
        self.outermost = None
        if self.timer is not None:
            self.timer.cancel()

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.pressed = monotonic() if self.pressed is None else self.pressed
        if not is_fragile(frame, self.outermost) or monotonic() - self.pressed > _PATIENCE:
            self.pressed = None
            raise KeyboardInterrupt
        self.timer = threading.Timer(_PERIOD, signal.raise_signal, (signal.SIGINT,))
        self.timer.daemon = True
        self.timer.start()


@contextmanager
def unmoved() -> Iterator[None]:
    """While it is entered, Ctrl-C does nothing, where neither a query nor the prompt takes it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
