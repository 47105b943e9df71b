"""Constraints over integers that are posted and not yet propagated.

Most models post all their constraints before anything looks at a domain: then `label` hands them to the engine of
models as they are, and nothing is propagated in Python. So a constraint that only links integers is noted, and its
unknowns are marked. Goals that cannot notice run meanwhile: those whose `awaits` says so. Any other, one that binds
or reads a marked unknown, that leaves a choice or raises an error, is taken back; then what was noted is posted in
its order, and the goal runs again. So answers, errors and what remains are as if each had been propagated at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from ...errors import LimitReached, NeedsValue, PuzzleError
from ..goal import Constraint, Goal
from ..later import Misplaced, Stale
from ..resolver import Continuation, Machine
from ..substitution import FAIL
from ..terms import AnyTerm, Variable
from .propagation import propagation
from .sets import Integers

LONG = 8192  # goals that may run at first before what is deferred is propagated after all
SHORT = 64

Summands = dict[int, int]  # the serials of unknowns, each with its multiplier


@dataclass(frozen=True, slots=True, eq=False)
class Noted:
    """What a goal says of integers.

    Attributes
    ----------
    unknowns
        Those that it is about, by their serials.
    sums
        Linear comparisons: the summands, "==", "!=" or "<=", and the number that they compare with.
    different
        The serials of unknowns that differ pairwise, and the integers that they are not; None where it says no such
        thing.
    domain
        Of all its unknowns.
    """

    unknowns: dict[int, Variable]
    sums: tuple[tuple[Summands, str, int], ...] = ()
    different: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    domain: Integers | None = None


NOTHING = Noted({})  # of a goal that holds; messages may tell its name all the same


class Deferrable(Protocol):
    """A goal over integers, without its arguments."""

    def post(self, machine: Machine, args: tuple[AnyTerm, ...]) -> bool:
        """Propagate it; False if it cannot hold."""


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """A goal that was noted.

    Attributes
    ----------
    posting, args, rest
        The goal, and what was left to prove after it.
    calling
        Where it stands, as `Machine.calling`.
    before
        The entry before it.
    since
        The inferences of the machine when the first entry was noted.
    """

    posting: Deferrable
    args: tuple[AnyTerm, ...]
    rest: Continuation
    calling: Any
    noted: Noted
    before: Entry | None
    since: int


class Mark(Constraint):
    """Waits on `variable` while constraints on it are deferred."""

    __slots__ = ("variable",)
    name = "in"
    residual = silent = is_free = True

    def __init__(self, variable: Variable) -> None:
        self.variable = variable

    @property
    def terms(self) -> AnyTerm:
        return self.variable

    def attempt(self, machine: Machine) -> bool:
        """The same waits on the unknown that `variable` now is, if nothing else does."""
        known = machine.walk(self.variable)
        if type(known) is not Variable or known.serial in machine.watched or machine.floor:
            raise Stale
        machine.watch(known, (Mark(known),))
        return True


Point = tuple[Goal, Continuation, int, int]  # a goal, what is left after it, and the trail and the choices before


class Deferred(dict[int, Any]):
    """The newest entry of a machine under 0, empty where nothing is deferred.

    Under 1 the outermost goal that commits and is being run, if it began when something was deferred: where that is
    to be propagated, the goal is taken back as a whole, for it looks at what was known when it began.

    Attributes
    ----------
    patience
        Goals that may run before what is deferred is propagated: fewer after each time that it could not hold.
    running
        The goal that is being run.
    """

    def __init__(self, machine: Machine) -> None:
        super().__init__()
        self.machine, self.patience = machine, LONG
        self.running: Point | None = None

    @property
    def is_shared(self) -> bool:
        """Whether a goal that commits is being run that began when something was deferred."""
        return 1 in self

    def enter(self) -> None:
        """The goal that is being run commits."""
        if 1 not in self:
            self.machine.trail.append((self, 1, None))
            self[1] = self.running

    def leave(self, before: Entry | None, height: int) -> None:
        """A goal commits that began with `before` deferred and `height` choices.

        Raises
        ------
        Stale
            Something was deferred since.
        """
        if self.get(0) is not before:
            raise Stale
        point = self.get(1)
        if point is not None and point[3] == height:
            self.machine.trail.append((self, 1, self.pop(1)))

    def note(self, posting: Deferrable, args: tuple[AnyTerm, ...], rest: Continuation, noted: Noted) -> None:
        """Defer a goal."""
        machine, before = self.machine, self.get(0)
        watched, trail = machine.watched, machine.trail
        for name, unknown in noted.unknowns.items():
            waiting = watched.get(name)
            if waiting is None:
                trail.append((watched, name, None))
                watched[name] = (unknown, Mark(unknown))
            elif type(waiting[-1]) is not Mark:
                trail.append((watched, name, waiting))
                watched[name] = (*waiting, Mark(unknown))
        trail.append((self, 0, before))
        since = machine.inferences if before is None else before.since
        self[0] = Entry(posting, args, rest, machine.calling, noted, before, since)

    def concerns(self, term: AnyTerm) -> bool:
        """Whether `term`, walked, is an unknown on which constraints are deferred."""
        if type(term) is not Variable:
            return False
        waiting = self.machine.watched.get(term.serial)
        return waiting is not None and type(waiting[-1]) is Mark

    def entries(self) -> Iterator[Entry]:
        """What is deferred, the newest first."""
        entry = self.get(0)
        while entry is not None:
            yield entry
            entry = entry.before

    def advance(self, goal: Goal, rest: Continuation) -> Continuation:
        """Run `goal`, before which what is deferred is propagated where it does not await that."""
        machine = self.machine
        self.running = running = goal, rest, len(machine.trail), len(machine.choices)
        if goal.awaits and machine.inferences - self[0].since < self.patience:
            try:
                return goal.run(machine, rest)
            except LimitReached:
                raise
            except (Stale, NeedsValue, PuzzleError):
                machine.agenda.clear()
                machine.draining = False
        goal, rest, mark, height = self.get(1, running)
        machine.undo(mark)
        machine.cut(height)
        return (goal, rest) if self.settle() else FAIL

    def settle(self) -> bool:
        """Post what is deferred; False if it cannot hold.

        Raises
        ------
        Misplaced
            A goal raises an error.
        """
        machine, entries = self.machine, list(self.entries())
        took = machine.inferences - entries[-1].since
        self.forget()
        for entry in reversed(entries):
            try:
                holds = entry.posting.post(machine, entry.args)
            except (NeedsValue, PuzzleError) as error:
                if isinstance(error, NeedsValue) and entry.calling is not None:
                    error.place = error.place or entry.calling.place
                raise Misplaced(error, entry.rest) from None
            if not holds:
                if took >= SHORT:
                    self.patience = max(SHORT, self.patience // 2)
                return False
        if took >= self.patience:
            self.patience *= 2
        return True

    def forget(self) -> None:
        """Nothing is deferred any more."""
        machine = self.machine
        watched, trail = machine.watched, machine.trail
        for entry in self.entries():
            for name, unknown in entry.noted.unknowns.items():
                if name in machine.bindings:
                    name = machine.walk(unknown).serial
                waiting = watched.get(name)
                if waiting is not None and type(waiting[-1]) is Mark:
                    trail.append((watched, name, waiting))
                    if len(waiting) == 2:
                        del watched[name]
                    else:
                        watched[name] = waiting[:-1]
        trail.append((self, 0, self.pop(0)))


def deferred(machine: Machine) -> Deferred:
    """What is deferred on `machine`."""
    if type(machine.deferred) is not Deferred:
        propagation(machine)
        machine.deferred = Deferred(machine)
    return machine.deferred
