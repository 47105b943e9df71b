"""The choice of groups for patterns, by what they are worth within a budget of memory and work.

What a group is worth is how large its entry is on average. That of large groups is estimated from small ones, which
are measured exactly: items by themselves, pairs and triples, those first whose items are near each other. Nothing
depends on the speed of the machine: work is counted in patterns that are visited.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import prod

from ..endings import State
from ..errors import NoRoom, Refusal
from ..limits import Progress
from ..rewriting.program import Program
from ..rewriting.rewrite import Pattern
from ..rewriting.values import Numbers, members
from ..wording import counted
from .abstraction.filling import entries_of, planned
from .abstraction.pattern import Kind
from .abstraction.table_builder import Crew
from .abstraction.view import View
from .items import Items, changed
from .measuring import Group, Measure
from .overlapping import Overlapping
from .partition import Part, Parts, Worth, packed, partitions
from .patterns import MEMORY
from .sampled import MOST_SMALL, N_ESTIMATED, Sampled
from .samples import dealt
from .trials import LARGEST, Measuring
from .trying import Trying

WORK = 160_000_000  # patterns to visit when the tables of the groups are filled: some seconds
N_STATES = 8192  # in which groups that may be added are compared


@dataclass(frozen=True)
class Grouping:
    """Groups for patterns.

    Attributes
    ----------
    groups
        Values or cells, as `of` says.
    adds
        Whether no move counts for two of them; else the largest of their bounds counts.
    """

    groups: tuple[Group, ...]
    of: Kind
    adds: bool


def choose(
    program: Program,
    goals: Sequence[Pattern],
    start: State | None = None,
    *,
    memory: int = MEMORY,
    work: int = WORK,
    of: Kind | None = None,
    workers: int = 1,
    progress: Progress | None = None,
) -> Grouping:
    """Groups of values or of cells whose patterns give a large bound.

    Parameters
    ----------
    start
        As for `patterns.build`.
    memory
        Bytes that the tables and their filling may take.
    work
        Patterns to visit while they are filled.
    of
        What the groups are made of; by default values where rules only move these about and their tables are small
        enough to be measured, else cells.
    workers
        How many threads fill the tables that are tried; the choice does not depend on it.

    Raises
    ------
    Refusal
        No group is small enough, or no rule changes anything.
    """
    view = View(program, goals, start)
    kind: Kind = of or ("values" if view.counts is not None and _are_small(view) else "cells")
    names = changed(view, kind)
    items = Items(view, kind, names, memory, work)
    if not items:
        if not names:
            raise Refusal("the moves change nothing")
        raise NoRoom(f"no table fits into {counted(memory, 'byte')} of memory")
    every = (tuple(range(len(items))),)
    if items.fit(every) and items.can_be_built(every, every=True):
        return Grouping((items.group(every[0]),), kind, adds=True)
    adds = items.add()
    share = SharedOut(items, Crew(workers, progress)) if adds else Overlapping(items, _starts(view, start))
    while not items.can_be_built(parts := share.parts(), every=not adds):
        items.give_room()
    return Grouping(tuple(map(items.group, sorted(parts, key=lambda part: (-len(part), part)))), kind, adds)


def _are_small(view: View) -> bool:
    """Whether a table of some value can be measured: those of values that are in many cells may be too large."""
    sizes = [view.numbering(view.pattern((value,), "values")).size for value in changed(view, "values")]
    return min(sizes, default=LARGEST) <= LARGEST


def _starts(view: View, start: State | None) -> list[Numbers]:
    """States to begin with: the start, or goals, whose open cells hold what they may."""
    if start is not None:
        return [view.program.values.encode(start)]
    return [
        tuple(next(members(bits & goal.allowed.get(cell, -1)), 0) for cell, bits in enumerate(view.held))
        for goal in view.goals
    ]


class SharedOut:
    """All items in groups that are worth most together."""

    def __init__(self, items: Items, crew: Crew) -> None:
        self.items, self.crew = items, crew
        self.sampled = _sampled(items)
        self.worth = measured(items, self.sampled)

    def parts(self) -> Parts:
        """The groups."""
        items = self.items
        begin, most = largest(items)
        while not items.can_be_built(begin, every=False):
            items.give_room()
            begin, most = largest(items)

        def fits(parts: Parts) -> bool:
            return items.fit(parts) and all(items.size(part) <= most for part in parts)

        estimated = partitions(len(items), self.worth, fits, begin)[0]
        if self.sampled is None or len(estimated) == 1:
            return estimated
        build = partial(self._build, self.sampled)
        return Trying(items, self.sampled, fits, build).best(estimated) or estimated

    def _build(self, sampled: Sampled, part: Part) -> None:
        view, crew = self.items.view, self.crew
        pattern = view.pattern(self.items.group(part), self.items.of)
        plan = planned(view, pattern, every=False, memory=self.items.memory)
        assert plan is not None, "groups that are tried can be built"
        sampled.add(part, view.rows(pattern), crew.run(lambda: entries_of(view, plan, crew)))


def largest(items: Items) -> tuple[Parts, int]:
    """The items in groups of at most so many entries as there may be, and how many that is."""
    sizes = sorted(items.sizes, reverse=True)
    for n_items in range(len(sizes), 0, -1):
        most = prod(sizes[:n_items])
        parts = packed(items.sizes, most)
        if items.fit(parts):
            return parts, most
    raise NoRoom(f"tables for all {items.of} take more than {counted(items.memory, 'byte')} of memory")


def measured(items: Items, sampled: Sampled | None) -> Worth:
    """What groups are worth where they are added, from those of one, two and three items."""
    measuring = Measuring(items, Measure(items.view, items.of, every=False), sampled)
    for n_items in range(1, MOST_SMALL + 1):
        measuring.add(combinations(range(len(items)), n_items))
    return Worth(measuring.known)


def _sampled(items: Items) -> Sampled | None:
    """States in which groups of values are looked up; None where few random deals of the values are any."""
    view = items.view
    if items.of == "cells" or view.counts is None:
        return None
    states = dealt(view.held, view.counts, 2 * N_STATES)[:N_STATES]
    return Sampled(items, states) if len(states) >= N_ESTIMATED else None
