"""Exploring a board by `board`, two bits a state, on all processors where it is large."""

from __future__ import annotations

import os
from _thread import LockType, allocate_lock, start_new_thread
from collections.abc import Sequence
from math import factorial, perm

import numpy as np

from ...endings import State
from ...kernels.launch import launch
from ...rewriting.values import Values
from ..coding.board import Board
from . import board as kernel
from .bits import BitQueue, Place
from .layout import Cursor, Moves, Starts, Tables

LARGE = 1 << 12  # words of a region from which on several processors are used


class BoardQueue(BitQueue):
    """The exploration: a region is the place of the blank.

    The states that are expanded are open, and so are those that are found; the colour of the blank's place tells them
    apart.
    """

    tries = 50_000

    def __init__(self, board: Board, codes: Values, sources: Sequence[State]) -> None:
        self.board, self.values, self.given = board, codes, (board, codes, sources)
        self.n_pieces = board.n_cells - 1
        self.half, self.colour = board.halves(codes.encode(sources[0]))
        self.pieces = sorted(number for number in codes.encode(sources[0]) if number != board.blank)
        self.parities = np.array([self._parities(place) for place in range(board.n_cells)], dtype=np.int64)
        self.moves, self.first, self.tables = self._moves()
        places = (self._place(codes.encode(source)) for source in sources)
        super().__init__(2, board.n_cells, factorial(self.n_pieces) // 2, places)
        self.roots = np.array(sorted(self.sources), dtype=np.int64)
        self.threads = processors() if self.bits.shape[2] >= LARGE else 1
        self.locks = [allocate_lock() for _ in range(board.n_cells)]

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

    def place_of(self, state: State) -> Place | None:
        """The place of `state`; None where it has none."""
        numbers = self.values.known(state, self.n_regions)
        if numbers is None or sorted(numbers) != sorted([self.board.blank, *self.pieces]):
            return None
        return self._place(numbers) if self.board.halves(numbers)[0] == self.half else None

    def _place(self, numbers: Sequence[int]) -> Place:
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

    def depth_of(self, place: Place) -> int | None:
        """The depth of the state there; None if it was not met."""
        arrays = self.roots, self.moves, self.first, self.parities, self.n_pieces
        depth = launch(kernel.descend, self.bits, *place, *arrays)
        return None if depth < 0 else depth

    def memory(self) -> int:
        """The bytes held."""
        return super().memory() + self.tables.nbytes

    def regions(self, depth: int) -> list[int]:
        """The regions of the states of this depth."""
        return [region for region, (_, odd) in enumerate(self.parities.tolist()) if odd == depth % 2]

    def codes(self, depth: int) -> tuple[int, int]:
        """Open, and closed with half of the depth."""
        return kernel.OPEN, 1 + depth // 2 % 2

    def spread(self, depth: int, cursor: Cursor, work: int) -> bool:
        """Mark what a move leads to from the states of `depth`."""
        into = [r for r in self.regions(depth + 1) if cursor[r, 0] < self.first[r + 1] - self.first[r]]
        if into:
            self._in_parallel(into[: self.threads], cursor, work)
        return not into

    def _in_parallel(self, regions: list[int], cursor: Cursor, work: int) -> None:
        """Work on each region in a thread of its own; an interrupt gets through while they finish their slice."""
        arrays = self.moves, self.first, self.tables, self.n_pieces
        if self.threads == 1:
            launch(kernel.spread, self.bits, regions[0], *arrays, cursor, work)
        else:
            launch(kernel.spread, self.bits, regions[0], *arrays, cursor.copy(), 0)  # compiles
            latches = []
            for region in regions:
                # The plainest threads there are: an interrupt may leave a lock of `threading` or of a pool taken.
                latches.append(latch := allocate_lock())
                latch.acquire()
                start_new_thread(self._spread, (latch, region, *arrays, cursor, work))
            for latch in latches:
                while not latch.acquire(timeout=0.05):
                    pass

    def _spread(self, latch: LockType, region: int, *arguments: object) -> None:
        try:
            with self.locks[region]:  # an interrupted slice may still be under way
                kernel.spread(self.bits, region, *arguments)
        finally:
            latch.release()


def processors() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not every system tells
        return os.cpu_count() or 1
