"""Lower bounds that are looked up: what a part of a state, a pattern, still costs at least, kept in tables.

A pattern has an index: the sum over the cells `c` of `rows[v][c]`, where `v` is the number of the value there. So the
index of every state is a sum like that of a table of distances, and what a rule adds to it is worked out in the same
way. A pattern of values counts the place of each; a pattern of cells, what each of them holds; and the look-up of a
symmetric state has the same entries under other rows.

What is claimed: the entry of a pattern is never more than what any state with it costs to the nearest goal, in costs
that the pattern counts; and of the patterns of one sum, no two count the cost of the same move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..logic.writer import write
from ..memo import memo
from ..rewriting.program import Program
from ..rewriting.values import Numbers, Value, members
from .bounds import Rows

Entries: TypeAlias = NDArray[np.uint8] | NDArray[np.uint16]  # [size]: by index


@dataclass(frozen=True, eq=False)
class Lookup:
    """The table of one pattern.

    Attributes
    ----------
    rows
        What each value, by number, adds to the index in each cell.
    entries
        By index, the least cost to a goal; the largest number of its type where no goal can be reached.
    kept
        What the pattern keeps: the values, or the cells.
    """

    rows: Rows
    entries: Entries
    kept: tuple[Value, ...]

    @cached_property
    def far(self) -> int:
        """The entry that says that no goal can be reached."""
        return int(np.iinfo(self.entries.dtype).max)

    @property
    def bits(self) -> int:
        """The bits of the largest index."""
        return (len(self.entries) - 1).bit_length()

    def index(self, numbers: Sequence[int]) -> int:
        """The index of the state with these numbers of values."""
        return sum(self.rows[number][cell] for cell, number in enumerate(numbers))

    def covers(self, program: Program, numbers: Sequence[int]) -> bool:
        """Whether every state that holds these values, or where rules do more than move them any others, has an entry.

        Where the rules only move the values about, that may be seen value by value; else cell by cell.
        """
        by_cell = [[self.rows[number][cell] for number in members(held)] for cell, held in enumerate(program.domains)]
        by_value = [self.rows[number] for number in numbers]
        parts = (by_cell, by_value) if program.permutes else (by_cell,)
        return any(sum(map(min, part)) >= 0 and sum(map(max, part)) < len(self.entries) for part in parts)


@dataclass(frozen=True, eq=False)
class PatternBound:
    """A proved lower bound: the largest of `sums`, in each of which the entries of several patterns are added.

    Attributes
    ----------
    sums
        The look-ups of each sum.
    proof
        Why it is one, in a sentence.
    of
        What the patterns keep: "values", or "cells".
    """

    sums: tuple[tuple[Lookup, ...], ...]
    proof: str
    of: Literal["values", "cells"] = "values"

    def distinct(self) -> list[Lookup]:
        """The look-ups, one for each table."""
        first: dict[int, Lookup] = {}
        for lookup in (lookup for several in self.sums for lookup in several):
            first.setdefault(id(lookup.entries), lookup)
        return list(first.values())

    def name(self) -> str:
        """What the tables keep, as text."""
        kept = " ".join(f"({' '.join(map(write, lookup.kept))})" for lookup in self.distinct())
        return f"cells {kept}" if self.of == "cells" else kept

    def covers(self, program: Program, numbers: Numbers) -> bool:
        """Whether the state with these numbers, and all that it can lead to, surely have entries."""
        if not all(held >> number & 1 for held, number in zip(program.domains, numbers, strict=True)):
            return False
        return self._covers(program, tuple(sorted(numbers)) if program.permutes else ())

    @memo
    def _covers(self, program: Program, numbers: Numbers) -> bool:
        several = (lookup for one in self.sums for lookup in one)
        fits = len(program.values)
        return all(len(lookup.rows) >= fits and lookup.covers(program, numbers) for lookup in several)

    def value(self, numbers: Sequence[int]) -> int | None:
        """A lower bound on what the state with these numbers still costs; None where it cannot reach a goal."""
        totals = []
        for several in self.sums:
            entries = [int(lookup.entries[lookup.index(numbers)]) for lookup in several]
            if any(entry == lookup.far for entry, lookup in zip(entries, several, strict=True)):
                return None
            totals.append(sum(entries))
        return max(totals, default=0)
