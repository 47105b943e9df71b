"""The depth of every state, read from a finished store: an index is read once, and only the blocks that matter."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ...endings import State
from ..depths import summary
from ..kernels.bits import Place
from .file import Block, PartFile, Title, damaged
from .log import Log, Run
from .store import Store

MOST_OPEN = 1 << 10  # files whose indexes are kept


class Listed(Protocol):
    """A numbering that reads the blocks of its files."""

    run: Run

    def title(self, depth: int, part: int) -> Title:
        """What a file holds."""

    def states(self, file: PartFile, block: Block, first: int = 0, last: int | None = None) -> Iterator[State]:
        """The states of a block of a file, from the one in the place `first` to the one before `last`."""


class Numbered(Listed, Protocol):
    """A numbering whose blocks hold ascending numbers."""

    def place_of(self, state: State) -> Place | None:
        """The part and the number of a state; None where it has none."""

    def block_of(self, number: int) -> int:
        """The number of the block where the states with this number are, or else they are in the last one before."""

    def numbers(self, file: PartFile, block: Block) -> NDArray[np.int64]:
        """The numbers of the states of a block of a file, ascending."""


class StoredStates:
    """The states of a store, layer by layer, in the order of parts and of their files."""

    def __init__(self, listed: Listed, store: Store, log: Log) -> None:
        self.listed, self.store, self.layers = listed, store, log.layers
        self.depths = log.depths
        self._files: dict[tuple[int, int], PartFile] = {}

    def __repr__(self) -> str:
        return summary(self)

    def depth(self, state: State) -> int | None:
        """The fewest moves between a source and `state`; None for a state that is not reached."""
        raise NotImplementedError

    def states(self, depth: int) -> Iterator[State]:
        """The states of this depth."""
        if not 0 <= depth < len(self.layers):
            return
        for part in self.layers[depth]:
            file = self._file(depth, part)
            for block in file.blocks():
                yield from self.listed.states(file, block)

    def first_states(self, most: int) -> Iterator[list[State]]:
        """The first of `states` for each depth, at most so many."""
        return (list(islice(self.states(depth), most)) for depth in range(len(self.layers)))

    def sample(self, depth: int, random: Random) -> State:
        """A state of this depth, each as likely as any other: the index tells in which block it is."""
        left = random.randrange(self.depths[depth])
        layers = iter(self.layers[depth].values())
        layer = next(layers)
        while left >= layer.states:
            left -= layer.states
            layer = next(layers)
        file = self._file(depth, layer.part)
        ends = np.cumsum(file.index["states"])
        row = int(np.searchsorted(ends, left, side="right"))
        (block,) = file.blocks(row, row + 1)
        left -= int(ends[row]) - block.states
        return next(self.listed.states(file, block, left, left + 1))

    def _file(self, depth: int, part: int) -> PartFile:
        found = self._files.get((depth, part))
        if found is None:
            if len(self._files) >= MOST_OPEN:
                self._files.clear()
            found = PartFile(self.store, self.listed.title(depth, part))
            if found.states != self.layers[depth][part].states:
                raise damaged(self.store, found.name, "it has not the states that the log tells of")
            self._files[depth, part] = found
        return found


class StoreTable(StoredStates):
    """A `DepthTable` over the files of a store, by numbers."""

    def __init__(self, numbered: Numbered, store: Store, log: Log) -> None:
        super().__init__(numbered, store, log)
        self.numbered = numbered

    def depth(self, state: State) -> int | None:
        """The fewest moves between a source and `state`; None for a state that is not reached.

        Each layer of its part is asked for its block.
        """
        place = self.numbered.place_of(state)
        if place is None:
            return None
        part, number = place
        block_number = self.numbered.block_of(number)
        for depth in sorted(range(len(self.layers)), key=lambda depth: -self.depths[depth]):
            if part in self.layers[depth]:
                file = self._file(depth, part)
                block = file.block_at(block_number)
                if block is not None and _holds(self.numbered.numbers(file, block), number):
                    return depth
        return None


def _holds(numbers: NDArray[np.int64], number: int) -> bool:
    at = int(np.searchsorted(numbers, number))
    return at < len(numbers) and int(numbers[at]) == number
