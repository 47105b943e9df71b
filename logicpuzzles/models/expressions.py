"""What a function of numbers is a sum of, found by following it.

Sums, differences and multiples are taken apart; anything else, such as a product or an absolute value, is a part of its
own that is worked out from values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from .nodes import CONSTANT, Node, below, is_opaque, places, worker
from .symbols import Followed, NotFollowed
from .values import Values

Number = Any  # int, float or Fraction
Work = Callable[[Values], Number]  # from the values of all variables to a number


@dataclass(frozen=True, eq=False)
class Part:
    """A summand: what `work` gives, times `multiplier`. It is about the variables at `places`."""

    multiplier: Fraction
    places: tuple[int, ...]
    work: Work


@dataclass(frozen=True, eq=False)
class Expression:
    """A constant and a sum of parts."""

    parts: tuple[Part, ...]
    constant: Fraction

    def of(self, values: Values) -> Number:
        """What it is for the values of all variables."""
        return sum((part.multiplier * exact(part.work(values)) for part in self.parts), self.constant)

    def plus(self, other: Expression) -> Expression:
        """The sum of both."""
        return Expression((*self.parts, *other.parts), self.constant + other.constant)

    def times(self, factor: Fraction | int) -> Expression:
        """So many times."""
        parts = (replace(part, multiplier=part.multiplier * factor) for part in self.parts)
        return Expression(tuple(parts) if factor else (), self.constant * factor)


def exact(number: Number) -> Fraction:
    """A number without rounding; a float as it is written, so that 0.1 is a tenth.

    Raises
    ------
    NotFollowed
        It is no number, or not a finite one.
    """
    if isinstance(number, int | Fraction):
        return Fraction(number)
    if not isinstance(number, float):
        raise NotFollowed
    try:
        return Fraction(str(float(number)))
    except ValueError:
        raise NotFollowed from None


def plain(number: Fraction) -> Number:
    """A whole number as an int."""
    return number.numerator if number.denominator == 1 else number


def followed(function: Callable[..., Any], n: int) -> Expression | None:
    """What `function` of `n` values is a sum of; None if it cannot be followed.

    >>> made = followed(lambda a, b, c: 2 * a + b * c - 1, 3)
    >>> [(int(part.multiplier), part.places) for part in made.parts], int(made.of((5, 2, 3)))
    ([(2, (0,)), (1, (1, 2))], 15)
    >>> followed(lambda a, b: int(a) + b, 2)
    """
    node = Followed(function, [(Fraction(1, 2),)] * n, is_truth=False).node
    if is_opaque(node):
        return None
    try:
        return _expression(node, n)
    except NotFollowed:
        return None


def _expression(node: Node, n: int) -> Expression:
    """A node as a sum."""
    made: dict[int, Expression] = {}
    for one in below(node):
        made[id(one)] = _taken_apart(one, [made[id(operand)] for operand in one.operands], n)
    return made[id(node)]


def _taken_apart(node: Node, given: list[Expression], n: int) -> Expression:
    if node.operation == CONSTANT:
        return Expression((), exact(node.value))
    if node.operation in ("+", "pos"):
        return given[0].plus(given[1]) if len(given) > 1 else given[0]
    if node.operation == "-":
        return given[0].plus(given[1].times(-1))
    if node.operation == "neg":
        return given[0].times(-1)
    if node.operation == "*" and not (given[0].parts and given[1].parts):
        whole, factor = given if given[0].parts else reversed(given)
        return whole.times(factor.constant)
    if node.operation == "/" and not given[1].parts and given[1].constant:
        return given[0].times(1 / given[1].constant)
    work = worker(node, {place: place for place in range(n)}, lambda value: plain(exact(value)))
    return Expression((Part(Fraction(1), places(node), work),), Fraction(0))


def merged(made: Expression) -> Sequence[Part]:
    """The parts, those about the same variable alone as one."""
    alone: dict[int, list[Part]] = {}
    for part in made.parts:
        if len(part.places) == 1:
            alone.setdefault(part.places[0], []).append(part)
    found = [part for part in made.parts if len(part.places) > 1]
    return [*(_one(parts) for parts in alone.values()), *found]


def _one(parts: list[Part]) -> Part:
    """One part that is the sum of several about the same variable."""
    if len(parts) == 1:
        return parts[0]
    whole = Expression(tuple(parts), Fraction(0))
    return Part(Fraction(1), parts[0].places, whole.of)
