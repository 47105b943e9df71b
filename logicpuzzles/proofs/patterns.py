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

from collections.abc import Sequence

from ..endings import State
from ..errors import NoRoom
from ..limits import Progress
from ..rewriting.program import Program
from ..rewriting.rewrite import Pattern
from ..rewriting.values import Value
from ..wording import counted
from .abstraction.filling import Plan, planned, tables
from .abstraction.pattern import Additivity, Kept, Kind, additivity, closed, pattern_of, sums_of
from .abstraction.table_builder import Crew
from .abstraction.view import View
from .lookups import Entries, Lookup, PatternBound

MEMORY = 256 << 20  # bytes that tables and their making may take


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
        How many threads fill the tables; the entries do not depend on it.
    known
        The entries, group by group, where they were built before.

    Raises
    ------
    PuzzleError
        A group is empty or names what is not there.
    Refusal
        The tables would take more memory, the goals leave too much open, or the rules forget too much.
    ValueError
        There are not as many known entries as there should be.
    """
    view = View(program, goals, start)
    patterns = [view.pattern(group, of) for group in groups]
    sums = sums_of(program, view.held, patterns)
    entries = _filled(view, patterns, sums, of, memory, Crew(workers, progress)) if known is None else known
    if [len(one) for one in entries] != [view.numbering(pattern).size for pattern in patterns]:
        raise ValueError("these are entries of other tables")
    lookups = [Lookup(view.rows(pattern), one, pattern.group) for pattern, one in zip(patterns, entries, strict=True)]
    proof = _proof(view, patterns, sums, of)
    return PatternBound(tuple(tuple(lookups[number] for number in several) for several in sums), proof, of)


def size_of(
    program: Program,
    goals: Sequence[Pattern],
    group: Sequence[Value],
    *,
    of: Kind = "values",
    start: State | None = None,
) -> int:
    """The bytes of a group's table, besides what is needed while it is filled; twice as many if costs exceed 254."""
    view = View(program, goals, start)
    return view.numbering(view.pattern(group, of)).size


def added(
    program: Program, groups: Sequence[Sequence[Value]], *, of: Kind = "values", start: State | None = None
) -> Additivity:
    """Whether the bounds of these groups are added, and why: no rule, in whatever state, counts for two of them."""
    return additivity(program, closed(program, start), [pattern_of(program, group, of) for group in groups])


def _filled(
    view: View, patterns: Sequence[Kept], sums: Sequence[Sequence[int]], of: Kind, memory: int, crew: Crew
) -> list[Entries]:
    """The entries of each pattern."""
    together = {number for several in sums if len(several) > 1 for number in several}
    sizes = [view.numbering(pattern).size for pattern in patterns]
    plans: list[Plan] = []
    for number, pattern in enumerate(patterns):
        plan = planned(view, pattern, number not in together, memory - sum(sizes) + sizes[number])
        if plan is None:
            raise NoRoom(f"tables for {_names(patterns, of)} take more than {counted(memory, 'byte')} of memory")
        plans.append(plan)
    return crew.run(lambda: tables(view, plans, memory, crew))


def _names(patterns: Sequence[Kept], of: Kind) -> str:
    of_cells = "of cells " if of == "cells" else ""
    return ("groups " if len(patterns) > 1 else "group ") + of_cells + " ".join(pattern.name() for pattern in patterns)


def _proof(view: View, patterns: Sequence[Kept], sums: Sequence[Sequence[int]], of: Kind) -> str:
    names, rules = _names(patterns, of), counted(len(view.program.rules), "rule")
    if len(patterns) == 1:
        return f"{names}: what it costs by the rules alone ({rules})"
    if len(sums) == 1:
        return f"{names}: no move counts for two of them, so what they cost is added ({rules} checked)"
    if all(len(several) == 1 for several in sums):
        return f"{names}: what each costs by the rules alone ({rules}); the largest counts"
    return f"{names}: added where no move counts for two ({rules} checked); the largest sum counts"
