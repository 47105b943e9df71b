"""A goal over known states decided to the end: states and moves cannot carry constraints over integers."""

from __future__ import annotations

from dataclasses import dataclass

from .goal import Goal
from .resolver import Continuation, Machine
from .terms import AnyTerm, next_serial


@dataclass(frozen=True, slots=True)
class Decided(Goal):
    """`goal`, after which no unknown in `terms` is one of several integers.

    Where an answer of the goal leaves one open but for a finite domain, every value is an answer of its own, as if
    `label` stood at the end of the goal: the leftmost unknown first, its values ascending, each once. Of unknowns in
    no term it is enough that there are values with which all holds.
    """

    goal: Goal
    terms: AnyTerm

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        return (self.goal, (_Decide(self.terms, next_serial()), rest))


@dataclass(frozen=True, slots=True)
class _Decide(Goal):
    """Decides the constraints on what is in `terms`, and on the unknowns made from the serial `since` on."""

    terms: AnyTerm
    since: int

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        if machine.propagation is None or not any(constraint.over_integers for _, constraint in machine.waiting()):
            return rest
        from .integers.deciding import decided  # here: most moves state no constraints over integers

        return machine.branch(decided(machine, self.terms, self.since), rest)
