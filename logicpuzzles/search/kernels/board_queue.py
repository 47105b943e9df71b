"""Exploring a board by `board`, two bits a state, on all processors where it is large; and the table of its depths."""

from __future__ import annotations

import os
from _thread import LockType, allocate_lock, start_new_thread
from collections.abc import Iterator, Sequence
from itertools import islice
from math import factorial, perm
from random import Random

import numpy as np
from numpy.typing import NDArray

from ...endings import State
from ...logic.terms import typed
from ..budget import UNLIMITED, Outcome
from ..coding.board import Board
from ..coding.codes import Codes
from . import board as kernel
from .launch import launch

LARGE = 1 << 12  # words of a region from which on several processors are used
KEPT_STATES = 1 << 22  # so many of the hardest states are kept
MOST_WORK = 1 << 40
TRIES = 50_000  # drawings of a random state before all of its depth are listed


class BoardQueue:
    """The exploration in slices.

    While the states of a depth are expanded, they are open, and so are those that are found; they tell themselves apart
    by the colour of the blank's place.
    """

    def __init__(self, board: Board, codes: Codes, sources: Sequence[State]) -> None:
        self.board, self.codes, self.given = board, codes, sources
        self.n_pieces = board.n_cells - 1
        self.n_orders = factorial(self.n_pieces) // 2
        self.half, self.colour = board.halves(codes.encode(sources[0]))
        self.pieces = sorted(number for number in codes.encode(sources[0]) if number != board.blank)
        self.parities = np.array([self._parities(place) for place in range(board.n_cells)], dtype=np.int64)
        self.moves, self.first, self.tables = self._moves()
        self.bits = np.zeros((2, board.n_cells, -(-self.n_orders // 64)), dtype=np.uint64)
        self.sources = np.array(sorted({self.place(codes.encode(source)) for source in sources}), dtype=np.int64)
        for region, number in self.sources.tolist():
            self.bits[:, region, number >> 6] |= np.uint64(1 << (number & 63))
        # In one piece, so that an interrupt comes before or after a change of both.
        self.level: tuple[tuple[int, ...], NDArray[np.int64]] = (len(self.sources),), self._begin()
        self.ended = False
        self.hardest: list[tuple[int, NDArray[np.uint32]]] | None = None
        self.threads = processors() if self.bits.shape[2] >= LARGE else 1
        self.locks = [allocate_lock() for _ in range(board.n_cells)]

    def _parities(self, place: int) -> tuple[int, int]:
        return (self.half + self.board.parity(place)) % 2, (self.board.colours[place] + self.colour) % 2

    def _moves(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint32]]:
        """The arrays `moves`, `first` and `tables` of `kernel.spread`."""
        rows: list[list[int]] = []
        made: dict[tuple[int, ...], tuple[int, int, int, int, int]] = {}
        tables: list[NDArray[np.uint32]] = []
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

    def _table(
        self, begin: int, end: int, forward: int, tables: list[NDArray[np.uint32]]
    ) -> tuple[int, int, int, int, int]:
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

    def place(self, numbers: Sequence[int]) -> tuple[int, int]:
        """The region of a state of numbers and the number of its order."""
        order = [self.pieces.index(number) for number in self.board.order(numbers)]
        number = 0
        for k in range(self.n_pieces - 2):
            number = number * (self.n_pieces - k) + sum(later < order[k] for later in order[k + 1 :])
        return numbers.index(self.board.blank), number

    def state(self, region: int, number: int) -> State:
        """The state of a region with this number."""
        digits = [0]
        for radix in range(3, self.n_pieces + 1):
            number, digit = divmod(number, radix)
            digits.append(digit)
        digits[0] = (int(self.parities[region, 0]) + sum(digits)) % 2
        left = list(self.pieces)
        order = [left.pop(digit) for digit in reversed(digits)] + left
        line = [place for place in self.board.line if place != region]
        numbers = {region: self.board.blank} | dict(zip(line, order, strict=True))
        return self.codes.decode(numbers[place] for place in range(self.board.n_cells))

    @property
    def depths(self) -> tuple[int, ...]:
        """The number of states of each depth that is known to be complete."""
        return self.level[0]

    @property
    def count(self) -> int:
        """States met."""
        depths, cursor = self.level
        return sum(depths) + int(cursor[:, 2].sum())

    def memory(self) -> int:
        """The bytes held."""
        return int(self.bits.nbytes + self.tables.nbytes)

    def regions(self, depth: int) -> list[int]:
        """The regions of the states of this depth."""
        return [region for region, (_, odd) in enumerate(self.parities.tolist()) if odd == depth % 2]

    def run(self, work: int, cap: int = UNLIMITED) -> Outcome:
        """Go on for about `work` words of bits, or to the end of a depth."""
        if self.ended:
            return Outcome.ENDED
        if self.count >= cap:
            return Outcome.FULL
        depths, cursor = self.level
        into = [r for r in self.regions(len(depths)) if cursor[r, 0] < self.first[r + 1]]
        if into:
            self._in_parallel(into[: self.threads], cursor, min(work, MOST_WORK))
            return Outcome.PAUSED
        found, depth = int(cursor[:, 2].sum()), len(depths) - 1
        if not found and self.hardest is None:
            self.hardest = list(self.open(depth)) if depths[depth] <= KEPT_STATES else []
        for region in self.regions(depth):
            launch(kernel.close, self.bits, region, 1 - depth // 2 % 2)
        if found:
            self.level = (*depths, found), self._begin()
            return Outcome.PAUSED
        self.ended = True
        return Outcome.ENDED

    def _begin(self) -> NDArray[np.int64]:
        """For each region the first move into it, the first word, and no state found yet."""
        zeros = np.zeros(self.board.n_cells, dtype=np.int64)
        return np.stack([self.first[:-1], zeros, zeros], axis=1)

    def _in_parallel(self, regions: list[int], cursor: NDArray[np.int64], work: int) -> None:
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

    def open(self, depth: int) -> Iterator[tuple[int, NDArray[np.uint32]]]:
        """The regions and numbers of the open states of the depth that is being expanded."""
        for region in self.regions(depth):
            found = np.empty(self.depths[depth], dtype=np.uint32)
            count = launch(kernel.collect, self.bits, region, found)
            yield region, found[:count].copy()

    def table(self) -> BoardTable:
        """The table, after `ENDED`."""
        return BoardTable(self)


def processors() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not every system tells
        return os.cpu_count() or 1


class BoardTable:
    """The depths of the states of a board: the place of the blank comes first, then the order of the pieces."""

    def __init__(self, queue: BoardQueue) -> None:
        self.queue, self.depths = queue, queue.depths

    def depth(self, state: State) -> int | None:
        """The fewest moves between a source and `state`; None for a state that is not reached."""
        queue = self.queue
        known = queue.codes.number
        if any(typed(value) not in known for value in state):
            return None
        numbers = queue.codes.encode(state)
        if sorted(numbers) != sorted([queue.board.blank, *queue.pieces]):
            return None
        if queue.board.halves(numbers)[0] != queue.half:
            return None
        return self._depth(*queue.place(numbers))

    def _depth(self, region: int, number: int) -> int | None:
        queue = self.queue
        arrays = queue.sources, queue.moves, queue.first, queue.parities, queue.n_pieces
        depth = launch(kernel.descend, queue.bits, region, number, *arrays)
        return None if depth < 0 else depth

    def states(self, depth: int) -> Iterator[State]:
        """The states of this depth; all but those of the greatest are found by exploring again, up to there."""
        if not 0 <= depth < len(self.depths):
            return
        if depth == len(self.depths) - 1 and self.queue.hardest:
            found = self.queue.hardest
        else:
            again = BoardQueue(self.queue.board, self.queue.codes, self.queue.given)
            while len(again.depths) <= depth:
                again.run(1 << 16)
            found = list(again.open(depth))
        for region, numbers in found:
            for number in numbers.tolist():
                yield self.queue.state(region, number)

    def sample(self, depth: int, random: Random) -> State:
        """A state of this depth, each as likely as any other."""
        n_cells, n_orders = self.queue.board.n_cells, self.queue.n_orders
        if self.depths[depth] * TRIES > 10 * n_cells * n_orders:
            while True:
                region, number = random.randrange(n_cells), random.randrange(n_orders)
                if self._depth(region, number) == depth:
                    return self.queue.state(region, number)
        number = random.randrange(self.depths[depth])
        return next(islice(self.states(depth), number, None))
