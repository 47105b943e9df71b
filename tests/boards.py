"""Rewrite rules made by hand, so that the searches are tested without the compiler."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from logicpuzzles.rewriting.rewrite import Among, Cell, Differs, Equals, Guard, Pattern, Rewriting, Rule, pattern_of
from logicpuzzles.search import SearchProblem

SIX = {0: (1, 2, 3), 1: (0, 3, 4), 2: (0, 3, 5), 3: (0, 1, 2, 4, 5, 6), 4: (1, 3, 6), 5: (2, 3, 6), 6: (3, 4, 5)}
SIX_DISTANCE = {
    1: (0, 1, 1, 1, 2, 2, 2),
    2: (1, 0, 2, 1, 1, 2, 2),
    3: (1, 2, 0, 1, 2, 1, 2),
    4: (1, 1, 1, 0, 1, 1, 1),
    5: (2, 1, 2, 1, 0, 2, 1),
    6: (2, 2, 1, 1, 2, 0, 1),
}


def effect(n_cells: int, changed: Mapping[int, Any]) -> tuple[Any, ...]:
    """An effect that keeps every cell but those that are named."""
    return tuple(changed.get(cell, Cell(cell)) for cell in range(n_cells))


def gap_rules(neighbours: Mapping[int, Sequence[int]], values: Sequence[Any] | None = None) -> Rewriting:
    """The piece on any neighbour of the gap, 0, slides into it."""
    n_cells = len(neighbours)
    rules = [
        Rule((Equals(gap, 0),), effect(n_cells, {gap: Cell(other), other: 0}), Cell(other))
        for gap in range(n_cells)
        for other in neighbours[gap]
    ]
    return Rewriting(n_cells, tuple(rules), (tuple(values or range(n_cells)),) * n_cells)


Steps = Sequence[tuple[int, int]]
ASCENDING = ((-1, 0), (0, -1), (0, 1), (1, 0))


def grid(rows: int, cols: int, steps: Steps = ASCENDING) -> dict[int, list[int]]:
    """The neighbours of each cell of a board in the order of `steps`; by default ascending."""
    return {
        r * cols + c: [(r + dr) * cols + c + dc for dr, dc in steps if 0 <= r + dr < rows and 0 <= c + dc < cols]
        for r in range(rows)
        for c in range(cols)
    }


def manhattan(rows: int, cols: int) -> dict[int, tuple[int, ...]]:
    """For each piece and cell, the distance to its place; the piece p belongs on the cell p - 1."""

    def apart(a: int, b: int) -> int:
        return abs(a // cols - b // cols) + abs(a % cols - b % cols)

    cells = range(rows * cols)
    return {piece: tuple(apart(cell, piece - 1) for cell in cells) for piece in cells[1:]}


def sliding(rows: int, cols: int, start: Sequence[int], bounded: bool = True, **more: Any) -> SearchProblem:
    """A sliding puzzle with the goal 1 2 3 ... 0; neighbours in ascending order."""
    return sliding_task(gap_rules(grid(rows, cols)), manhattan(rows, cols) if bounded else None, start, **more)


def sliding_task(
    rules: Rewriting, table: Mapping[int, tuple[int, ...]] | None, start: Sequence[int], **more: Any
) -> SearchProblem:
    """A problem over gap rules with the goal 1 2 3 ... 0, or `goals`."""
    goals = more.pop("goals", (pattern_of((*range(1, rules.n_cells), 0)),))
    name = "distance" if table else None
    return SearchProblem.of(rules, tuple(start), goals, table=table, bound_name=more.pop("bound_name", name), **more)


def six(start: Sequence[int], bounded: bool = True) -> SearchProblem:
    """The hexagonal 6 puzzle."""
    return sliding_task(gap_rules(SIX), SIX_DISTANCE if bounded else None, start)


def ducks(goal: str, start: str = "BWBWBW__") -> SearchProblem:
    """Mandarin ducks: two adjacent stones move, in their order, into the two empty cells."""
    rules = []
    for left in range(7):
        for empty in range(7):
            if abs(left - empty) > 1:
                guards = (Equals(empty, "_"), Equals(empty + 1, "_"), no(left, "_"), no(left + 1, "_"))
                change = {empty: Cell(left), empty + 1: Cell(left + 1), left: "_", left + 1: "_"}
                rules.append(Rule(guards, effect(8, change), left))
    return SearchProblem.of(Rewriting(8, tuple(rules), (tuple("BW_"),) * 8), tuple(start), (pattern_of(tuple(goal)),))


def no(cell: int, value: Any) -> Guard:
    """The cell does not hold the value."""
    return Differs(((Cell(cell), value),))


def blocks() -> SearchProblem:
    """Three blocks on three places: a cell a block, holding what it stands on; red, blue, green are 0, 1, 2."""
    names, things = ("red", "blue", "green"), ("red", "blue", "green", "x", "y", "z")
    rules = []
    for block, name in enumerate(names):
        for thing in things:
            if thing != name:
                clear = [no(other, name) for other in range(3) if other != block]
                free = [no(other, thing) for other in range(3)]
                rules.append(Rule((*clear, *free), effect(3, {block: thing}), (name, thing)))
    domains = tuple(tuple(thing for thing in things if thing != name) for name in names)
    start, goal = ("blue", "green", "x"), ("blue", "green", "z")
    return SearchProblem.of(Rewriting(3, tuple(rules), domains), start, (pattern_of(goal),))


@cache
def knight_rules(rows: int, cols: int) -> Rewriting:
    """A knight, "k", leaves "x" behind and enters squares that are free, "."; the label is the square entered."""
    jumps = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
    squares = grid(rows, cols, jumps)
    n_cells = rows * cols
    rules = [
        Rule((Equals(at, "k"), Equals(to, ".")), effect(n_cells, {at: "x", to: "k"}), to)
        for at in squares
        for to in squares[at]
    ]
    return Rewriting(n_cells, tuple(rules), (("k", "x", "."),) * n_cells)


def knight(rows: int, cols: int, square: int, closed: bool = False, **more: Any) -> SearchProblem:
    """A knight's tours from `square`; closed ones end a jump away from it."""
    rules = knight_rules(rows, cols)
    n_cells = rows * cols
    start = tuple("k" if cell == square else "." for cell in range(n_cells))
    visited: Pattern = tuple(Among(cell, ("k", "x")) for cell in range(n_cells))
    ends = [rule.label for rule in rules.rules if rule.guards[0] == Equals(square, "k")]
    goals = tuple((*visited, Equals(end, "k")) for end in ends) if closed else (visited,)
    return SearchProblem.of(rules, start, goals, **more)


def jugs(sizes: Sequence[int], start: Sequence[int], wanted: Pattern) -> SearchProblem:
    """Pouring from one jug into another until one is empty or the other full."""
    rules = []
    n_cells = len(sizes)
    for source in range(n_cells):
        for target in range(n_cells):
            for full in range(1, sizes[source] + 1) if source != target else ():
                for had in range(sizes[target]):
                    poured = min(full, sizes[target] - had)
                    change = {source: full - poured, target: had + poured}
                    guards = (Equals(source, full), Equals(target, had))
                    rules.append(Rule(guards, effect(n_cells, change), (source, target)))
    return SearchProblem.of(
        Rewriting(n_cells, tuple(rules), tuple(tuple(range(s + 1)) for s in sizes)), tuple(start), (wanted,)
    )
