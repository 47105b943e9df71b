"""What a goal that a tracer is told of says: its term, its relation, and whether it is part of the library."""

from __future__ import annotations

from ..logic.goals import Goal
from ..logic.internal import Internal
from ..logic.relations import Call, Predicate
from ..logic.terms import AnyTerm, Term
from .code.instructions import At, Invoke
from .names import Indicator
from .syntax.nodes import indicator_of


def term_of_goal(goal: Goal | AnyTerm) -> AnyTerm:
    """A goal that ran as a term, or a term as it is."""
    if isinstance(goal, Call):
        args = tuple(map(_plain, goal.args))
        return Term(goal.predicate.name, args) if args else goal.predicate.name
    return goal.term() if isinstance(goal, At) else goal


def _plain(arg: AnyTerm) -> AnyTerm:
    """A goal to call without what its name means."""
    while type(arg) is Term and type(arg.name) is Internal:
        arg = arg.args[1]
    return arg


def predicate_of(goal: Goal | AnyTerm) -> Predicate | None:
    """The relation that a goal calls."""
    if isinstance(goal, At) and isinstance(goal.instruction, Invoke):
        return goal.instruction.predicate
    return goal.predicate if isinstance(goal, Call) else None


def key_of(goal: Goal | AnyTerm) -> Indicator | None:
    """The name of a goal and the number of its arguments."""
    if isinstance(goal, At):
        return indicator_of(goal.instruction.origin.node)
    return (goal.predicate.name, len(goal.args)) if isinstance(goal, Call) else None


def is_in_library(goal: Goal | AnyTerm) -> bool:
    """Whether a goal stands in a clause of the library."""
    return isinstance(goal, At) and goal.instruction.origin.is_library
