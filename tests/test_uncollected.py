"""Stretches without garbage collection."""

from __future__ import annotations

import gc

import pytest

from logicpuzzles import uncollected
from logicpuzzles.errors import LimitReached, PuzzleError
from logicpuzzles.limits import Limits
from logicpuzzles.text.reader import read
from logicpuzzles.uncollected import Uncollected
from logicpuzzles.watchdog import within


def test_they_may_overlap():
    """Garbage is collected again when the last of them ends, if it was before the first."""
    first, second = Uncollected(), Uncollected()
    with first:
        assert not gc.isenabled()
        second.__enter__()
    assert not gc.isenabled()
    second.__exit__()
    assert gc.isenabled()
    gc.disable()
    try:
        with first:
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_a_text_that_cannot_be_read_leaves_collection_on():
    with pytest.raises(PuzzleError):
        read("p(a", "my.pl")
    assert gc.isenabled()
    with pytest.raises(LimitReached), within(Limits(seconds=0.01)):
        read("".join(f"p({n}, X{n}).\n" for n in range(300_000)), "my.pl")
    assert gc.isenabled()


def test_much_that_was_made_is_not_looked_at_afterwards():
    """A collection is not interrupted by any limit: of a large rule file it would take seconds."""
    began = []

    def note(phase, info):
        began.append(phase)

    with Uncollected():
        made = [[number] for number in range(2 * uncollected.MANY)]
        gc.callbacks.append(note)
    try:
        made.append([])
    finally:
        gc.callbacks.remove(note)
    assert began == []


class Ring:
    """Holds itself."""

    def __init__(self):
        self.own = self
