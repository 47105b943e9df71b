"""Goals that are not relational: negation as failure, once, if-then-else, findall, project, identity.

They look at what is known now, so their answer could change when an unknown gets a value. Rather than
answer wrongly they raise `NeedsValue` for the unknown: a message in a query, a split in the compiler.
Unknowns made inside them (by `fresh`, or by a relation) are theirs and free.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from .errors import NeedsValue
from .goals import Goal, Neq, goalify, succeed
from .goals import fail as failing
from .relations import renamed
from .resolver import Continuation, Machine
from .substitution import FAIL, serial
from .terms import next_serial


@dataclass(frozen=True, slots=True)
class Once(Goal):
    """The first answer of `goal` only. It may give values to the unknowns of a query, as in Prolog."""

    goal: Goal

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        commit = Commit(len(machine.choices), machine.floor, machine.allowed)
        if machine.universal > machine.floor:
            machine.set_scope(machine.universal)
        return (self.goal, (commit, rest))


@dataclass(frozen=True, slots=True)
class Commit(Goal):
    """Drop the choices made since, and let older unknowns be bound again."""

    height: int
    floor: int
    allowed: frozenset[Any]

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        for variable, constraint in machine.waiting() if machine.watched and machine.floor else ():
            if not constraint.residual and not machine.is_outside(variable):
                raise NeedsValue(variable, constraint.name)
        machine.cut(self.height)
        machine.set_scope(self.floor, self.allowed)
        return rest


@dataclass(frozen=True, slots=True)
class IfThenElse(Goal):
    """`then` for the first answer of `condition`; `otherwise` if it has none.

    `own` are unknowns made before that belong to the inside of the condition all the same: nothing else knows them.
    """

    condition: Goal
    then: Goal
    otherwise: Goal
    own: frozenset[Any] = frozenset()

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        commit = Commit(len(machine.choices), machine.floor, machine.allowed)
        machine.choices.append((len(machine.trail), (self.otherwise,), 0, rest))
        machine.set_scope(next_serial(), self.own)
        return (self.condition, (commit, (self.then, rest)))


@dataclass(frozen=True, slots=True)
class FindAll(Goal):
    """`results` is what `collect` makes of the list of `template` for every answer of `goal`.

    The unknowns of the template belong to the inside, and so do those of `own`. Where `collect` gives FAIL, the
    goal fails.
    """

    template: Any
    goal: Goal
    results: Any
    collect: Callable[[list[Any]], Any] = tuple
    own: frozenset[Any] = frozenset()

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        found: list[Any] = []
        own = frozenset(v for v in machine.unknowns(self.template) if serial(v) >= machine.universal)
        machine.choices.append((len(machine.trail), (_Deliver(self, found),), 0, rest))
        machine.set_scope(next_serial(), own | self.own)
        return (self.goal, (_Collect(self.template, found), None))


@dataclass(frozen=True, slots=True)
class _Collect(Goal):
    template: Any
    found: list[Any]

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        machine.require_decided()
        value = machine.reify(self.template)
        inside = [v for v in machine.unknowns(value) if not machine.is_outside(v)]
        self.found.append(renamed(value, inside))
        return FAIL


@dataclass(frozen=True, slots=True)
class _Deliver(Goal):
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
        return (goalify(self.build(*values)), rest)


@dataclass(frozen=True, slots=True)
class Identical(Goal):
    """Two terms are the same now, without binding anything (or, `negated`, are not)."""

    left: Any
    right: Any
    negated: bool = False

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        prefix = Neq(((self.left, self.right),)).prefix(machine)
        if prefix:
            raise NeedsValue(prefix[0][0], "\\==" if self.negated else "==")
        return rest if (prefix is not None) != self.negated else FAIL


@dataclass(frozen=True, slots=True)
class Interleave(Goal):
    """At least one goal holds; their answers in turn, so that no infinite one hides another."""

    goals: tuple[Goal, ...]

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        return machine.branch(self._turns(machine), rest)

    def _turns(self, machine: Machine) -> Iterator[None]:
        from .foreign import adopt, offspring

        mark = len(machine.trail)
        children = [(child := offspring(machine), child.answers(goal)) for goal in self.goals]
        while children:
            for child, found in tuple(children):
                if next(found, FAIL) is FAIL:
                    children.remove((child, found))
                elif adopt(machine, child):
                    yield
                machine.undo(mark)


def once(goal: Any) -> Goal:
    """Not relational: the first answer of `goal` only."""
    return Once(goalify(goal))


def naf(goal: Any) -> Goal:
    """Not relational: `goal` has no answer (negation as failure)."""
    return IfThenElse(goalify(goal), failing, succeed)


def ifte(condition: Any, then: Any, otherwise: Any = failing) -> Goal:
    """Not relational: `then` for the first answer of `condition`, `otherwise` if it has none."""
    return IfThenElse(goalify(condition), goalify(then), goalify(otherwise))


def findall(template: Any, goal: Any, results: Any) -> Goal:
    """Not relational: `results` is the list of `template` for every answer of `goal`, in order."""
    return FindAll(template, goalify(goal), results)


def project(terms: Any, build: Callable[..., Any]) -> Goal:
    """Not relational: the goal that `build` makes of the values of `terms`; all must be known.

    ``project((x, y), lambda x, y: eq(z, x % y))``
    """
    return Project(tuple(terms) if isinstance(terms, tuple | list) else (terms,), build)


def identical(left: Any, right: Any) -> Goal:
    """Not relational: the two terms are the same as far as they are known."""
    return Identical(left, right)


def interleave(*goals: Any) -> Goal:
    """At least one goal holds; answers in turn (kanren's fair order), for goals with infinitely many."""
    return Interleave(tuple(map(goalify, goals)))
