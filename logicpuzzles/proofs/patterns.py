"""Lower bounds from patterns, read off the rules alone: for groups of values or of cells, what they still cost.

A pattern keeps a group of values (where they are) or of cells (what they hold) and forgets the rest of the state; its
table has the least cost from each pattern to that of a goal, by the rules as the pattern sees them (J. Culberson,
J. Schaeffer, Pattern databases, 1998). Where no move counts for two patterns, their entries are added (R. Korf,
A. Felner, Disjoint pattern database heuristics, 2002); else every move counts for each, and the largest is taken.

Values that every state holds once and every rule moves by name (a wandering blank) are followed while a table is
filled, and forgotten in the look-up, which takes the least entry over the places that they may have. So the bound is
never more than the distance, but a move may lower it by more than its cost: it is not consistent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from ..endings import State
from ..errors import PuzzleError, Refusal
from ..limits import Progress
from ..rewriting.numbered import Guards
from ..rewriting.program import Program
from ..rewriting.rewrite import Pattern
from ..rewriting.values import Value
from ..wording import counted
from .abstraction.goals import goal_numbers
from .abstraction.kept import Additivity, Kept, Kind, additivity, closed, kept, sums_of
from .abstraction.numbering import Numbering, numbering, rows_of
from .abstraction.plain import filled
from .abstraction.rules import Abstract, abstract, backwards
from .lookups import Entries, Lookup, PatternBound

MEMORY = 256 << 20  # bytes that tables and their making may take
MOST_ENTRY = (1 << 16) - 2  # larger costs count as this


def build(
    program: Program,
    goals: Sequence[Pattern],
    groups: Sequence[Sequence[Value]],
    *,
    of: Kind = "values",
    start: State | None = None,
    memory: int = MEMORY,
    workers: int = 1,
    progress: Progress | None = None,
    known: Sequence[Entries] | None = None,
) -> PatternBound:
    """The bound of these groups, of values or of cells, for states over the domains.

    Parameters
    ----------
    start
        Where rules only move values about, the bound is for states with the same values as this one, each as often;
        without it, as the goals if they fix every cell and agree.
    memory
        The bytes that may be taken at any time.
    workers
        How many tables are filled at a time; the entries do not depend on it.
    known
        The entries, group by group, where they were built before.

    Raises
    ------
    PuzzleError
        A group is empty or names what is not there.
    Refusal
        The tables would take more memory, or the goals leave too much open.
    ValueError
        There are not as many known entries as there should be.
    """
    view = View(program, goals, start)
    patterns = [view.kept(group, of) for group in groups]
    sums = sums_of(program, view.held, patterns)
    together = {number for several in sums if len(several) > 1 for number in several}
    made = [view.numbering(pattern) for pattern in patterns]
    total = sum(one.size for one in made)
    if total + max((_while_filling(one) for one in made), default=0) > memory:
        raise Refusal(f"tables for these groups take more than {counted(memory, 'byte')} of memory")
    if known is not None and [len(entries) for entries in known] != [one.size for one in made]:
        raise ValueError("these are entries of other tables")
    lookups = [
        Lookup(
            rows_of(pattern, one, program.n_cells, len(program.values)),
            known[number] if known is not None else _entries_of(view, pattern, one, number not in together),
            pattern.group,
        )
        for number, (pattern, one) in enumerate(zip(patterns, made, strict=True))
    ]
    return PatternBound(
        tuple(tuple(lookups[number] for number in several) for several in sums), _proof(view, patterns, sums)
    )


def size_of(
    program: Program,
    goals: Sequence[Pattern],
    group: Sequence[Value],
    *,
    of: Kind = "values",
    start: State | None = None,
) -> int:
    """The bytes of the table of a group, without what is needed while it is filled; 2 a pattern if costs exceed 254."""
    view = View(program, goals, start)
    return view.numbering(view.kept(group, of)).size


def added(
    program: Program, groups: Sequence[Sequence[Value]], *, of: Kind = "values", start: State | None = None
) -> Additivity:
    """Whether the bounds of these groups are added, and why: no rule, in whatever state, counts for two of them."""
    return additivity(program, closed(program, start), [kept(program, group, of) for group in groups])


class View:
    """A program and its goals, for patterns to be made from.

    Attributes
    ----------
    held
        For each cell, the values, as bits, that it may hold.
    counts
        How often each value is in every state; None where that is not known.
    """

    def __init__(self, program: Program, goals: Sequence[Pattern], start: State | None = None) -> None:
        self.program, self.goals = program, program.goals(goals)
        self.held = closed(program, start)
        self.counts = _counts(program, self.goals, start)

    def kept(self, group: Sequence[Value], of: Kind) -> Kept:
        """The pattern of a group; it follows what wanders."""
        followed = sum(1 << number for number in self.program.wandering if (self.counts or {}).get(number) == 1)
        return kept(self.program, group, of, followed)

    def rules(self, pattern: Kept) -> Abstract:
        """The rules over what `pattern` keeps."""
        return abstract(self.program, self.held, pattern)

    def numbering(self, pattern: Kept) -> Numbering:
        """How what `pattern` keeps is numbered."""
        return numbering(pattern, self.rules(pattern), self._counts_in(pattern))

    def goal_numbers(self, pattern: Kept, made: Numbering) -> list[int]:
        """What `pattern` keeps of the goals, by number."""
        found: list[int] = goal_numbers(self.goals, self.held, pattern, made, self._counts_in(pattern)).tolist()
        return found

    def _counts_in(self, pattern: Kept) -> Mapping[int, int] | None:
        return self.counts if len(pattern.cells) == self.program.n_cells else None


def _counts(program: Program, goals: Sequence[Guards], start: State | None) -> Mapping[int, int] | None:
    """How often each value, by number, is in every state; None where rules make values, or nothing tells."""
    if not program.permutes:
        return None
    if start is not None:
        return Counter(number for number in map(program.values.get, start) if number is not None)
    told = [Counter(goal.fixed().values()) for goal in goals if len(goal.fixed()) == program.n_cells]
    return told[0] if told and len(told) == len(goals) and all(one == told[0] for one in told) else None


def _entries_of(view: View, pattern: Kept, made: Numbering, every: bool) -> Entries:
    """The table of a pattern; with `every`, each move counts."""
    rules = backwards(view.rules(pattern))
    costs = filled(rules, made, view.goal_numbers(pattern, made), every)
    least = np.full(made.size, -1, dtype=np.int64)
    for number, cost in costs.items():
        index = number % made.size
        if least[index] < 0 or cost < least[index]:
            least[index] = cost
    return _entries(least)


def _entries(least: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Entries:
    """The costs, -1 for none, in as few bytes as will do."""
    most = int(least.max(initial=0))
    far = 255 if most < 255 else MOST_ENTRY + 1
    told = np.where(least < 0, far, np.minimum(least, far - 1))
    return told.astype(np.uint8) if far == 255 else told.astype(np.uint16)


def _while_filling(made: Numbering) -> int:
    return 200 * made.size * made.n_followed


def _proof(view: View, patterns: Sequence[Kept], sums: Sequence[Sequence[int]]) -> str:
    names = " ".join(pattern.name() for pattern in patterns)
    rules = counted(len(view.program.rules), "rule")
    if len(sums) == 1 and len(patterns) > 1:
        return f"groups {names}: no move counts for two of them, so what they cost is added ({rules} checked)"
    if all(len(several) == 1 for several in sums):
        return f"groups {names}: what each costs by the rules ({rules}); the largest counts"
    return f"groups {names}: added where no move counts for two ({rules} checked); the largest sum counts"


__all__ = ["Additivity", "PuzzleError", "added", "build", "size_of"]
