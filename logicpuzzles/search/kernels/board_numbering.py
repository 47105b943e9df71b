"""The numbers of the states of a board, and the moves as `board` takes them."""

from __future__ import annotations

from math import factorial, perm

import numpy as np

from ...endings import State
from ...kernels.launch import launch
from ...rewriting.values import Values
from ..coding.board import Board
from . import board as kernel
from .bits import Place
from .layout import Moves, Starts, Tables


class BoardMoves:
    """The moves over the numbers of a board; a region is the place of the blank, see `board` for the numbers.

    Parameters
    ----------
    half, colour
        What `Board.halves` tells of a source.

    Attributes
    ----------
    parities, moves, first, tables
        As `board.descend` and `board.spread` take them.
    """

    def __init__(self, board: Board, half: int, colour: int) -> None:
        self.board, self.half, self.colour = board, half, colour
        self.n_pieces = board.n_cells - 1
        self.n_numbers = factorial(self.n_pieces) // 2
        self.parities = np.array([self._parities(place) for place in range(board.n_cells)], dtype=np.int64)
        self.moves, self.first, self.tables = self._moves()

    def _parities(self, place: int) -> tuple[int, int]:
        return (self.half + self.board.parity(place)) % 2, (self.board.colours[place] + self.colour) % 2

    def _moves(self) -> tuple[Moves, Starts, Tables]:
        """The arrays `moves`, `first` and `tables` of `kernel.spread`."""
        rows: list[list[int]] = []
        made: dict[tuple[int, ...], tuple[int, int, int, int, int]] = {}
        tables: list[Tables] = []
        first = [0]
        for place in range(self.board.n_cells):
            for source in self.board.neighbours[place]:
                here, there = self.board.at[source], self.board.at[place]
                begin, end, forward = min(here, there), max(here, there) - 1, int(there > here)
                window = begin, end, forward
                if window not in made:
                    made[window] = self._table(*window, tables)
                kind, *table = made[window]
                parity = int(self.parities[source, 0])
                rows.append([source, kind, begin, end, forward, parity, *table])
            first.append(len(rows))
        joined = np.concatenate(tables) if tables else np.zeros(0, dtype=np.uint32)
        return np.array(rows, dtype=np.int64), np.array(first, dtype=np.int64), joined

    def _table(self, begin: int, end: int, forward: int, tables: list[Tables]) -> tuple[int, int, int, int, int]:
        """The kind of a move with this window, and its table: where it begins, its size, a run, digits before."""
        if begin == end:
            return kernel.KEPT, 0, 0, 1, 0
        n_pieces = self.n_pieces
        offset = sum(map(len, tables))
        low = min(n_pieces, kernel.LOW_PIECES)
        prefix = n_pieces - low
        if begin >= prefix:
            table = np.empty((2, factorial(low) // 2), dtype=np.uint32)
            launch(kernel.fill_low, table, low, begin - prefix, end - prefix, forward)
            tables.append(table.ravel())
            return kernel.LOW, offset, table.shape[1], 1, prefix
        size = perm(n_pieces - begin, end - begin + 1)
        if end <= n_pieces - 3 and size <= kernel.LARGEST_TABLE:
            table = np.empty((1, size), dtype=np.uint32)
            launch(kernel.fill_runs, table, n_pieces, begin, end, forward)
            tables.append(table.ravel())
            return kernel.RUNS, offset, size, factorial(n_pieces - 1 - end) // 2, begin
        return kernel.SLOW, 0, 0, 1, 0


class BoardNumbering(BoardMoves):
    """The same with the states that the numbers stand for."""

    def __init__(self, board: Board, codes: Values, source: State) -> None:
        numbers = codes.encode(source)
        super().__init__(board, *board.halves(numbers))
        self.values = codes
        self.pieces = sorted(number for number in numbers if number != board.blank)

    def place_of(self, state: State) -> Place | None:
        """The place of `state`; None where it has none."""
        numbers = self.values.known(state, self.board.n_cells)
        if numbers is None or sorted(numbers) != sorted([self.board.blank, *self.pieces]):
            return None
        if self.board.halves(numbers)[0] != self.half:
            return None
        order = [self.pieces.index(number) for number in self.board.order(numbers)]
        number = 0
        for k in range(self.n_pieces - 2):
            number = number * (self.n_pieces - k) + sum(later < order[k] for later in order[k + 1 :])
        return Place(numbers.index(self.board.blank), number)

    def state(self, place: Place) -> State:
        """The state there."""
        region, number = place
        digits = [0]
        for radix in range(3, self.n_pieces + 1):
            number, digit = divmod(number, radix)
            digits.append(digit)
        digits[0] = (int(self.parities[region, 0]) + sum(digits)) % 2
        left = list(self.pieces)
        order = [left.pop(digit) for digit in reversed(digits)] + left
        line = [cell for cell in self.board.line if cell != region]
        numbers = {region: self.board.blank} | dict(zip(line, order, strict=True))
        return self.values.decode(numbers[cell] for cell in range(self.board.n_cells))
