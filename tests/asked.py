"""Proofs over numbered values, asked with states and patterns of values as tests write them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from logicpuzzles.endings import State
from logicpuzzles.proofs import bounds, worst_case
from logicpuzzles.proofs.invariants import Conserved, conserved_from
from logicpuzzles.proofs.relaxation import Relaxed
from logicpuzzles.rewriting.numbered import joined
from logicpuzzles.rewriting.program import Program, program_of
from logicpuzzles.rewriting.rewrite import Guard, Pattern, Rewriting, Rule, Same
from logicpuzzles.rewriting.values import members


def cells_of(guard: Guard) -> set[int]:
    """The cells that a guard looks at."""
    if isinstance(guard, Same):
        return {guard.cell, guard.other}
    if hasattr(guard, "cell"):
        return {guard.cell}
    return {side.index for pair in guard.pairs for side in pair if hasattr(side, "index")}


class Proofs:
    """What is told of the states that can be reached from `start`, asked one goal after another."""

    def __init__(self, rewriting: Rewriting, start: State, goals: Iterable[Pattern] = ()) -> None:
        self.program = program_of(rewriting, start, goals)
        self.start = self.program.values.encode(start)
        self.relaxed = Relaxed(self.program, self.start)
        self.conserved = conserved_from(self.program, self.start)

    def afresh(self) -> Proofs:
        """The same, with nothing known of earlier goals."""
        self.conserved = Conserved(self.program, self.start)
        return self

    def relaxed_why_not(self, goal: Pattern) -> str | None:
        """Why the goal cannot be reached, seen cell by cell."""
        return self.relaxed.why_not(self.program.guards(goal))

    def why_not(self, goal: Pattern) -> str | None:
        """Why the goal cannot be reached, by sums."""
        return self.conserved.why_not(self.start, self.program.guards(goal), self.relaxed)

    def bits(self, values: Iterable[Any]) -> int:
        """A set of values as the proofs have it."""
        return self.program.values.bits(values)

    def change(self, value: Any) -> tuple[int, int]:
        """At least and at most by how much a move changes the count of `value`."""
        number = self.program.values.get(value)
        assert number is not None
        return self.relaxed.change(number)


def _program(domains: Sequence[Sequence[Any]], guards: Pattern) -> Program:
    return program_of(Rewriting(len(domains), (), tuple(map(tuple, domains))), goals=[guards])


def largest(
    domains: Sequence[Sequence[Any]],
    guards: Pattern,
    gains: Mapping[int, Callable[[Any], int]],
    caps: Mapping[Any, int] | None = None,
    above: int = 0,
    budget: int = 100_000,
) -> worst_case.Worst | None:
    """The largest sum of what cells gain by their values; `caps` by `typed`."""
    program = _program(domains, guards)
    held = [program.values.bits(domain) for domain in domains]
    by_number = {
        cell: [gains[cell](value) if held[cell] >> n & 1 else 0 for n, value in enumerate(program.values.values)]
        for cell in gains
    }
    known = program.values.number
    numbered = None if caps is None else {known[name]: n for name, n in caps.items() if name in known}
    found = worst_case.largest(
        program.domains, program.guards(guards), by_number, caps=numbered, above=above, budget=budget
    )
    cells = {cell: program.values[number] for cell, number in found.cells.items()} if found else {}
    return found and worst_case.Worst(found.total, cells, found.exact)


def permitted(cell: int, domain: Sequence[Any], guards: Pattern, n_cells: int) -> list[Any]:
    """The values of `domain` that the guards on this one cell let stand there."""
    program = _program([domain] * n_cells, guards)
    allowed = program.domains[cell] & program.guards(guards).allowed.get(cell, -1)
    return [value for value in domain if program.values.bits((value,)) & allowed]


def joined_cells(
    cells: Iterable[int], domains: Sequence[Sequence[Any]], guards: Pattern
) -> list[tuple[list[int], list[Any]]]:
    """`cells`, joined where a guard says that they are the same, and the values that the guards let them hold."""
    program = _program(domains, guards)
    groups = joined(cells, program.domains, program.guards(guards))
    return [(group, [program.values[n] for n in members(bits)]) for group, bits in groups]


def lowering(
    rewriting: Rewriting,
    rule: Rule,
    table: Mapping[Any, tuple[int, ...]],
    counts: Mapping[Any, int] | None,
    above: int,
) -> worst_case.Worst | None:
    """The most by which `rule` lowers the table; `counts` by `typed`."""
    program = program_of(Rewriting(rewriting.n_cells, (rule,), rewriting.domains))
    (numbered,) = program.rules
    known = program.values.number
    caps = None if counts is None else {known[name]: n for name, n in counts.items() if name in known}
    return numbered and bounds.lowering(program, numbered, bounds.rows_of(table, program), caps, above)


def value_counts(rewriting: Rewriting, goals: Sequence[Pattern]) -> dict[Any, int] | None:
    """How often each value, by `typed`, may stand in a state that can reach a goal."""
    program = program_of(rewriting, goals=goals)
    counts = worst_case.value_counts(program, program.goals(goals))
    keys = list(program.values.number)
    return None if counts is None else {keys[number]: n for number, n in counts.items()}
