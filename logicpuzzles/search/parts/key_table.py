"""The depths of the states of a space by sorted keys, read from the files of a store block by block."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from ...endings import State
from ...kernels.launch import launch
from ..kernels import sorted_keys as kernel
from ..kernels.keys import Keys
from ..kernels.layout import Words
from .file import PartFile, Title
from .key_blocks import checked
from .log import Log
from .store import Store
from .table import Listed, StoredStates


class ListedByKeys(Listed, Protocol):
    """A space by sorted keys, as far as its table asks it."""

    keys: Keys

    def files(self, log: Log, depth: int, part: int | None = None) -> tuple[Title, ...]:
        """The files of a layer; those alone that may have states of `part`, where that is given."""


class KeyTable(StoredStates):
    """A `DepthTable` over the files of a store, by keys."""

    def __init__(self, keyed: ListedByKeys, store: Store, log: Log) -> None:
        super().__init__(keyed, store, log)
        self.keyed, self.log = keyed, log

    def depth(self, state: State) -> int | None:
        """The fewest moves between a source and `state`; None for a state that is not reached."""
        keys = self.keyed.keys
        key = keys.key(state)
        if key is None:
            return None
        part = keys.part(key)
        for depth in sorted(range(len(self.depths)), key=lambda depth: -self.depths[depth]):
            titles = self.keyed.files(self.log, depth, part)
            if any(self._is_in(key, self._file(depth, title.part)) for title in titles):
                return depth
        return None

    def _is_in(self, key: Words, file: PartFile) -> bool:
        """Whether a key is in a file; several of its blocks may begin with the same first word."""
        begins = file.index["number"]
        first = max(0, int(np.searchsorted(begins, key[0, 0])) - 1)
        last = int(np.searchsorted(begins, key[0, 0], side="right"))
        for block in file.blocks(first, last):
            keys = checked(file, block, self.keyed.keys.moving)
            place = launch(kernel.up_to, keys, key)
            if place and bool((keys[place - 1] == key[0]).all()):
                return True
        return False
