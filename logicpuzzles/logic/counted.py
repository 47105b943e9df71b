"""Answers by their number: the one with a number, and lists of so many at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .bindings import serial
from .control import Barrier, Border
from .facts import renamed
from .goal import spelled
from .goals import Goal
from .interleaving import Branch
from .resolver import PAUSED, Continuation, Machine
from .substitution import FAIL
from .terms import AnyTerm

CALL_NTH, FINDNSOLS = "call_nth", "findnsols"


@dataclass(frozen=True, slots=True)
class CallNth(Goal):
    """The answer of `goal` with this `number`, counted from 1; None for each, whose number `unknown` then is.

    It may give values to the unknowns of a query, as `once` does; `own` are older unknowns that belong to the goal.
    """

    goal: Goal
    number: int | None
    unknown: AnyTerm
    own: frozenset[Any] = frozenset()

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        counter = _Counter(machine, Border(machine, CALL_NTH, self.own), self)
        counter.protect(machine)
        return (self.goal, (counter, rest))

    def __repr__(self) -> str:
        return spelled(CALL_NTH, (self.goal, self.unknown if self.number is None else self.number))


class _Counter(Barrier):
    """Where a goal began whose answers are counted; as a goal, it counts one."""

    awaits = False

    def __init__(self, machine: Machine, border: Border, asked: CallNth) -> None:
        super().__init__(machine, border)
        self.asked, self.count = asked, 0

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        self.border.require_decided(machine)
        self.count += 1
        if self.asked.number is None:
            self.leave(machine)
            return rest if machine.unify(self.asked.unknown, self.count) else FAIL
        if self.count < self.asked.number:
            return FAIL
        machine.cut(self.height)
        self.leave(machine)
        return rest


@dataclass(frozen=True, slots=True)
class FindNSols(Goal):
    """`results` is a list of `template` for the next `most` answers of `goal`; the last one may be shorter.

    The unknowns of the template belong to the inside, and so do those of `own`.
    """

    most: int
    template: AnyTerm
    goal: Goal
    results: AnyTerm
    own: frozenset[Any] = frozenset()

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        return machine.branch(self._lists(machine), rest)

    def __repr__(self) -> str:
        return spelled(FINDNSOLS, (self.most, self.template, self.goal, self.results))

    def _lists(self, machine: Machine) -> Iterator[None]:
        own = self.own.union([v for v in machine.unknowns(self.template) if serial(v) >= machine.universal])
        border, mark = Border(machine, FINDNSOLS, own), len(machine.trail)
        branch = Branch(machine, self.goal)
        branch.set_scope(border.since, own, FINDNSOLS)
        found: list[AnyTerm] = []
        is_first = True
        while True:
            event = next(branch.found, FAIL)
            if event is PAUSED:
                machine.tick()
                continue
            if event is not FAIL:
                value = branch.reify(self.template)
                inside = [v for v in branch.unknowns(value) if not border.is_outside(v)]
                border.require_decided(branch, inside)
                found.append(renamed(value, inside))
                if len(found) < self.most:
                    continue
            if found or is_first:
                machine.undo(mark)
                if machine.unify(self.results, tuple(found)):
                    yield
                machine.undo(mark)
            if event is FAIL:
                return
            found, is_first = [], False
