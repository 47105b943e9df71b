"""A hash table of packed states by open addressing; it holds rows of a matrix of words.

A slot of int64[2**k] is -1 or holds a row in its low 32 bits and 31 bits of the state's hash above them, so that the
words of another state are hardly ever looked at.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint64
from numpy.typing import NDArray

from .caching import kernel
from .launch import launch

MULTIPLIER = 0x9E3779B97F4A7C15  # 2**64 divided by the golden ratio (D. Knuth, TAOCP 3, section 6.4)
ROW = 0xFFFFFFFF


@kernel
def hash_of(words: Any, row: Any) -> Any:
    """A hash, uint64, of the state in `row`; its low and high bits both depend on every bit of the state."""
    code = uint64(0)
    for w in range(words.shape[1]):
        code = (code ^ words[row, w]) * uint64(MULTIPLIER)
        code ^= code >> uint64(32)
    code *= uint64(MULTIPLIER)
    return code ^ code >> uint64(29)


@kernel
def find(words: Any, row: Any, code: Any, slots: Any) -> Any:
    """The slot that holds the state in `row`, whose hash is `code`, or the empty one where it belongs."""
    mask = uint64(slots.shape[0] - 1)
    tag = int64(code >> uint64(33))
    slot = code & mask
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
        slot = slot + uint64(1) & mask


@kernel
def entry_of(code: Any, row: Any) -> Any:
    """What a slot holds for the state in `row`, whose hash is `code`."""
    return int64(code >> uint64(33)) << 32 | int64(row)


@kernel
def fill(words: Any, count: int, slots: Any) -> int:
    """Put the first `count` rows, all different, into the empty `slots`; give back `count`."""
    for row in range(count):
        code = hash_of(words, row)
        slots[find(words, row, code, slots)] = entry_of(code, row)
    return count


def empty_slots(n_states: int) -> NDArray[np.int64]:
    """An empty table that `n_states` states fill at most half."""
    return np.full(1 << max(4, (2 * n_states - 1).bit_length()), -1, dtype=np.int64)


def slots_of(words: NDArray[np.uint64], count: int) -> NDArray[np.int64]:
    """A table of the first `count` rows of `words`, with room for all of them."""
    slots = empty_slots(len(words))
    launch(fill, words, count, slots)
    return slots


def grown(array: NDArray[Any], rows: int) -> NDArray[Any]:
    """A copy of `array` with `rows` rows; the new ones are not cleared."""
    larger = np.empty((rows, *array.shape[1:]), dtype=array.dtype)
    larger[: len(array)] = array
    return larger
