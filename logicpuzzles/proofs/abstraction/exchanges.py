"""Patterns of pieces that change places with one value that wanders, read off the rules.

For such a pattern, where the pieces of the group stand, what wanders moves about among all other cells at no cost: only
moves of the group's pieces count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from math import comb, factorial, prod

from ...rewriting.numbered import exchange
from ...rewriting.program import Program
from ...rewriting.values import members, only
from .pattern import Kept, narrowed


@dataclass(frozen=True)
class Exchanges:
    """What a pattern of pieces may do.

    Attributes
    ----------
    n_cells
        Of the state.
    cells
        Where the pieces may stand.
    pieces
        For each class of pieces, from class 1, how many there are; the class after them wanders.
    beside
        For each cell, the cells to which what wanders may go from it while pieces of no group move, as bits.
    moves
        Where a piece may go, what it costs, and which classes may, as bits: from, to, cost, classes.
    """

    n_cells: int
    cells: tuple[int, ...]
    pieces: tuple[int, ...]
    beside: tuple[int, ...]
    moves: tuple[tuple[int, int, int, int], ...]

    @cached_property
    def n_pieces(self) -> int:
        """How many pieces there are."""
        return sum(self.pieces)

    @cached_property
    def n_arrangements(self) -> int:
        """In how many ways they can stand on as many cells."""
        return factorial(self.n_pieces) // prod(map(factorial, self.pieces))

    @cached_property
    def n_sets(self) -> int:
        """How many sets of cells they can stand on."""
        return comb(len(self.cells), self.n_pieces)

    @cached_property
    def costs(self) -> list[int]:
        """What moves cost, each once, ascending."""
        return sorted({cost for _, _, cost, _ in self.moves})

    def scratch(self) -> int:
        """About how many bytes are needed to fill the table, besides the table."""
        n_words = -(-self.n_arrangements // 64)
        n_nodes = 2 * self.n_sets  # regions: 1.7 a set for 6 pieces on 4x4, 1.2 for 5 on 5x5
        turns = 4 * self.n_pieces**2 * self.n_arrangements
        edges = 4 * sum(comb(len(self.cells) - 2, self.n_pieces - 1) for _ in self.moves) * 3
        return (max(self.costs, default=0) + 3) * n_nodes * n_words * 8 + turns + edges


def exchanges(
    program: Program, held: Sequence[int], counts: Mapping[int, int] | None, pattern: Kept
) -> Exchanges | None:
    """What `pattern` may do if every rule exchanges the one value that it follows with another; else None."""
    blank = only(pattern.followed)
    if counts is None or blank is None or len(pattern.cells) != program.n_cells or program.n_cells > 64:
        return None
    classes = {number: class_ for class_, number in enumerate(pattern.classes, 1)}
    present = sum(1 << number for number, count in counts.items() if count) & ~pattern.followed
    beside = [0] * program.n_cells
    moves = []
    for rule in filter(None, program.rules):
        found = exchange(rule)
        if found is None or found[2] != blank or rule.guards.tests or not set(rule.guards.allowed) <= set(found[:2]):
            return None
        gap, other, _ = found
        known = narrowed(rule, held)
        moving = known[other] & present if known is not None else 0
        if moving & ~pattern.values:
            beside[gap] |= 1 << other
        if moving & pattern.values:
            several = sum(1 << class_ for number, class_ in classes.items() if moving >> number & 1)
            moves.append((other, gap, rule.cost, several))
    both_ways = all(beside[other] >> cell & 1 for cell, bits in enumerate(beside) for other in members(bits))
    cells = tuple(cell for cell, bits in enumerate(held) if bits & pattern.values & present)
    pieces = tuple(counts.get(number, 0) for number in pattern.classes[:-1])
    if not both_ways or not all(pieces) or sum(pieces) > len(cells):
        return None
    return Exchanges(program.n_cells, cells, pieces, tuple(beside), tuple(moves))


def arrangements(pieces: Sequence[int]) -> list[tuple[int, ...]]:
    """Every order of so many pieces of each class, from class 1, in ascending order.

    >>> arrangements((1, 2))
    [(1, 2, 2), (2, 1, 2), (2, 2, 1)]
    """
    if not any(pieces):
        return [()]
    less = ((n, (*pieces[:n], count - 1, *pieces[n + 1 :])) for n, count in enumerate(pieces) if count)
    return list(chain.from_iterable([(n + 1, *rest) for rest in arrangements(left)] for n, left in less))
