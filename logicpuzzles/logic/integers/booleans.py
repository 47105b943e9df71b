"""What Boolean expressions say together of unknowns that are 0 or 1, worked out whole.

Each expression is a propagator of its own, `Formula`, which is what answers show and engines take. What those on
connected unknowns say together is one decision diagram, `Joint`: no value is left that cannot be part of an answer,
and unknowns that are equal in all answers are one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from unification import Var

from ...errors import PuzzleError
from ..bindings import key
from ..resolver import Machine
from ..terms import VARIABLES, AnyTerm, Term
from .diagrams import FALSE, TRUE, Diagrams, both
from .formulas import closed, conjuncts, function_of, simplified
from .propagation import Propagation, Propagator, Waiting, propagation
from .sets import BITS


class Booleans(Diagrams):
    """The diagrams of one machine.

    Attributes
    ----------
    found
        The level of each unknown, by its key, and of each atom: they are ordered as they are met.
    names
        The unknown or atom of each level.
    """

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine.tick)
        self.machine, self.on = machine, propagation(machine)
        self.found: dict[Hashable, int] = {}
        self.names: list[Any] = []

    def level_of(self, name: Any) -> int:
        """The level of an unbound unknown, or of an atom."""
        known = name if type(name) is str else key(name)
        if known not in self.found:
            self.machine.trail.append((self.found, known, None))
            self.found[known] = len(self.names)
            self.names.append(name)
        return self.found[known]

    def function(self, expression: AnyTerm, goal: str) -> int:
        """The function that an expression is with what is known."""
        for unknown in self.machine.unknowns(expression):  # from left to right
            self.level_of(unknown)
        return function_of(self.machine, expression, goal, self, self.level_of)

    def unknowns(self, f: int) -> list[Any]:
        """The unknowns on which a function depends, in their order."""
        return [name for name in map(self.names.__getitem__, self.levels(f)) if type(name) is not str]

    def atoms(self, f: int) -> list[int]:
        """The levels of the atoms on which a function depends."""
        return [level for level in self.levels(f) if type(self.names[level]) is str]

    def can_hold(self, f: int) -> bool:
        """Whether there are values of the unknowns with which `f` holds, for all values of the atoms."""
        atoms = self.atoms(f)
        return f != FALSE and (not atoms or self.without(f, set(self.levels(f)).difference(atoms)) == TRUE)

    def for_all_atoms(self, f: int) -> int:
        """Where `f` holds for all values of the atoms."""
        return self.without(f, self.atoms(f), both)

    # -- what holds together -----------------------------------------------------------------------

    def joints(self, unknowns: Iterable[Any]) -> list[Joint]:
        """What is stated together of the unknowns."""
        found: dict[int, Joint] = {}
        for unknown in unknowns:
            known = self.on.restriction(unknown)
            for propagator in known.propagators() if known is not None else ():
                if type(propagator) is Joint:
                    found[id(propagator)] = propagator
        return list(found.values())

    def together(self, joints: Sequence[Joint]) -> int:
        """The conjunction of all that is stated, with what is known."""
        whole = TRUE
        for joint in joints:
            by = {}
            for term in joint.terms:
                value = self.machine.walk(term)
                if value is not term:
                    by[self.found[key(term)]] = self._known(value)
            whole = self.apply(both, whole, self.replaced(joint.function, by))
        return whole

    def _known(self, value: AnyTerm) -> int:
        """The function that an unknown has become."""
        if type(value) is int and value in (0, 1):
            return value
        if type(value) in VARIABLES or type(value) is str:
            return self.variable(self.level_of(value))
        raise PuzzleError("sat takes truth values", expected="0, 1 or an atom", got=self.machine.reify(value))

    def state(self, expression: AnyTerm, goal: str) -> bool:
        """Post that an expression holds; False if that cannot be."""
        machine, on = self.machine, self.on
        parts = [closed(machine, part) for part in conjuncts(machine, expression)]
        if self._conjunction(parts, goal) == FALSE or not self.restrict(machine.unknowns(expression), goal):
            return False
        f, unknowns = self._conjunction(parts, goal), machine.unknowns(expression)  # with what that has bound
        joints = self.joints(unknowns)
        before = self.together(joints)
        after = self.apply(both, before, f)
        if not self.can_hold(after):
            return False
        if after == before and len(joints) < 2:
            return True  # it follows from what is stated
        for part in parts:
            needed = self.unknowns(self.function(part, goal))
            on.attach(Formula(part, tuple(needed)), needed)
        return self.conclude(after, joints, unknowns)

    def _conjunction(self, parts: Sequence[AnyTerm], goal: str) -> int:
        """The function that expressions are together."""
        f = TRUE
        for part in parts:
            f = self.apply(both, f, self.function(part, goal))
        return f

    def restrict(self, unknowns: Iterable[Any], goal: str) -> bool:
        """Let the unknowns be 0 or 1; False if one cannot."""
        on = self.on
        on.goal = goal
        return on.settle(lambda: all(on.narrow(unknown, BITS) for unknown in unknowns))

    def revise(self, joint: Joint) -> bool:
        """Draw the consequences where unknowns of a joint have become known, or equal; False if it cannot hold."""
        unknowns = list(dict.fromkeys(t for t in map(self.machine.walk, joint.terms) if type(t) in VARIABLES))
        joints = self.joints(unknowns)
        if unknowns and joint not in joints:
            return True  # another one stands in its place
        after = self.together(joints or [joint])
        if len(joints) < 2 and after == joint.function:
            return True
        return self.conclude(after, joints, unknowns)

    def conclude(self, f: int, joints: Sequence[Joint], unknowns: Iterable[Any]) -> bool:
        """Let a joint that is `f` stand in the place of `joints`, and bind what follows from it; False if none does."""
        if not self.can_hold(f):
            return False
        equal, by = list[tuple[Any, AnyTerm]](), dict[int, int]()
        found = self.consequences(f)
        for value, levels in enumerate((found.zeros, found.ones)):
            for level in members(levels):
                equal.append((self.names[level], value))
                by[level] = value
        for levels in found.classes:
            same = list(members(levels))
            first = next((level for level in same if type(self.names[level]) is str), same[0])
            for level in same:
                if level != first:
                    equal.append((self.names[level], self.names[first]))
                    by[level] = self.variable(first)
        self._put(self.replaced(f, by), joints, [*unknowns, *(term for joint in joints for term in joint.terms)])
        return all(self.machine.unify(name, value) for name, value in equal)

    def _put(self, f: int, joints: Sequence[Joint], unknowns: Iterable[Any]) -> None:
        """Let a joint that is `f` wait for its unknowns, and none of `joints` for any of `unknowns`."""
        on, left = self.on, dict.fromkeys(self.unknowns(f))
        new = Joint(tuple(left), f)
        concerned = dict.fromkeys(term for term in map(on.walk, unknowns) if type(term) in VARIABLES)
        for unknown in dict.fromkeys([*left, *concerned]):
            known = on.restriction(unknown)
            old = [] if known is None else list(known.propagators())
            kept = [propagator for propagator in old if propagator not in joints]
            if unknown in concerned and len(kept) < len(old) or unknown in left:
                waiting: Waiting = None
                for propagator in reversed([new, *kept] if unknown in left else kept):
                    waiting = propagator, waiting
                on.keep(unknown, BITS if known is None else known.domain, waiting)


def booleans(machine: Machine) -> Booleans:
    """The diagrams of `machine`."""
    on = propagation(machine)
    if on.booleans is None:
        on.booleans = Booleans(machine)
    found: Booleans = on.booleans
    return found


def members(levels: int) -> Iterator[int]:
    """The levels of a set, ascending."""
    while levels:
        lowest = levels & -levels
        yield lowest.bit_length() - 1
        levels ^= lowest


@dataclass(frozen=True, slots=True, eq=False)
class Formula(Propagator):
    """A Boolean expression holds, whose unknowns are `terms`; what follows from it is up to `Joint`."""

    expression: AnyTerm
    terms: tuple[AnyTerm, ...]
    name: str = "sat"
    takes_atoms = True

    @property
    def waits_for_values(self) -> bool:  # type: ignore[override]
        return True

    def function(self, on: Propagation) -> int:
        """What it says with what is known."""
        return booleans(on.machine).function(self.expression, self.name)

    def propagate(self, on: Propagation) -> bool:
        return True

    def is_entailed(self, on: Propagation) -> bool:
        return self.function(on) == TRUE

    def holds(self, values: Sequence[int]) -> bool:
        machine = Machine()
        machine.assume(zip(self.terms, values, strict=True))
        own = booleans(machine)
        return own.for_all_atoms(own.function(self.expression, self.name)) == TRUE

    def can_give(self, on: Propagation, unknown: Var) -> bool:
        own = booleans(on.machine)
        return own.without(self.function(on), (own.level_of(unknown),)) == TRUE

    def goal(self, on: Propagation) -> AnyTerm:
        return Term("sat", (simplified(on.machine, self.expression),))


def independent(on: Propagation, formulas: Sequence[Formula]) -> list[Formula]:
    """The formulas without each that follows from another one; of two that say the same the last is left."""
    own = booleans(on.machine)
    functions = [formula.function(on) for formula in formulas]
    users: dict[int, list[int]] = {}  # the formulas that depend on a level
    for place, f in enumerate(functions):
        for level in own.levels(f):
            users.setdefault(level, []).append(place)
    found = list[Formula]()
    for place, f in enumerate(functions):
        others = {other for level in own.levels(f) for other in users[level]} - {place}
        implying = (other for other in others if own.apply(both, functions[other], f) == functions[other])
        if not any(functions[other] != f or other > place for other in implying):
            found.append(formulas[place])
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Joint(Propagator):
    """All that is stated of connected unknowns is the function `function`, on which they and no others matter."""

    terms: tuple[AnyTerm, ...]
    function: int
    name: str = "sat"
    takes_atoms = is_implied = True

    @property
    def waits_for_values(self) -> bool:  # type: ignore[override]
        return True

    def propagate(self, on: Propagation) -> bool:
        return booleans(on.machine).revise(self)

    def is_entailed(self, on: Propagation) -> bool:
        return True  # the formulas say the same

    def holds(self, values: Sequence[int]) -> bool:
        return True
