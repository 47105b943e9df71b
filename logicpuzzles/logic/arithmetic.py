"""Integer arithmetic and comparison: they wait until enough is known, then compute.

They do not run in every direction (two unknowns have infinitely many sums), so their names have no `-o`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import gcd
from typing import Any

from unification import Var

from ..errors import PuzzleError, place_here
from ..integers import in_digits, represented
from .bindings import Build
from .goal import Constraint
from .goals import Goal
from .resolver import Machine
from .terms import VARIABLES, AnyTerm, Term

MOST_BITS = 1_000_000  # of a number: a larger one is a slip, and would take all memory


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
            return machine.unify(self.total, _product(left, right))
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


def _floor_div(left: int, right: int) -> int:
    if right == 0:
        raise PuzzleError("division by zero", hint="state that the divisor is not 0 before it")
    return left // right


def _truncated_div(left: int, right: int) -> int:
    quotient = _floor_div(abs(left), abs(right))
    return quotient if (left < 0) == (right < 0) else -quotient


def _product(left: int, right: int) -> int:
    if left.bit_length() + right.bit_length() > MOST_BITS:
        raise PuzzleError("the product is too large", expected=f"at most {MOST_BITS:,} bits")
    return left * right


def _power(left: int, right: int) -> int:
    if right < 0 and left == 0:
        raise PuzzleError("division by zero: a negative power of 0", hint="state that it is not 0 before it")
    if right < 0 and left not in (1, -1):
        raise PuzzleError("a negative power is not an integer", got=f"{in_digits(left)} ** {in_digits(right)}")
    if abs(left) > 1 and right * abs(left).bit_length() > MOST_BITS:
        raise PuzzleError("the power is too large", expected=f"at most {MOST_BITS:,} bits")
    return int(left**right) if right >= 0 else (left if right % 2 else 1)


def _shifted(left: int, right: int) -> int:
    """left * 2 ** right, rounded down."""
    if right <= 0:
        return left >> min(-right, MOST_BITS)
    if left and left.bit_length() + right > MOST_BITS:
        raise PuzzleError("the shifted number is too large", expected=f"at most {MOST_BITS:,} bits")
    return left << right if left else 0


def _highest_bit(number: int) -> int:
    if number <= 0:
        raise PuzzleError("msb takes a number above 0", got=in_digits(number))
    return number.bit_length() - 1


OPERATIONS: dict[tuple[str, int], Callable[..., int]] = {
    ("+", 2): operator.add,
    ("-", 2): operator.sub,
    ("*", 2): _product,
    ("//", 2): _truncated_div,
    ("div", 2): _floor_div,
    ("mod", 2): lambda a, b: a - _floor_div(a, b) * b,
    ("rem", 2): lambda a, b: a - _truncated_div(a, b) * b,
    ("min", 2): min,
    ("max", 2): max,
    ("**", 2): _power,
    ("^", 2): _power,
    ("-", 1): operator.neg,
    ("+", 1): operator.pos,
    ("abs", 1): abs,
    ("/\\", 2): operator.and_,
    ("\\/", 2): operator.or_,
    ("xor", 2): operator.xor,
    ("<<", 2): _shifted,
    (">>", 2): lambda a, b: _shifted(a, -b),
    ("\\", 1): operator.invert,
    ("gcd", 2): gcd,
    ("msb", 1): _highest_bit,
    ("sign", 1): lambda a: (a > 0) - (a < 0),
}
_ANY = f"use {', '.join(sorted({name for name, _ in OPERATIONS}))}"
_DIVISION = "use // for the integer quotient, mod for the remainder"


class Unknown(Exception):
    """An expression holds an unknown."""

    def __init__(self, variable: Var) -> None:
        self.variable = variable


def evaluate(machine: Machine, expression: AnyTerm, goal: str) -> int:
    """The integer value of an expression such as ``Term("+", (X, 1))``, walked without recursion.

    Raises
    ------
    Unknown
        It holds an unknown.
    PuzzleError
        It is not arithmetic.
    """
    todo: list[Any] = [expression]
    done: list[int] = []
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
        elif kind is Term and (function := OPERATIONS.get((part.name, len(part.args)))):
            todo.append(Build(len(part.args), function))
            todo.extend(reversed(part.args))
        else:
            value = machine.reify(part)
            raise PuzzleError(
                f"{goal} takes integers and arithmetic",
                got=represented(value) if isinstance(value, str) else value,
                hint=_DIVISION if kind is Term and part.name == "/" else _ANY,
            )
    return done[0]


@dataclass(frozen=True, slots=True)
class Evaluation(Waiting):
    """Two arithmetic expressions compare as `test` says; without a test, the left is the value of the right."""

    test: Callable[[int, int], bool] | None
    left: AnyTerm
    right: AnyTerm
    name: str
    place: str | None = None
    terms = property(lambda self: (self.left, self.right))

    def attempt(self, machine: Machine) -> bool:
        try:
            right = evaluate(machine, self.right, self.name)
            if self.test is None:
                return machine.unify(self.left, right)
            return self.test(evaluate(machine, self.left, self.name), right)
        except Unknown as unknown:
            return self.wait(machine, unknown.variable)
