"""What limits mean for a model: they hold while it is built, and may leave a question open."""

from __future__ import annotations

import sys

from ..endings import Stopped
from ..errors import LimitReached
from ..watchdog import Watchdog


def building() -> Watchdog:
    """The watchdog that keeps the building of a model within the limits around it."""
    return Watchdog(None, sys.maxsize, what="building the model", hint="allow more time, or build a smaller one")


class Unfinished(LimitReached):
    """A limit stopped a question before it was decided; `ending` is the `Stopped`."""

    def __init__(self, ending: Stopped) -> None:
        self.ending = ending
        super().__init__(ending.reason, hint="raise the limit")
