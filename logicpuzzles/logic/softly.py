"""The soft cut: all answers of a condition, or what holds where it has none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .control import Barrier, Border
from .goal import spelled
from .goals import Goal, fail
from .resolver import Continuation, Machine

SOFT_CUT = "*->"


@dataclass(frozen=True, slots=True)
class SoftCut(Goal):
    """`then` for every answer of `condition`; `otherwise` if it has none.

    The condition may give values to the unknowns of a query, as in Prolog; `own` are older unknowns that belong to it
    all the same: nothing else refers to them.
    """

    condition: Goal
    then: Goal
    otherwise: Goal
    own: frozenset[Any] = frozenset()

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        barrier = _SoftBarrier(machine, Border(machine, SOFT_CUT, self.own))
        machine.choices.append((len(machine.trail), (self.otherwise,), 0, rest))
        barrier.protect(machine)
        return (self.condition, (barrier, (self.then, rest)))

    def __repr__(self) -> str:
        return spelled("softly", (self.condition, self.then, self.otherwise))


class _SoftBarrier(Barrier):
    """Where a condition began whose answers all count; as a goal, it drops the alternative to the condition alone."""

    def commit(self, machine: Machine) -> None:
        self.border.require_decided(machine)
        if len(machine.choices) == self.height + 1:
            machine.cut(self.height)
        elif len(machine.choices) > self.height:  # a cut after an earlier answer has dropped it otherwise
            mark, _, index, rest = machine.choices[self.height]
            machine.choices[self.height] = (mark, (fail,), index, rest)
