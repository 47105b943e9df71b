"""Exploring by one worker and by two: boards in memory and in a store, and other rules in a store."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import process_time

from logicpuzzles import Puzzle, load

from .harness import Row, in_turns, two_cores

FASTER = 1.7
SMALL = load("sliding", rows=2, cols=4).puzzle  # its kernels are those of all boards


def rows() -> Iterator[Row]:
    """The reference is the time of one; the targets are what two should take of it."""
    yield two_cores()
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "store"
        SMALL.explore(store=store, workers=2)
        board = load("sliding", rows=3, cols=4).puzzle
        began = process_time()
        explored(board, store, 1)
        yield Row("processor time for a million states of 3x4", (process_time() - began) / 239.5, target=0.035)
        size = sum(path.stat().st_size for path in store.rglob("*.part"))
        yield Row("bits for a state of 3x4 in a store", size * 8 / 239_500_800, "bits")
        yield compared("3x4 in a store", partial(explored, board, store))
        for name, puzzle in (("10 pancakes", load("pancakes", pancakes=10)), ("2x2x2 cube", load("pocket_cube"))):
            yield compared(f"{name} in a store", partial(explored, puzzle.puzzle, store), times=2)
    for n_rows, n_cols in ((2, 6), (3, 4)):
        board = load("sliding", rows=n_rows, cols=n_cols).puzzle
        yield compared(f"{n_rows}x{n_cols} in memory", lambda workers: board.explore(workers=workers))  # noqa: B023


def explored(puzzle: Puzzle, store: Path, workers: int) -> None:
    """Explore it in a store that is empty before."""
    shutil.rmtree(store, ignore_errors=True)
    puzzle.explore(store=store, workers=workers)


def compared(name: str, explore: Callable[[int], object], times: int = 3) -> Row:
    """Two threads beside one."""
    one, two = in_turns(partial(explore, 1), partial(explore, 2), times=times)
    return Row(f"{name}, two threads", two, reference="one", reference_value=one, target=one / FASTER)
