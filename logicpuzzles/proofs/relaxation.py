"""Reasons other than parity why a goal cannot be reached: a value never gets there, or a count only changes one way.

What is claimed, for states over the domains: every state that can be reached from the start has in each cell one of the
values `held`; and every move, from any state, changes the count of a value by no less and no more than `change` says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from ..logic.writer import write
from ..memo import memo
from ..rewriting.numbered import Guards, NumberedRule, joined
from ..rewriting.program import Program
from ..rewriting.values import members, only

Change = tuple[int, int]  # at least, and at most, by how much a count changes


class Relaxed:
    """What holds of every state that can be reached from `start` (as numbers), cell by cell and value by value."""

    def __init__(self, program: Program, start: Sequence[int]) -> None:
        self.program, self.start = program, start

    def why_not(self, goal: Guards) -> str | None:
        """Why no state that matches `goal` can be reached; None if nothing here proves it."""
        wanted = []
        for cell, held in enumerate(self.held):
            asked = goal.allowed.get(cell, -1)
            if not held & asked:
                number = only(asked)
                what = "what the goal asks for there" if number is None else write(self.program.values[number])
                return f"position {cell} can never hold {what}: no sequence of moves brings it there"
            wanted.append(held & asked)
        return self._counts_differ(wanted)

    @cached_property
    def held(self) -> list[int]:
        """For each cell, the values (as bits) that moves could bring there if none removed any (delete relaxation)."""
        held = [1 << number for number in self.start]
        while sum(step.grow(held) for step in _steps(self.program)):
            pass
        return held

    def _counts_differ(self, wanted: list[int]) -> str | None:
        for grows in (True, False):
            for number, value in enumerate(self.program.values.values):
                count, bit = self.start.count(number), 1 << number
                least, most = sum(cell == bit for cell in wanted), sum(cell & bit != 0 for cell in wanted)
                if count >= least if grows else count <= most:
                    continue
                falls, rises = self.change(number)
                if rises <= 0 if grows else falls >= 0:
                    how = f"makes {'more' if grows else 'fewer'} of them" if falls or rises else "changes the number"
                    there = f"at least {least}" if grows else f"at most {most}"
                    return f"the start has {count} of {write(value)}, the goal {there}, and no move {how}"
        return None

    def change(self, number: int) -> Change:
        """At least and at most by how much one move changes how many cells hold the value with this number."""
        return (0, 0) if self.program.permutes else _all_changes(self.program).get(number, (0, 0))


@memo
def _all_changes(program: Program) -> dict[int, Change]:
    """By value, the least and the greatest change of its count, over all rules."""
    seen: dict[int, list[Change]] = {}
    n_rules = 0
    for rule in filter(None, program.rules):
        changes = _count_changes(rule, program.domains)
        n_rules += changes is not None
        for number, change in (changes or {}).items():
            seen.setdefault(number, []).append(change)
    for known in seen.values():
        if len(known) < n_rules:
            known.append((0, 0))  # by the other rules
    return {
        number: (min(least for least, _ in known), max(most for _, most in known)) for number, known in seen.items()
    }


def _count_changes(rule: NumberedRule, domains: Sequence[int]) -> dict[int, Change] | None:
    """By value, the least and the greatest change of its count by one rule; None if the rule never applies."""
    n_cells = len(domains)
    more = dict.fromkeys(rule.moved(), -1)
    least: Counter[int] = Counter()
    most: Counter[int] = Counter()
    for source in (rule.sources[cell] for cell in rule.moved()):
        if source >= n_cells:
            least[source - n_cells] += 1
            most[source - n_cells] += 1
        else:
            more[source] = more.get(source, 0) + 1
    for cells, bits in joined(sorted(rule.guards.cells(n_cells).union(more)), domains, rule.guards):
        each = sum(more.get(cell, 0) for cell in cells)
        if not bits:
            return None
        for number in members(bits) if each else ():
            is_only = bits == 1 << number
            least[number] += each if is_only else min(each, 0)
            most[number] += each if is_only else max(each, 0)
    return {number: (least[number], most[number]) for number in least}


@memo
def _steps(program: Program) -> list[_Step]:
    return [_Step(rule, program.n_cells) for rule in program.rules if rule is not None]


class _Step:
    """A rule over sets of values: what it asks of cells, and where it moves their values."""

    def __init__(self, rule: NumberedRule, n_cells: int) -> None:
        changes = [(cell, rule.sources[cell]) for cell in rule.moved()]
        self.moves = [(cell, source) for cell, source in changes if source < n_cells]
        self.constants = [(cell, 1 << source - n_cells) for cell, source in changes if source >= n_cells]
        cells = rule.guards.cells(n_cells).union(source for _, source in self.moves)
        self.allowed = [(cell, rule.guards.allowed.get(cell, -1)) for cell in sorted(cells)]

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
