"""Errors as answers: `Catch` runs a goal, and another one in its place where it raises an error that it matches.

Where an error can be caught is read off what is left to prove after the goal that raised it: a `Handler` stands there
for each goal around it that catches. So backtracking into such a goal needs nothing more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..errors import LimitReached, NeedsValue, PuzzleError
from .balls import error_term
from .control import Barrier, Border
from .facts import renamed
from .goal import spelled
from .goals import Goal
from .resolver import Continuation, Machine
from .substitution import FAIL, Substitution
from .terms import AnyTerm

CATCH = "catch"


@dataclass(frozen=True, slots=True)
class Catch(Goal):
    """`goal`; where it raises an error that is `ball`, `recovery` instead.

    `own` are older unknowns that belong to the goal all the same: nothing else refers to them.
    """

    goal: Goal
    ball: AnyTerm
    recovery: Goal
    own: frozenset[Any] = frozenset()

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        handler = Handler(machine, self, rest)
        handler.protect(machine)
        return (self.goal, (handler, rest))

    def __repr__(self) -> str:
        return spelled(CATCH, (self.goal, self.ball, self.recovery))


class Handler(Barrier):
    """Where a goal began whose errors are caught; as a goal, it is the end of that goal."""

    awaits = False

    def __init__(self, machine: Machine, catch: Catch, rest: Continuation) -> None:
        super().__init__(machine, Border(machine, CATCH, catch.own))
        self.catch, self.rest, self.mark = catch, rest, len(machine.trail)
        self.ball = machine.reify(catch.ball)

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        """Leave the goal, which may be taken up again.

        Raises
        ------
        NeedsValue
            A number that it computes with is not known: what is wrong with it could no longer be caught.
        """
        need = self.computing(machine)
        if need is not None:
            raise need
        self.leave(machine)
        return rest

    def computing(self, machine: Machine) -> NeedsValue | None:
        """The need of something in the goal that waits for a value, where Prolog would have raised an error."""
        for variable, constraint in machine.waiting() if machine.watched else ():
            if not constraint.residual and id(constraint.root) not in self.border.stated:
                return constraint.needs(variable)
        return None

    def fits(self, machine: Machine, thrown: AnyTerm, is_late: bool) -> bool:
        """Whether it catches this ball, with what its own has become inside of the goal, as in SWI-Prolog.

        Where it `is_late`, it should have been thrown before, and its own is what it was when the goal began.
        """
        return Substitution().equate(self.ball if is_late else machine.reify(self.catch.ball), thrown)

    def catches(self, machine: Machine, thrown: AnyTerm) -> bool:
        """Take back the goal, and bind what the ball has unknown; False if a condition is against that."""
        machine.undo(self.mark)
        machine.cut(self.height)
        if machine.unify(self.catch.ball, thrown):
            return True
        machine.undo(self.mark)
        return False


def caught(machine: Machine, error: PuzzleError | NeedsValue, following: Continuation) -> Continuation:
    """What is left to prove after `error`, raised by the first goal of `following`; None where nothing catches it.

    Raises
    ------
    NeedsValue
        It was raised after a condition that may not hold.
    """
    ball = ball_of(machine, error)
    if ball is None:
        return None
    is_undone = is_late = False
    for handler in _handlers(following):
        need = handler.computing(machine)
        if need is not None:
            ball, is_late = ball_of(machine, need), True
        if need is None and handler.fits(machine, ball, is_late):
            try:
                handler.border.require_decided(machine)
            except NeedsValue as undecided:
                need, ball = undecided, None
        if need is not None and ball is None:
            need.is_spent = is_undone
            raise need
        if not handler.fits(machine, ball, is_late):
            continue
        is_undone = True
        if handler.catches(machine, renamed(ball, machine.unknowns(ball))):
            return (handler.catch.recovery, handler.rest)
    return None


def ball_of(machine: Machine, error: PuzzleError | NeedsValue) -> AnyTerm:
    """The term that Prolog throws for an error; None for one that cannot be caught.

    A limit cannot, nor what is wrong with the program itself, nor a goal that would have to guess.
    """
    if isinstance(error, PuzzleError):
        return None if isinstance(error, LimitReached) or error.ball is None else machine.reify(error.ball)
    if not error.is_error or machine.is_any(error.variable):
        return None
    return error_term("instantiation_error")


def _handlers(following: Continuation) -> Iterator[Handler]:
    """The goals that catch around what is proved by `following`, the innermost first."""
    while following is not None and following is not FAIL:
        goal, following = following
        handler = getattr(goal, "goal", goal)
        if type(handler) is Handler:
            yield handler
        following = getattr(goal, "around", None) or following
