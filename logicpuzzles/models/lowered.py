"""An objective as engines take it: a sum of integers, where its function can be followed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm, prod
from typing import NamedTuple

from ..errors import PuzzleError
from .constraints.forms import Form
from .constraints.functions import MOST_ROWS
from .constraints.tables import Table
from .expressions import Expression, Part, exact, followed, merged
from .objective import Objective
from .symbols import NotFollowed
from .values import LARGEST, Scope, Value, Values


class Lowered(NamedTuple):
    """An objective as a sum of integers, which is to be small.

    Attributes
    ----------
    scope, multipliers, constant
        The sum, over variables of the model and more that stand for its parts.
    scale
        How many times as large it is as what is asked for.
    domains
        The values of the variables that stand for parts; they are numbered after those of the model.
    forms
        What says so.
    total
        What it is for the values of the objective's own variables.
    """

    scope: Scope
    multipliers: tuple[int, ...]
    constant: int
    scale: int
    domains: list[Values]
    forms: list[Form]
    total: Callable[[Values], int]


def lowered(given: Objective, domains: Sequence[Values]) -> Lowered | None:
    """What engines take of an objective; None where they can only ask what it is.

    `domains` are the values of each variable, of the model and of parts of its constraints.
    """
    own = [domains[v] for v in given.scope]
    whole = followed(given.function, len(own))
    whole = _whole(given) if whole is None else whole
    try:
        expression = whole.times(given.sign)
        parts = [_Tabled.of(part, own) for part in merged(expression)]
        _compared(given, expression, own)
    except (NotFollowed, PuzzleError, ArithmeticError, TypeError, ValueError):
        return None
    kept = [part for part in parts if part is not None]
    if len(kept) < len(parts):
        return None
    scale = lcm(expression.constant.denominator, *(part.denominator for part in kept))
    constant, found = int(expression.constant * scale), Lowered((), (), 0, scale, [], [], lambda values: 0)
    multipliers: dict[int, int] = {}
    for part in kept:
        constant += part.lower(scale, given.scope, len(domains), found, multipliers)
    sizes = [abs(m) * max(map(abs, (domains[v] if v < len(domains) else found.domains[v - len(domains)])))
             for v, m in multipliers.items()]  # fmt: skip
    if sum(sizes) + abs(constant) >= LARGEST:
        return None
    multipliers = {v: m for v, m in multipliers.items() if m}

    def total(values: Values) -> int:
        return int(expression.of(values) * scale)

    return found._replace(
        scope=tuple(multipliers), multipliers=tuple(multipliers.values()), constant=constant, total=total
    )


def _whole(given: Objective) -> Expression:
    """The objective as one part, of which nothing is known but its values."""
    places = tuple(range(len(given.scope)))
    return Expression((Part(Fraction(1), places, given.of),), Fraction(0))


def _compared(given: Objective, expression: Expression, domains: Sequence[Values]) -> None:
    """Raise `NotFollowed` where the expression is not what the function gives for some values."""
    corners = [[domain[0] for domain in domains], [domain[-1] for domain in domains]]
    mixed = [[domain[(7 * i + k) % len(domain)] for i, domain in enumerate(domains)] for k in range(8)]
    for values in map(tuple, (*corners, *mixed)):
        told, followed_to = given.of(values) * given.sign, expression.of(values)
        if abs(exact(told) - followed_to) > Fraction(1, 10**9) * max(1, abs(followed_to)):
            raise NotFollowed


@dataclass(frozen=True, eq=False)
class _Tabled:
    """A part with what it is for all values of its variables.

    Attributes
    ----------
    numbers
        What it is, its multiplier included, by the values of its variables in order.
    """

    places: tuple[int, ...]
    numbers: dict[Values, Fraction]

    @classmethod
    def of(cls, part: Part, domains: Sequence[Values]) -> _Tabled | None:
        """The part; None where its variables have too many values together."""
        if prod(len(domains[place]) for place in part.places) > MOST_ROWS:
            return None
        numbers = {}
        values = [None] * len(domains)
        for row in product(*(domains[place] for place in part.places)):
            for place, value in zip(part.places, row, strict=True):
                values[place] = value
            numbers[row] = part.multiplier * exact(part.work(tuple(values)))
        return cls(part.places, numbers)

    @property
    def denominator(self) -> int:
        """By what all numbers are made whole."""
        return lcm(*(number.denominator for number in self.numbers.values()))

    def lower(self, scale: int, scope: Scope, n_domains: int, found: Lowered, multipliers: dict[int, int]) -> int:
        """Add it to the sum; what is to be added to the constant."""
        variables = tuple(scope[place] for place in self.places)
        whole = {row: int(number * scale) for row, number in self.numbers.items()}
        line = _line({row[0]: number for row, number in whole.items()}) if len(variables) == 1 else None
        if line is not None:
            multipliers[variables[0]] = multipliers.get(variables[0], 0) + line[0]
            return line[1]
        made = n_domains + len(found.domains)
        found.domains.append(tuple(sorted(set(whole.values()))))
        found.forms.append(Table((*variables, made), tuple((*row, number) for row, number in whole.items())))
        multipliers[made] = 1
        return 0


def _line(numbers: dict[Value, int]) -> tuple[int, int] | None:
    """Where the numbers are on a line over their values: by how much it rises, and what it is at 0."""
    if not all(type(value) in (int, bool) for value in numbers):
        return None
    (first, at_first), *others = numbers.items()
    rise = (others[0][1] - at_first) // (others[0][0] - first) if others else 0
    flat = at_first - rise * first
    return (rise, flat) if all(number == rise * value + flat for value, number in numbers.items()) else None
