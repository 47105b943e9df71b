"""Ctrl-C while a query runs."""

from __future__ import annotations

import _thread
import signal
import sys
import threading
from time import monotonic
from types import FrameType
from typing import Any

from ..watchdog import is_fragile

_PERIOD = 0.02  # seconds until it is tried again
_PATIENCE = 5.0  # seconds that an import may take


class Stoppable:
    """While it is entered, Ctrl-C raises KeyboardInterrupt: later where it would be lost or spoil an import."""

    def __init__(self) -> None:
        self.pressed: float | None = None
        self.outermost: FrameType | None = None
        self.before: Any = None
        self.timer: threading.Timer | None = None

    def __enter__(self) -> Stoppable:
        self.outermost = sys._getframe(1)
        if threading.current_thread() is threading.main_thread():
            self.before = signal.signal(signal.SIGINT, self._stop)
        return self

    def __exit__(self, *_: object) -> None:
        self.outermost = None
        if self.timer is not None:
            self.timer.cancel()
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.pressed = monotonic() if self.pressed is None else self.pressed
        if not is_fragile(frame, self.outermost) or monotonic() - self.pressed > _PATIENCE:
            self.pressed = None
            raise KeyboardInterrupt
        self.timer = threading.Timer(_PERIOD, _thread.interrupt_main)
        self.timer.daemon = True
        self.timer.start()
