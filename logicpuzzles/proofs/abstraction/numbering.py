"""The number of what a pattern keeps of a state: digits with weights, so that it is a sum over the cells.

A value that every state holds once has a digit that says where it is; other values are told cell by cell. The digits
of the values that are only followed come last: they are the highest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

from ...rewriting.values import members
from ..bounds import Rows
from .pattern import Kept, classes_of

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Digit:
    """One digit: for each of its values, the kept cell and the class there; class 0 says that the cell holds no other.

    `counts` says whether moves count that change it.
    """

    choices: tuple[tuple[int, int], ...]
    counts: bool


@dataclass(frozen=True)
class Numbering:
    """The numbers of what a pattern keeps.

    Attributes
    ----------
    n_cells, n_classes
        Of the pattern: the kept cells, and the classes that a cell may hold.
    digits
        From the lowest.
    """

    n_cells: int
    n_classes: int
    digits: tuple[Digit, ...]

    @cached_property
    def size(self) -> int:
        """How many numbers there are, of the digits that count."""
        return prod(len(digit.choices) for digit in self.digits if digit.counts)

    @cached_property
    def n_followed(self) -> int:
        """How many numbers the other digits have."""
        return prod(len(digit.choices) for digit in self.digits if not digit.counts)

    @cached_property
    def n_patterns(self) -> int:
        """About how many numbers are those of something: no two values can be in one cell."""
        places = sorted(len(d.choices) for d in self.digits if len({cell for cell, _ in d.choices}) > 1)
        others = (len(d.choices) for d in self.digits if len({cell for cell, _ in d.choices}) < 2)
        return prod(others) * prod(max(1, size - number) for number, size in enumerate(places))

    @cached_property
    def weights(self) -> tuple[int, ...]:
        """What each digit counts."""
        return tuple(prod(len(digit.choices) for digit in self.digits[:n]) for n in range(len(self.digits)))

    @cached_property
    def rows(self) -> Ints:
        """int64[n_classes, n_cells]: what a class adds to the number in each kept cell."""
        found = np.zeros((self.n_classes, self.n_cells), dtype=np.int64)
        for digit, weight in zip(self.digits, self.weights, strict=True):
            for number, (cell, class_) in enumerate(digit.choices):
                found[class_, cell] += weight * number
        return found

    def decode(self, number: int) -> list[int]:
        """The class in each kept cell."""
        found = [0] * self.n_cells
        for digit, weight in zip(self.digits, self.weights, strict=True):
            cell, class_ = digit.choices[number // weight % len(digit.choices)]
            if class_:
                found[cell] = class_
        return found


def numbering(pattern: Kept, held: Sequence[int], counts: Mapping[int, int] | None) -> Numbering:
    """The numbering of what `pattern` keeps, where the cells hold what `held` says.

    `counts` says how often each value is in every state, where that is known.
    """
    domains = [classes_of(pattern, held[cell]) for cell in pattern.cells]
    single: list[int] = []
    several: list[int] = []
    for class_, number in enumerate(pattern.classes, 1):
        (single if counts is not None and counts.get(number) == 1 else several).append(class_)
    n_counting = pattern.values.bit_count()
    digits = []
    for counting in (True, False):
        mine = [class_ for class_ in several if (class_ <= n_counting) == counting]
        if mine:
            digits += [Digit(choices, counting) for choices in _cell_by_cell(domains, mine)]
        digits += [
            Digit(tuple((cell, class_) for cell, bits in enumerate(domains) if bits >> class_ & 1), counting)
            for class_ in single
            if (class_ <= n_counting) == counting
        ]
    return Numbering(len(domains), len(pattern.classes) + 1, tuple(digits))


def _cell_by_cell(domains: Sequence[int], classes: Iterable[int]) -> list[tuple[tuple[int, int], ...]]:
    """The choices of each cell: those of `classes` that it may hold, and 0 where it may hold anything else."""
    told = sum(1 << class_ for class_ in classes)
    found = []
    for cell, bits in enumerate(domains):
        choices = [(cell, class_) for class_ in members(bits & told)]
        if bits & ~told:
            choices.insert(0, (cell, 0))
        if choices != [(cell, 0)]:
            found.append(tuple(choices))
    return found


def rows_of(pattern: Kept, made: Numbering, n_cells: int, n_values: int) -> Rows:
    """What each value, by number, adds to the index of a look-up in each cell; followed values add nothing."""
    class_of = {number: class_ for class_, number in enumerate(pattern.classes, 1) if pattern.values >> number & 1}
    found = []
    for number in range(n_values):
        row = [0] * n_cells
        if number in class_of:
            for place, cell in enumerate(pattern.cells):
                row[cell] = int(made.rows[class_of[number], place])
        found.append(tuple(row))
    return tuple(found)
