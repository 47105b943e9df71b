"""Symbols passed to a function in place of values: they record the sums, multiples and comparisons that it forms.

A comparison makes an `Atom`. When the function asks whether it holds, the `Path` of this call answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul
from typing import Any, NoReturn

MOST_ATOMS = 64
_OPPOSITE = {"==": "!=", "!=": "==", "<=": ">", ">": "<="}


class NotLinear(Exception):
    """The function did something with a symbol that is not linear."""


@dataclass(frozen=True)
class Comparison:
    """The sum of the values, each times its multiplier, compares with `bound` by "==", "!=" or "<="."""

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
    """One way of answering the atoms that a function asks about; atoms beyond `answers` hold.

    An atom that says what another one said, or its contrary, is not asked again.

    `left` is set when the function did something not linear: it may catch `NotLinear` and go on.
    """

    def __init__(self, answers: Sequence[bool]) -> None:
        self.answers = list(answers)
        self.asked: list[Atom] = []
        self.left = False
        self._known: dict[object, bool] = {}  # what was answered, by what was asked

    def answer(self, atom: Atom) -> bool:
        """Whether it holds on this path."""
        known = self.told(atom)
        if known is None:
            known = self._asked(atom)
            key, contrary = atom.key()
            self._known[key] = known is not contrary
        return known

    def told(self, atom: Atom) -> bool | None:
        """What was answered before; None where nothing was."""
        key, contrary = atom.key()
        if key in self._known:
            return self._known[key] is not contrary
        return atom.constant()

    def _asked(self, atom: Atom) -> bool:
        self.asked.append(atom)
        if len(self.asked) > MOST_ATOMS:
            self.leave()
        if len(self.asked) > len(self.answers):
            self.answers.append(True)
        return self.answers[len(self.asked) - 1]

    def leave(self) -> NoReturn:
        """Raise `NotLinear`."""
        self.left = True
        raise NotLinear

    def integer(self, value: Any) -> int:
        """`value`, which must be an integer."""
        if type(value) is int or type(value) is bool:
            return int(value)
        self.leave()


class Symbol:
    """Raises `NotLinear` for whatever its subclasses do not define."""

    path: Path

    def _not_linear(self, *_: Any) -> Any:
        self.path.leave()

    __bool__ = __int__ = __index__ = __float__ = __complex__ = __len__ = __iter__ = __getitem__ = _not_linear
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __matmul__ = __rmatmul__ = _not_linear
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pow__ = __rpow__ = _not_linear
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __invert__ = __divmod__ = __rdivmod__ = _not_linear
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __neg__ = __pos__ = __abs__ = __call__ = _not_linear
    __round__ = __trunc__ = __floor__ = __ceil__ = __str__ = __repr__ = __format__ = __bytes__ = __hash__ = _not_linear
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = __getattr__ = _not_linear
    __class__ = property(_not_linear)  # isinstance reads it


class Atom(Symbol):
    """An affine expression, compared with 0; or the absolute value of one, compared with `bound`."""

    def __init__(self, path: Path, affine: Affine, relation: str, bound: int | None = None) -> None:
        self.path, self.affine, self.relation, self.bound = path, affine, relation, bound

    def __bool__(self) -> bool:
        return self.path.answer(self)

    def key(self) -> tuple[object, bool]:
        """What it asks, the same for all that say the same or the contrary, and whether it says the contrary."""
        contrary = self.relation in ("!=", ">")
        relation = _OPPOSITE[self.relation] if contrary else self.relation
        one = self.affine
        if next((m for m in one.multipliers if m), 0) < 0:
            one = -one
            if relation == "<=" and self.bound is None:  # not 0 < -x is x <= 0, for integers
                one, contrary = one + 1, not contrary
        return (one.multipliers, one.constant, relation, self.bound), contrary

    def constant(self) -> bool | None:
        """Whether it holds, where it does not depend on values."""
        if any(self.affine.multipliers):
            return None
        found = self.affine.constant
        number, bound = (found, 0) if self.bound is None else (abs(found), self.bound)
        return {"==": number == bound, "!=": number != bound, "<=": number <= bound, ">": number > bound}[self.relation]

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
        raise NotLinear  # outside a range: a disjunction


def never(n: int) -> Comparison:
    return Comparison((0,) * n, "==", 1)


class Comparable(Symbol):
    """What makes an atom of each comparison: the values are integers, so `<` and `>=` are `<=` and `>` of one more."""

    __hash__ = Symbol.__hash__

    def _atom(self, other: Any, relation: str, more: int = 0) -> Any:
        """The atom that this plus `more` compares with `other`."""
        raise NotImplementedError

    def __eq__(self, other: object) -> Any:
        return self._atom(other, "==")

    def __ne__(self, other: object) -> Any:
        return self._atom(other, "!=")

    def __le__(self, other: Any) -> Any:
        return self._atom(other, "<=")

    def __gt__(self, other: Any) -> Any:
        return self._atom(other, ">")

    def __lt__(self, other: Any) -> Any:
        return self._atom(other, "<=", 1)

    def __ge__(self, other: Any) -> Any:
        return self._atom(other, ">", 1)


class Affine(Comparable):
    """A sum of values, each times an integer, and a constant."""

    def __init__(self, path: Path, multipliers: tuple[int, ...], constant: int) -> None:
        self.path, self.multipliers, self.constant = path, multipliers, constant

    def compared(self, relation: str, bound: int) -> Comparison:
        """The comparison of this with `bound`; ">" becomes "<=" by negation."""
        if relation == ">":
            return (-self).compared("<=", -bound - 1)
        return Comparison(self.multipliers, relation, bound - self.constant)

    def __add__(self, other: Any) -> Affine:
        if type(other) is Affine:
            total = tuple(a + b for a, b in zip(self.multipliers, other.multipliers, strict=True))
            return Affine(self.path, total, self.constant + other.constant)
        return Affine(self.path, self.multipliers, self.constant + self.path.integer(other))

    __radd__ = __add__

    def __neg__(self) -> Affine:
        return self.__mul__(-1)

    def __pos__(self) -> Affine:
        return self

    def __sub__(self, other: Any) -> Affine:
        return self.__add__(-other if type(other) is Affine else -self.path.integer(other))

    def __rsub__(self, other: Any) -> Affine:
        return (-self).__add__(other)

    def __mul__(self, other: Any) -> Affine:
        n = self.path.integer(other)
        return Affine(self.path, tuple(n * m for m in self.multipliers), n * self.constant)

    __rmul__ = __mul__

    def __abs__(self) -> Absolute:
        return Absolute(self)

    def _atom(self, other: Any, relation: str, more: int = 0) -> Any:
        return Atom(self.path, self - other + more, relation)


class Absolute(Comparable):
    """The absolute value of an affine expression; it can only be compared with an integer."""

    def __init__(self, affine: Affine) -> None:
        self.path, self.affine = affine.path, affine

    def _atom(self, other: Any, relation: str, more: int = 0) -> Any:
        return Atom(self.path, self.affine, relation, self.path.integer(other) - more)
