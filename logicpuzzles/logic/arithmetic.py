"""Arithmetic and comparison: they wait until enough is known, then compute.

They do not run in every direction (two unknowns have infinitely many sums), so their names have no `-o`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from unification import Var

from ..errors import PuzzleError, place_here
from ..integers import represented
from ..wording import counted
from .balls import error_term, indicator
from .bindings import Build
from .functions import EXACT, INSTEAD, OPERATIONS, RATIONAL, Number, product, whole
from .goal import Constraint, spelled
from .goals import Goal
from .resolver import Machine
from .terms import VARIABLES, AnyTerm, Term


def integer(machine: Machine, term: AnyTerm, goal: str, place: str | None = None) -> int | None:
    """`term` as an integer; None for an unknown.

    Raises
    ------
    PuzzleError
        `term` is neither.
    """
    term = machine.walk(term)
    if type(term) is int:
        return term
    if type(term) in VARIABLES:
        return None
    raise PuzzleError(f"{goal} takes integers", place=place, got=represented(machine.reify(term)))


class Waiting(Constraint):
    """A constraint that waits for values and runs as soon as it can."""

    __slots__ = ()
    is_error = True

    def integers(self, machine: Machine) -> Iterator[int | None]:
        """Each term as an integer; None where it is unknown."""
        return (integer(machine, term, self.name, self.place) for term in self.terms)

    def wait(self, machine: Machine, *terms: AnyTerm) -> bool:
        """Suspend on the first two unknowns among `terms`: before one of them is known, nothing can be computed."""
        unknowns = [t for t in map(machine.walk, terms) if type(t) in VARIABLES]
        for unknown in unknowns[:2]:
            machine.suspend(self, unknown)
        return True


@dataclass(frozen=True, slots=True)
class Operation(Waiting):
    """Two integers give a third."""

    left: AnyTerm
    right: AnyTerm
    total: AnyTerm
    name: str
    place: str | None = None
    terms = property(lambda self: (self.left, self.right, self.total))

    def __repr__(self) -> str:
        return spelled(self.name, self.terms)


class Sum(Operation):
    """left + right = total; any two give the third."""

    __slots__ = ()

    def attempt(self, machine: Machine) -> bool:
        left, right, total = self.integers(machine)
        if left is not None and right is not None:
            return machine.unify(self.total, left + right)
        if total is not None and left is not None:
            return machine.unify(self.right, total - left)
        if total is not None and right is not None:
            return machine.unify(self.left, total - right)
        return self.wait(machine, self.left, self.right, self.total)


class Product(Operation):
    """left * right = total; two of them give the third where there is just one."""

    __slots__ = ()

    def attempt(self, machine: Machine) -> bool:
        left, right, total = self.integers(machine)
        if left is not None and right is not None:
            return machine.unify(self.total, product(left, right))
        if left == 0 or right == 0:
            return machine.unify(self.total, 0)
        if total is not None and left is not None:
            return total % left == 0 and machine.unify(self.right, total // left)
        if total is not None and right is not None:
            return total % right == 0 and machine.unify(self.left, total // right)
        return self.wait(machine, self.left, self.right, self.total)


@dataclass(frozen=True, slots=True)
class Compare(Waiting):
    """Two integers compare as `test` says."""

    test: Callable[[int, int], bool]
    left: AnyTerm
    right: AnyTerm
    name: str
    place: str | None = None
    terms = property(lambda self: (self.left, self.right))

    def attempt(self, machine: Machine) -> bool:
        left, right = self.integers(machine)
        if left is not None and right is not None:
            return self.test(left, right)
        return self.wait(machine, self.left, self.right)


def add(left: AnyTerm, right: AnyTerm, total: AnyTerm) -> Goal:
    """The integers `left` and `right` add up to `total`; waits until two are known."""
    return Sum(left, right, total, "add", place_here())


def sub(left: AnyTerm, right: AnyTerm, difference: AnyTerm) -> Goal:
    """The integer `left` less `right` is `difference`; waits until two are known."""
    return Sum(difference, right, left, "sub", place_here())


def mul(left: AnyTerm, right: AnyTerm, product: AnyTerm) -> Goal:
    """The integers `left` and `right` multiply to `product`; waits until two are known."""
    return Product(left, right, product, "mul", place_here())


def lt(left: AnyTerm, right: AnyTerm) -> Goal:
    """The integer `left` is less than `right`; waits until both are known."""
    return Compare(operator.lt, left, right, "lt", place_here())


def lte(left: AnyTerm, right: AnyTerm) -> Goal:
    """The integer `left` is at most `right`; waits until both are known."""
    return Compare(operator.le, left, right, "lte", place_here())


def gt(left: AnyTerm, right: AnyTerm) -> Goal:
    """The integer `left` is greater than `right`; waits until both are known."""
    return Compare(operator.gt, left, right, "gt", place_here())


def gte(left: AnyTerm, right: AnyTerm) -> Goal:
    """The integer `left` is at least `right`; waits until both are known."""
    return Compare(operator.ge, left, right, "gte", place_here())


_ANY = f"use {', '.join(sorted({name for name, _ in RATIONAL}))}"


class Unknown(Exception):
    """An expression holds an unknown."""

    def __init__(self, variable: Var) -> None:
        self.variable = variable


Functions = Mapping[tuple[str, int], Callable[..., Number]]


def evaluate(machine: Machine, expression: AnyTerm, goal: str, functions: Functions = OPERATIONS) -> Number:
    """The value of an expression such as ``Term("+", (X, 1))``, walked without recursion.

    `functions` are `OPERATIONS`, or `EXACT` where `/` makes fractions.

    Raises
    ------
    Unknown
        It holds an unknown.
    PuzzleError
        It is not arithmetic.
    """
    todo: list[Any] = [expression]  # as in `bindings.fold`, which takes 1.7 times as long
    done: list[Number] = []
    while todo:
        part = machine.walk(todo.pop())
        kind = type(part)
        if kind is Build:
            split = len(done) - part.size
            done[split:] = [part.make(*done[split:])]
        elif kind is int:
            done.append(part)
        elif kind in VARIABLES:
            raise Unknown(part)
        elif kind is Term and (function := functions.get((part.name, len(part.args)))):
            todo.append(Build(len(part.args), function))
            todo.extend(reversed(part.args))
        elif functions is OPERATIONS and (kind is Fraction or kind is Term and (part.name, len(part.args)) in RATIONAL):
            return evaluate(machine, expression, goal, RATIONAL)
        elif kind is Fraction:
            done.append(whole(part))
        elif kind is tuple and len(part) == 1:
            done.append(_only(machine, machine.walk(part[0]), goal))
        else:
            raise _no_number(machine, part, goal)
    return done[0]


def _only(machine: Machine, element: AnyTerm, goal: str) -> int:
    """The value of a list with this element, an integer or a character, as a text of one is read."""
    if type(element) in VARIABLES:
        raise Unknown(element)
    if type(element) is int:
        return element
    if isinstance(element, str) and len(element) == 1:
        return ord(element)
    raise _no_number(machine, (element,), goal)


def _no_number(machine: Machine, term: AnyTerm, goal: str) -> PuzzleError:
    value = machine.reify(term)
    got = represented(value) if isinstance(value, str) else value
    name, arity = (value.name, len(value.args)) if type(value) is Term else (value, 0)
    hint = _advice(name, arity) if isinstance(name, str) else _ANY
    return PuzzleError(f"{goal} takes integers and arithmetic", got=got, hint=hint, ball=_not_evaluable(value))


def _is_wrong(term: AnyTerm) -> bool:
    """Whether an atom or a compound is no function of arithmetic."""
    name, arity = (term.name, len(term.args)) if type(term) is Term else (term, 0)
    return isinstance(name, str) and (name, arity) not in RATIONAL


def _not_evaluable(value: AnyTerm) -> AnyTerm:
    while type(value) is Term:  # Prolog looks at the arguments first
        inner = next((arg for arg in value.args if _is_wrong(arg)), None)
        if inner is None:
            break
        value = inner
    if type(value) is Term:
        return error_term("type_error", "evaluable", indicator(value.name, len(value.args)))
    return error_term("type_error", "evaluable", indicator(value, 0) if isinstance(value, str) else value)


def _advice(name: str, arity: int) -> str:
    """What to write in place of a function that there is not.

    >>> _advice("ceil", 1), _advice("max", 3), _advice("random", 1)[:28]
    ('did you mean ceiling?', 'max takes 2 numbers', 'rules have no chance in them')
    """
    if name in INSTEAD:
        return INSTEAD[name]
    takes = next((size for known, size in RATIONAL if known == name), None)
    if takes is not None:
        return f"{name} takes {counted(takes, 'number')}"
    close = get_close_matches(name, [known for known, _ in RATIONAL], 1, cutoff=0.7) if arity else []
    return f"did you mean {close[0]}?" if close else _ANY


@dataclass(frozen=True, slots=True)
class Evaluation(Waiting):
    """Two arithmetic expressions compare as `test` says; without a test, the left is the value of the right.

    With `is_exact` the quotient of integers is a fraction where it is not whole.
    """

    test: Callable[[Any, Any], bool] | None
    left: AnyTerm
    right: AnyTerm
    name: str
    place: str | None = None
    is_exact: bool = False
    terms = property(lambda self: (self.left, self.right))

    def attempt(self, machine: Machine) -> bool:
        functions: Functions = EXACT if self.is_exact else OPERATIONS
        try:
            right = evaluate(machine, self.right, self.name, functions)
            if self.test is None:
                return machine.unify(self.left, right)
            return self.test(evaluate(machine, self.left, self.name, functions), right)
        except Unknown as unknown:
            return self.wait(machine, unknown.variable)
