"""sat and its kind: Boolean expressions that hold, are counted, follow from others, and are made best."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ...errors import NeedsValue, PuzzleError
from ..bindings import key, serial
from ..committing import within
from ..resolver import Machine
from ..terms import VARIABLES, AnyTerm
from .booleans import Booleans, booleans
from .diagrams import FALSE, both
from .domains import elements, for_message
from .formulas import closed
from .labelling import Plan, labelled
from .registry import constraint


@constraint("sat")
def _sat(machine: Machine, expression: AnyTerm) -> bool:
    """The Boolean expression holds: 0, 1, unknowns, ~ + * # =:= =\\= =< >= < > of them, X^E, and +(Es), *(Es) or \
card(Counts, Es) of a list; an atom in it stands for both truth values."""
    own = booleans(machine)
    return own.on.settle(lambda: own.state(expression, "sat"))


def _function_of(machine: Machine, expression: AnyTerm, goal: str) -> tuple[int, int] | None:
    """The function that an expression is, and what is stated of its unknowns; None where one cannot be 0 or 1."""
    own, inner = booleans(machine), closed(machine, expression)
    own.function(inner, goal)  # before anything is restricted: it may be no expression
    if not own.restrict(machine.unknowns(expression), goal):
        return None
    return own.function(inner, goal), own.together(own.joints(machine.unknowns(expression)))


def _require_own(machine: Machine, unknowns: Iterable[Any], goal: str) -> None:
    """Raise `NeedsValue` where an unknown may have a value that is not known here."""
    for unknown in unknowns:
        if serial(unknown) < machine.universal or machine.floor and machine.is_outside(unknown):
            raise NeedsValue(unknown, within(goal, machine.scope))


@constraint("taut")
def _taut(machine: Machine, expression: AnyTerm, truth: AnyTerm) -> bool:
    """Truth is 1 where the Boolean expression holds in all answers to what is stated, and 0 where in none."""
    asked = _function_of(machine, expression, "taut")
    if asked is None:
        return False
    own, (f, stated) = booleans(machine), asked
    if not own.can_hold(own.apply(both, stated, f)):
        return machine.unify(truth, 0)
    if own.apply(both, stated, own.negation(f)) == FALSE:
        return machine.unify(truth, 1)
    _require_own(machine, machine.unknowns(expression), "taut")
    return False


@constraint("sat_count")
def _sat_count(machine: Machine, expression: AnyTerm, n: AnyTerm) -> bool:
    """N is in how many ways the unknowns of the Boolean expression can be 0 or 1 so that it and all stated holds."""
    mark, found = len(machine.trail), 0
    asked = _function_of(machine, expression, "sat_count")
    if asked is not None:
        own, (f, stated) = booleans(machine), asked
        unknowns = machine.unknowns(expression)
        _require_own(machine, unknowns, "sat_count")
        found = own.count(*_projected(own, own.apply(both, f, stated), unknowns))
    machine.undo(mark)  # it states nothing
    return machine.unify(n, found)


def _projected(own: Booleans, f: int, unknowns: Iterable[Any]) -> tuple[int, list[int]]:
    """Where `f` can hold, as a function of some unknowns alone, and their levels, ascending."""
    levels = sorted(map(own.level_of, unknowns))
    others = set(own.levels(f)).difference(levels, own.atoms(f))
    return own.for_all_atoms(own.without(f, others)), levels


@constraint("weighted_maximum")
def _weighted_maximum(machine: Machine, weights: AnyTerm, xs: AnyTerm, most: AnyTerm) -> Iterator[None]:
    """Most is the greatest sum of Weights of those of Xs that are 1; each answer gives Xs values that reach it."""
    goal, own = "weighted_maximum", booleans(machine)
    known, terms = elements(machine, weights, goal), _truths(machine, xs, goal)
    for weight in known:
        if type(weight) in VARIABLES:
            raise NeedsValue(weight, goal)
        own.on.number(weight, goal)
    if len(known) != len(terms) or not own.restrict(terms, goal):
        return
    terms = machine.walk_all(terms)
    _require_own(machine, (term for term in terms if type(term) in VARIABLES), goal)
    constant, by = 0, dict[int, int]()
    for weight, term in zip(known, terms, strict=True):
        if type(term) is int:
            constant += weight * term
        else:
            level = own.level_of(term)
            by[level] = by.get(level, 0) + weight
    unknowns = [own.names[level] for level in sorted(by)]
    f, levels = _projected(own, own.together(own.joints(unknowns)), unknowns)
    found = own.best(f, {level: by[level] for level in levels})
    if found is None or not machine.unify(most, constant + found[0]):
        return
    mark = len(machine.trail)
    for row in found[1]:
        if machine.unify(tuple(unknowns), row):
            yield
        machine.undo(mark)


def _truths(machine: Machine, xs: AnyTerm, goal: str) -> list[AnyTerm]:
    """The elements of a list of unknowns, 0 and 1."""
    terms = elements(machine, xs, goal)
    for term in terms:
        if type(term) not in VARIABLES and (type(term) is not int or term not in (0, 1)):
            raise PuzzleError(f"{goal} takes unknowns, 0 and 1", got=for_message(machine, term))
    return terms


@constraint("labeling")
def _labeling(machine: Machine, xs: AnyTerm) -> Iterator[None]:
    """Every answer for the unknowns of Xs, each 0 or 1, in turn: those that were first stated first, 0 before 1."""
    own, terms = booleans(machine), _truths(machine, xs, "labeling")
    unknowns = [term for term in terms if type(term) in VARIABLES]
    if own.restrict(unknowns, "labeling"):
        unknowns = [term for term in machine.walk_all(unknowns) if type(term) in VARIABLES]
        yield from labelled(machine, sorted(unknowns, key=lambda u: own.found.get(key(u), -1)), Plan(), "labeling")
