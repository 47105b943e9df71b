"""Exploring a board by `board`, two bits a state, on all processors where it is large."""

from __future__ import annotations

from _thread import LockType, allocate_lock, start_new_thread
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np

from ...endings import State
from ...kernels.launch import launch
from ...rewriting.values import Values
from ...workers.threads import cores
from ..coding.board import Board
from . import bits
from . import board as kernel
from .bits import BitQueue, Place
from .board_depths import descend
from .board_numbering import BoardNumbering
from .layout import Cursor

LARGE = 1 << 12  # words of a region from which on several processors are used
TURNS = 6  # of a slice, for each thread: so much of it may be lost at its end
SPAN = 1 << 4  # chunks that a thread closes at once


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
        self.live = np.zeros((board.n_cells, -(-n_words // kernel.LIVE_WORDS)), dtype=np.uint8)
        for region, number in self.sources:
            self.live[region, number // 64 // kernel.LIVE_WORDS] = 1
        self.closing = object()
        self.threads = (workers or cores()) if n_words >= LARGE else 1
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
        """Mark what a move leads to from the states of `depth`."""
        left = self._left(depth, cursor)
        if left and self.threads == 1:
            launch(kernel.spread, *self._arrays(next(iter(left))), cursor, work)
        elif left:
            launch(kernel.spread, *self._arrays(next(iter(left))), cursor.copy(), 0)  # compiles
            n_turns = TURNS * self.threads
            turns = [min(work // TURNS, sum(left.values()) // n_turns) + 1] * (n_turns + len(left))
            self._in_threads(partial(self._spread, depth, cursor, turns, set(), allocate_lock()))
        return not left

    def _left(self, depth: int, cursor: Cursor) -> dict[int, int]:
        """The regions that moves still lead to, and the words to look at for each."""
        first, n_words = self.numbering.first, self.bits.shape[2]
        moves = {
            region: int(first[region + 1] - first[region] - cursor[region, 0]) for region in self.regions(depth + 1)
        }
        return {region: n * n_words - int(cursor[region, 1]) for region, n in moves.items() if n}

    def _arrays(self, region: int) -> tuple[object, ...]:
        numbering = self.numbering
        return self.bits, self.live, region, numbering.moves, numbering.first, numbering.tables, numbering.n_pieces

    def _spread(self, depth: int, cursor: Cursor, turns: list[int], taken: set[int], lock: LockType) -> None:
        """Take turns at the region with most left that no other thread is at, so that all end at about one time."""
        while True:
            with lock:
                left = {region: n for region, n in self._left(depth, cursor).items() if region not in taken}
                if not left or not turns:
                    return
                work, region = turns.pop(), max(left, key=left.__getitem__)
                taken.add(region)
            with self.locks[region]:  # an interrupted slice may still be under way
                kernel.spread(*self._arrays(region), cursor, work)
            taken.discard(region)

    def close(self, depth: int) -> None:
        """The states of this depth are expanded."""
        regions, codes = self.regions(depth), self.codes(depth)
        # Threads are at different regions where they can be, since each is locked; `pop` begins at the end.
        spans = sorted(
            ((first, stop, region) for region in regions for first, stop in self._spans(region)), reverse=True
        )
        self.closing = token = object()  # threads that an interrupt left behind stop, before the next depth begins
        if spans:
            launch(bits.close, self.bits, 0, *codes, 0, 0)  # compiles
            self._in_threads(partial(self._close, token, codes, spans))
        self.live[regions] = 0

    def _spans(self, region: int) -> Iterator[tuple[int, int]]:
        """From which word to before which there may be open states, in pieces for threads to share."""
        edges = np.flatnonzero(np.diff(self.live[region], prepend=np.uint8(0), append=np.uint8(0))).tolist()
        for begin, end in zip(edges[::2], edges[1::2], strict=True):
            for chunk in range(begin, end, SPAN):
                stop = min(chunk + SPAN, end) * kernel.LIVE_WORDS
                yield chunk * kernel.LIVE_WORDS, min(stop, self.bits.shape[2])

    def _close(self, token: object, codes: tuple[int, int], spans: list[tuple[int, int, int]]) -> None:
        while True:
            try:
                first, stop, region = spans.pop()
            except IndexError:
                return
            with self.locks[region]:
                if self.closing is not token:
                    return
                bits.close(self.bits, region, *codes, first, stop)

    def _in_threads(self, work: Callable[[], None]) -> None:
        """Call `work` in each thread; an interrupt gets through while they finish what they are at."""
        if self.threads == 1:
            work()
            return
        latches = []
        for _ in range(self.threads):
            # The plainest threads there are: an interrupt may leave a lock of `threading` or of a pool taken.
            latches.append(latch := allocate_lock())
            latch.acquire()
            start_new_thread(released, (latch, work))
        for latch in latches:
            while not latch.acquire(timeout=0.05):
                pass


def released(latch: LockType, work: Callable[[], None]) -> None:
    """Call `work`, then release the latch, whatever happens."""
    try:
        work()
    finally:
        latch.release()
