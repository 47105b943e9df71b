"""Expressions over integers: each becomes a sum of unknowns with multipliers; what is not linear an unknown of its own.

``X * Y + 3`` is ``A + 3`` with ``A #= X * Y``. Read without recursion, so that depth is bounded by memory.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ...errors import PuzzleError
from ...integers import represented
from ..bindings import Opened, fold
from ..resolver import Machine
from ..terms import VARIABLES, AnyTerm, Term
from ..writer import constant
from .linear import Linear, compares
from .operations import Operation, value_of
from .propagation import Propagation

COMPARISONS = {"#=": "==", "#\\=": "!=", "#=<": "<=", "#<": "<", "#>=": ">=", "#>": ">"}
_TURNED = {"#\\=": "#\\=", "#>": "#<", "#>=": "#=<"}  # with the sides the other way round
_BINARY = frozenset({"*", "//", "div", "mod", "rem", "min", "max", "^"})
ARITHMETIC = "integers, unknowns, and + - * // div mod rem abs min max ^ of them"


class Sum:
    """A sum of unknowns, each times an integer, and a constant; what is done to it changes it."""

    __slots__ = ("constant", "parts")

    def __init__(self, constant: int = 0, parts: dict[Any, int] | None = None) -> None:
        self.constant, self.parts = constant, parts or {}

    def plus(self, other: Sum, sign: int = 1) -> Sum:
        """This and another, or less another; the shorter is added to the longer."""
        if len(other.parts) > len(self.parts):
            return other.times(sign).plus(self)
        self.constant += sign * other.constant
        for unknown, multiplier in other.parts.items():
            total = self.parts.get(unknown, 0) + sign * multiplier
            if total:
                self.parts[unknown] = total
            else:
                self.parts.pop(unknown, None)
        return self

    def times(self, n: int) -> Sum:
        """This times an integer."""
        if n != 1:
            self.constant *= n
            self.parts = {unknown: n * m for unknown, m in self.parts.items()} if n else {}
        return self

    def plain(self) -> AnyTerm | None:
        """The integer or the unknown that it is; None for any other."""
        if not self.parts:
            return self.constant
        if len(self.parts) == 1 and not self.constant:
            ((unknown, multiplier),) = self.parts.items()
            return unknown if multiplier == 1 else None
        return None


class Reader:
    """Reads expressions, and posts what they need.

    Attributes
    ----------
    definedness
        Where an operation may have no value, unknowns that are 1 if it has one are added here; None: it must have one.
    met
        The unknowns that were read.
    """

    def __init__(self, on: Propagation, goal: str, definedness: list[AnyTerm] | None = None) -> None:
        self.on, self.goal, self.definedness = on, goal, definedness
        self.met: list[AnyTerm] = []
        self.holds = True

    def sum(self, expression: AnyTerm, result: AnyTerm = None) -> Sum:
        """The expression as a sum; `result` is the unknown that stands for it where it is not linear.

        `holds` becomes False where it cannot have a value.

        Raises
        ------
        PuzzleError
            It is no expression.
        """
        on, top = self.on, self.on.walk(expression)

        def opened(part: AnyTerm) -> Sum | Opened:
            part = on.walk(part)
            kind = type(part)
            if kind is int:
                return Sum(part)
            if kind in VARIABLES:
                self.met.append(part)
                return Sum(0, {part: 1})
            if kind is Term and (make := self._maker(part, result if part is top else None)):
                return Opened(make, part.args)
            value = on.machine.reify(part)
            got = represented(value) if isinstance(value, str) else value
            got = constant(value) if type(value) is Fraction else got
            hint = "use // for the whole quotient" if kind is Term and part.name == "/" else None
            raise PuzzleError(f"{self.goal} takes expressions", expected=ARITHMETIC, got=got, hint=hint)

        return fold(expression, opened)  # type: ignore[no-any-return]

    def _maker(self, term: Term, result: AnyTerm) -> Callable[..., Sum] | None:
        name, arity = term.name, len(term.args)
        if arity == 1:
            makers: dict[str, Callable[[Sum], Sum]] = {
                "-": lambda one: one.times(-1),
                "+": lambda one: one,
                "abs": lambda one: self._operation("abs", one, Sum(0), result),
            }
            return makers.get(name)
        if arity != 2:
            return None
        if name == "+":
            return lambda one, two: one.plus(two)
        if name == "-":
            return lambda one, two: one.plus(two, -1)
        if name in _BINARY:
            return lambda one, two: self._operation(name, one, two, result)
        return None

    def _operation(self, name: str, left: Sum, right: Sum, result: AnyTerm) -> Sum:
        if name == "*" and not (left.parts and right.parts):
            return right.times(left.constant) if right.parts else left.times(right.constant)
        x, y = self.plain(left), self.plain(right)
        if name == "abs" and type(x) is int:
            return Sum(abs(x))
        if type(x) is int and type(y) is int:
            found = value_of(name, x, y)
            if found is None:
                self._undefined()
            return Sum(found or 0)
        defined: AnyTerm = 1
        if self.definedness is not None and name in ("//", "div", "mod", "rem", "^"):
            defined = self.on.unknown()
            self.definedness.append(defined)
        z = self.on.unknown() if result is None else result
        self.holds = self.holds and self.on.post(Operation(name, x, y, z, defined, self.goal))
        return self.sum(z)

    def _undefined(self) -> None:
        if self.definedness is None:
            self.holds = False
        else:
            self.definedness.append(0)

    def plain(self, total: Sum) -> AnyTerm:
        """The integer or unknown that is equal to a sum."""
        known = total.plain()
        if known is not None:
            return known
        made = self.on.unknown()
        self.holds = self.holds and self.on.post(self.equals(total.plus(Sum(0, {made: 1}), -1)))
        return made

    def equals(self, total: Sum, relation: str = "==") -> Linear:
        """The comparison of a sum with 0 by "==", "!=" or "<="."""
        return Linear(tuple(total.parts.values()), tuple(total.parts), relation, -total.constant, self.goal)

    def compared(self, goal: str, left: AnyTerm, right: AnyTerm) -> Linear:
        """What a comparison such as `#<` says; an unknown that it does not depend on is still an integer."""
        found = self._compared(goal, left, right)
        if len(self.met) > len(found.terms):
            for unknown in set(self.met).difference(found.terms):
                self.on.mention(unknown)
        return found

    def _compared(self, goal: str, left: AnyTerm, right: AnyTerm) -> Linear:
        if goal == "#=":  # an operation on one side gives the other
            one, two = map(self.on.walk, (left, right))
            if type(one) is Term and type(two) is not Term:
                return self.equals(self.sum(one, self._standing(two)).plus(self.sum(two), -1))
            if type(two) is Term and type(one) is not Term:
                return self.equals(self.sum(two, self._standing(one)).plus(self.sum(one), -1))
        total, relation = self.sum(left).plus(self.sum(right), -1), COMPARISONS[goal]
        if relation in (">", ">="):
            total, relation = total.times(-1), "<" if relation == ">" else "<="
        if relation == "<":
            total.constant, relation = total.constant + 1, "<="
        return self.equals(total, relation)

    def _standing(self, term: AnyTerm) -> AnyTerm:
        """`term` where it can stand for the value of an operation that must have one."""
        is_plain = type(term) is int or type(term) in VARIABLES
        return term if is_plain and self.definedness is None else None


def compare(on: Propagation, goal: str, left: AnyTerm, right: AnyTerm) -> bool:
    """Post a comparison; False if it cannot hold.

    Raises
    ------
    PuzzleError
        A side is no expression.
    """
    return on.settle(lambda: _compare(on, goal, left, right))


def _absolute(on: Propagation, goal: str, left: AnyTerm, right: AnyTerm) -> list[Linear] | bool | None:
    """``abs(E) #\\= 3`` and ``abs(E) #< 3`` as two comparisons that need no unknown for the absolute value.

    None for any other, False where it cannot hold.
    """
    if type(left) is int and goal in _TURNED:
        left, right, goal = right, left, _TURNED[goal]
    if type(left) is not Term or (left.name, len(left.args)) != ("abs", 1) or type(right) is not int or right <= 0:
        return None
    if goal not in ("#\\=", "#<", "#=<"):
        return None
    reader = Reader(on, goal)
    one = reader.equals(reader.sum(left.args[0]), COMPARISONS["#\\=" if goal == "#\\=" else "#=<"])
    bound = right - (goal == "#<")
    turned = tuple([-m for m in one.multipliers])
    return reader.holds and [
        Linear(one.multipliers, one.terms, one.relation, one.bound + bound, goal),
        Linear(turned, one.terms, one.relation, bound - one.bound, goal),
    ]


def _compare(on: Propagation, goal: str, left: AnyTerm, right: AnyTerm) -> bool:
    on.goal = goal
    both = _absolute(on, goal, on.walk(left), on.walk(right))
    if both is not None:
        return both if isinstance(both, bool) else all(map(on.post, both))
    reader = Reader(on, goal)
    linear = reader.compared(goal, left, right)
    if not reader.holds:
        return False
    if not linear.terms:
        return compares(0, linear.relation, linear.bound)
    if linear.relation == "==" and not linear.bound and sorted(linear.multipliers) == [-1, 1]:
        one, two = linear.terms
        on.goal = goal
        on.mention(one)
        on.mention(two)
        return on.machine.unify(one, two)
    return on.post(linear)


def require_expression(machine: Machine, term: AnyTerm, what: str) -> None:
    """Raise `PuzzleError` where a term, which is what `what` takes, has an atom or a list in it."""
    todo = [term]
    while todo:
        part = machine.walk(todo.pop())
        if type(part) is Term:
            todo += part.args
        elif type(part) is not int and type(part) not in VARIABLES:
            got = represented(part) if isinstance(part, str) else machine.reify(part)
            hint = "name the unknowns of the model in it"
            raise PuzzleError(f"{what} takes an expression", expected=ARITHMETIC, got=got, hint=hint)
