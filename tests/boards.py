"""Rewrite rules made by hand, so that searches and proofs are tested without the compiler."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any

from logicpuzzles.rewrite import Cell, Differs, Equals, Rewriting, Rule

State = tuple[Any, ...]
SIX = {0: (1, 2, 3), 1: (0, 3, 4), 2: (0, 3, 5), 3: (0, 1, 2, 4, 5, 6), 4: (1, 3, 6), 5: (2, 3, 6), 6: (3, 4, 5)}


def graph(neighbours: Mapping[int, Sequence[int]], values: Sequence[Any] | None = None, blank: Any = 0) -> Rewriting:
    """Sliding pieces on the places of a graph: a rule for each place of the blank and each neighbour of it."""
    n_cells = len(neighbours)
    held = tuple(values) if values is not None else tuple(range(n_cells))
    rules = []
    for space in range(n_cells):
        for place in neighbours[space]:
            effect: list[Any] = [Cell(cell) for cell in range(n_cells)]
            effect[space], effect[place] = Cell(place), blank
            rules.append(Rule((Equals(space, blank),), tuple(effect), Cell(place)))
    return Rewriting(n_cells, tuple(rules), (tuple(dict.fromkeys(held)),) * n_cells)


def grid(rows: int, cols: int) -> dict[int, tuple[int, ...]]:
    """The neighbours of each place of a board, in ascending order."""
    places = {}
    for place in range(rows * cols):
        row, col = divmod(place, cols)
        near = [(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)]
        places[place] = tuple(r * cols + c for r, c in near if 0 <= r < rows and 0 <= c < cols)
    return places


def sliding(rows: int, cols: int) -> Rewriting:
    """The sliding puzzle of `rows` x `cols`; 0 is the blank."""
    return graph(grid(rows, cols))


def in_order(n_cells: int) -> State:
    """The usual goal: the pieces in ascending order, the blank last."""
    return (*range(1, n_cells), 0)


def manhattan(rows: int, cols: int) -> dict[int, tuple[int, ...]]:
    """The distances of the pieces for the goal `in_order`."""
    places = [divmod(place, cols) for place in range(rows * cols)]
    return {
        piece: tuple(abs(r - places[piece - 1][0]) + abs(c - places[piece - 1][1]) for r, c in places)
        for piece in range(1, rows * cols)
    }


def ducks() -> Rewriting:
    """Two adjacent stones jump, in their order, into the two empty cells next to each other."""
    rules = []
    for empty in range(7):
        for pair in range(7):
            if abs(empty - pair) < 2:
                continue
            effect: list[Any] = [Cell(cell) for cell in range(8)]
            effect[empty], effect[empty + 1], effect[pair], effect[pair + 1] = Cell(pair), Cell(pair + 1), "_", "_"
            guards = (Equals(empty, "_"), Equals(empty + 1, "_"))
            stones = tuple(Differs(((Cell(cell), "_"),)) for cell in (pair, pair + 1))
            rules.append(Rule(guards + stones, tuple(effect), pair))
    return Rewriting(8, tuple(rules), (("B", "W", "_"),) * 8)


def blocks() -> Rewriting:
    """Red, blue and green on each other or on the places x, y, z; a cell says what its block stands on."""
    names, places = ("red", "blue", "green"), ("x", "y", "z")
    rules = []
    for cell, block in enumerate(names):
        for target in (*(name for name in names if name != block), *places):
            others = [c for c in range(3) if c != cell]
            free = [Differs(((Cell(c), block),)) for c in others]
            free += [Differs(((Cell(c), target),)) for c in range(3)]
            effect: list[Any] = [Cell(c) for c in range(3)]
            effect[cell] = target
            rules.append(Rule(tuple(free), tuple(effect), (block, target)))
    domains = tuple((*(name for name in names if name != block), *places) for block in names)
    return Rewriting(3, tuple(rules), domains)


def knights(rows: int, cols: int) -> Rewriting:
    """A knight enters squares not entered before; a cell is `new`, `old` or holds the `knight`."""
    squares = [divmod(square, cols) for square in range(rows * cols)]
    rules = []
    for one, two in permutations(range(rows * cols), 2):
        if sorted((abs(squares[one][0] - squares[two][0]), abs(squares[one][1] - squares[two][1]))) == [1, 2]:
            effect: list[Any] = [Cell(cell) for cell in range(rows * cols)]
            effect[one], effect[two] = "old", "knight"
            rules.append(Rule((Equals(one, "knight"), Equals(two, "new")), tuple(effect), two))
    return Rewriting(rows * cols, tuple(rules), (("new", "old", "knight"),) * (rows * cols))


def reachable(rewriting: Rewriting, *sources: State) -> dict[State, int]:
    """The depth of every state that the sources reach, in the order of a queue: the plainest breadth-first search."""
    depths = dict.fromkeys(sources, 0)
    queue = list(depths)
    for state in queue:
        for _, after in rewriting.successors(state):
            if after not in depths:
                depths[after] = depths[state] + 1
                queue.append(after)
    return depths
