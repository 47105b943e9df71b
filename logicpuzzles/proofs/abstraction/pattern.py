"""What a pattern keeps of a state, and which patterns no move counts for together.

A pattern keeps, in some of the cells, which of some values they hold. A group of values is kept in all cells, a group
of cells with all values. A move *counts* for a pattern where it changes what the pattern keeps; values that are
*followed* are kept too, but where they go counts for nothing.

What is claimed: where two patterns are `apart`, no move between states over the domains counts for both; so what each
of several, every two of them apart, still costs in moves that count for it may be added (F. Yang, J. Culberson,
R. Holte, U. Zahavi, A. Felner, A general theory of additive state space abstractions, JAIR 32, 2008).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import combinations
from operator import or_
from typing import Literal

from ...endings import State
from ...errors import PuzzleError
from ...logic.writer import write
from ...rewriting.numbered import NumberedRule, joined
from ...rewriting.program import Program
from ...rewriting.values import Value, members
from ...wording import counted

Kind = Literal["values", "cells"]  # what a group is made of


@dataclass(frozen=True)
class Kept:
    """What a pattern keeps of a state: in `cells`, which of the values `values`, as bits, they hold.

    Attributes
    ----------
    followed
        More values that are kept, as bits, for whose moves nothing counts.
    group
        What it was made from: the values, or the cells.
    """

    cells: tuple[int, ...]
    values: int
    followed: int
    group: tuple[Value, ...]

    @cached_property
    def classes(self) -> tuple[int, ...]:
        """The numbers of the values that it tells apart; first those that count. Class i + 1 is that of the i-th."""
        return (*members(self.values), *members(self.followed))

    @cached_property
    def among(self) -> frozenset[int]:
        """The cells, as a set."""
        return frozenset(self.cells)

    def name(self) -> str:
        """The group, as text.

        >>> Kept((0, 1), 0b110, 0, (1, "a")).name()
        '(1 a)'
        """
        return f"({' '.join(map(write, self.group))})"


def pattern_of(program: Program, group: Sequence[Value], of: Kind = "values", followed: int = 0) -> Kept:
    """The pattern of a group of values or of cells.

    Raises
    ------
    PuzzleError
        The group is empty, or names a value or a cell that is not there, or one twice.
    """
    place = f"group ({' '.join(map(write, group))})"
    if not group:
        raise PuzzleError("a group of the bound is empty", expected=f"some {of}", hint="leave it out")
    if of == "cells":
        for cell in group:
            if type(cell) is not int or not 0 <= cell < program.n_cells:
                expected = f"cells from 0 to {program.n_cells - 1}"
                raise PuzzleError("there is no such cell", place=place, expected=expected, got=write(cell))
        made = Kept(tuple(sorted(set(group))), (1 << len(program.values)) - 1, 0, tuple(group))
        n_different = len(made.cells)
    else:
        for value in group:
            if program.values.get(value) is None:
                expected = "values that the puzzle's states hold"
                raise PuzzleError("no cell can hold this value", place=place, expected=expected, got=write(value))
        bits = program.values.bits(group)
        made = Kept(tuple(range(program.n_cells)), bits, followed & ~bits, tuple(group))
        n_different = bits.bit_count()
    if n_different < len(group):
        raise PuzzleError(f"one of the {of} is named twice", place=place, hint="name each once")
    return made


def classes_of(pattern: Kept, bits: int) -> int:
    """The classes of these values, as bits."""
    found = int(bits & ~(pattern.values | pattern.followed) != 0)
    for class_, number in enumerate(pattern.classes, 1):
        found |= (bits >> number & 1) << class_
    return found


def closed(program: Program, start: State | None = None) -> list[int]:
    """For each cell the values, as bits, that it may hold in states over the domains, in `start`, and ever after."""
    held = list(program.domains)
    for cell, value in enumerate(start or ()):
        held[cell] |= program.values.bits((value,))
    grown = True
    while grown:
        grown = False
        for rule in filter(None, program.rules):
            for cell in rule.moved():
                new = _held(rule, rule.sources[cell], held)
                grown |= new & ~held[cell] != 0
                held[cell] |= new
    return held


def narrowed(rule: NumberedRule, held: Sequence[int]) -> list[int] | None:
    """For each cell the values, as bits, with which `rule` may apply; None if it never does."""
    found = [bits & rule.guards.allowed.get(cell, -1) for cell, bits in enumerate(held)]
    tested = set().union(*(test.cells(len(held)) for test in rule.guards.tests if test.equal))
    for cells, bits in joined(sorted(tested), held, rule.guards):
        for cell in cells:
            found[cell] &= bits
    return found if all(found) else None


def apart(program: Program, held: Sequence[int], one: Kept, other: Kept) -> bool:
    """Whether no move counts for both patterns, where the cells hold what `held` says."""
    return not any(_counts_for_both(rule, held, one, other) for rule in program.rules if rule)


def sums_of(program: Program, held: Sequence[int], patterns: Sequence[Kept]) -> list[list[int]]:
    """The sets of patterns, by number, that may be added and to which no other may be; together they have all."""
    near = [
        {n for n, other in enumerate(patterns) if n != number and apart(program, held, one, other)}
        for number, one in enumerate(patterns)
    ]
    found: list[list[int]] = []

    def extend(chosen: list[int], may: set[int], had: set[int]) -> None:  # C. Bron, J. Kerbosch, 1973
        if not may and not had:
            found.append(sorted(chosen))
        pivot = max(may | had, key=lambda number: len(may & near[number]), default=0)
        for number in sorted(may - near[pivot]) if may else ():
            extend([*chosen, number], may & near[number], had & near[number])
            may, had = may - {number}, had | {number}

    extend([], set(range(len(patterns))), set())
    return found


@dataclass(frozen=True)
class Additivity:
    """Whether the bounds of several groups may be added, and why."""

    holds: bool
    reason: str

    def __bool__(self) -> bool:
        return self.holds


def additivity(program: Program, held: Sequence[int], patterns: Sequence[Kept]) -> Additivity:
    """Whether no move counts for two of the patterns."""
    for one, other in combinations(patterns, 2):
        for number, rule in enumerate(program.rules, 1):
            if rule and _counts_for_both(rule, held, one, other):
                both = f"{one.name()} and {other.name()}"
                return Additivity(False, f"a move by rule {number} may count for both {both}")
    checked = f"{counted(len(program.rules), 'rule')} x {counted(len(patterns), 'group')} checked"
    return Additivity(True, f"no move counts for two groups: {checked}")


def _counts_for_both(rule: NumberedRule, held: Sequence[int], one: Kept, other: Kept) -> bool:
    """Whether `rule` may change what both patterns keep: a value of each, in two cells or in one that both keep."""
    known = narrowed(rule, held)
    if known is None:
        return False
    first, second = _changing(rule, one), _changing(rule, other)
    for p in first:
        mine = _bits(p, known) & one.values
        for q in second if mine else ():
            theirs = _bits(q, known) & other.values
            if (mine & theirs) if p == q else theirs:
                return True
    return False


def _changing(rule: NumberedRule, pattern: Kept) -> set[int]:
    """The cells, real and virtual, whose values leave or enter a cell of the pattern."""
    return reduce(or_, ({cell, rule.sources[cell]} for cell in rule.moved() if cell in pattern.among), set())


def _held(rule: NumberedRule, cell: int, held: Sequence[int]) -> int:
    """What the real or virtual cell may hold where the guards hold, each by itself."""
    return 1 << cell - len(held) if cell >= len(held) else held[cell] & rule.guards.allowed.get(cell, -1)


def _bits(cell: int, known: Sequence[int]) -> int:
    return 1 << cell - len(known) if cell >= len(known) else known[cell]
