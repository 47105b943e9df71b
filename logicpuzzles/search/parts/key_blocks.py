"""Sorted keys in files: as blocks, read a few at a time, and merged without holding more than a block of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from ...kernels.launch import launch
from ..kernels import sorted_keys as kernel
from ..kernels.keys import Moving
from ..kernels.layout import Words
from .file import Block, PartFile, damaged

BLOCK = 1 << 14  # keys
AT_ONCE = 8  # blocks that are read together


def encode(keys: Words) -> bytes:
    """Sorted keys, uint64[n, n_words], as bytes that compress well.

    Word by word, what each key is more than the one before; of all these first the lowest bytes, then the next.
    """
    steps = np.diff(keys, axis=0, prepend=np.zeros((1, keys.shape[1]), dtype=np.uint64))
    return steps.view(np.uint8).T.tobytes()


def decode(content: bytes, n_words: int) -> Words:
    """The keys that `encode` made into bytes."""
    planes = np.frombuffer(content, dtype=np.uint8).reshape(8 * n_words, -1)
    steps = np.ascontiguousarray(planes.T).view(np.uint64)
    return np.cumsum(steps, axis=0, dtype=np.uint64)


def blocks(keys: Words, first: int = 0, kind: int = 0) -> Iterator[Block]:
    """Sorted keys as blocks, numbered from `first` on."""
    for number, begin in enumerate(range(0, len(keys), BLOCK), first):
        some = keys[begin : begin + BLOCK]
        yield Block(number, kind, len(some), encode(some))


def layer_blocks(chunks: Iterable[Words]) -> Iterator[Block]:
    """The blocks of a layer, whose sorted keys come in chunks; the number of each is the first word of its first key.

    So the index of a file tells in which block a key is.
    """
    waiting: list[Words] = []
    for chunk in chunks:
        waiting.append(chunk)
        if sum(map(len, waiting)) >= BLOCK:
            keys = np.concatenate(waiting)
            whole = len(keys) // BLOCK * BLOCK
            for begin in range(0, whole, BLOCK):
                yield _layer_block(keys[begin : begin + BLOCK])
            waiting = [keys[whole:]]
    rest = [keys for keys in waiting if len(keys)]
    if rest:
        yield _layer_block(np.concatenate(rest))


def _layer_block(keys: Words) -> Block:
    return Block(int(keys[0, 0]), 0, len(keys), encode(keys))


def largest(moving: Moving) -> int:
    """The bytes of a whole block of keys."""
    return 8 * moving.n_words * BLOCK


def keys_of(file: PartFile, moving: Moving, rows: Sequence[int] | NDArray[np.int64] | None = None) -> Iterator[Words]:
    """The keys of the blocks of a file, or of those in some consecutive rows of its index; they come in order.

    Raises
    ------
    PuzzleError
        They are not in order, or one is the key of no state.
    """
    first, last = (0, len(file.index)) if rows is None else (int(rows[0]), int(rows[-1]) + 1)
    if rows is not None and last - first != len(rows):
        raise damaged(file.store, file.name, "its blocks are not in order")
    before: Words | None = None
    for begin in range(first, last, AT_ONCE):
        for block in file.blocks(begin, min(last, begin + AT_ONCE)):
            keys = checked(file, block, moving)
            if before is not None and not is_ascending(np.concatenate((before, keys[:1]))):
                raise damaged(file.store, file.name, "its blocks are not in order")
            before = keys[-1:]
            yield keys


def checked(file: PartFile, block: Block, moving: Moving) -> Words:
    """The keys of a block of a file: as many as it says, at least one, in order, each the key of a state.

    Raises
    ------
    PuzzleError
        They are not.
    """
    if not 0 < block.states <= BLOCK or len(block.content) != 8 * moving.n_words * block.states:
        raise damaged(file.store, file.name, f"block {block.number} has not the states that it should have")
    keys = decode(block.content, moving.n_words)
    if not is_ascending(keys) or not moving.known.holds(keys):
        raise damaged(file.store, file.name, f"block {block.number} has what are no states of these rules")
    return keys


def is_ascending(keys: Words) -> bool:
    """Whether each key is greater than the one before."""
    equal = np.ones(max(0, len(keys) - 1), dtype=np.bool_)
    for before, after in zip(keys[:-1].T, keys[1:].T, strict=True):  # word by word, the most significant first
        if (equal & (before > after)).any():
            return False
        equal &= before == after
    return not equal.any()


class Run:
    """Sorted keys that are gone through once; it holds the chunk in hand."""

    def __init__(self, chunks: Iterator[Words]) -> None:
        self._chunks = chunks
        self._left: Words | None = next(chunks, None)

    @property
    def last(self) -> tuple[int, ...] | None:
        """The last key in hand; None where there is none any more."""
        return None if self._left is None else tuple(self._left[-1].tolist())

    def up_to(self, limit: Words) -> Iterator[Words]:
        """The keys that come up to `limit`, which is itself included, in chunks."""
        while self._left is not None:
            count = launch(kernel.up_to, self._left, limit)
            if count:
                yield self._left[:count]
            if count < len(self._left):
                self._left = self._left[count:]
                return
            self._left = next(self._chunks, None)


def merged(runs: Iterable[Iterator[Words]], known: Iterable[Iterator[Words]]) -> Iterator[Words]:
    """What is in some of the `runs` and in none of the `known`, each key once, in chunks."""
    left, before = list(map(Run, runs)), list(map(Run, known))
    sort = Sorting()
    while ends := [last for run in left if (last := run.last) is not None]:
        limit = np.array([min(ends)], dtype=np.uint64)
        keys = np.concatenate([chunk for run in left for chunk in run.up_to(limit)])
        count = sort(keys, len(keys))
        for run in before:
            for chunk in run.up_to(limit):
                count = launch(kernel.without, keys, count, chunk)
        if count:
            yield keys[:count].copy()


class Sorting:
    """Sorts keys in their place and keeps each once; it holds what it needs for that."""

    def __init__(self) -> None:
        self.spare: Words = np.empty((0, 1), dtype=np.uint64)
        self.starts = np.zeros((1 << kernel.DIGIT) + 1, dtype=np.int64)

    def __call__(self, keys: Words, count: int) -> int:
        """Sort the first `count` keys; how many there are, each counted once."""
        if self.spare.shape[0] < count or self.spare.shape[1] != keys.shape[1]:
            self.spare = np.empty((count, keys.shape[1]), dtype=np.uint64)
        launch(kernel.sort, keys, count, self.spare, self.starts)
        return launch(kernel.each_once, keys, count)
