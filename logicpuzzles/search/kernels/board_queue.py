"""Exploring a board by `board`, two bits a state, on all processors where it is large."""

from __future__ import annotations

from _thread import LockType, allocate_lock, start_new_thread
from collections.abc import Sequence

import numpy as np

from ...endings import State
from ...kernels.launch import launch
from ...rewriting.values import Values
from ...workers.threads import cores
from ..coding.board import Board
from . import board as kernel
from .bits import BitQueue, Place
from .board_numbering import BoardNumbering
from .layout import Cursor

LARGE = 1 << 12  # words of a region from which on several processors are used


class BoardQueue(BitQueue):
    """The exploration: a region is the place of the blank.

    The states that are expanded are open, and so are those that are found; the colour of the blank's place tells them
    apart.
    """

    tries = 50_000

    def __init__(self, board: Board, codes: Values, sources: Sequence[State], workers: int | None = None) -> None:
        self.given = board, codes, sources, workers
        self.numbering = numbering = BoardNumbering(board, codes, sources[0])
        places = (place for source in sources if (place := numbering.place_of(source)) is not None)
        super().__init__(2, board.n_cells, numbering.n_numbers, places)
        self.roots = np.array(sorted(self.sources), dtype=np.int64)
        self.threads = (workers or cores()) if self.bits.shape[2] >= LARGE else 1
        self.locks = [allocate_lock() for _ in range(board.n_cells)]

    def place_of(self, state: State) -> Place | None:
        """The place of `state`; None where it has none."""
        return self.numbering.place_of(state)

    def state(self, place: Place) -> State:
        """The state there."""
        return self.numbering.state(place)

    def depth_of(self, place: Place) -> int | None:
        """The depth of the state there; None if it was not met."""
        numbering = self.numbering
        arrays = self.roots, numbering.moves, numbering.first, numbering.parities, numbering.n_pieces
        depth = launch(kernel.descend, self.bits, *place, *arrays)
        return None if depth < 0 else depth

    def memory(self) -> int:
        """The bytes held."""
        return super().memory() + self.numbering.tables.nbytes

    def regions(self, depth: int) -> list[int]:
        """The regions of the states of this depth."""
        return [region for region, (_, odd) in enumerate(self.numbering.parities.tolist()) if odd == depth % 2]

    def codes(self, depth: int) -> tuple[int, int]:
        """Open, and closed with half of the depth."""
        return kernel.OPEN, 1 + depth // 2 % 2

    def spread(self, depth: int, cursor: Cursor, work: int) -> bool:
        """Mark what a move leads to from the states of `depth`."""
        first = self.numbering.first
        into = [r for r in self.regions(depth + 1) if cursor[r, 0] < first[r + 1] - first[r]]
        if into:
            self._in_parallel(into[: self.threads], cursor, work)
        return not into

    def _in_parallel(self, regions: list[int], cursor: Cursor, work: int) -> None:
        """Work on each region in a thread of its own; an interrupt gets through while they finish their slice."""
        numbering = self.numbering
        arrays = numbering.moves, numbering.first, numbering.tables, numbering.n_pieces
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
