"""What the propagation kernel needs of a model: its arrays, and what the bits of its domains mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from .constraints.base import LARGEST, Value, Values
from .kernels import layout
from .kernels.layout import Ints

_FIRST_CUTOFF = 250  # decisions before the search for a first solution restarts


@dataclass(frozen=True, eq=False)
class ValueClass:
    """The values of variables that are compared with each other; bit k of their domains is value k.

    Attributes
    ----------
    bits
        From value to bit; integers first, ascending, then the others in the order in which they appeared.
    numbers
        The integers.
    """

    bits: dict[Any, int]
    numbers: list[int]

    @classmethod
    def of(cls, domains: Iterable[Values]) -> ValueClass:
        """The class of all values in `domains`."""
        values = [value for domain in dict.fromkeys(domains) for value in domain]
        numbers = sorted({int(x) for x in values if type(x) in (int, bool) and abs(x) < LARGEST})
        return cls({value: k for k, value in enumerate(dict.fromkeys([*numbers, *values]))}, numbers)

    @property
    def n_words(self) -> int:
        """The number of words of each domain."""
        return (len(self.bits) + 63) // 64

    @property
    def is_dense(self) -> bool:
        """Whether the integers follow each other without a gap."""
        return bool(self.numbers) and self.numbers[-1] - self.numbers[0] == len(self.numbers) - 1

    def words(self, values: Iterable[Value]) -> list[int]:
        """The values, each in the class, as the words of a domain."""
        found = 0
        for value in values:
            found |= 1 << self.bits[value]
        return words_of(found, self.n_words)


def words_of(bits: int, n: int) -> list[int]:
    """The lowest 64 `n` bits of an integer as signed words.

    >>> words_of(2**64 + 2**63, 2)
    [-9223372036854775808, 1]
    """
    words = [(bits >> (64 * i)) & 0xFFFFFFFFFFFFFFFF for i in range(n)]
    return [word - (1 << 64) if word >> 63 else word for word in words]


@dataclass(frozen=True, eq=False)
class Packed:
    """The arrays of a model, shared by all its queries.

    Attributes
    ----------
    t : int64
        The array that a search only reads; see `kernels.layout`.
    s : int64
        The array that a search changes, as it is at the start.
    order
        The variable, numbered as in `forms`, behind each number here: those of the relation come first.
    classes, domains, decode
        For each variable in that order, its class, its values, and its own object for each bit.
    functions
        What Python tests, by the first parameter of FUNCTION propagators.
    """

    t: Ints
    s: Ints
    order: tuple[int, ...]
    classes: list[ValueClass]
    domains: list[Values]
    decode: list[list[Any]]
    functions: list[Any]

    def start(self, cuts: Mapping[int, Values]) -> Ints | None:
        """A copy of `s` in which the domains of `cuts` are cut down to those values; None if nothing is left of one."""
        s = self.s.copy()
        for i, v in enumerate(self.order if cuts else ()):
            if v not in cuts:
                continue
            left = self.classes[i].words(set(cuts[v]).intersection(self.domains[i]))
            if not any(left):
                return None
            record = self.variable(i)
            first, end = self.t[record + layout.FIRST], self.t[record + layout.END]
            s[first : end : layout.STRIDE] = left
        return s

    def variable(self, i: int) -> int:
        """The address in `t` of the record of the variable numbered `i` here."""
        return int(self.t[layout.VARIABLES]) + layout.VARIABLE_SIZE * i

    def number(self, address: int) -> int:
        """The number of the variable with the record at `address`."""
        return (address - int(self.t[layout.VARIABLES])) // layout.VARIABLE_SIZE


def start_array(
    first: int, words: list[list[int]], n_queue: int, blame: list[int], n_values: int, n_scratch: int
) -> Ints:
    """The array `s` at the start: every propagator waits.

    Parameters
    ----------
    first
        The address of the first word; the marks of the propagators and the blame of the variables come before.
    words
        The domain of each variable.
    n_queue
        How many propagators there are.
    n_values
        How many values the domains have in all: no more words than that can be on the trail.
    n_scratch
        The size of the work space.
    """
    n_vars = len(words)
    flat = [x for domain in words for word in domain for x in (word, 0)]
    queues = first + len(flat)
    undo = queues + 2 * n_queue
    levels = undo + 2 * (n_values + 1)
    scratch = levels + layout.LEVEL_SIZE * (n_vars + 1)
    reply = scratch + n_scratch
    s = np.zeros(reply + max(map(len, words)), dtype=np.int64)
    s[[layout.CUTOFF, layout.LIMIT]] = _FIRST_CUTOFF
    s[layout.QUEUES : layout.REPLY + 1] = queues, undo, levels, scratch, reply
    s[layout.S_HEADER : layout.S_HEADER + n_queue] = 1
    s[layout.S_HEADER + n_queue : first] = blame
    s[first:queues] = flat
    return s
