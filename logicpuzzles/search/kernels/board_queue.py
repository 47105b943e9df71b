"""Exploring a board by `board`, two bits a state, on all processors where it is large."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...endings import State
from ...kernels.launch import launch
from ...rewriting.values import Values
from ...workers.threads import cores
from ..coding.board import Board
from . import board as kernel
from .bits import BitQueue, Place
from .board_depths import descend
from .board_numbering import BoardNumbering
from .board_turns import Turns
from .layout import Cursor

LARGE = 1 << 12  # words of a region from which on several processors are used
SHARED = 1 << 18  # the work of a layer from which on it is shared, so that to begin a thread takes a tenth of it
APART = 1 << 7  # bytes between what two threads write to: processors share what is nearer, and wait for each other


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
        n_words = self.bits.shape[2]
        n_chunks = -(-n_words // kernel.LIVE_WORDS)
        self.live = np.zeros((board.n_cells, -(-n_chunks // APART) * APART + APART), dtype=np.uint8)
        for region, number in self.sources:
            self.live[region, number // 64 // kernel.LIVE_WORDS] = 1
        self.threads = (workers or cores()) if n_words >= LARGE else 1

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
        depth = launch(descend, self.bits, *place, *arrays)
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
        """Mark what a move leads to from the states of `depth`, where those of the depth before are closed first."""
        n_open = self.depths[depth] / len(self.regions(depth))
        turns = Turns(self.regions(depth + 1), self.numbering, self.live, cursor, n_open)
        left = turns.left()
        if left and (self.threads == 1 or sum(left.values()) < SHARED):
            launch(kernel.spread, *self._arrays(next(iter(left)), depth), cursor, work)
        elif left:
            launch(kernel.spread, *self._arrays(next(iter(left)), depth), cursor.copy(), 0)  # compiles
            turns.share(
                self.threads,
                work * self.threads,
                lambda region, part: launch(kernel.spread, *self._arrays(region, depth), cursor, part),
            )
        return not turns.left()

    def _arrays(self, region: int, depth: int) -> tuple[object, ...]:
        numbering = self.numbering
        arrays = numbering.moves, numbering.first, numbering.tables, numbering.n_pieces
        return self.bits, self.live, region, *arrays, self.codes(depth - 1)[1]

    def close(self, depth: int, last: bool) -> None:
        """The states of this depth are expanded; but for the last, they are closed before moves lead to their regions.

        Those are of the other colour.
        """
        if last:
            super().close(depth, last)
