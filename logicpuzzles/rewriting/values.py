"""The values of a puzzle as small numbers, given once: what searches, proofs and kernels compare and index.

Which values are the same (1, True and 1.0 are three) is decided here, and in `logic` for terms, nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import chain
from operator import or_
from typing import Any

from ..endings import State
from ..logic.terms import typed
from ..memo import memo_by
from .rewrite import Among, Cell, Differs, Equals, Pattern, Rewriting

Value = Any  # what a cell may hold: a ground term
Numbers = tuple[int, ...]  # a state, told by the numbers of its values
memo_by_value = memo_by(typed)  # `memo` for functions of states: 1 and True are different arguments


class Values:
    """A numbering of values from 0 in the order in which they come, each once."""

    def __init__(self, values: Iterable[Value] = ()) -> None:
        self.values: list[Value] = []
        self.number: dict[Any, int] = {}  # by `typed`
        for value in values:
            self.add(value)

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, number: int) -> Value:
        return self.values[number]

    def __contains__(self, value: Value) -> bool:
        return typed(value) in self.number

    def add(self, value: Value) -> int:
        """The number of `value`, a new one where it has none yet."""
        number = self.number.setdefault(typed(value), len(self.values))
        if number == len(self.values):
            self.values.append(value)
        return number

    def get(self, value: Value) -> int | None:
        """The number of `value`, or None where it has none."""
        return self.number.get(typed(value))

    def bits(self, values: Iterable[Value]) -> int:
        """The set of those of `values` that have a number, as bits."""
        return reduce(or_, (1 << number for number in map(self.get, values) if number is not None), 0)

    def encode(self, state: State) -> Numbers:
        """The numbers of the values of `state`, every one of which must have one."""
        return tuple(self.number[typed(value)] for value in state)

    def known(self, state: State, n_cells: int) -> Numbers | None:
        """The numbers of the values of `state`; None unless it has so many cells, each with a value that has one."""
        return self.encode(state) if len(state) == n_cells and all(value in self for value in state) else None

    def decode(self, numbers: Iterable[int]) -> State:
        """The state with these numbers."""
        return tuple(map(self.values.__getitem__, numbers))


def numbered(rewriting: Rewriting, more: Iterable[Value] = ()) -> Values:
    """The numbering of every value that a domain or a rule names, then of `more`.

    A value that no domain, rule, goal or given state names appears in no state: it needs no number.
    """
    named = ((*named_in(rule.guards), *(s for s in rule.effect if type(s) is not Cell)) for rule in rewriting.rules)
    return Values(chain(*rewriting.domains, *named, more))


def named_in(pattern: Pattern) -> Iterator[Value]:
    """The constants of the guards."""
    for guard in pattern:
        if isinstance(guard, Equals | Among):
            yield from guard.values
        elif type(guard) is Differs:
            yield from (other for _, other in guard.pairs if type(other) is not Cell)


def members(bits: int) -> Iterator[int]:
    """The numbers in a set of them, from the lowest.

    >>> list(members(0b1101))
    [0, 2, 3]
    """
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def only(bits: int) -> int | None:
    """The number in a set of one; None for other sets.

    >>> only(0b100), only(0b101), only(0)
    (2, None, None)
    """
    return bits.bit_length() - 1 if bits and bits & bits - 1 == 0 else None
