"""The clause of a model, run once: its constraints are noted, and what is found is its argument.

A model has one way to state its constraints: where a goal leaves another, that is told with its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...errors import NeedsValue, PuzzleError, file_of
from ...limits import SECONDS
from ...logic.goals import Goal, Neq
from ...logic.resolver import Continuation, Machine
from ...logic.substitution import FAIL
from ...logic.terms import VARIABLES, AnyTerm, Term, var
from ...logic.writer import shown
from ...watchdog import Watchdog
from ..code.clauses import Clause, Clauses
from ..code.cuts import begin
from ..code.frames import Frame
from ..code.given import described
from ..code.instructions import At, asked_from, from_caller, place_need
from ..furthest import Furthest
from ..parameters import Resized
from ..syntax.nodes import is_anonymous
from .naming import names_of
from .statements import Labelled, Statement, Statements


@dataclass(frozen=True, slots=True)
class Posted:
    """What the clause of a model says.

    Attributes
    ----------
    argument
        Its argument, with what is known.
    named
        What each unknown of the clause is, by its name in the text.
    statements, labelled
        What it states, with what is known; and what it labels.
    """

    argument: AnyTerm
    named: dict[str, AnyTerm]
    statements: Sequence[Statement]
    labelled: Sequence[Labelled]


class _Enter(Goal):
    """The clause holds of the term; `frame` has its unknowns once it runs."""

    __slots__ = ("clause", "frame", "term")

    def __init__(self, clause: Clause, term: AnyTerm) -> None:
        self.clause, self.term = clause, term
        self.frame: Frame = []

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        barrier = None if self.clause.barrier is None else begin(machine, self.run, rest)
        following = self.clause.enter(machine, (self.term,), rest, barrier)
        if following is not FAIL and following is not rest:
            self.frame = following[0].frame
        return following

    def named(self) -> dict[str, AnyTerm]:
        """The terms of the clause's unknowns, by name."""
        slots = self.clause.layout.slots if self.frame else {}
        return {name: self.frame[slot] for name, slot in slots.items() if not is_anonymous(name)}


def posted(model: Clauses, resized: Sequence[Resized]) -> Posted:
    """What a model says; grids that are `resized` may be why it fails.

    Raises
    ------
    PuzzleError
        It has no way to state its constraints or several, is wrong, or states what is no constraint.
    LimitReached
        That takes too long.
    """
    if len(model.clauses) > 1:
        second = model.clauses[1]
        problem = f"{model.name}/1 has {len(model.clauses)} clauses"
        hint = "state what differs by a constraint, as in A #= 1 #\\/ B #= 1"
        raise PuzzleError(problem, place=second.sentence.place(second.head.at), expected="one, a model", hint=hint)
    hint = "state less, or allow more time"
    with Watchdog(SECONDS, what=f"stating the constraints of {model.name}/1", hint=hint) as watchdog:
        machine, statements = Machine(watchdog.check), Statements()
        machine.stating = statements
        enter = _Enter(model.clauses[0], var())
        try:
            return _only(machine, statements, enter, model, resized)
        except NeedsValue as need:
            raise _needed(machine, need, enter) from None
        except PuzzleError as error:
            placed = from_caller(error, machine, machine.stuck) or error
            raise described(placed).at(file_of(model.place)) from None


def _only(
    machine: Machine, statements: Statements, enter: _Enter, model: Clauses, resized: Sequence[Resized]
) -> Posted:
    answers = machine.answers(enter)
    if next(answers, FAIL) is FAIL:
        raise _failure(machine, model, resized)
    _require_noted(machine, enter)
    _require_orders(machine, statements)
    found = Posted(
        machine.reify(enter.term),
        {name: machine.reify(term) for name, term in enter.named().items()},
        [Statement(machine.reify(one.goal), one.origin) for one in statements.noted.values()],
        [_known(machine, one) for one in statements.labelled.values()],
    )
    before = list(machine.choices)
    if next(answers, FAIL) is not FAIL:
        problem = f"{model.name}/1 has several ways to state its constraints: this goal has another answer"
        hint = "state the choice by a constraint: X in 1..3, tuples_in, element, or A #= 1 #\\/ B #= 1"
        raise PuzzleError(problem, place=_choice(before, machine.choices) or model.place, hint=hint)
    return found


def _failure(ran: Machine, model: Clauses, resized: Sequence[Resized]) -> PuzzleError:
    """The message for a model that has no answer, with the goal that fails: it is run again to find that."""
    machine, furthest = Machine(ran.watchdog), Furthest(model.clauses)
    machine.stating, machine.tracer = Statements(), furthest.enter
    next(machine.answers(_Enter(model.clauses[0], var())), None)
    return furthest.error(f"{model.name}/1 fails before its constraints are stated", model.place, resized)


def _known(machine: Machine, labelled: Labelled) -> Labelled:
    """The same with what is known."""
    best = [(machine.reify(expression), order) for expression, order in labelled.plan.best]
    return Labelled(replace(labelled.plan, best=best), list(map(machine.reify, labelled.terms)), labelled.origin)


def _require_noted(machine: Machine, enter: _Enter) -> None:
    """Raise `PuzzleError` for a condition that waits and is no constraint over integers."""
    for _, constraint in machine.waiting():
        if isinstance(constraint, Neq):
            names = names_of({name: machine.walk(term) for name, term in enter.named().items()})
            pair = Term("dif", machine.reify(constraint.pairs[0]))
            problem = f"{shown(pair, names=names)} is no constraint over integers"
            raise PuzzleError(problem, place=enter.clause.sentence.place(enter.clause.head.at), hint="write #\\=")


def _require_orders(machine: Machine, statements: Statements) -> None:
    """Raise `PuzzleError` where zcompare leaves an order open: the variables of a model are integers."""
    for one in statements.noted.values():
        if one.goal.name == "zcompare" and type(machine.walk(one.goal.args[0])) in VARIABLES:
            problem = "the order that zcompare gives is left open"
            error = PuzzleError(problem, expected="<, = or >", hint="join comparisons: X #< Y #\\/ X #= Y")
            raise error if one.origin is None else one.origin.error(error)


def _needed(machine: Machine, need: NeedsValue, enter: _Enter) -> PuzzleError:
    place_need(need, None, machine.stuck)
    wanted = machine.walk(need.variable)
    name = next((name for name, term in enter.named().items() if machine.walk(term) is wanted), "an unknown")
    problem = f"{need.goal} needs {need.what} for {name}, which the model leaves open"
    hint = "what a model says of its unknowns are constraints, such as #= and #\\="
    return PuzzleError(problem, place=need.place, hint=hint)


def _choice(before: Sequence[Any], after: Sequence[Any]) -> str | None:
    """Where the goal is that had another answer: the first of the choices that has changed."""
    same = next((n for n, (one, two) in enumerate(zip(before, after, strict=False)) if one is not two), len(after))
    for _, source, _, rest in before[min(same, len(before) - 1) :]:
        first = source[0] if isinstance(source, list | tuple) and source else None
        origin = first.instruction.origin if isinstance(first, At) else getattr(first, "origin", None)
        if origin is None or origin.is_library:
            origin = asked_from(rest)
        if origin is not None and origin.place is not None:
            return origin.place
    return None
