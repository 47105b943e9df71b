"""Stretches in which no garbage is collected: several may overlap, in any threads."""

from __future__ import annotations

import gc
from threading import RLock

MANY = 100_000  # objects that were made and stay, to look at which takes long

_lock = RLock()
_open = 0  # how many stretches go on
_before = True  # whether garbage was collected before the first of them


class Uncollected:
    """No garbage is collected inside.

    So that much that stays is made in half the time: the collector would look at all of it again and again.
    """

    def __enter__(self) -> None:
        global _open, _before
        with _lock:
            if not _open:
                _before = gc.isenabled()
                gc.disable()
            _open += 1

    def __exit__(self, *_: object) -> None:
        global _open
        if gc.get_count()[0] > MANY:
            _take_as_old()
        with _lock:
            _open -= 1
            if not _open and _before:
                gc.enable()


def _take_as_old() -> None:
    """Have the collector take all that is there as old, unlooked at: to look takes seconds, in which no limit holds."""
    if not gc.get_freeze_count():  # what the program itself has frozen stays so
        gc.freeze()
        gc.unfreeze()
