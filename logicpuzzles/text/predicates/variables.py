"""Relations on the unknowns of terms: they tell of what is unknown now, and go on watching that it stays so.

Once one of these unknowns gets a value, the answer would have been another: the goal says then that it needs a value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...errors import NeedsValue
from ...logic.bindings import serial
from ...logic.facts import renamed
from ...logic.goal import Constraint
from ...logic.resolver import Machine
from ...logic.substitution import Substitution
from ...logic.terms import VARIABLES, AnyTerm
from ..tabled.variants import variant_key
from .builtins import builtin


@dataclass(frozen=True, slots=True)
class Unknowns(Constraint):
    """These unknowns stay unknown, and different from each other."""

    terms: tuple[Any, ...]
    name: str
    place: str | None = None
    residual = True
    silent = True

    def attempt(self, machine: Machine) -> bool:
        now = [machine.walk(term) for term in self.terms]
        for before, term in zip(self.terms, now, strict=True):
            if type(term) not in VARIABLES or sum(other is term for other in now) > 1:
                raise self.needs(before)
            machine.suspend(self, term)
        return True


def watch(machine: Machine, unknowns: Sequence[Any], name: str) -> bool:
    """Let `unknowns` stay unknown.

    Raises
    ------
    NeedsValue
        One stands for all values, or a condition waits for one.
    """
    waited = {id(variable) for variable, constraint in machine.waiting() if not constraint.silent}
    for unknown in unknowns:
        if serial(unknown) < machine.universal or id(unknown) in waited:
            raise NeedsValue(unknown, name)
    place = getattr(machine.calling, "place", None)
    return not unknowns or Unknowns(tuple(unknowns), name, place).attempt(machine)


@builtin("copy_term", system=True)
def _copy_term(machine: Machine, term: AnyTerm, copy: AnyTerm) -> bool:
    """Copy is Term with fresh unknowns. No unknown of Term may get a value afterwards."""
    known = machine.reify(term)
    unknowns = list(machine.unknowns(known))
    return watch(machine, unknowns, "copy_term") and machine.unify(copy, renamed(known, unknowns))


@builtin("term_variables", system=True)
def _term_variables(machine: Machine, term: AnyTerm, unknowns: AnyTerm) -> bool:
    """Unknowns is the list of the unknowns of Term, none of which may get a value afterwards."""
    found = list(machine.unknowns(machine.reify(term)))
    return watch(machine, found, "term_variables") and machine.unify(unknowns, tuple(found))


@builtin("subsumes_term", system=True)
def _subsumes_term(machine: Machine, general: AnyTerm, specific: AnyTerm) -> bool:
    """Values for the unknowns of General make it Specific. No unknown of either may get a value afterwards."""
    name = "subsumes_term"
    left, right = machine.reify(general), machine.reify(specific)
    fixed = list(machine.unknowns(right))
    trial = Substitution()
    if not trial.equate(left, right):
        return False
    now = [trial.walk(unknown) for unknown in fixed]
    if not all(type(term) in VARIABLES for term in now) or len(set(map(id, now))) < len(now):
        raise NeedsValue(fixed[0], name)
    return watch(machine, list(machine.unknowns((left, right))), name)


def _variants(name: str, doc: str, negated: bool) -> None:
    @builtin(name, system=True, doc=f"{doc}. No unknown of either may get a value afterwards.")
    def relation(machine: Machine, left: AnyTerm, right: AnyTerm) -> bool:
        one, two = machine.reify(left), machine.reify(right)
        if not Substitution().equate(one, two):
            return negated
        (first, unknowns), (second, others) = variant_key(one), variant_key(two)
        if (first == second) == negated:
            if unknowns or others:
                raise NeedsValue((unknowns or others)[0], name)
            return False
        return watch(machine, list(dict.fromkeys([*unknowns, *others])), name)


_variants("=@=", "Both are the same but for the names of their unknowns", False)
_variants("\\=@=", "Both are not the same but for the names of their unknowns", True)
