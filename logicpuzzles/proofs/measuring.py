"""Small tables of many groups, filled together: what the choice of groups for patterns is measured by.

Groups whose values the rules treat alike see the same rules, and differ in their goals only: they share a graph.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

import numpy as np

from ..rewriting.numbered import NumberedRule
from ..rewriting.values import Value
from .abstraction.numbering import rows_of
from .abstraction.pattern import Kind
from .abstraction.view import View
from .bounds import Rows
from .graphs import WORD, Costs, Space

Group: TypeAlias = tuple[Value, ...]  # values, or cells
AT_ONCE = 8 * WORD  # groups


class Measure:
    """Tables of small groups.

    Parameters
    ----------
    every
        Whether each move counts for each group; else those that change what the group keeps.
    """

    def __init__(self, view: View, of: Kind, every: bool) -> None:
        self.view, self.of, self.every = view, of, every
        self.seen: dict[tuple[object, ...], Space] = {}
        self.roles = roles(view)
        self.fixed = [goal.fixed() for goal in view.goals]
        self.are_states = all(_is_state(view, fixed) for fixed in self.fixed)

    def means(self, groups: Sequence[Group]) -> list[float]:
        """For each group the average entry, of all that it may keep and that reaches a goal."""
        found = [0.0] * len(groups)
        for space, some in self._alike(groups):
            totals, counts = space.sums([self._goals(groups[number], space) for number in some])
            for number, mean in zip(some, (totals / np.maximum(counts, 1)).tolist(), strict=True):
                found[number] = mean
        return found

    def tables(self, groups: Sequence[Group]) -> list[Costs]:
        """The entries of each group."""
        found: dict[int, Costs] = {}
        for space, some in self._alike(groups):
            found.update(zip(some, space.tables([self._goals(groups[number], space) for number in some]), strict=True))
        return [found[number] for number in range(len(groups))]

    def _alike(self, groups: Sequence[Group]) -> Iterator[tuple[Space, list[int]]]:
        """The groups, by number, those together that share a space, up to 512 at a time."""
        alike: dict[tuple[object, ...], list[int]] = {}
        for number, group in enumerate(groups):
            alike.setdefault(self._signature(group), []).append(number)
        for several in alike.values():
            for first in range(0, len(several), AT_ONCE):
                yield self._space(groups[several[0]]), several[first : first + AT_ONCE]

    def _goals(self, group: Group, space: Space) -> list[int]:
        """What the group keeps of the goals, by number."""
        pattern = self.view.pattern(group, self.of)
        if not self.are_states:
            found: list[int] = self.view.goal_numbers(pattern, space.numbering).tolist()
            return found
        class_of = {number: class_ for class_, number in enumerate(pattern.classes, 1)}
        rows = space.numbering.rows
        return [
            sum(int(rows[class_of.get(fixed[cell], 0), place]) for place, cell in enumerate(pattern.cells))
            for fixed in self.fixed
        ]

    def size(self, group: Group) -> int:
        """The number of entries of a table."""
        return self._space(group).numbering.size

    def rows(self, group: Group) -> Rows:
        """What each value adds to the index in each cell."""
        pattern = self.view.pattern(group, self.of)
        made = self._space(group).numbering
        return rows_of(pattern, made, self.view.program.n_cells, len(self.view.program.values))

    def forget(self) -> None:
        """Free the memory that the spaces of the groups take."""
        self.seen.clear()

    def _space(self, group: Group) -> Space:
        signature = self._signature(group)
        if signature not in self.seen:
            pattern = self.view.pattern(group, self.of)
            rules = self.view.rules(pattern)
            self.seen[signature] = Space(rules, self.view.numbering(pattern), self.every)
        return self.seen[signature]

    def _signature(self, group: Group) -> tuple[object, ...]:
        """The same for groups that see the same rules, value by value."""
        if self.of == "cells":
            return group
        numbers = map(self.view.program.values.get, group)
        # In the order of the pattern's classes, whatever that of the group: as these are numbered, so are the goals.
        return tuple(self.roles[number] for number in sorted(number for number in numbers if number is not None))


def _is_state(view: View, fixed: Mapping[int, int]) -> bool:
    """Whether a goal that fixes so much is one state that the cells may hold, with the values of every state."""
    if len(fixed) < view.program.n_cells or not all(view.held[cell] >> number & 1 for cell, number in fixed.items()):
        return False
    return view.counts is None or Counter(fixed.values()) == Counter(view.counts)


def roles(view: View) -> dict[int, object]:
    """For each value, by number, something that is the same for values that all rules treat alike."""
    sets: dict[int, None] = dict.fromkeys(view.held)
    named = 0
    for rule in filter(None, view.program.rules):
        sets.update(dict.fromkeys(rule.guards.allowed.values()))
        named |= _named(rule)
    counts = view.counts or {}
    return {
        number: number
        if named >> number & 1
        else (counts.get(number), *(place for place, bits in enumerate(sets) if bits >> number & 1), None)
        for number in range(len(view.program.values))
    }


def _named(rule: NumberedRule) -> int:
    """The values, as bits, that are constants of the rule."""
    n_cells, found = len(rule.sources), 0
    tested = (cell for test in rule.guards.tests for pair in test.pairs for cell in pair)
    for cell in (*rule.sources, *tested):
        found |= 1 << cell - n_cells if cell >= n_cells else 0
    return found
