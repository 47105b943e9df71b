"""Puzzles that no rule file ships, as material for searches: turned layers, switches, and reversed rows.

Sources of their figures: OEIS A058986 (pancakes); the 2x2x2 cube with one corner fixed has 3,674,160 states, 11 half
turns at most; lights out 5x5, all on: 15 presses, 3x3: at most 9.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

from logicpuzzles import Puzzle, Relation, conde, eq, lall, relation, vars
from logicpuzzles.logic.terms import Term

CORNERS = [corner for corner in product((-1, 1), repeat=3) if corner != (-1, -1, -1)]  # that one stays where it is
STICKERS = [(corner, axis) for corner in CORNERS for axis in range(3)]
CUBE_GOAL = tuple(2 * axis + (corner[axis] > 0) for corner, axis in STICKERS)


def permuting(moves: dict[Any, Sequence[int]], start: Sequence[Any], goal: Any) -> Puzzle:
    """The puzzle whose moves put the value of cell ``moves[label][c]`` into cell c."""

    @relation
    def move(label: Any, before: Any, after: Any) -> Any:
        """The move `label` turns `before` into `after`."""
        cells = vars(len(start))
        turns = [[eq(label, name), eq(after, tuple(cells[c] for c in sources))] for name, sources in moves.items()]
        return lall(eq(before, cells), conde(*turns))

    return Puzzle(move=move, start=start, goal=goal)


def quarter(axis: int) -> list[int]:
    """From where the sticker of each cell comes in a quarter turn of the layer that `axis` sticks out of."""
    first, second = [other for other in range(3) if other != axis]
    sources = list(range(len(STICKERS)))
    for cell, (corner, side) in enumerate(STICKERS):
        if corner[axis] > 0:
            turned = list(corner)
            turned[first], turned[second] = -corner[second], corner[first]
            to = {first: second, second: first}.get(side, side)
            sources[STICKERS.index((tuple(turned), to))] = cell
    return sources


def cube_moves() -> dict[Any, list[int]]:
    """The quarter, half and three-quarter turns of the three layers."""
    moves = {}
    for axis, name in enumerate("xyz"):
        once = quarter(axis)
        twice = [once[c] for c in once]
        for turns, sources in enumerate((once, twice, [once[c] for c in twice]), 1):
            moves[(name, turns)] = sources
    return moves


def turned(moves: dict[Any, Sequence[int]], state: Sequence[Any], labels: Sequence[Any]) -> tuple[Any, ...]:
    """The state after these moves."""
    for label in labels:
        state = [state[c] for c in moves[label]]
    return tuple(state)


def cube(start: Sequence[int] | None = None) -> Puzzle:
    """The 2x2x2 cube; a cell is a sticker and holds its colour."""
    return permuting(cube_moves(), CUBE_GOAL if start is None else tuple(start), CUBE_GOAL)


def pancakes(start: Sequence[int]) -> Puzzle:
    """Reverse any number of pancakes from the top until they lie in order."""
    n = len(start)
    flips = {k: [*range(k - 1, -1, -1), *range(k, n)] for k in range(2, n + 1)}
    return permuting(flips, tuple(start), tuple(range(1, n + 1)))


def top_spin(start: Sequence[int], width: int = 4) -> Puzzle:
    """Reverse any `width` tokens side by side on a ring until they are in order, wherever the first one is."""
    n = len(start)
    moves = {}
    for at in range(n):
        sources = list(range(n))
        for k in range(width):
            sources[(at + k) % n] = (at + width - 1 - k) % n
        moves[Term("flip", (at,))] = sources
    ring = tuple(range(1, n + 1))
    return permuting(moves, tuple(start), [ring[k:] + ring[:k] for k in range(n)])


def lights_out(rows: int, cols: int, start: Sequence[int] | None = None) -> Puzzle:
    """Pressing a light switches it and its neighbours; all are to be off."""
    n = rows * cols
    other = Relation.pairs("other", {0: (1,), 1: (0,)})

    @relation
    def move(label: Any, before: Any, after: Any) -> Any:
        """Pressing the light `label`."""
        was, becomes = vars(n), vars(n)
        presses = []
        for cell in range(n):
            row, col = divmod(cell, cols)
            near = {
                r * cols + c
                for r, c in ((row, col), (row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
                if 0 <= r < rows and 0 <= c < cols
            }
            switched = [other(was[c], becomes[c]) if c in near else eq(was[c], becomes[c]) for c in range(n)]
            presses.append([eq(label, cell), *switched])
        return lall(eq(before, was), eq(after, becomes), conde(*presses))

    return Puzzle(move=move, start=(1,) * n if start is None else tuple(start), goal=(0,) * n, values=(0, 1))


def free_ring(beads: tuple[int, ...], goal: tuple[int, ...]) -> Puzzle:
    """Beads on a ring, which turns for nothing; three beads are flipped for nothing too, four cost 1."""

    @relation
    def move(label, before, after, n):
        c = tuple(before[i] for i in range(len(beads)))
        return conde(
            [eq(label, "left"), eq(after, c[1:] + c[:1]), eq(n, 0)],
            [eq(label, "right"), eq(after, c[-1:] + c[:-1]), eq(n, 0)],
            [eq(label, "three"), eq(after, c[2::-1] + c[3:]), eq(n, 0)],
            [eq(label, "four"), eq(after, c[3::-1] + c[4:]), eq(n, 1)],
        )

    return Puzzle(move=move, start=beads, goal=goal)
