"""Numberings by sorted keys, for any rules that compile: a layer is expanded part by part, and merged part by part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

import numpy as np

from ...endings import State
from ..depths import DepthTable
from ..kernels.keys import Keys
from .clock import Clock
from .file import Block, Layer, PartFile, Title, write
from .key_blocks import BLOCK, Sorting, checked, largest, layer_blocks
from .key_table import KeyTable
from .key_tasks import Expand, KeyRun, Merge, Step, expand, merge, moves_folder, step
from .log import Log, Run
from .run import Stage
from .store import Store

SMALL = 1 << 17  # keys, each counted once for each move there, up to which a layer is made by one task
BUFFER, LEAST_BUFFER = 64 << 20, 1 << 20  # bytes of what moves lead to, in a task
READ = 1 << 20  # bytes about, for each file that a task reads


class Keyed:
    """A space by sorted keys.

    A layer that is made from a small one is in one file, whatever the parts of its states; `is_whole` tells.

    Parameters
    ----------
    keys
        The numbering.
    is_undirected
        Whether every move can be undone by a move: then what moves from depth d lead to has a depth from d - 1 to
        d + 1.
    buffer
        Bytes that a task may take for what moves lead to.
    small
        Keys, each counted once for each move there, up to which a layer is made by one task. It is the same for all
        that work on a store.
    """

    def __init__(
        self,
        run: Run,
        keys: Keys,
        sources: Sequence[State],
        is_undirected: bool,
        buffer: int = BUFFER,
        small: int = SMALL,
    ) -> None:
        self.run, self.keys, self.sources, self.is_undirected, self.small = run, keys, sources, is_undirected, small
        self._is_prepared = False
        moving = keys.moving
        self.room = max(2 * moving.most_moves, buffer // (8 * moving.n_words * (moving.n_parts + 1)))
        held = 8 * moving.n_words * self.room * (moving.n_parts + 1)
        self.memory = held + moving.n_parts * READ + 3 * 8 * moving.n_words * BLOCK * moving.n_parts

    @property
    def n_states(self) -> int:
        """There are no more states."""
        return self.keys.moving.known.end

    def begin(self, store: Store) -> list[Layer]:
        """Write the layer of the sources."""
        self._prepare()
        keys = np.concatenate([key for source in self.sources if (key := self.keys.key(source)) is not None])
        return [write(store, self.title(0, 0), layer_blocks(iter([keys[: Sorting()(keys, len(keys))]])))]

    def stages(self, store: Store, log: Log, clock: Clock) -> Iterable[Stage]:
        """One stage for a small layer, else two: where moves lead to, and what that is merged into."""
        depth = len(log.layers)
        self._prepare()
        run = KeyRun(store, self.run.key, self.keys.moving, self.room)
        if self.is_whole(log, depth):
            titles = self.files(log, depth - 1), self._known(log, depth)
            yield Stage(partial(step, run), (Step(depth, *titles, clock.left) for _ in range(1)), is_small=True)
            return
        expanded = tuple(log.layers[-1])
        yield Stage(partial(expand, run), (Expand(depth - 1, part, clock.left) for part in expanded), is_small=False)
        merges = (
            Merge(depth, part, expanded, self._known(log, depth, part), clock.left)
            for part in range(self.keys.moving.n_parts)
        )
        yield Stage(partial(merge, run), merges, is_small=False)

    def leftovers(self, depth: int) -> Iterable[str]:
        """The folder with what moves to the layer of this depth led to."""
        return [moves_folder(depth - 1)]

    def table(self, store: Store, log: Log) -> DepthTable:
        """The depth of every state."""
        return KeyTable(self, store, log)

    def states(self, file: PartFile, block: Block, first: int = 0, last: int | None = None) -> Iterator[State]:
        """The states of a block of a file, from the one in the place `first` to the one before `last`."""
        return self.keys.states(checked(file, block, self.keys.moving)[first:last])

    def is_whole(self, log: Log, depth: int) -> bool:
        """Whether the layer of this depth, the next one or one before, is in one file: few moves lead to it."""
        return depth == 0 or log.depths[depth - 1] * self.keys.moving.most_moves <= self.small

    def files(self, log: Log, depth: int, part: int | None = None) -> tuple[Title, ...]:
        """The files of a layer; those alone that may have states of `part`, where that is given."""
        parts = list(log.layers[depth])
        if part is not None and not self.is_whole(log, depth):
            parts = [part] if part in parts else []
        return tuple(self.title(depth, each) for each in parts)

    def _prepare(self) -> None:
        """Load the kernels before workers ask for them, each on its own."""
        if not self._is_prepared:
            self.keys.moving.prepare()
            self._is_prepared = True

    def _known(self, log: Log, depth: int, part: int | None = None) -> tuple[Title, ...]:
        """The files of what moves may lead back to from the layer before `depth`."""
        first = max(0, depth - 2) if self.is_undirected else 0
        return tuple(title for known in range(first, depth) for title in self.files(log, known, part))

    def title(self, depth: int, part: int) -> Title:
        """What a file holds."""
        return Title(self.run.key, depth, part, largest(self.keys.moving))
