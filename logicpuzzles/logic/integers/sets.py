"""Sets of integers, finite or not, as intervals in ascending order that neither meet nor touch."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import chain
from math import inf
from operator import itemgetter
from typing import TypeAlias

from ..terms import AnyTerm, Term

Bound: TypeAlias = "int | float"  # an integer, or -inf below, or inf above
Interval: TypeAlias = tuple[Bound, Bound]  # (1, 9), (-inf, 5)
# Larger bounds that are only estimates count as infinite: each step of a square could double their digits.
LARGEST = 1 << 1024
FAR = 1 << 64  # the same where there is no bound on the other side, so that such steps have an end


class Integers:
    """A set of integers.

    Attributes
    ----------
    parts
        Its intervals, ends included; only the first may begin with -inf, only the last end with inf.

    >>> Integers(((1, 9), (12, 15))).term()
    '\\\\/'('..'(1, 9), '..'(12, 15))
    """

    __slots__ = ("parts",)

    def __init__(self, parts: tuple[Interval, ...]) -> None:
        self.parts = parts

    @property
    def low(self) -> Bound:
        """The least, or -inf."""
        return self.parts[0][0]

    @property
    def high(self) -> Bound:
        """The greatest, or inf."""
        return self.parts[-1][1]

    @property
    def is_finite(self) -> bool:
        """Whether it has finitely many members."""
        return not self.parts or (self.parts[0][0] != -inf and self.parts[-1][1] != inf)

    @property
    def size(self) -> Bound:
        """How many members it has, or inf."""
        parts = self.parts
        if parts and (parts[0][0] == -inf or parts[-1][1] == inf):
            return inf
        return sum([int(high) - int(low) + 1 for low, high in parts])

    @property
    def only(self) -> int | None:
        """Its only member; None if it has none or several."""
        if len(self.parts) == 1:
            low, high = self.parts[0]
            if low == high:
                return int(low)
        return None

    def __bool__(self) -> bool:
        return bool(self.parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Integers) and self.parts == other.parts

    def __hash__(self) -> int:
        return hash(self.parts)

    def __contains__(self, value: int) -> bool:
        parts = self.parts
        if len(parts) < 8:
            for low, high in parts:  # noqa: SIM110  three times as fast as any(), and asked most often
                if low <= value <= high:
                    return True
            return False
        first, after = 0, len(parts)
        while first < after:
            middle = (first + after) // 2
            if parts[middle][1] < value:
                first = middle + 1
            else:
                after = middle
        return first < len(parts) and parts[first][0] <= value

    def __iter__(self) -> Iterator[int]:
        """The members of a set that is finite below, in ascending order."""
        for low, high in self.parts:
            value = int(low)
            while value <= high:
                yield value
                value += 1

    def __reversed__(self) -> Iterator[int]:
        """The members of a set that is finite above, in descending order."""
        for low, high in reversed(self.parts):
            value = int(high)
            while value >= low:
                yield value
                value -= 1

    def __and__(self, other: Integers) -> Integers:
        """What is in both; `self` itself where that is all of it."""
        mine, theirs = self.parts, other.parts
        if not mine:
            return self
        if len(theirs) == 1 and theirs[0][0] <= mine[0][0] and mine[-1][1] <= theirs[0][1]:
            return self
        if len(mine) > 8 * len(theirs) or len(theirs) > 8 * len(mine):
            parts = _cut(mine, theirs) if len(mine) > len(theirs) else _cut(theirs, mine)
            return self if parts == mine else Integers(parts)
        found: list[Interval] = []
        i = j = 0
        while i < len(mine) and j < len(theirs):
            low = mine[i][0] if mine[i][0] > theirs[j][0] else theirs[j][0]
            ends_first = mine[i][1] < theirs[j][1]
            high = mine[i][1] if ends_first else theirs[j][1]
            if low <= high:
                found.append((low, high))
            if ends_first:
                i += 1
            else:
                j += 1
        parts = tuple(found)
        return self if parts == mine else Integers(parts)

    def __or__(self, other: Integers) -> Integers:
        """What is in one of them."""
        if len(self.parts) > len(other.parts) == 1:
            return Integers(_added(self.parts, *other.parts[0]))
        return union(chain(self.parts, other.parts))

    def __invert__(self) -> Integers:
        """All other integers."""
        found: list[Interval] = []
        after: Bound = -inf
        for low, high in self.parts:
            if low != -inf:
                found.append((after, int(low) - 1))
            after = high if high == inf else int(high) + 1
        if after != inf:
            found.append((after, inf))
        return Integers(tuple(found))

    def __neg__(self) -> Integers:
        """The negatives of its members."""
        return Integers(tuple([(-high, -low) for low, high in reversed(self.parts)]))

    def shifted(self, by: int) -> Integers:
        """Its members, each plus `by`."""
        return Integers(tuple([(more(low, by), more(high, by)) for low, high in self.parts]))

    def goal(self, unknown: AnyTerm) -> Term:
        """That `unknown` is in it, as a comparison where one says so."""
        low, high = self.parts[0][0], self.parts[-1][1]
        if len(self.parts) == 2 and (other := (~self).only) is not None:
            return Term("#\\=", (unknown, other))
        if len(self.parts) == 1 and (low == high or (low == -inf) != (high == inf)):
            name = "#=" if low == high else "#=<" if low == -inf else "#>="
            return Term(name, (unknown, high if low == -inf else low))
        return Term("in", (unknown, self.term()))

    def term(self) -> AnyTerm:
        """The set as it is written, such as ``1..9 \\/ 12``."""
        return reduce(lambda left, right: Term("\\/", (left, right)), map(_written, self.parts))


_START, _END = itemgetter(0), itemgetter(1)


def _added(parts: tuple[Interval, ...], low: Bound, high: Bound) -> tuple[Interval, ...]:
    """Many intervals and another."""
    first = bisect_left(parts, more(low, -1), key=_END)
    after = bisect_right(parts, more(high, 1), key=_START)
    if first < after:
        low, high = min(low, parts[first][0]), max(high, parts[after - 1][1])
    return (*parts[:first], (low, high), *parts[after:])


def _cut(parts: tuple[Interval, ...], few: Iterable[Interval]) -> tuple[Interval, ...]:
    """What of many intervals is in one of a few."""
    found: list[Interval] = []
    for low, high in few:
        inside = list(parts[bisect_left(parts, low, key=_END) : bisect_right(parts, high, key=_START)])
        if inside:
            inside[0] = (max(low, inside[0][0]), inside[0][1])
            inside[-1] = (inside[-1][0], min(high, inside[-1][1]))
            found += inside
    return tuple(found)


def _written(part: Interval) -> AnyTerm:
    low, high = part
    if low == high:
        return low
    return Term("..", ("inf" if low == -inf else low, "sup" if high == inf else high))


ALL = Integers(((-inf, inf),))
NONE = Integers(())
BITS = Integers(((0, 1),))


def union(parts: Iterable[Interval]) -> Integers:
    """The integers of all intervals, which may overlap."""
    found: list[Interval] = []
    for low, high in sorted(parts):
        if found and low <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(high, found[-1][1]))
        else:
            found.append((low, high))
    return Integers(tuple(found))


def interval(low: Bound, high: Bound) -> Integers:
    """The integers from `low` to `high`."""
    return Integers(((low, high),)) if low <= high else NONE


def estimated(low: Bound, high: Bound) -> Integers:
    """The same where the bounds are only estimates: very large ones are widened."""
    if low == high and low not in (inf, -inf):
        return interval(low, high)
    low, high = -inf if low < -LARGEST else low, inf if high > LARGEST else high
    return interval(min(low, FAR) if high == inf else low, max(high, -FAR) if low == -inf else high)


def single(value: int) -> Integers:
    """The set of one integer."""
    return Integers(((value, value),))


def collected(values: Iterable[int]) -> Integers:
    """The set of the integers of `values`.

    >>> collected([3, 1, 2, 7]).parts
    ((1, 3), (7, 7))
    """
    found: list[Interval] = []
    for value in sorted(set(values)):
        if found and value == found[-1][1] + 1:
            found[-1] = (found[-1][0], value)
        else:
            found.append((value, value))
    return Integers(tuple(found))


# Bounds are integers of any length or infinite, and Python's floats cannot add those: so infinity is asked for first.


def more(bound: Bound, by: int) -> Bound:
    """A bound plus an integer."""
    return bound if bound in (inf, -inf) else int(bound) + by


def times(left: Bound, right: Bound) -> Bound:
    """The product of two bounds, where 0 times infinity is 0."""
    if left == 0 or right == 0:
        return 0
    if left in (inf, -inf) or right in (inf, -inf):
        return inf if (left > 0) == (right > 0) else -inf
    return int(left) * int(right)
