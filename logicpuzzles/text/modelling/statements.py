"""The goals over integers that the clause of a model states: they are noted, and not run.

So each keeps its place, and none narrows what another says: what contradicts what can be told. A goal with one unknown
that nothing has stated before is computed where it has one value, as in `N #= K * K`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...errors import PuzzleError
from ...logic.bindings import key
from ...logic.goal import Constraint, Goal
from ...logic.integers.domains import domain_of, elements
from ...logic.integers.formulas import closed
from ...logic.integers.goals import GOALS
from ...logic.integers.labelling import Plan, plan_of
from ...logic.integers.propagation import propagation
from ...logic.resolver import Continuation, Machine
from ...logic.substitution import FAIL
from ...logic.terms import VARIABLES, AnyTerm, Term
from ..code.instructions import Origin, asked_from
from .senseless import require_sense

_LABELS = frozenset({"label", "labeling", "indomain"})
_ASKING = {
    "taut": "what follows",
    "sat_count": "the number of answers",
    "weighted_maximum": "the best answers",
}


@dataclass(frozen=True, slots=True)
class Statement:
    """A goal over integers, and the goal of the text that states it."""

    goal: Term
    origin: Origin | None

    @property
    def place(self) -> str | None:
        """Where it is, as file:line."""
        place = None if self.origin is None else self.origin.place
        return None if place is None else place.rpartition(":")[0]

    def holds(self) -> bool:
        """Whether the goal, which has no unknowns, holds.

        Raises
        ------
        PuzzleError
            It is not about integers.
        """
        try:
            return any(True for _ in Machine().answers(_called(self.goal)))
        except PuzzleError as error:
            raise error if self.origin is None else self.origin.error(error) from None


@dataclass(frozen=True, slots=True)
class Labelled:
    """What is to be labelled, and in which order."""

    plan: Plan
    terms: list[AnyTerm]
    origin: Origin | None


@dataclass(frozen=True, slots=True, eq=False)
class _Noted(Constraint):
    """What commits sees in this that a goal is not decided, which was noted."""

    name: str
    terms: AnyTerm
    place: str | None
    residual = True

    def attempt(self, machine: Machine) -> bool:
        return True


class Statements:
    """What is noted while a clause runs; taken back where it backtracks.

    Attributes
    ----------
    noted
        The goals, by number.
    labelled
        What is to be labelled, likewise.
    """

    def __init__(self) -> None:
        self.noted: dict[int, Statement] = {}
        self.labelled: dict[int, Labelled] = {}
        self._met: dict[Any, bool] = {}  # the unknowns of what was noted

    def state(self, machine: Machine, goal: Term, rest: Continuation) -> Continuation:
        """Note a goal, which is called before `rest`.

        Raises
        ------
        PuzzleError, NeedsValue
            It is wrong, or no constraint.
        """
        calling = machine.calling
        origin = (calling.is_library and asked_from(rest)) or calling if isinstance(calling, Origin) else None
        if goal.name in _LABELS:
            _keep(machine, self.labelled, len(self.labelled), self._labelled(machine, goal, origin))
            return rest
        if goal.name.startswith("fd_") or goal.name in _ASKING:
            what = _ASKING.get(goal.name, "what is left of a domain")
            problem = f"{goal.name} asks for {what}; a model only states constraints"
            is_best = goal.name == "weighted_maximum"
            hint = "write labeling([max(Expr)], Xs)" if is_best else "leave it out, or ask it in a query"
            raise PuzzleError(problem, hint=hint)
        if goal.name == "sat":  # its own unknowns are none of the model
            goal = Term("sat", (closed(machine, goal.args[0], is_expanded=True),))
        for one in _each(machine, goal):
            if not self._note(machine, machine.reify(one), origin):
                return FAIL
        return rest

    def _labelled(self, machine: Machine, goal: Term, origin: Origin | None) -> Labelled:
        plan = plan_of(machine, goal.args[0]) if (goal.name, len(goal.args)) == ("labeling", 2) else Plan()
        terms = elements(machine, goal.args[-1] if goal.name != "indomain" else goal.args, goal.name)
        for term in terms:
            _require_integer(machine, term, goal.name)
        if (goal.name, len(goal.args)) == ("labeling", 1):  # truth values, in the order in which sat has met them
            formulas = tuple(one.goal for one in self.noted.values() if one.goal.name == "sat")
            place = {unknown: number for number, unknown in enumerate(machine.unknowns(formulas))}
            terms.sort(key=lambda term: place.get(term, -1))
        return Labelled(plan, terms, origin)

    def _computes(self, machine: Machine, goal: Term, unknowns: list[Any]) -> bool:
        """Whether the goal gives its only unknown, of which nothing was said, a value; raises for what is no goal."""
        tried = Machine(machine.watchdog)
        if not any(True for _ in tried.answers(_called(goal))) or len(unknowns) != 1 or key(unknowns[0]) in self._met:
            return False
        value = tried.walk(unknowns[0])
        return type(value) not in VARIABLES and machine.unify(unknowns[0], value)

    def _note(self, machine: Machine, goal: Term, origin: Origin | None) -> bool:
        unknowns = machine.unknowns(goal)
        if goal.name == "in":
            _require_integer(machine, goal.args[0], "in")
            domain_of(machine, goal.args[1], "in")
        else:
            computes = self._computes(machine, goal, list(unknowns))
            require_sense(goal)
            if computes:
                return True
        if unknowns or not Statement(goal, origin).holds():
            _keep(machine, self.noted, len(self.noted), Statement(goal, origin))
        mark = _Noted(goal.name, goal, None if origin is None else origin.place)
        for unknown in unknowns:
            if key(unknown) not in self._met:
                _keep(machine, self._met, key(unknown), True)
            machine.suspend(mark, unknown)
        return True


def _keep(machine: Machine, table: dict[Any, Any], name: object, value: object) -> None:
    """Enter something into a table; undone with the trail."""
    machine.trail.append((table, name, None))
    table[name] = value


def _called(goal: Term) -> Goal:
    return GOALS[goal.name, len(goal.args)](*goal.args)


def _each(machine: Machine, goal: Term) -> Iterator[Term]:
    """The goal; for a list of unknowns in a domain, one for each."""
    if goal.name != "ins":
        yield goal
        return
    xs, domain = goal.args
    for x in elements(machine, xs, "ins"):
        _require_integer(machine, x, "ins")
        yield Term("in", (x, domain))


def _require_integer(machine: Machine, term: AnyTerm, goal: str) -> None:
    """Raise `PuzzleError` for a term that is neither unknown nor an integer."""
    if type(term) not in VARIABLES:
        propagation(machine).number(term, goal)
