"""Symbols that stand for values in a call of a function: they add and multiply themselves up, and compare themselves.

A comparison makes an `Atom`. Where the function asks whether an atom holds, the `Path` of this call decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul
from typing import Any

MOST_ATOMS = 64
_OPPOSITE = {"==": "!=", "!=": "==", "<=": ">", ">": "<="}


class NotLinear(Exception):
    """The function did something with a symbol that is not linear."""


@dataclass(frozen=True)
class Comparison:
    """The sum of `multipliers` times the values, place by place, compares ("==", "!=", "<=") with `bound`."""

    multipliers: tuple[int, ...]
    relation: str
    bound: int

    def holds(self, values: Sequence[int]) -> bool:
        """Whether it holds for the values."""
        total: int = sum(map(mul, self.multipliers, values))
        if self.relation == "<=":
            return total <= self.bound
        return (total == self.bound) is (self.relation == "==")


class Path:
    """One way of answering the atoms that a function asks about; atoms beyond `answers` hold."""

    def __init__(self, answers: Sequence[bool]) -> None:
        self.answers = list(answers)
        self.asked: list[Atom] = []

    def answer(self, atom: Atom) -> bool:
        self.asked.append(atom)
        if len(self.asked) > MOST_ATOMS:
            raise NotLinear
        if len(self.asked) > len(self.answers):
            self.answers.append(True)
        return self.answers[len(self.asked) - 1]


@dataclass(eq=False)
class Atom:
    """An affine expression, compared with 0; or the absolute value of one, compared with `bound`."""

    path: Path
    affine: Affine
    relation: str
    bound: int | None = None  # of an absolute value

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        return self.path.answer(self)

    def comparisons(self, holds: bool) -> list[Comparison]:
        """What the answer says, as comparisons that must all hold."""
        relation = self.relation if holds else _OPPOSITE[self.relation]
        if self.bound is None:
            return [self.affine.compared(relation, 0)]
        if self.bound < 0:
            return [] if relation in ("!=", ">") else [never(len(self.affine.multipliers))]
        if relation in ("<=", "!="):
            return [self.affine.compared(relation, self.bound), (-self.affine).compared(relation, self.bound)]
        if self.bound == 0:
            return [self.affine.compared("==" if relation == "==" else "!=", 0)]
        raise NotLinear  # on either side of a range: a choice of two


def never(n: int) -> Comparison:
    return Comparison((0,) * n, "==", 1)


class Affine:
    """A sum of values, each times an integer, and a constant."""

    __slots__ = ("constant", "multipliers", "path")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, path: Path, multipliers: tuple[int, ...], constant: int) -> None:
        self.path, self.multipliers, self.constant = path, multipliers, constant

    def compared(self, relation: str, bound: int) -> Comparison:
        """The comparison of this with `bound`; ">" as the opposite of "<="."""
        if relation == ">":
            return (-self).compared("<=", -bound - 1)
        return Comparison(self.multipliers, relation, bound - self.constant)

    def __add__(self, other: Any) -> Affine:
        if isinstance(other, Affine):
            total = tuple(a + b for a, b in zip(self.multipliers, other.multipliers, strict=True))
            return Affine(self.path, total, self.constant + other.constant)
        return Affine(self.path, self.multipliers, self.constant + _integer(other))

    __radd__ = __add__

    def __neg__(self) -> Affine:
        return self * -1

    def __pos__(self) -> Affine:
        return self

    def __sub__(self, other: Any) -> Affine:
        return self + (-other if isinstance(other, Affine) else -_integer(other))

    def __rsub__(self, other: Any) -> Affine:
        return (-self).__add__(other)

    def __mul__(self, other: Any) -> Affine:
        n = _integer(other)
        return Affine(self.path, tuple(n * m for m in self.multipliers), n * self.constant)

    __rmul__ = __mul__

    def __abs__(self) -> Absolute:
        return Absolute(self)

    def __eq__(self, other: object) -> Any:
        return self._atom(other, "==")

    def __ne__(self, other: object) -> Any:
        return self._atom(other, "!=")

    def __le__(self, other: Any) -> Any:
        return self._atom(other, "<=")

    def __gt__(self, other: Any) -> Any:
        return self._atom(other, ">")

    def __ge__(self, other: Any) -> Any:
        return (-self)._atom(_negated(other), "<=")

    def __lt__(self, other: Any) -> Any:
        return (-self)._atom(_negated(other), ">")

    def _atom(self, other: Any, relation: str) -> Any:
        if isinstance(other, Absolute):
            raise NotLinear
        return Atom(self.path, self - other, relation)

    def _not_linear(self, *_: Any) -> Any:
        raise NotLinear

    __bool__ = __int__ = __index__ = __float__ = __iter__ = __getitem__ = __len__ = __contains__ = _not_linear
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pow__ = __rpow__ = _not_linear
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __invert__ = __divmod__ = __round__ = _not_linear
    __str__ = __repr__ = __format__ = _not_linear


class Absolute:
    """The absolute value of an affine expression, good for comparing with an integer."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, affine: Affine) -> None:
        self.affine = affine

    def _atom(self, other: Any, relation: str) -> Any:
        return Atom(self.affine.path, self.affine, relation, _integer(other))

    def __eq__(self, other: object) -> Any:
        return self._atom(other, "==")

    def __ne__(self, other: object) -> Any:
        return self._atom(other, "!=")

    def __le__(self, other: Any) -> Any:
        return self._atom(other, "<=")

    def __gt__(self, other: Any) -> Any:
        return self._atom(other, ">")

    def __lt__(self, other: Any) -> Any:
        return self._atom(_integer(other) - 1, "<=")

    def __ge__(self, other: Any) -> Any:
        return self._atom(_integer(other) - 1, ">")

    def __bool__(self) -> bool:
        raise NotLinear


def _integer(value: Any) -> int:
    if type(value) is int or type(value) is bool:
        return int(value)
    raise NotLinear


def _negated(value: Any) -> Any:
    return -value if isinstance(value, Affine) else -_integer(value)
