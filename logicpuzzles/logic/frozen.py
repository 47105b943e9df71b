"""Goals that wait: `freeze` until an unknown has a value, `when` until a condition on unknowns is decided."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..errors import NeedsValue, PuzzleError
from .balls import error_term
from .bindings import key
from .goal import Constraint, spelled
from .goals import Goal, Neq
from .resolver import Machine
from .terms import VARIABLES, AnyTerm, Term

FREEZE, WHEN = "freeze", "when"
CONDITIONS = "nonvar(X), ground(Term), ?=(X, Y), (Condition, Condition) or (Condition ; Condition)"


@dataclass(slots=True, eq=False)
class Frozen(Constraint):
    """`goal` is asked once `condition` holds.

    Attributes
    ----------
    shown
        The goal as a term.
    done
        Not empty once the goal was asked, until that is undone.
    """

    condition: AnyTerm
    goal: Goal
    shown: AnyTerm
    name: str
    residual: bool
    place: str | None = None
    done: dict[int, bool] = field(default_factory=dict)
    terms: AnyTerm = field(init=False)

    def __post_init__(self) -> None:
        self.terms = (self.condition, self.shown)

    def attempt(self, machine: Machine) -> bool:
        if self.done:
            return True
        awaited = waits_for(machine, self.condition)
        for unknown in awaited:
            machine.suspend(self, unknown)
        if not awaited:
            machine.trail.append((self.done, 0, None))
            self.done[0] = True
            for unknown in machine.unknowns(machine.reify(self.condition)):  # one of several has been enough
                others = machine.watched.get(key(unknown), ())[1:]
                if self in others:
                    machine.watch(unknown, tuple([one for one in others if one is not self]))
            machine.release(self.goal)
        return True

    def term(self, machine: Machine) -> Term:
        """The goal that it is, with what is known."""
        condition = machine.reify(self.condition)
        return Term(self.name, (condition.args[0] if self.name == FREEZE else condition, machine.reify(self.shown)))

    def __repr__(self) -> str:
        return spelled(self.name, (self.condition, self.shown))


def waits_for(machine: Machine, condition: AnyTerm) -> list[Any]:
    """The unknowns for one of which a condition waits; none where it holds.

    Raises
    ------
    NeedsValue, PuzzleError
        It is unknown, or not a condition.
    """
    condition = machine.walk(condition)
    if type(condition) in VARIABLES:
        raise NeedsValue(condition, WHEN, is_error=True)
    kind = (condition.name, len(condition.args)) if type(condition) is Term else None
    args: Any = condition.args if kind is not None else ()
    if kind == ("nonvar", 1):
        return [term for term in map(machine.walk, args) if type(term) in VARIABLES]
    if kind == ("ground", 1):
        return list(machine.unknowns(machine.reify(args[0])))[:1]
    if kind == ("?=", 2):
        prefix = Neq((args,)).prefix(machine) or ()
        return [side for side in map(machine.walk, prefix[0]) if type(side) in VARIABLES] if prefix else []
    if kind == (",", 2):
        first, second = (waits_for(machine, arg) for arg in args)
        return first or second
    if kind == (";", 2):
        first, second = (waits_for(machine, arg) for arg in args)
        return [*first, *second] if first and second else []
    value = machine.reify(condition)
    raise PuzzleError(
        "when takes a condition",
        expected=CONDITIONS,
        got=value,
        ball=error_term("domain_error", "when_condition", value),
    )


def freeze(machine: Machine, name: str, condition: AnyTerm, goal: Goal, shown: AnyTerm, place: str | None) -> bool:
    """Ask `goal` now if `condition` holds, or else let it wait; an answer carries it only where no cell is unknown."""
    return Frozen(condition, goal, shown, name, machine.universal == 0, place).attempt(machine)


def frozen_goals(machine: Machine, unknowns: Any) -> list[Term]:
    """The goals that wait in the current answer for what its `unknowns` become, in the order in which they began to."""
    waiting = {id(one): one for _, one in machine.waiting() if isinstance(one, Frozen)}
    concerned, found = set(unknowns), set[int]()
    terms = {number: one.term(machine) for number, one in waiting.items()}
    while more := [n for n, term in terms.items() if n not in found and concerned & set(machine.unknowns(term))]:
        for number in more:
            found.add(number)
            concerned.update(machine.unknowns(terms[number]))
    return [term for number, term in terms.items() if number in found]
