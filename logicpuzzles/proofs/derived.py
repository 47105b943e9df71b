"""A lower bound for any goal, read off the rules alone.

Where the rules only move values about, a row holds the least cost of moves that bring its value from each cell to a
cell where a goal may have it, in the graph of where rules carry that value; for equal values, to the nearest such cell.
Otherwise a cell is looked at by itself: the least cost of moves that change what it holds into what a goal may have
there. The sum is divided by the most that one rule lowers it for each unit of its cost. A value that every rule moves
by name (a wandering blank) gets no row: with it a move could lower the sum by 2, and the bound of a sliding puzzle
would be about half of the usual one.

What is claimed: the bound is 0 on every goal, and no move lowers it by more than it costs, which is 1 where nothing
else is said (from any state; where goals fix how often each value is there, from those with no more of any); so it is
never more than what a goal costs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush

from ..rewriting.numbered import Guards, NumberedRule
from ..rewriting.program import Program, program_of
from ..rewriting.rewrite import Pattern, Rewriting
from ..rewriting.values import members
from ..wording import counted
from .bounds import Bound, by_at_most, lowering
from .worst_case import value_counts

Row = tuple[int, ...]  # by cell
Edges = dict[int, list[tuple[int, int]]]  # for each number those before it, and what the step from there costs


def derive(rewriting: Rewriting, goals: Sequence[Pattern]) -> Bound | None:
    """The lower bound that the rules give for these goals; None where it would always be 0.

    Where a value cannot reach a goal, any number is right; the row's largest is taken, which no rule can lower.
    """
    program = program_of(rewriting, goals=goals)
    guards = program.goals(goals)
    wanted = _wanted(program, guards)
    held = list(members(program.held))
    if not wanted or len({program.values[number] for number in held}) != len(held):  # 1 and True would share a row
        return None
    if program.permutes:
        table = _carried(program, held, wanted)
        wandering = wandering_values(program)
        table = {number: row for number, row in table.items() if not wandering >> number & 1} or table
    else:
        table = _changed(program, held, wanted)
    table = {number: row for number, row in table.items() if any(row)}
    counts = value_counts(program, guards)
    rows = tuple(table.get(number, (0,) * program.n_cells) for number in range(len(program.values)))
    divisor = 0
    for rule in filter(None, program.rules):
        if (worst := lowering(program, rule, rows, counts, above=0)) is not None:
            if not rule.cost:  # only where the worst case is not known exactly
                return None
            divisor = max(divisor, -(-worst.total // rule.cost))
    if not table or not divisor:
        return None
    most = by_at_most(rewriting)
    if divisor > 1:
        most = f"{divisor}" if most == "1" else f"{divisor} times what {most}"
    by = f"no rule lowers it by more than {most}"
    size = f"{counted(len(rewriting.rules), 'rule')} x {counted(len(table), 'row')}"
    shown = {program.values[number]: row for number, row in table.items()}
    return Bound(shown, divisor, "derived", f"0 on the goal; {by}: {size}")


def wandering_values(program: Program) -> int:
    """The values, as bits, that every rule moves and names, such as a wandering blank."""
    found = -1
    for rule in filter(None, program.rules):
        moved = {source for cell, source in enumerate(rule.permutation() or ()) if source != cell}
        named = 0
        for cell, number in rule.guards.fixed().items():
            named |= (cell in moved) << number
        found &= named
    return max(found, 0)


def _wanted(program: Program, goals: Iterable[Guards]) -> list[int]:
    """For each cell, the values (as bits) that some goal may have there."""
    wanted = [0] * program.n_cells
    for goal in goals:
        fixed = goal.fixed()
        for cell, domain in enumerate(program.domains):
            wanted[cell] |= 1 << fixed[cell] if cell in fixed else domain & goal.allowed.get(cell, -1)
    return wanted if all(wanted) else []


def _carried(program: Program, held: Iterable[int], wanted: Sequence[int]) -> dict[int, Row]:
    """For each value, the least cost from each cell to a cell where a goal may have it."""
    edges: dict[int, Edges] = {}
    for rule in filter(None, program.rules):
        for cell, source in enumerate(rule.permutation() or ()):
            if source != cell:
                for number in members(_before(program, rule, source)):
                    edges.setdefault(number, {}).setdefault(cell, []).append((source, rule.cost))
    table = {}
    for number in held:
        far = _distances([cell for cell, bits in enumerate(wanted) if bits >> number & 1], edges.get(number, {}))
        table[number] = tuple(far.get(cell, max(far.values(), default=0)) for cell in range(program.n_cells))
    return table


def _changed(program: Program, held: Iterable[int], wanted: Sequence[int]) -> dict[int, Row]:
    """For each value and cell, the least cost of making the cell hold what a goal may have there."""
    rows = {number: [0] * program.n_cells for number in held}
    for cell, domain in enumerate(program.domains):
        edges: Edges = {}
        for rule in filter(None, program.rules):
            for before, after in _changes(program, rule, cell):
                edges.setdefault(after, []).append((before, rule.cost))
        far = _distances(list(members(wanted[cell])), edges)
        for number in members(domain):
            rows[number][cell] = far.get(number, max(far.values()))
    return {number: tuple(row) for number, row in rows.items()}


def _changes(program: Program, rule: NumberedRule, cell: int) -> Iterator[tuple[int, int]]:
    """What `rule` may turn the value of `cell` into: pairs of the value before and the one after."""
    source = rule.sources[cell]
    if source == cell:
        return
    after = 1 << source - program.n_cells if source >= program.n_cells else _before(program, rule, source)
    for value in members(_before(program, rule, cell)):
        yield from ((value, each) for each in members(after))


def _before(program: Program, rule: NumberedRule, cell: int) -> int:
    """The values, as bits, that `cell` may hold where the rule applies."""
    return program.domains[cell] & rule.guards.allowed.get(cell, -1)


def _distances(goals: Sequence[int], edges: Edges) -> dict[int, int]:
    """The least cost from each number that can reach one of `goals`."""
    far: dict[int, int] = {}
    heap = [(0, goal) for goal in goals]
    while heap:
        cost, node = heappop(heap)
        if node not in far:
            far[node] = cost
            for before, price in edges.get(node, ()):
                heappush(heap, (cost + price, before))
    return far
