"""Why a goal cannot be reached, told without parity: a value never gets there, or a count only changes one way.

What is claimed, for states over the domains: every state that can be reached from the start has in each cell one of the
values `held`; and every move, from any state, changes the count of a value by no less and no more than `change` says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from ..endings import State
from ..logic.terms import typed
from ..notation import write
from ..rewriting.rewrite import Cell, Equals, Pattern, Rewriting, Rule
from .worst_case import cells_of, joined_cells, permitted


class Relaxed:
    """What holds of every state that can be reached from `start`, seen cell by cell and value by value."""

    def __init__(self, rewriting: Rewriting, start: State) -> None:
        self.rewriting, self.start = rewriting, start
        values = {typed(v): v for domain in rewriting.domains for v in domain} | {typed(v): v for v in start}
        values |= {typed(v): v for rule in rewriting.rules for v in rule.effect if type(v) is not Cell}
        self.values = list(values.values())
        self.number = {name: number for number, name in enumerate(values)}

    def why_not(self, goal: Pattern) -> str | None:
        """Why no state that matches `goal` can be reached; None if nothing here speaks against it."""
        fixed = {guard.cell: guard.value for guard in goal if type(guard) is Equals}
        wanted = []
        for cell, held in enumerate(self.held):
            if cell in fixed:
                number = self.number.get(typed(fixed[cell]))
                possible = 0 if number is None else held & 1 << number
            else:
                possible = held & self.mask(cell, goal)
            if not possible:
                what = write(fixed[cell]) if cell in fixed else "what the goal asks for there"
                return f"position {cell} can never hold {what}: no sequence of moves brings it there"
            wanted.append(possible)
        return self._counts_differ(wanted)

    def mask(self, cell: int, guards: Pattern) -> int:
        """The values that the guards let `cell` hold, as bits."""
        return sum(1 << self.number[typed(value)] for value in permitted(cell, self.values, guards))

    @cached_property
    def held(self) -> list[int]:
        """For each cell, the values (as bits) that moves may bring there if no move ever took anything away."""
        held = [1 << self.number[typed(value)] for value in self.start]
        while sum(step.grow(held) for step in self._steps()):
            pass
        return held

    def _steps(self) -> list[_Step]:
        """The rules over sets of values, made once for the same numbering and kept with the rules."""
        known: dict[Any, list[_Step]] = self.rewriting.__dict__.setdefault("_relaxed_steps", {})
        numbering = tuple(self.number)
        if numbering not in known:
            known[numbering] = [_Step(self, rule) for rule in self.rewriting.rules]
        return known[numbering]

    def _counts_differ(self, wanted: list[int]) -> str | None:
        before = Counter(map(typed, self.start))
        for grows in (True, False):
            for number, value in enumerate(self.values):
                count, bit = before[typed(value)], 1 << number
                least, most = sum(cell == bit for cell in wanted), sum(cell & bit != 0 for cell in wanted)
                if count >= least if grows else count <= most:
                    continue
                falls, rises = self.change(value)
                if rises <= 0 if grows else falls >= 0:
                    how = f"makes {'more' if grows else 'fewer'} of them" if falls or rises else "changes the number"
                    there = f"at least {least}" if grows else f"at most {most}"
                    return f"the start has {count} of {write(value)}, the goal {there}, and no move {how}"
        return None

    def change(self, value: Any) -> tuple[int, int]:
        """At least and at most by how much one move changes how many cells hold `value`."""
        return (0, 0) if self.rewriting.permutes else self._changes.get(typed(value), (0, 0))

    @cached_property
    def _changes(self) -> dict[Any, tuple[int, int]]:
        """By value, the least and the greatest change of its count, over all rules."""
        seen: dict[Any, list[tuple[int, int]]] = {}
        n_rules = 0
        for rule in self.rewriting.rules:
            changes = _count_changes(rule, self.rewriting.domains)
            n_rules += changes is not None
            for name, change in (changes or {}).items():
                seen.setdefault(name, []).append(change)
        return {
            name: (
                min(min(least for least, _ in changes), 0 if len(changes) < n_rules else len(self.start)),
                max(max(most for _, most in changes), 0 if len(changes) < n_rules else -len(self.start)),
            )
            for name, changes in seen.items()
        }


def _count_changes(rule: Rule, domains: Sequence[Sequence[Any]]) -> dict[Any, tuple[int, int]] | None:
    """By value, the least and the greatest change of its count by one rule; None if the rule never applies."""
    more = {cell: -1 for cell, source in enumerate(rule.effect) if source != Cell(cell)}
    changes: dict[Any, tuple[int, int]] = {}

    def add(value: Any, least: int, most: int) -> None:
        before = changes.get(typed(value), (0, 0))
        changes[typed(value)] = before[0] + least, before[1] + most

    for cell, source in enumerate(rule.effect):
        if type(source) is not Cell:
            add(source, 1, 1)
        elif source.index != cell:
            more[source.index] = more.get(source.index, 0) + 1
    looked_at = set(more).union(*(cells_of(guard) for guard in rule.guards))
    for cells, values in joined_cells(sorted(looked_at), domains, rule.guards):
        each = sum(more.get(cell, 0) for cell in cells)
        if not values:
            return None
        for value in values if each else ():
            add(value, each if len(values) == 1 else min(each, 0), each if len(values) == 1 else max(each, 0))
    return changes


class _Step:
    """A rule over sets of values: what it asks of cells, and where it takes what they hold."""

    def __init__(self, relaxed: Relaxed, rule: Rule) -> None:
        changes = [(cell, source) for cell, source in enumerate(rule.effect) if source != Cell(cell)]
        self.moves = [(cell, source.index) for cell, source in changes if type(source) is Cell]
        self.constants = [(cell, 1 << relaxed.number[typed(s)]) for cell, s in changes if type(s) is not Cell]
        cells: set[int] = set().union(*(cells_of(guard) for guard in rule.guards), (source for _, source in self.moves))
        self.allowed = [(cell, relaxed.mask(cell, rule.guards)) for cell in sorted(cells)]

    def grow(self, held: list[int]) -> bool:
        """Add to `held` what the rule may put into cells; whether that was new."""
        possible = {cell: held[cell] & allowed for cell, allowed in self.allowed}
        if not all(possible.values()):
            return False
        grown = False
        for cell, new in (*self.constants, *((cell, possible[source]) for cell, source in self.moves)):
            grown |= new & ~held[cell] != 0
            held[cell] |= new
        return grown
