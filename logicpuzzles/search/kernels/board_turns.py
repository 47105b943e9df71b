"""How threads share the work of a layer of a board: in turns, each at a region of its own.

They end at about one time if each takes a part of what is left, and at the region with most left: all the rest may be
shared, a region may not. What is left is estimated as `board.spread` counts its work; to count words alone would take a
move that goes by whole words for one that takes a hundred times as long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Lock

import numpy as np

from ...workers.together import together
from . import board as kernel
from .board_numbering import BoardMoves
from .layout import Chunks, Cursor

TURNS = 4  # what is left is so many turns for each thread
LEAST = 1 << 16  # the work of a turn: to begin it takes less than a tenth of that


class Turns:
    """The turns at some regions, which are closed, and which moves lead to then.

    Parameters
    ----------
    cursor
        As for `board.spread`, which goes on with it.
    n_open
        How many states of a region that moves come from are open, on average.
    """

    def __init__(self, regions: Iterable[int], moves: BoardMoves, live: Chunks, cursor: Cursor, n_open: float) -> None:
        n_words = -(-moves.n_numbers // 64)
        words = np.minimum(live.sum(axis=1, dtype=np.int64) * kernel.LIVE_WORDS, n_words)
        by_move = words[moves.moves[:, kernel.SOURCE]] + n_open * np.array(kernel.WORK)[moves.moves[:, kernel.KIND]]
        ends = zip(moves.first.tolist(), moves.first[1:].tolist(), strict=False)
        steps = [[float(words[each]), *by_move[start:stop].tolist()] for each, (start, stop) in enumerate(ends)]
        self.steps, self.n_words, self.cursor = {each: steps[each] for each in regions}, n_words, cursor
        self.taken: set[int] = set()
        self.lock = Lock()

    def left(self) -> dict[int, float]:
        """The regions where something is left, and about how much work that is."""
        left = {}
        for region, (step, word, _) in enumerate(self.cursor.tolist()):
            steps = self.steps.get(region, [])
            if step < len(steps):
                left[region] = sum(steps[step:]) - steps[step] * word / self.n_words
        return left

    def share(self, threads: int, budget: int, spread: Callable[[int, int], object]) -> None:
        """Call `spread` for a region and its work in each turn, until nothing is left or about so much work is done."""
        self.budget = budget
        together(threads, lambda: self._take(threads, spread))

    def _take(self, threads: int, spread: Callable[[int, int], object]) -> None:
        while True:
            with self.lock:
                left = self.left()
                free = left.keys() - self.taken
                if not free or self.budget <= 0:
                    return
                work = max(LEAST, min(self.budget, int(sum(left.values()))) // (TURNS * threads))
                self.budget -= work
                region = max(free, key=left.__getitem__)
                self.taken.add(region)
            spread(region, work)
            self.taken.discard(region)
