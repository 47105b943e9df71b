"""Goals that are not relational: negation as failure, once, if-then-else, findall, project, identity.

They look at what is known now, so their answer could change when an unknown gets a value. Rather than
answer wrongly they raise `NeedsValue` for the unknown: a message in a query, a split in the compiler.
Unknowns made inside them (by `fresh`, or by a relation) are their own and may be bound.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from typing import Any

from unification import Var

from ..errors import NeedsValue, PuzzleError
from ..integers import represented
from .bindings import serial
from .facts import renamed
from .goal import spelled
from .goals import Goal, GoalLike, Neq, goalify, make, place_of, succeed
from .goals import fail as failing
from .resolver import Continuation, Machine
from .substitution import FAIL
from .terms import AnyTerm, next_serial


class Border:
    """What existed when a committing goal began; on that it must leave no condition undecided.

    Attributes
    ----------
    name
        The goal's name.
    since
        A serial above those of all older unknowns.
    own
        Older unknowns that belong to the inside all the same.
    stated
        The identities of the constraints that waited then.
    """

    def __init__(self, machine: Machine, name: str, own: frozenset[Any] = frozenset()) -> None:
        self.name, self.since, self.own = name, next_serial(), own
        self.stated = {id(c.root) for _, c in machine.waiting()} if machine.watched else ()

    def require_decided(self, machine: Machine, shown: Container[Any] = ()) -> None:
        """Raise `NeedsValue` for a constraint from inside that still waits, on an unknown from outside or `shown`.

        A disequality on unknowns from inside alone can always be met.
        """
        of_own = None  # a constraint over integers on an unknown that nobody has named, if there is none on others
        for variable, constraint in machine.waiting() if machine.watched else ():
            if id(constraint.root) in self.stated:
                continue
            if isinstance(constraint, Neq):
                concerned = machine.unknowns(constraint.prefix(machine) or ())
                variable = next((v for v in concerned if self.is_outside(v) or v in shown), None)
            elif (constraint.silent or constraint.is_free) and not (self.is_outside(variable) or variable in shown):
                continue
            if variable is not None:
                if not constraint.over_integers or self.is_outside(variable):
                    raise constraint.needs(variable, self.name)
                of_own = of_own or constraint.needs(variable, self.name)
        if of_own is not None:
            raise of_own

    def is_outside(self, variable: Var) -> bool:
        """Whether an unknown belongs to the outside."""
        return serial(variable) < self.since and variable not in self.own


@dataclass(frozen=True, slots=True)
class Once(Goal):
    """The first answer of `goal` only. It may give values to the unknowns of a query, as in Prolog."""

    goal: Goal

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        barrier = Barrier(machine, Border(machine, "once"))
        barrier.protect(machine)
        return (self.goal, (barrier, rest))

    def __repr__(self) -> str:
        return spelled("once", (self.goal,))


class Barrier(Goal):
    """Where a goal began that commits: `once`, if-then-else, a clause with a cut. As a goal, it commits.

    Attributes
    ----------
    height
        The number of choices then; those above it are what committing drops.
    outer
        Which older unknowns could be bound then, and can be again when all is committed.
    deferred
        The constraints over integers that were deferred then.
    """

    def __init__(self, machine: Machine, border: Border) -> None:
        self.border, self.height = border, len(machine.choices)
        self.deferred = machine.deferred.get(0)
        self.outer = (machine.floor, machine.allowed, machine.scope)

    def protect(self, machine: Machine) -> None:
        """Until this is left, bind no unknown that stands for every value: the choice among the values is no goal's."""
        if machine.universal > machine.floor:
            machine.set_scope(machine.universal, scope=self.border.name)

    def commit(self, machine: Machine) -> None:
        """Drop the choices made since.

        Raises
        ------
        NeedsValue
            A condition stated since still waits.
        """
        self.border.require_decided(machine)
        machine.cut(self.height)

    def leave(self, machine: Machine) -> None:
        """Let older unknowns be bound again."""
        if (machine.floor, machine.allowed, machine.scope) != self.outer:
            machine.set_scope(*self.outer)

    awaits = True

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        if machine.deferred:
            machine.deferred.leave(self.deferred, self.height)
        self.commit(machine)
        self.leave(machine)
        return rest


@dataclass(frozen=True, slots=True)
class IfThenElse(Goal):
    """`then` for the first answer of `condition`; `otherwise` if it has none.

    `own` are older unknowns that belong to the condition all the same: nothing else refers to them.
    """

    condition: Goal
    then: Goal
    otherwise: Goal
    own: frozenset[Any] = frozenset()
    name: str = "ifte"
    awaits = True

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        border = Border(machine, self.name, self.own)
        barrier = Barrier(machine, border)
        machine.choices.append((len(machine.trail), (self.otherwise,), 0, rest))
        if machine.deferred:
            machine.deferred.enter()
        machine.set_scope(border.since, self.own, self.name)
        return (self.condition, (barrier, (self.then, rest)))

    def __repr__(self) -> str:
        goals = (self.condition,) if self.name == "naf" else (self.condition, self.then, self.otherwise)
        return spelled(self.name, goals)


@dataclass(frozen=True, slots=True)
class FindAll(Goal):
    """`results` is what `collect` makes of the list of `template` for every answer of `goal`.

    The unknowns of the template belong to the inside, and so do those of `own`. Where `collect` gives FAIL, the
    goal fails.
    """

    template: AnyTerm
    goal: Goal
    results: AnyTerm
    collect: Callable[[list[Any]], Any] = tuple
    own: frozenset[Any] = frozenset()
    name: str = "findall"

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        found: list[Any] = []
        own = self.own.union([v for v in machine.unknowns(self.template) if serial(v) >= machine.universal])
        border = Border(machine, self.name, own)
        machine.choices.append((len(machine.trail), (self.delivery(found, rest),), 0, rest))
        machine.set_scope(border.since, own, self.name)
        return (self.goal, (_Collect(border, self.template, found, rest), self.caller(rest)))

    def __repr__(self) -> str:
        return spelled(self.name, (self.template, self.goal, self.results))

    def caller(self, rest: Continuation) -> Continuation:
        """What tells an error inside who asked for this goal, which stands before `rest`; it is never run."""
        return None

    def delivery(self, found: list[Any], rest: Continuation) -> Goal:
        """The goal, before `rest`, that gives what was found."""
        return Deliver(self, found)


@dataclass(frozen=True, slots=True)
class _Collect(Goal):
    border: Border
    template: AnyTerm
    found: list[Any]
    around: Continuation  # what is left to prove after the whole

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        value = machine.reify(self.template)
        inside = [v for v in machine.unknowns(value) if not self.border.is_outside(v)]
        self.border.require_decided(machine, inside)
        self.found.append(renamed(value, inside))
        return FAIL


@dataclass(frozen=True, slots=True)
class Deliver(Goal):
    """What was found is all there is."""

    asked: FindAll
    found: list[Any]

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        made = self.asked.collect(self.found)
        return rest if made is not FAIL and machine.unify(self.asked.results, made) else FAIL


@dataclass(frozen=True, slots=True)
class Project(Goal):
    """The goal that `build` makes of the values of `terms`, all of which must be known, deep."""

    terms: tuple[Any, ...]
    build: Callable[..., Any]

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        values = machine.reify(self.terms)
        for unknown in machine.unknowns(values):
            raise NeedsValue(unknown, "project")
        return (make(self.build, *values, name="project"), rest)

    def __repr__(self) -> str:
        return f"{spelled('project', self.terms)[:-1]}, {getattr(self.build, '__name__', 'function')})"


@dataclass(frozen=True, slots=True)
class Identical(Goal):
    """Two terms are identical now, without binding anything (or, if `negated`, are not)."""

    left: AnyTerm
    right: AnyTerm
    negated: bool = False

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        prefix = Neq(((self.left, self.right),)).prefix(machine)
        if prefix:
            raise NeedsValue(prefix[0][0], "\\==" if self.negated else "==")
        return rest if (prefix is not None) != self.negated else FAIL

    def __repr__(self) -> str:
        return spelled("not identical" if self.negated else "identical", (self.left, self.right))


def once(goal: GoalLike) -> Goal:
    """Not relational: the first answer of `goal` only."""
    return Once(goalify(goal))


def naf(goal: GoalLike) -> Goal:
    """Not relational: `goal` has no answer (negation as failure)."""
    return IfThenElse(goalify(goal), failing, succeed, name="naf")


def ifte(condition: GoalLike, then: GoalLike, otherwise: GoalLike = failing) -> Goal:
    """Not relational: `then` for the first answer of `condition`, `otherwise` if it has none."""
    return IfThenElse(goalify(condition), goalify(then), goalify(otherwise))


def findall(template: AnyTerm, goal: GoalLike, results: AnyTerm) -> Goal:
    """Not relational: `results` is the list of `template` for every answer of `goal`, in order."""
    return FindAll(template, goalify(goal), results)


def project(terms: Sequence[Any], build: Callable[..., Any]) -> Goal:
    """Not relational: the goal that `build` makes of the values of `terms`; all must be known.

    ``project((x, y), lambda x, y: eq(z, x % y))``

    Raises
    ------
    PuzzleError
        `terms` is a single term: its value may be a list, which cannot be told from a list of terms.
    """
    if not isinstance(terms, tuple | list):
        place = place_of(build, "project")
        raise PuzzleError("project takes a list of terms", place=place, expected="(x,) for one", got=represented(terms))
    return Project(tuple(terms), build)


def identical(left: AnyTerm, right: AnyTerm) -> Goal:
    """Not relational: the two terms are the same as far as they are known."""
    return Identical(left, right)
