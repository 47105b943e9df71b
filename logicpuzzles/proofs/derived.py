"""A lower bound for any goal, read off the rules alone.

Where the rules only move values about, a row holds the fewest moves that bring its value from each cell to a cell
where a goal may have it, in the graph of where rules carry that value; for equal values, to the nearest such cell.
Otherwise a cell is looked at by itself: the fewest moves that change what it holds into what a goal may have there.
The sum is divided by the most that one rule lowers it. A value that every rule moves by name (a wandering blank) gets
no row: with it a move could lower the sum by 2, and the bound of a sliding puzzle would be about half of the usual one.

What is claimed: the bound is 0 on every goal, and no move lowers it by more than 1 (from any state; where goals fix how
often each value is there, from those with no more of any); so it is never more than the distance to a goal.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..logic.terms import typed
from ..rewriting.rewrite import Cell, Equals, Pattern, Rewriting, Rule, permutation
from ..wording import counted
from .bounds import Bound, by_key, lowering
from .worst_case import permitted, value_counts

Edges = dict[Any, list[Any]]  # for a node, the nodes that lead to it in one move


def derive(rewriting: Rewriting, goals: Sequence[Pattern]) -> Bound | None:
    """The lower bound that the rules give for these goals; None where it would always be 0.

    Where a value cannot get to a goal any number is right; the row's largest is taken, which no rule can lower.
    """
    wanted = _wanted(rewriting, goals)
    values = {typed(value): value for domain in rewriting.domains for value in domain}
    if not wanted or len(set(values.values())) != len(values):  # 1 and True would share a row
        return None
    if rewriting.permutes:
        table = _carried(rewriting, wanted)
        wandering = wandering_values(rewriting)
        table = {value: row for value, row in table.items() if typed(value) not in wandering} or table
    else:
        table = _changed(rewriting, wanted)
    table = {value: row for value, row in table.items() if any(row)}
    counts = value_counts(rewriting, goals)
    rows = by_key(table)
    lowered = [lowering(rewriting, rule, rows, counts, above=0) for rule in rewriting.rules]
    divisor = max((worst.total for worst in lowered if worst is not None), default=0)
    if not table or not divisor:
        return None
    by = f"no rule lowers it by more than {divisor}"
    size = f"{counted(len(rewriting.rules), 'rule')} x {counted(len(table), 'row')}"
    return Bound(table, divisor, "derived", f"0 on the goal; {by}: {size}")


def wandering_values(rewriting: Rewriting) -> set[Any]:
    """The values (as `typed`) that every rule moves and names, such as a wandering blank."""
    found: set[Any] | None = None
    for rule in rewriting.rules:
        sources = permutation(rule) or ()
        moved = {source for cell, source in enumerate(sources) if source != cell}
        named = {typed(guard.value) for guard in rule.guards if type(guard) is Equals and guard.cell in moved}
        found = named if found is None else found & named
    return found or set()


def _wanted(rewriting: Rewriting, goals: Iterable[Pattern]) -> list[dict[Any, Any]]:
    """For each cell, the values (by `typed`) that some goal may have there."""
    wanted: list[dict[Any, Any]] = [{} for _ in range(rewriting.n_cells)]
    for goal in goals:
        fixed = {guard.cell: guard.value for guard in goal if type(guard) is Equals}
        for cell, domain in enumerate(rewriting.domains):
            held = [fixed[cell]] if cell in fixed else permitted(cell, domain, goal)
            wanted[cell].update((typed(value), value) for value in held)
    return wanted if all(wanted) else []


def _carried(rewriting: Rewriting, wanted: Sequence[Mapping[Any, Any]]) -> dict[Any, tuple[int, ...]]:
    """For each value, the fewest moves from each cell to a cell where a goal may have it."""
    edges: dict[Any, Edges] = {}
    values = {typed(value): value for domain in rewriting.domains for value in domain}
    for rule in rewriting.rules:
        sources = permutation(rule)
        assert sources is not None
        for cell, source in enumerate(sources):
            if source != cell:
                for value in permitted(source, rewriting.domains[source], rule.guards):
                    edges.setdefault(typed(value), {}).setdefault(cell, []).append(source)
    table = {}
    for name, value in values.items():
        far = _distances([cell for cell, held in enumerate(wanted) if name in held], edges.get(name, {}))
        table[value] = tuple(far.get(cell, max(far.values(), default=0)) for cell in range(rewriting.n_cells))
    return table


def _changed(rewriting: Rewriting, wanted: Sequence[Mapping[Any, Any]]) -> dict[Any, tuple[int, ...]]:
    """For each value and cell, the fewest moves that make the cell hold what a goal may have there."""
    values = {typed(value): value for domain in rewriting.domains for value in domain}
    rows = {name: [0] * rewriting.n_cells for name in values}
    for cell, domain in enumerate(rewriting.domains):
        edges: Edges = {}
        for rule in rewriting.rules:
            for value, after in _changes(rewriting, rule, cell):
                edges.setdefault(after, []).append(value)
        far = _distances(list(wanted[cell]), edges)
        for value in domain:
            rows[typed(value)][cell] = far.get(typed(value), max(far.values()))
    return {value: tuple(rows[name]) for name, value in values.items()}


def _changes(rewriting: Rewriting, rule: Rule, cell: int) -> Iterable[tuple[Any, Any]]:
    """What `rule` may turn the value of `cell` into: pairs of the value before and the one after."""
    source = rule.effect[cell]
    if source == Cell(cell):
        return
    if type(source) is Cell:
        after = permitted(source.index, rewriting.domains[source.index], rule.guards)
    else:
        after = [source]
    for value in permitted(cell, rewriting.domains[cell], rule.guards):
        yield from ((typed(value), typed(each)) for each in after)


def _distances(goals: Sequence[Any], edges: Edges) -> dict[Any, int]:
    """The fewest steps from each node that can reach one of `goals`."""
    far = dict.fromkeys(goals, 0)
    queue = deque(goals)
    while queue:
        node = queue.popleft()
        for before in edges.get(node, ()):
            if before not in far:
                far[before] = far[node] + 1
                queue.append(before)
    return far
