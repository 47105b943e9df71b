"""Why a goal cannot be reached, told without parity: a value never gets there, or a count only changes one way."""

from __future__ import annotations

from collections import Counter
from functools import cached_property, partial
from typing import Any

from .endings import State
from .notation import write
from .rewrite import Cell, Equals, Pattern, Rewriting, Rule
from .worst import cells_of, key, largest, permitted


class Relaxed:
    """What holds of every state that can be reached from `start`, seen cell by cell and value by value."""

    def __init__(self, rewriting: Rewriting, start: State) -> None:
        self.rewriting, self.start = rewriting, start
        values = {key(v): v for domain in rewriting.domains for v in domain} | {key(v): v for v in start}
        values |= {key(v): v for rule in rewriting.rules for v in rule.effect if type(v) is not Cell}
        self.values = list(values.values())
        self.number = {name: number for number, name in enumerate(values)}
        self._known_changes: dict[Any, tuple[int, int]] = {}

    def why_not(self, goal: Pattern) -> str | None:
        """Why no state that matches `goal` can be reached; None if nothing here speaks against it."""
        fixed = {guard.cell: guard.value for guard in goal if type(guard) is Equals}
        wanted = []
        for cell, held in enumerate(self.held):
            if cell in fixed:
                number = self.number.get(key(fixed[cell]))
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
        return sum(1 << self.number[key(value)] for value in permitted(cell, self.values, guards))

    @cached_property
    def held(self) -> list[int]:
        """For each cell, the values (as bits) that moves may bring there if no move ever took anything away."""
        held = [1 << self.number[key(value)] for value in self.start]
        steps = [_Step(self, rule) for rule in self.rewriting.rules]
        while sum(step.grow(held) for step in steps):
            pass
        return held


    def _counts_differ(self, wanted: list[int]) -> str | None:
        before = Counter(map(key, self.start))
        for grows in (True, False):
            for number, value in enumerate(self.values):
                count, bit = before[key(value)], 1 << number
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
        """The least and the most by which one move changes how many cells hold `value`."""
        if self.rewriting.permutes:
            return 0, 0
        if key(value) not in self._known_changes:
            falls = [self._change(rule, value, -1) for rule in self.rewriting.rules]
            rises = [self._change(rule, value, 1) for rule in self.rewriting.rules]
            self._known_changes[key(value)] = (
                -max((change for change in falls if change is not None), default=0),
                max((change for change in rises if change is not None), default=0),
            )
        return self._known_changes[key(value)]

    def _change(self, rule: Rule, value: Any, sign: int) -> int | None:
        """The largest change of the count, times `sign`, that `rule` makes; None if it never applies."""
        name, fixed = key(value), 0
        more = {cell: -sign for cell, source in enumerate(rule.effect) if source != Cell(cell)}
        for cell, source in enumerate(rule.effect):
            if type(source) is not Cell:
                fixed += sign * (key(source) == name)
            elif source.index != cell:
                more[source.index] = more.get(source.index, 0) + sign
        gains = {cell: partial(_if_same, name, change) for cell, change in more.items()}
        worst = largest(self.rewriting.domains, rule.guards, gains, above=-len(rule.effect) - 1)
        return None if worst is None else worst.total + fixed


def _if_same(name: Any, change: int, value: Any) -> int:
    return change if key(value) == name else 0


class _Step:
    """A rule over sets of values: what it asks of cells, and where it takes what they hold."""

    def __init__(self, relaxed: Relaxed, rule: Rule) -> None:
        changes = [(cell, source) for cell, source in enumerate(rule.effect) if source != Cell(cell)]
        self.moves = [(cell, source.index) for cell, source in changes if type(source) is Cell]
        self.constants = [(cell, 1 << relaxed.number[key(s)]) for cell, s in changes if type(s) is not Cell]
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
