"""Work of one thread stopped by another, wherever it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

STOPPED = "it was stopped"  # why a search ended


class Stop:
    """A wish that work ends, which another thread may have at any time.

    Attributes
    ----------
    wished
        Whether it has it; the work then ends within a slice of a kernel, or the next look of the watchdogs' thread.
    """

    __slots__ = ("wished",)

    def __init__(self) -> None:
        self.wished = False

    def now(self) -> None:
        """End the work that is inside `stoppable`."""
        self.wished = True


_stop: ContextVar[Stop | None] = ContextVar("_stop", default=None)


@contextmanager
def stoppable(stop: Stop) -> Iterator[None]:
    """What is read, compiled, built or searched inside ends when `stop` wishes it, as it does at a limit."""
    token = _stop.set(stop)
    try:
        yield
    finally:
        _stop.reset(token)


def current() -> Stop | None:
    """What may stop the work here; None for nothing."""
    return _stop.get()
