"""One run of a goal on the kernel: its arrays, and what the kernel leaves to Python."""

from __future__ import annotations

from collections.abc import Iterator
from ...errors import NeedsValue, PuzzleError
from ..resolver import PAUSED
from .calling import resolve
from .clauses import Unsupported
from .deciding import decide, need
from .freely import fails_freely
from .loading import function
from .models import Models
from .codes import (
    ANSWER, CONDITIONS, DECIDE, FAILED, FULL, MISSING, NATIVE, NEED, NIL, NOTES, PC, PYTHON, RESOLVE, SLICE, STALE,
    WAKES, WOKEN,
)  # fmt: skip

LOOKING = (NEED, WOKEN, DECIDE, PYTHON)  # why the kernel returns where a value is looked at

FIRST, BUDGET = 1 << 14, 1 << 20  # calls before the first look at the limits, and between later ones


class Run(Models):
    """The answers to a call of the predicate `number` of `image` with `arity` unknowns.

    `check` is called about every million calls. Whatever is an error raises `Unsupported`: the reference tells it.
    """

    def answers(self) -> Iterator[object]:
        """Stop at each answer, and with PAUSED where `check` says so."""
        st, image, run = self.st, self.image, function("run")
        budget = FIRST
        while True:
            reason = run(self.arrays(), budget, image.margin)
            if reason == SLICE and self.heap[NOTES] != NIL and budget > FIRST:
                raise Unsupported("constraints that wait")  # one may say that there is no answer
            if reason == SLICE:
                budget = min(2 * budget, BUDGET)
                if self.check():
                    yield PAUSED
            elif reason == ANSWER:
                if self.heap[CONDITIONS] != NIL:
                    self.differing({})
                yield None
                st[PC] = image.fail
            elif reason == FAILED:
                return
            elif reason == PYTHON and self.heap[NOTES] != NIL:
                yield from self.label()
            else:
                self.attend(reason)

    def attend(self, reason: int) -> None:
        """Do what the kernel leaves to Python; it goes on afterwards."""
        st, image = self.st, self.image
        if reason == STALE or reason in LOOKING and self.heap[NOTES] != NIL:
            raise Unsupported("constraints that wait")
        if reason == MISSING:
            number = int(image.code[st[PC] + 1])
            image.load(number)
            st[PC] = image.entries[number]
            self.make_room()  # the call found room for the clauses that were known then; this one may be larger
        elif reason == FULL:
            self.grow()
        elif reason == PYTHON:
            self.escape()
        elif reason == WOKEN:
            self.wake()
        elif reason == RESOLVE:
            try:
                resolve(self)
            except (NeedsValue, PuzzleError):
                if self.heap[NOTES] == NIL:
                    raise
                raise Unsupported("constraints that wait") from None
        elif reason == NEED:
            if image.code[st[PC]] == NATIVE and not st[WAKES]:
                self.escape()  # the relation in Python tells it as the resolver does
                return
            if not fails_freely(self):
                raise need(self)
        else:
            decide(self)
