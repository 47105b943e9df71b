"""Boards: a blank that changes places with a neighbour, pieces that all differ, and a connected bipartite graph.

Then a state is the blank's place and the order of the pieces, read along one line through all places. Half of the
orders can be reached at each place, those with the right parity. A move between places next to each other on the line
keeps the order; any other takes one piece past those between. See `kernels.board` for what is made of that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from ...endings import State
from ...memo import memo
from ...proofs.features import inversions
from ...rewriting.numbered import exchange
from ...rewriting.program import Program
from ...rewriting.values import Values

LEAST_CELLS, MOST_CELLS = 4, 16  # the orders of 15 pieces have numbers below 2**40
TRIES = 3000  # steps in the search for a good line


@dataclass(frozen=True)
class Board:
    """The places of the blank and how it moves.

    Attributes
    ----------
    blank
        The number of the blank's value.
    neighbours
        For each place, the places that the blank can go to and come back from.
    colours
        0 or 1; every move changes the colour of the blank's place.
    line
        The places in the order in which the pieces are read.
    """

    blank: int
    neighbours: tuple[tuple[int, ...], ...]
    colours: tuple[int, ...]
    line: tuple[int, ...]

    @property
    def n_cells(self) -> int:
        """The number of places."""
        return len(self.line)

    @cached_property
    def at(self) -> tuple[int, ...]:
        """Where on the line each place is."""
        return tuple(self.line.index(place) for place in range(self.n_cells))

    def parity(self, place: int) -> int:
        """How the parity of the order changes when the blank goes to `place` from the first of the line."""
        return (self.at[place] + self.colours[place] + self.colours[self.line[0]]) % 2

    def order(self, numbers: Sequence[int]) -> list[int]:
        """The numbers of the pieces along the line."""
        return [numbers[place] for place in self.line if numbers[place] != self.blank]

    def halves(self, numbers: Sequence[int]) -> tuple[int, int]:
        """The parity that no move changes, and the colour of the blank's place; sources must agree in both."""
        place = numbers.index(self.blank)
        return (inversions(self.order(numbers)) + self.parity(place)) % 2, self.colours[place]


def board_of(program: Program, sources: Sequence[State]) -> Board | str:
    """The board behind the rules, or why there is none, in a sentence."""
    pieces = Values(sources[0])
    if any(len(Values(source)) < len(source) or any(v not in pieces for v in source) for source in sources):
        return "the pieces are not all different"
    edges, blanks = set(), set()
    for rule in filter(None, program.rules):
        found = exchange(rule)
        if found is None or rule.guards.tests or len(rule.guards.allowed) != 1:
            return "the moves do more than exchange a blank with another cell"
        edges.add(found[:2])
        blanks.add(found[2])
    blank = min(blanks, default=-1)
    if len(blanks) != 1 or program.values[blank] not in pieces:
        return "there is no blank that every move moves"
    if any((there, here) not in edges for here, there in edges):
        return "the blank cannot always move back"
    if not LEAST_CELLS <= program.n_cells <= MOST_CELLS:
        return f"the board has {program.n_cells} cells, not {LEAST_CELLS} to {MOST_CELLS}"
    neighbours = tuple(tuple(sorted(b for a, b in edges if a == place)) for place in range(program.n_cells))
    colours = coloured(neighbours)
    if colours is None:
        return "the board has a cycle of odd length, or is not connected"
    board = Board(blank, neighbours, colours, best_line(program, neighbours))
    if len({board.halves(program.values.encode(source)) for source in sources}) > 1:
        return "the sources are not an even number of moves apart"
    return board


def coloured(neighbours: Sequence[Iterable[int]]) -> tuple[int, ...] | None:
    """Two colours for the places so that neighbours differ; None if there are none, or several ways to do it."""
    colours = {0: 0}
    queue = [0]
    for place in queue:
        for near in neighbours[place]:
            if near not in colours:
                colours[near] = 1 - colours[place]
                queue.append(near)
            elif colours[near] == colours[place]:
                return None
    return tuple(colours[place] for place in range(len(neighbours))) if len(colours) == len(neighbours) else None


@memo
def best_line(program: Program, neighbours: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """A line through all places on which neighbours are near each other: most moves then keep the order, or nearly.

    Found once for a program, whose rules tell what the neighbours are.
    """
    n_cells = len(neighbours)
    best = tuple(range(n_cells))
    tries = TRIES
    stack: list[tuple[int, ...]] = [(place,) for place in reversed(range(n_cells))]
    while stack and tries:
        tries -= 1
        line = stack.pop()
        if len(line) == n_cells and cost(line, neighbours) < cost(best, neighbours):
            best = line
        stack.extend((*line, near) for near in neighbours[line[-1]] if near not in line)
    return best


def cost(line: Sequence[int], neighbours: Sequence[Sequence[int]]) -> tuple[int, int]:
    """How many moves change the order of the pieces, and how many pieces they pass."""
    at = {place: number for number, place in enumerate(line)}
    passed = [abs(at[place] - at[near]) - 1 for place in at for near in neighbours[place]]
    return sum(each > 0 for each in passed), sum(passed)
