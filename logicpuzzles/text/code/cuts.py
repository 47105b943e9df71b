"""Cuts: a clause with one notes where it began, and the cut commits to what was chosen since.

The barrier stands in a slot of the frame. A cut reaches it through conjunctions, disjunctions and the branches of
if-then-else; a goal that keeps its cuts inside, such as ``\\+``, has a barrier of its own. Where cells of a state are
unknown, nothing up to the last cut may bind one, so that the compiler splits on it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...errors import NeedsValue
from ...logic.committing import CUT
from ...logic.control import Barrier, Border
from ...logic.resolver import Continuation, Machine
from .frames import Frame
from .instructions import Instruction, place_need
from .opaque import Again, Suspending


def begin(machine: Machine, again: Again, rest: Continuation, own: frozenset[Any] = frozenset()) -> Barrier:
    """The barrier of what begins here; `again` begins it anew, and `rest` is left to prove after it.

    `own` are older unknowns that belong to the inside all the same: nothing has met them yet.
    """
    if isinstance(machine, Suspending):
        machine.note(again, rest)
    return Barrier(machine, Border(machine, CUT, own))


@dataclass(slots=True, eq=False)
class Begin(Instruction):
    """Here begins what the cuts after it commit to."""

    slot: int
    own: Callable[[Frame], frozenset[Any]]

    def execute(self, machine: Machine, frame: Frame, rest: Continuation) -> Continuation:
        barrier = begin(machine, lambda machine, rest: self.execute(machine, frame, rest), rest, self.own(frame))
        frame[self.slot] = barrier
        barrier.protect(machine)
        return rest


@dataclass(slots=True, eq=False)
class Cut(Instruction):
    """Commit to what was chosen since the barrier; leave it if this is the `last` cut."""

    slot: int
    last: bool

    def execute(self, machine: Machine, frame: Frame, rest: Continuation) -> Continuation:
        barrier: Barrier = frame[self.slot]
        try:
            barrier.commit(machine)
        except NeedsValue as need:
            place_need(need, self.origin, rest)
            raise
        if self.last:
            barrier.leave(machine)
        return rest


@dataclass(slots=True, eq=False)
class Leave(Instruction):
    """Here no cut can follow."""

    slot: int

    def execute(self, machine: Machine, frame: Frame, rest: Continuation) -> Continuation:
        frame[self.slot].leave(machine)
        return rest
