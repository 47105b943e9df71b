"""The few kinds of constraints that the engines know, whatever class or function they were written as.

Variables are numbered from 0 in the order of their declaration. One posted constraint becomes none (it always
holds), one or several forms.
"""

from __future__ import annotations

from dataclasses import dataclass

from .semantics import Test, Values

Scope = tuple[int, ...]


@dataclass(frozen=True)
class Never:
    """Nothing satisfies this; it is about the variables of `scope`."""

    scope: Scope


@dataclass(frozen=True)
class Among:
    """The variable has one of the values, each in its domain."""

    scope: Scope
    values: Values


@dataclass(frozen=True)
class Linear:
    """The sum of the integers, each times its multiplier, compares with `bound`; relation is "==", "<=" or "!=".

    Each variable is in it once; no multiplier is 0.
    """

    scope: Scope
    multipliers: tuple[int, ...]
    relation: str
    bound: int


@dataclass(frozen=True)
class AllDifferent:
    """The values differ pairwise; each variable is in it once."""

    scope: Scope


@dataclass(frozen=True)
class AllEqual:
    """The values are equal."""

    scope: Scope


@dataclass(frozen=True)
class Count:
    """From `low` to `high` variables have a value among `members`, which has for each those of its domain."""

    scope: Scope
    members: tuple[Values, ...]
    low: int
    high: int


@dataclass(frozen=True)
class Product:
    """The product of the integers, minus the last of them if `targeted`, is from `low` to `high`; None: no bound."""

    scope: Scope
    targeted: bool
    low: int | None
    high: int | None


@dataclass(frozen=True)
class Table:
    """The values together are one of the rows."""

    scope: Scope
    rows: tuple[Values, ...]


@dataclass(frozen=True)
class Circuit:
    """The variable of each place names the next place of one round trip through all; `places` are values."""

    scope: Scope
    places: Values


@dataclass(frozen=True, eq=False)
class Function:
    """The test holds; it raises nothing."""

    scope: Scope
    test: Test


Form = Never | Among | Linear | AllDifferent | AllEqual | Count | Product | Table | Circuit | Function
