"""What a function of numbers is a sum of, found by calling it once with symbols for values.

Sums, differences and multiples are taken apart; anything else, such as a product or an absolute value, is a part of its
own that is worked out from values. A function that asks what a symbol is, as `if` and `max` do, cannot be followed.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from .values import Values

Number = Any  # int, float or Fraction
Work = Callable[[Values], Number]  # from the values of all variables to a number


class NotFollowed(Exception):
    """The function did something with a symbol that only a number can do."""


@dataclass(frozen=True, eq=False)
class Part:
    """A summand: what `work` gives, times `multiplier`. It is about the variables at `places`."""

    multiplier: Fraction
    places: tuple[int, ...]
    work: Work


@dataclass(frozen=True, eq=False)
class Expression:
    """A constant and a sum of parts; a symbol is an expression of one part, the value of its variable."""

    parts: tuple[Part, ...]
    constant: Fraction

    @property
    def places(self) -> tuple[int, ...]:
        """The variables that it is about."""
        return tuple(sorted({place for part in self.parts for place in part.places}))

    def of(self, values: Values) -> Number:
        """What it is for the values of all variables."""
        return sum((part.multiplier * exact(part.work(values)) for part in self.parts), self.constant)

    def __add__(self, other: Any) -> Expression:
        other = expression(other)
        return Expression((*self.parts, *other.parts), self.constant + other.constant)

    __radd__ = __add__

    def __neg__(self) -> Expression:
        return self * -1

    def __pos__(self) -> Expression:
        return self

    def __sub__(self, other: Any) -> Expression:
        return self + -expression(other)

    def __rsub__(self, other: Any) -> Expression:
        return expression(other) + -self

    def __mul__(self, other: Any) -> Expression:
        other = expression(other)
        if self.parts and other.parts:
            return self._worked(operator.mul, other)
        whole, times = (self, other.constant) if self.parts else (other, self.constant)
        parts = (replace(part, multiplier=part.multiplier * times) for part in whole.parts)
        return Expression(tuple(parts) if times else (), whole.constant * times)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Expression:
        other = expression(other)
        if not other.parts and other.constant:
            part: Expression = self * (1 / other.constant)
            return part
        return self._worked(operator.truediv, other)

    def _worked(self, work: Callable[..., Number], *others: Any, swapped: bool = False) -> Expression:
        """A part of its own that `work` gives from what this and another are."""
        given = [self, *map(expression, others)]
        if swapped:
            given.reverse()
        places = tuple(sorted({place for one in given for place in one.places}))
        part = Part(Fraction(1), places, lambda values: work(*[plain(one.of(values)) for one in given]))
        return Expression((part,), Fraction(0))

    def __abs__(self) -> Expression:
        magnitude: Callable[..., Number] = abs
        return self._worked(magnitude)

    def _refuse(self, *_: object) -> Any:
        raise NotFollowed

    __bool__ = __int__ = __index__ = __float__ = __len__ = __iter__ = __hash__ = __getitem__ = __call__ = _refuse
    __round__ = __trunc__ = __floor__ = __ceil__ = __str__ = __repr__ = __format__ = __contains__ = _refuse


def _follow(name: str, work: Callable[[Number, Number], Number], swapped: bool = False) -> None:
    """Let expressions have the operator of this name, which gives a part of its own."""

    def follow(self: Expression, other: Any) -> Expression:
        return self._worked(work, other, swapped=swapped)

    setattr(Expression, name, follow)


for _name in ("floordiv", "mod", "pow", "xor", "and_", "or_", "lshift", "rshift"):
    _plain = _name.rstrip("_")
    _follow(f"__{_plain}__", getattr(operator, _name))
    _follow(f"__r{_plain}__", getattr(operator, _name), swapped=True)
_follow("__rtruediv__", operator.truediv, swapped=True)  # by a number it is a multiple, see above
for _name in ("eq", "ne", "lt", "le", "gt", "ge"):  # 1 where it holds, and 0: to be counted
    _follow(f"__{_name}__", getattr(operator, _name))


def expression(given: Any) -> Expression:
    """A number as an expression; an expression itself."""
    if isinstance(given, Expression):
        return given
    return Expression((), exact(given))


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
    >>> followed(max, 2)
    """
    try:
        return expression(function(*[symbol(place) for place in range(n)]))
    except Exception:  # anything may go wrong in a function that does not expect symbols
        return None


def symbol(place: int) -> Expression:
    """The value of the variable at a place."""
    return Expression((Part(Fraction(1), (place,), operator.itemgetter(place)),), Fraction(0))


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
