"""The tasks of exploring by keys: where moves lead to from a part, what a part has of the next layer, and small layers.

What a task gives depends on its item alone, and its file is written whole or not at all; so any worker may do it, and
do it again. It holds a bounded number of keys, whatever the size of the part.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, count
from typing import NamedTuple

import numpy as np

from ..kernels.keys import Moving
from ..kernels.layout import Words
from .clock import Clock
from .file import Block, Layer, PartFile, Title, write
from .key_blocks import Sorting, blocks, keys_of, largest, layer_blocks, merged
from .run import made
from .store import Store

RUN = 32  # bits of the number of a block within its run


def moves_folder(depth: int) -> str:
    """The folder of the store with what the moves from the layer of this depth lead to."""
    return f"moves-{depth:04}"


def moves_name(depth: int, part: int) -> str:
    """The file with what the moves from a part of this depth lead to."""
    return f"{moves_folder(depth)}/{part:05}.part"


@dataclass(frozen=True)
class KeyRun:
    """What all tasks of a run are told.

    Attributes
    ----------
    key
        What stands for the run in each file.
    room
        The keys that a task holds for each part before they are written.
    """

    store: Store
    key: bytes
    moving: Moving
    room: int

    def title(self, depth: int, part: int) -> Title:
        """What a file holds."""
        return Title(self.key, depth, part, largest(self.moving))

    def keys(self, titles: Iterable[Title]) -> list[Iterator[Words]]:
        """The sorted keys of each of these files."""
        return [keys_of(PartFile(self.store, title), self.moving) for title in titles]


class Expand(NamedTuple):
    """The task to find where moves from a part of the layer of this depth lead, in no more than so many seconds."""

    depth: int
    part: int
    seconds: float


class Merge(NamedTuple):
    """The task to make what a part has of the layer of this depth.

    Attributes
    ----------
    expanded
        The parts of the layer before, which were expanded.
    known
        The files of states that moves may lead back to.
    """

    depth: int
    part: int
    expanded: tuple[int, ...]
    known: tuple[Title, ...]
    seconds: float


class Step(NamedTuple):
    """The task to make the whole layer of this depth from a small one, as one file: its part is 0.

    Attributes
    ----------
    before
        The files of the layer before.
    known
        The files of states that moves may lead back to.
    """

    depth: int
    before: tuple[Title, ...]
    known: tuple[Title, ...]
    seconds: float


def expand(run: KeyRun, task: Expand) -> Layer:
    """Write the file with what the moves from a part lead to: runs of sorted blocks, whose kind is their part.

    Raises
    ------
    PuzzleError
        A file cannot be read or written, or is damaged.
    LimitReached
        The time is over.
    """
    title, name = run.title(task.depth, task.part), moves_name(task.depth, task.part)
    return made(run.store, title, name) or write(run.store, title, _expanded(run, task), name)


def _expanded(run: KeyRun, task: Expand) -> Iterator[Block]:
    runs, clock = count(), Clock(task.seconds)
    (chunks,) = run.keys([run.title(task.depth, task.part)])
    for part, keys in spread(run.moving, clock.watched(chunks), run.room):
        yield from blocks(keys, next(runs) << RUN, part)


def spread(moving: Moving, chunks: Iterator[Words], room: int) -> Iterator[tuple[int, Words]]:
    """What moves lead to, as parts with sorted keys; one part may come several times."""
    room = max(room, 2 * moving.most_moves)
    found = np.empty((moving.n_parts, room, moving.n_words), dtype=np.uint64)
    counts = np.zeros(moving.n_parts, dtype=np.int64)
    sort = Sorting()
    for keys in chunks:
        row = 0
        while row < len(keys):
            row = moving.spread(keys, row, found, counts)
            for part in np.flatnonzero(counts > room - moving.most_moves).tolist():
                counts[part] = sort(found[part], int(counts[part]))
                if 2 * counts[part] > room:  # else there is room again
                    yield part, found[part, : counts[part]]
                    counts[part] = 0
    for part in np.flatnonzero(counts).tolist():
        yield part, found[part, : sort(found[part], int(counts[part]))]


def merge(run: KeyRun, task: Merge) -> Layer:
    """Write the file of a part, none where it has no states; see `expand` for what it raises."""
    title = run.title(task.depth, task.part)
    chunks = [each for part in task.expanded for each in _led_to(run, task, part)]
    return _written(run, title, chunks, task)


def _led_to(run: KeyRun, task: Merge, part: int) -> Iterator[Iterator[Words]]:
    """What the moves from `part` lead to in the part of the task, as runs of sorted keys."""
    depth = task.depth - 1
    file = PartFile(run.store, run.title(depth, part), moves_name(depth, part))
    rows = np.flatnonzero(file.index["kind"] == task.part)
    run_of = file.index["number"][rows] >> np.uint64(RUN)
    for number in np.unique(run_of):
        yield keys_of(file, run.moving, rows[run_of == number])


def step(run: KeyRun, task: Step) -> Layer:
    """Write the only file of a layer, none where it has no states; see `expand` for what it raises."""
    before = chain.from_iterable(run.keys(task.before))
    chunks = [iter([keys.copy()]) for _, keys in spread(run.moving, before, run.room)]
    return _written(run, run.title(task.depth, 0), chunks, task)


def _written(run: KeyRun, title: Title, chunks: Iterable[Iterator[Words]], task: Merge | Step) -> Layer:
    """Write what is in some of the `chunks` and not known; the file is left as it is where it is whole."""
    there = made(run.store, title)
    if there is not None:
        return there
    found = merged(chunks, run.keys(task.known))
    first = next(found, None)
    if first is None:
        return Layer(title.part, 0, 0, "")
    return write(run.store, title, Clock(task.seconds).watched(layer_blocks(chain([first], found))))
