"""What groups for patterns are made of: values or cells, how large their tables are, and how near they are."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import combinations
from math import prod

from ..rewriting.symmetry import Symmetry, symmetries
from ..rewriting.values import Value, members
from .abstraction.filling import planned
from .abstraction.pattern import Kind, additivity
from .abstraction.view import View
from .graphs import FAR
from .measuring import Group, Measure, roles
from .partition import Part, Parts

GENERAL = 16  # how much longer a pattern takes where it is not one of exchanges with a value that wanders


class Items:
    """The values, or the cells, that rules change, each a number from 0.

    Parameters
    ----------
    names
        The values or cells.
    memory, work
        Bytes for tables, and patterns to visit while these are filled.
    """

    def __init__(self, view: View, of: Kind, names: Iterable[Value], memory: int, work: int) -> None:
        self.view, self.of, self.memory, self.work = view, of, memory, work
        self.tables = memory  # what is left of it for tables, where their filling takes a part
        self.expected = work  # what may be expected to be visited, where more may be than was expected
        self.names: list[Value] = []
        self.sizes: list[int] = []  # of the tables of each by itself
        self.times = 1  # what a pattern counts as work
        for name in names:
            pattern = view.pattern((name,), of)
            made = view.numbering(pattern)
            times = 1 if view.exchanges(pattern) is not None else GENERAL * made.n_followed
            if made.size > 1 and made.size <= memory and times * made.size <= work:
                self.names.append(name)
                self.sizes.append(made.size)
                self.times = max(times, self.times)

    def __len__(self) -> int:
        return len(self.names)

    def group(self, part: Part) -> Group:
        """The values or cells of some items."""
        return tuple(self.names[item] for item in part)

    def number(self, item: int) -> int:
        """The number of the value, or of the cell."""
        name = self.names[item]
        number = name if self.of == "cells" else self.view.program.values.get(name)
        assert isinstance(number, int)
        return number

    # -- sizes -------------------------------------------------------------------------------------

    def size(self, part: Part) -> int:
        """At most how many entries the table of a group has."""
        return prod(self.sizes[item] for item in part)

    def work_of(self, part: Part) -> int:
        """About how many patterns are visited, those that take long counted several times."""
        sizes = sorted(self.sizes[item] for item in part)
        if self.of == "cells" or sizes[-1] > self.view.program.n_cells:
            return self.times * prod(sizes)
        return self.times * prod(max(1, size - number) for number, size in enumerate(sizes))  # no two in one cell

    def fit(self, parts: Parts) -> bool:
        """Whether the tables for `parts` are within memory and work."""
        return sum(map(self.size, parts)) <= self.tables and sum(map(self.work_of, parts)) <= self.expected

    def give_room(self) -> None:
        """Leave more of the memory to what fills the tables, and more time."""
        self.tables, self.expected = self.tables * 3 // 4, self.expected * 3 // 4

    def can_be_built(self, parts: Parts, every: bool) -> bool:
        """Whether there is room for what fills the tables too, one after the other, and time."""
        patterns = [self.view.pattern(self.group(part), self.of) for part in parts]
        sizes = [self.view.numbering(pattern).size for pattern in patterns]
        room, work = self.memory - sum(sizes), 0
        for pattern, size in zip(patterns, sizes, strict=True):
            plan = planned(self.view, pattern, every, room + size)
            if plan is None or (work := work + plan.work) > self.work:
                return False
        return True

    def add(self) -> bool:
        """Whether no move counts for two items; of values that rules treat alike, two are looked at."""
        program = self.view.program
        if self.of == "cells":
            mine = set(self.names)
            return all(len(mine.intersection(rule.moved())) < 2 for rule in program.rules if rule)
        known = roles(self.view)
        alike: dict[object, list[Group]] = {}
        for item in range(len(self)):
            alike.setdefault(known[self.number(item)], []).append(self.group((item,)))
        some = [group for groups in alike.values() for group in groups[:2]]
        return bool(additivity(program, self.view.held, [self.view.pattern(group, self.of) for group in some]))

    # -- which are alike, and near -----------------------------------------------------------------

    @cached_property
    def symmetries(self) -> list[tuple[Symmetry, list[int]]]:
        """The symmetries of the rules and goals, without the identity, each with the item that each item becomes."""
        numbers = [self.number(item) for item in range(len(self))]
        place = {number: item for item, number in enumerate(numbers)}
        found = []
        for symmetry in symmetries(self.view.program, self.view.goals).elements[1:]:
            to = symmetry.cells if self.of == "cells" else symmetry.values
            if all(to[number] in place for number in numbers):
                found.append((symmetry, [place[to[number]] for number in numbers]))
        return found

    def first_like(self, part: Part) -> Part:
        """The first of the groups that symmetries make of `part`: their tables have the same entries."""
        return min([part, *(tuple(sorted(image[item] for item in part)) for _, image in self.symmetries)])

    def nearest(self, parts: Iterable[Part], measure: Measure) -> list[Part]:
        """`parts`, those first whose items are near each other."""
        apart = self._distances(measure)
        return sorted(parts, key=lambda part: (sum(apart[pair] for pair in combinations(part, 2)), part))

    def _distances(self, measure: Measure) -> dict[Part, int]:
        """How far apart two values are: what one costs where a goal has the other; 0 for others and for cells."""
        costs = [self._costs(item, measure) for item in range(len(self))]
        homes = [self._homes(item) for item in range(len(self))]
        return {
            (a, b): min([costs[a][cell] for cell in homes[b]] + [costs[b][cell] for cell in homes[a]], default=0)
            for a, b in combinations(range(len(self)), 2)
        }

    def _costs(self, item: int, measure: Measure) -> list[int]:
        """By cell, what a value that is in one cell costs by itself there."""
        n_cells = self.view.program.n_cells
        if self.of == "cells" or self.sizes[item] > n_cells:
            return [0] * n_cells
        group = self.group((item,))
        (costs,) = measure.tables([group])
        found = (int(costs[index]) for index in measure.rows(group)[self.number(item)])
        return [0 if cost == FAR else cost for cost in found]

    def _homes(self, item: int) -> list[int]:
        """The cells where a goal has just this value."""
        if self.of == "cells":
            return []
        bit = 1 << self.number(item)
        cells = range(self.view.program.n_cells)
        return [cell for cell in cells if any(goal.allowed.get(cell) == bit for goal in self.view.goals)]


def changed(view: View, of: Kind) -> list[Value]:
    """The values that rules move or write, without what wanders, or the cells that they change; in order."""
    program, cells, values = view.program, 0, 0
    for rule in filter(None, program.rules):
        for cell in rule.moved():
            source = rule.sources[cell]
            cells |= 1 << cell
            values |= view.held[cell] & rule.guards.allowed.get(cell, -1)
            values |= 1 << source - program.n_cells if source >= program.n_cells else 0
    if of == "cells":
        return list(members(cells))
    counts = view.counts
    if counts is not None:
        values &= sum(1 << number for number, count in counts.items() if count)
        values &= ~sum(1 << number for number in program.wandering if counts.get(number) == 1)
    found = [program.values[number] for number in members(values)]
    return sorted(found) if all(type(value) is int for value in found) else found
