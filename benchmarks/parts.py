"""Boards in a store by one process and by two, and in memory by one thread and by two."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import process_time

from logicpuzzles import load
from logicpuzzles.workers.processes import Processes

from .harness import Row, once


def rows() -> Iterator[Row]:
    """The reference is the time of one; the targets are what two should take of it."""
    with tempfile.TemporaryDirectory() as folder:
        board = load("sliding", rows=3, cols=4).puzzle
        began = process_time()
        one = once(lambda: board.explore(store=Path(folder) / "one", workers=1))
        yield Row("processor time for a million states of 3x4", (process_time() - began) / 239.5, target=0.035)
        processes = Processes(2)
        both = once(lambda: board.explore(store=Path(folder) / "two", workers=processes))
        processes.close()
        yield Row("3x4 in a store, two processes", both, reference="one", reference_value=one, target=one / 1.7)
        size = sum(path.stat().st_size for path in (Path(folder) / "one").rglob("*.part"))
        yield Row("bits for a state of 3x4 in a store", size * 8 / 239_500_800, "bits")
    board = load("sliding", rows=2, cols=6).puzzle
    board.explore(workers=1)
    one, two = (once(lambda: board.explore(workers=n)) for n in (1, 2))  # noqa: B023 -- called at once
    yield Row("2x6 in memory, two threads", two, reference="one", reference_value=one, target=0.6 * one)
