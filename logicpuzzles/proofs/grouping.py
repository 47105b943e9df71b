"""The choice of groups for patterns, by what they are worth within a budget of memory and work.

What a group is worth is how large its entry is on average. That of large groups is estimated from small ones, which
are measured exactly: items by themselves, pairs and triples, those first whose items are near each other. Nothing
depends on the speed of the machine: work is counted in patterns that are visited.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import prod

from ..endings import State
from ..errors import Refusal
from ..rewriting.program import Program
from ..rewriting.rewrite import Pattern
from .abstraction.kept import Kind
from .abstraction.view import View
from .items import Items, changed
from .measuring import Group, Measure
from .partition import Part, Parts, Worth, packed, partitions
from .patterns import MEMORY

WORK = 30_000_000  # patterns to visit when the tables of the groups are filled: some seconds
MOST_GROUPS = 3  # of which the largest bound counts, where they may not be added
LARGEST = 1 << 18  # entries of a table that is only measured
MEASURED = 20_000_000  # entries of all of these
MOST_RULES = 100_000  # of the programs that these see, all together, where no two groups see the same rules


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
        What the groups are made of; by default values where rules only move these about, else cells.

    Raises
    ------
    Refusal
        No group is small enough, or no rule changes anything.
    """
    view = View(program, goals, start)
    kind: Kind = of or ("values" if view.counts is not None else "cells")
    names = changed(view, kind)
    items = Items(view, kind, names, memory, work)
    if not items:
        raise Refusal("no table is small enough for the memory" if names else "the moves change nothing")
    adds = items.add()
    every = tuple(range(len(items)))
    if items.fit((every,)):
        return Grouping((items.group(every),), kind, adds=True)
    parts = shared_out(items) if adds else overlapping(items)
    return Grouping(tuple(map(items.group, sorted(parts, key=lambda part: (-len(part), part)))), kind, adds)


def shared_out(items: Items) -> Parts:
    """All items in groups that are worth most together."""
    begin, most = largest(items)

    def fits(parts: Parts) -> bool:
        return items.fit(parts) and all(items.size(part) <= most for part in parts)

    return partitions(len(items), worth(items, every=False), fits, begin)[0]


def largest(items: Items) -> tuple[Parts, int]:
    """The items in groups of at most so many entries as there may be, and how many that is."""
    sizes = sorted(items.sizes, reverse=True)
    for n_items in range(len(sizes), 0, -1):
        most = prod(sizes[:n_items])
        parts = packed(items.sizes, most)
        if items.fit(parts):
            return parts, most
    raise Refusal("tables for all values or cells take more than the memory")


def overlapping(items: Items) -> Parts:
    """A few groups as large as may be, worth most by themselves, and the later ones by what is not in the earlier."""
    value = worth(items, every=True)
    found: list[Part] = []
    while len(found) < MOST_GROUPS and (part := _grown(items, value, found)) is not None:
        found.append(part)
    return tuple(found)


def _grown(items: Items, value: Worth, found: Sequence[Part]) -> Part | None:
    """One more group beside those of `found`; None where there is no room for one as large, or it is there already."""
    had = {pair for part in found for pair in combinations(part, 2)}

    def gain(part: Part) -> float:
        return sum(value.gain(pair) * (0.25 if pair in had else 1) for pair in combinations(part, 2))

    part: Part = ()
    while more := [p for p in _with_one_more(part, len(items)) if items.fit((*found, p))]:
        part = max(more, key=lambda p: (round(gain(p), 9), [-item for item in p]))
    while better := [
        (gain(p), p) for p in _exchanged(part, len(items)) if items.fit((*found, p)) and gain(p) > gain(part) + 1e-9
    ]:
        part = max(better, key=lambda pair: (round(pair[0], 9), [-item for item in pair[1]]))[1]
    is_new = not any(set(part) <= set(other) for other in found)
    return part if is_new and len(part) >= max(map(len, found), default=1) - 1 else None


def _with_one_more(part: Part, n_items: int) -> Iterator[Part]:
    return (tuple(sorted((*part, item))) for item in range(n_items) if item not in part)


def _exchanged(part: Part, n_items: int) -> Iterator[Part]:
    for out in part:
        yield from _with_one_more(tuple(item for item in part if item != out), n_items)


def worth(items: Items, every: bool) -> Worth:
    """What groups are worth, from those of one, two and three items; with `every`, each move counts."""
    measuring = _Measuring(items, Measure(items.view, items.of, every))
    for n_items in (1, 2, 3):
        measuring.add(combinations(range(len(items)), n_items))
    return Worth(measuring.known)


class _Measuring:
    """What small groups are worth, as many as there is a budget for."""

    def __init__(self, items: Items, measure: Measure) -> None:
        self.items, self.measure = items, measure
        self.known: dict[Part, float] = {}
        self.entries, self.rules = MEASURED, MOST_RULES

    def add(self, parts: Iterator[Part]) -> None:
        """Measure `parts`, the nearest first; symmetric ones once."""
        alike: dict[Part, list[Part]] = {}
        for part in self.items.nearest(parts, self.measure) if self.known else parts:
            alike.setdefault(self.items.first_like(part), []).append(part)
        first = [part for part in alike if self._may(part)]
        for part, mean in zip(first, self.measure.means(list(map(self.items.group, first))), strict=True):
            self.known.update(dict.fromkeys(alike[part], mean))
        self.measure.forget()

    def _may(self, part: Part) -> bool:
        size, rules = self.items.size(part), len(self.items.view.program.rules) if self.items.of == "cells" else 0
        if size > LARGEST or size > self.entries or rules > self.rules:
            return False
        self.entries -= size
        self.rules -= rules
        return True
