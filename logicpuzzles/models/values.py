"""The values of variables, and the bits that stand for them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from math import isfinite
from typing import Any

Value = Any  # of a variable: anything that can be hashed
Variable = Any  # the name of one, likewise
Values = tuple[Value, ...]
Domains = Mapping[Variable, Collection[Value]]
Scope = tuple[int, ...]  # variables by number, from 0 in the order of their declaration
Test = Callable[[Values], bool]  # whether a constraint holds, given the values of its scope in order

LARGEST = 1 << 60  # of any sum or product: larger numbers are left to Python

DIGITS = 10  # behind the point, to which python-constraint rounds the sums and products that are floats


def rounded(number: Value) -> Value:
    """A number as python-constraint compares it."""
    return round(number, DIGITS) if isinstance(number, float) else number


def is_fraction(value: object) -> bool:
    """Whether a value is one of `fractions`, which is not imported for that: that takes as long as a small model."""
    kind = type(value)
    return kind.__name__ == "Fraction" and kind.__module__ == "fractions"


def is_number(value: object) -> bool:
    """Whether a value is a finite number with which nothing but a division, a remainder or a power raises something."""
    return type(value) in (int, bool) or (type(value) is float and isfinite(value)) or is_fraction(value)


class ValueClass:
    """All values of variables that are compared with each other; bit k of their domains is value k.

    Attributes
    ----------
    bits
        From value to bit; integers first, ascending, then the others in the order in which they appeared.
    numbers
        The integers.
    """

    def __init__(self, domains: Iterable[Values]) -> None:
        values = [value for domain in dict.fromkeys(domains) for value in domain]
        self.numbers = sorted({int(x) for x in values if type(x) in (int, bool) and abs(x) < LARGEST})
        self.bits = {value: k for k, value in enumerate(dict.fromkeys([*self.numbers, *values]))}

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
    """The lowest 64 `n` bits of an integer as words, which are not negative.

    >>> words_of(2**64 + 2**63, 2)
    [9223372036854775808, 1]
    """
    return [(bits >> (64 * i)) & 0xFFFFFFFFFFFFFFFF for i in range(n)]
