"""A program and its goals, as patterns are made from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ...endings import State
from ...rewriting.numbered import Guards
from ...rewriting.program import Program
from ...rewriting.rewrite import Pattern
from ...rewriting.values import Value
from ..bounds import Rows
from .exchanges import Exchanges, exchanges
from .goals import goal_numbers
from .numbering import Ints, Numbering, numbering, rows_of
from .opened import Opened, moves_and_rules, opened
from .pattern import Kept, Kind, closed, pattern_of
from .rules import Abstract, abstract

Counts = Mapping[int, int]


class View:
    """A program and its goals, for patterns to be made from.

    Attributes
    ----------
    held
        For each cell, the values, as bits, that it may hold.
    counts
        How often each value is in every state; None where that is not known.
    wandering
        The values, as bits, that every state holds once and every rule moves by name.
    """

    def __init__(self, program: Program, goals: Sequence[Pattern], start: State | None = None) -> None:
        self.program, self.goals = program, program.goals(goals)
        self.held = closed(program, start)
        self.counts = _counts(program, self.goals, start)
        self.wandering = sum(1 << number for number in program.wandering if (self.counts or {}).get(number) == 1)

    def pattern(self, group: Sequence[Value], of: Kind, follow: bool = True) -> Kept:
        """The pattern of a group; with `follow` it follows what wanders."""
        return pattern_of(self.program, group, of, self.wandering if follow else 0)

    def rules(self, pattern: Kept) -> Abstract:
        """The rules over what `pattern` keeps."""
        return abstract(self.program, self.held, pattern)

    def opened(self, pattern: Kept, made: Numbering) -> tuple[Opened, ...] | None:
        """The rules over what `pattern` keeps, where they need not be listed one by one."""
        return opened(self.program, self.held, pattern, made)

    def moves_and_rules(self, pattern: Kept) -> tuple[float, int]:
        """About how many moves lead to a state of `pattern`, and by how many rules that are listed one by one."""
        return moves_and_rules(self.program, self.held, pattern)

    def exchanges(self, pattern: Kept) -> Exchanges | None:
        """What `pattern` may do if one value wanders among others."""
        return exchanges(self.program, self.held, self.counts, pattern)

    def numbering(self, pattern: Kept) -> Numbering:
        """How what `pattern` keeps is numbered."""
        return numbering(pattern, self.held, self._counts_in(pattern))

    def rows(self, pattern: Kept) -> Rows:
        """The rows of a look-up of `pattern`."""
        return rows_of(pattern, self.numbering(pattern), self.program.n_cells, len(self.program.values))

    def goal_numbers(self, pattern: Kept, made: Numbering) -> Ints:
        """What `pattern` keeps of the goals, by number."""
        return goal_numbers(self.goals, self.held, pattern, made, self._counts_in(pattern))

    def _counts_in(self, pattern: Kept) -> Counts | None:
        return self.counts if len(pattern.cells) == self.program.n_cells else None


def _counts(program: Program, goals: Sequence[Guards], start: State | None) -> Counts | None:
    """How often each value, by number, is in every state; None where rules make values, or nothing tells."""
    if not program.permutes:
        return None
    if start is not None:
        return Counter(number for number in map(program.values.get, start) if number is not None)
    told = [Counter(goal.fixed().values()) for goal in goals if len(goal.fixed()) == program.n_cells]
    return told[0] if told and len(told) == len(goals) and all(one == told[0] for one in told) else None
