"""Turns at regions: all is done once, no region by two threads at a time, the one with most left first."""

from __future__ import annotations

from threading import Lock, get_ident
from types import SimpleNamespace
from unittest.mock import patch

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from logicpuzzles.search.kernels import board as kernel
from logicpuzzles.search.kernels import board_turns
from logicpuzzles.search.kernels.board_turns import Turns

WORDS = kernel.LIVE_WORDS


class Regions:
    """Regions whose moves are of some kinds; to do a step takes as much work as `Turns` thinks, or another amount."""

    def __init__(self, kinds: list[list[int]], wrong: float) -> None:
        self.n, self.wrong = len(kinds), wrong
        rows = [[(at + 1) % self.n, kind] + [0] * 8 for at, each in enumerate(kinds) for kind in each]
        first = np.cumsum([0, *map(len, kinds)])
        self.moves = SimpleNamespace(
            moves=np.array(rows, dtype=np.int64).reshape(-1, 10), first=first, n_numbers=64 * WORDS * 3
        )
        self.cursor = np.zeros((self.n, 3), dtype=np.int64)
        self.live = np.ones((self.n, 3), dtype=np.uint8)
        self.turns = Turns(range(self.n), self.moves, self.live, self.cursor, 1000.0)  # type: ignore[arg-type]
        self.at: dict[int, int] = {}
        self.done: list[tuple[int, int]] = []
        self.lock = Lock()

    def spread(self, region: int, work: int) -> None:
        """Do so much work, a chunk of words at a time, at least one."""
        with self.lock:
            assert region not in self.at
            self.at[region] = get_ident()
        steps = self.turns.steps[region]
        while work > 0 and self.cursor[region, 0] < len(steps):
            step, word, _ = self.cursor[region].tolist()
            work -= int(steps[step] / 3 * self.wrong)
            self.cursor[region, :2] = (step, word + WORDS) if word + WORDS < 3 * WORDS else (step + 1, 0)
            work -= 1
        with self.lock:
            self.done.append((region, work))
            del self.at[region]


KINDS = st.lists(st.lists(st.integers(0, 3), max_size=4), min_size=1, max_size=6)


@given(KINDS, st.integers(1, 4), st.sampled_from([0.1, 1.0, 7.0]), st.integers(1, 1 << 20))
def test_all_is_done_by_any_number_of_threads(kinds, threads, wrong, least):
    """However wrong the estimate is."""
    regions = Regions(kinds, wrong)
    with patch.object(board_turns, "LEAST", least):
        regions.turns.share(threads, 1 << 60, regions.spread)
    assert regions.cursor[:, 0].tolist() == [1 + len(each) for each in kinds]
    assert regions.turns.left() == {}


@given(KINDS, st.integers(1, 3), st.integers(1, 1 << 16))
def test_it_pauses_when_the_work_is_done(kinds, threads, budget):
    """After each slice less is left, and the slices end."""
    regions = Regions(kinds, 1.0)
    with patch.object(board_turns, "LEAST", 1 << 10):
        before = sum(regions.turns.left().values())
        while before:
            regions.turns.share(threads, budget, regions.spread)
            after = sum(regions.turns.left().values())
            assert after < before
            before = after
    assert regions.turns.left() == {}


def test_what_is_left_counts_states_by_the_kind_of_their_move():
    """A region to close, then a move by words and one by a table; the half of it after one and a half steps."""
    regions = Regions([[kernel.KEPT, kernel.LOW], []], 1.0)
    words, by_table = 3 * WORDS, 3 * WORDS + 1000.0 * kernel.WORK[kernel.LOW]
    assert regions.turns.left() == {0: 2 * words + by_table, 1: words}
    regions.cursor[:, :2] = [(2, words // 2), (1, 0)]
    assert regions.turns.left() == {0: by_table / 2}


def test_a_region_with_most_left_comes_first():
    """One thread takes the longest first, each turn a part of what is left."""
    regions = Regions([[kernel.KEPT], [kernel.LOW, kernel.SLOW], [kernel.RUNS]], 1.0)
    with patch.object(board_turns, "LEAST", 1):
        regions.turns.share(1, 1 << 60, regions.spread)
    assert regions.done[0][0] == 1
    assert len(regions.done) > len(regions.turns.steps)
