"""Finds out whether a function is a conjunction of linear comparisons, by calling it with symbols for values.

A symbol adds and multiplies itself up to an affine expression; a comparison of two becomes an atom. Where the
function asks whether an atom holds (`and`, `if`, a chain of comparisons), it is called again for either answer:
if only one way of answering does not end in False, the function is the conjunction of the atoms on that way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from operator import mul
from random import Random
from typing import Any

from .meaning import Values

ALL_SAMPLES = 400  # a function of at most as many combinations of values is compared on all
_SOME_SAMPLES = 24  # at random, and twice as many on the borders of its comparisons
_MOST_ATOMS = 64
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


class _Path:
    """One way of answering the atoms that a function asks about; atoms beyond `answers` hold."""

    def __init__(self, answers: Sequence[bool]) -> None:
        self.answers = list(answers)
        self.asked: list[_Atom] = []

    def answer(self, atom: _Atom) -> bool:
        self.asked.append(atom)
        if len(self.asked) > _MOST_ATOMS:
            raise NotLinear
        if len(self.asked) > len(self.answers):
            self.answers.append(True)
        return self.answers[len(self.asked) - 1]


@dataclass(eq=False)
class _Atom:
    """An affine expression, compared with 0; or the absolute value of one, compared with `bound`."""

    path: _Path
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
            return [] if relation in ("!=", ">") else [_never(len(self.affine.multipliers))]
        if relation in ("<=", "!="):
            return [self.affine.compared(relation, self.bound), (-self.affine).compared(relation, self.bound)]
        if self.bound == 0:
            return [self.affine.compared("==" if relation == "==" else "!=", 0)]
        raise NotLinear  # on either side of a range: a choice of two


def _never(n: int) -> Comparison:
    return Comparison((0,) * n, "==", 1)


class Affine:
    """A sum of values, each times an integer, and a constant."""

    __slots__ = ("constant", "multipliers", "path")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, path: _Path, multipliers: tuple[int, ...], constant: int) -> None:
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

    def __abs__(self) -> _Absolute:
        return _Absolute(self)

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
        if isinstance(other, _Absolute):
            raise NotLinear
        return _Atom(self.path, self - other, relation)

    def _not_linear(self, *_: Any) -> Any:
        raise NotLinear

    __bool__ = __int__ = __index__ = __float__ = __iter__ = __getitem__ = __len__ = __contains__ = _not_linear
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pow__ = __rpow__ = _not_linear
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __invert__ = __divmod__ = __round__ = _not_linear
    __str__ = __repr__ = __format__ = _not_linear


class _Absolute:
    """The absolute value of an affine expression, good for comparing with an integer."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, affine: Affine) -> None:
        self.affine = affine

    def _atom(self, other: Any, relation: str) -> Any:
        return _Atom(self.affine.path, self.affine, relation, _integer(other))

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


def linear(function: Callable[..., Any], domains: Sequence[Sequence[int]]) -> list[Comparison] | None:
    """The comparisons of which `function` is the conjunction for values of `domains`; None if it is none.

    They are compared with the function itself on all values where those are few, else on some.

    >>> linear(lambda a, b: a < b and abs(a - b) != 2, [range(9)] * 2)  # doctest: +NORMALIZE_WHITESPACE
    [Comparison(multipliers=(1, -1), relation='<=', bound=-1),
     Comparison(multipliers=(1, -1), relation='!=', bound=2),
     Comparison(multipliers=(-1, 1), relation='!=', bound=2)]
    """
    try:
        found = _conjunction(function, len(domains))
    except Exception:  # anything may go wrong in a function that does not expect symbols
        return None
    if found is None or not all(_agrees(function, found, values) for values in _samples(domains, found)):
        return None
    return found


def _conjunction(function: Callable[..., Any], n: int) -> list[Comparison] | None:
    """The comparisons on the only path through `function` that does not end in False."""
    found: list[Comparison] | None = None
    todo: list[list[bool]] = [[]]
    for _ in range(_MOST_ATOMS + 2):
        if not todo:
            return [_never(n)] if found is None else list(dict.fromkeys(found))
        answers = todo.pop()
        path = _Path(answers)
        symbols = [Affine(path, tuple(int(i == j) for j in range(n)), 0) for i in range(n)]
        result = function(*symbols)
        asked = list(path.asked)
        todo += [[*path.answers[:i], False] for i in range(len(answers), len(asked))]
        answered = {id(atom): (atom, holds) for atom, holds in zip(asked, path.answers, strict=True)}
        if isinstance(result, _Atom):
            holds = answered.setdefault(id(result), (result, True))[1]
        else:
            holds = bool(result)
        if not holds:
            continue
        if found is not None:
            return None
        found = [comparison for atom, holds in answered.values() for comparison in atom.comparisons(holds)]
    return None


def _agrees(function: Callable[..., Any], comparisons: list[Comparison], values: Values) -> bool:
    try:
        return bool(function(*values)) == all(comparison.holds(values) for comparison in comparisons)
    except Exception:
        return False


def _samples(domains: Sequence[Sequence[int]], comparisons: list[Comparison]) -> Iterator[Values]:
    """All values where they are few; else corners, some at random, and some on the border of each comparison."""
    n = 1
    for domain in domains:
        n *= len(domain)
    if n <= ALL_SAMPLES:
        yield from product(*domains)
        return
    random = Random(0)
    yield tuple(domain[0] for domain in domains)
    yield tuple(domain[-1] for domain in domains)
    members = [frozenset(domain) for domain in domains]
    for i in range(_SOME_SAMPLES):
        values = [random.choice(domain) for domain in domains]
        yield tuple(values)
        if comparisons:
            yield from _at_border(values, members, comparisons[i % len(comparisons)], random)


def _at_border(
    values: list[int], members: Sequence[frozenset[int]], comparison: Comparison, random: Random
) -> Iterator[Values]:
    """`values` with one of them changed so that both sides of `comparison` are equal, and just not."""
    i = random.randrange(len(values))
    m = comparison.multipliers[i]
    if m == 0:
        return
    rest = comparison.bound - sum(a * b for a, b in zip(comparison.multipliers, values, strict=True)) + m * values[i]
    for number in (rest // m, rest // m + 1):
        if number in members[i]:
            yield (*values[:i], number, *values[i + 1 :])
