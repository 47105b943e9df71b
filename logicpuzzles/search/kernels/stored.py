"""The states that a search stores: rows of a matrix of words, what it knows of each, and a hash table of the rows.

The table is one of open addressing. A slot of int64[2**k] is -1 or holds a row in its low 32 bits and 31 bits of the
state's hash above them, so that the words of another state are hardly ever looked at.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...kernels.kernel import kernel
from ...kernels.launch import launch
from ...kernels.words import Int64, Word, int64, uint64
from ..coding.arrays import Ints
from .layout import Records, Slots, Words

MULTIPLIER = 0x9E3779B97F4A7C15  # 2**64 divided by the golden ratio (D. Knuth, TAOCP 3, section 6.4)
ROW = 0xFFFFFFFF
BEFORE, VIA = range(2)  # of `Stored.records`
FIRST_CAPACITY = 1 << 12


@kernel
def hash_of(words: Words, row: int) -> Word:
    """A hash, uint64, of the state in `row`; its low and high bits both depend on every bit of the state."""
    code = uint64(0)
    for w in range(words.shape[1]):
        code = uint64((code ^ words[row, w]) * MULTIPLIER)
        code ^= code >> 32
    code = uint64(code * MULTIPLIER)
    return code ^ code >> 29


@kernel
def find(words: Words, row: int, code: Word, slots: Slots) -> Int64:
    """The slot that holds the state in `row`, whose hash is `code`, or the empty one where it belongs."""
    mask = slots.shape[0] - 1
    tag = int64(code >> 33)
    slot = int64(code) & mask
    while True:
        entry = slots[slot]
        if entry < 0:
            return slot
        if entry >> 32 == tag:
            known = entry & ROW
            same = True
            for w in range(words.shape[1]):
                same = same and words[known, w] == words[row, w]
            if same:
                return slot
        slot = slot + 1 & mask


@kernel
def entry_of(code: Word, row: int) -> Int64:
    """What a slot holds for the state in `row`, whose hash is `code`."""
    return int64(code >> 33) << 32 | row


@kernel
def fill(words: Words, count: int, slots: Slots) -> int:
    """Put the first `count` rows, all different, into the empty `slots`; give back `count`."""
    for row in range(count):
        code = hash_of(words, row)
        slots[find(words, row, code, slots)] = entry_of(code, row)
    return count


def slots_of(words: Words, count: int) -> Ints:
    """A table of the first `count` rows of `words`, with room for all of them."""
    slots = empty_slots(len(words))
    launch(fill, words, count, slots)
    return slots


def empty_slots(n_states: int) -> Ints:
    """An empty table that `n_states` states fill at most half."""
    return np.full(1 << max(4, (2 * n_states - 1).bit_length()), -1, dtype=np.int64)


def grown(array: NDArray[Any], rows: int) -> NDArray[Any]:
    """A copy of `array` with `rows` rows; the new ones are not cleared."""
    larger = np.empty((rows, *array.shape[1:]), dtype=array.dtype)
    larger[: len(array)] = array
    return larger


class Stored:
    """The states that a search has met, in the order in which it met them; its arrays grow by doubling.

    Attributes
    ----------
    words
        uint64[capacity, n_words]: the states; the row after the last is scratch.
    records
        int32 or int64[capacity, n_columns]: for each state the row of the state before, -1 for a source, the rule that
        led to it, and what else the search has to know of it.
    slots
        int64[2**k]: the hash table, at most half full.
    """

    def __init__(self, sources: Words, records: Records, capacity: int = FIRST_CAPACITY) -> None:
        self.words, self.records = grown(sources, capacity), grown(records, capacity)
        self.slots = slots_of(self.words, len(sources))

    @property
    def arrays(self) -> tuple[Words, Records, Ints]:
        """What kernels take."""
        return self.words, self.records, self.slots

    @property
    def nbytes(self) -> int:
        """The bytes held."""
        return self.words.nbytes + self.records.nbytes + self.slots.nbytes

    @property
    def nbytes_to_grow(self) -> int:
        """How many bytes more are held while it grows."""
        return self.nbytes + max(self.words.nbytes, self.records.nbytes)

    def grow(self, count: int) -> None:
        """Double the arrays, which hold `count` states; one after the other, so that little is held twice."""
        rows = 2 * len(self.words)
        self.words = grown(self.words, rows)
        self.records = grown(self.records, rows)
        self.slots = empty_slots(0)
        self.slots = slots_of(self.words, count)

    def trace(self, row: int) -> tuple[int, list[int]]:
        """The row of the source from which the state in `row` was met, and the rules on the way."""
        vias = []
        while (before := int(self.records[row, BEFORE])) >= 0:
            vias.append(int(self.records[row, VIA]))
            row = before
        return row, vias[::-1]
