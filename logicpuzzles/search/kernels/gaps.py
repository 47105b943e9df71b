"""Sets of numbers as bytes, for files: for each number, how many are missing since the one before.

A byte below 255 is the next number after so many that are missing; 255 says that 255 are missing, and more. Sets as
sparse as layers take about a byte a number, of which compression leaves half; bits would take more for less than one
number in eight.
"""

from __future__ import annotations

from typing import Any

from ...kernels.cells import scratch
from ...kernels.kernel import kernel
from ...kernels.words import int64, lowest_bit, uint8, uint64
from .board import FOUND, KEPT, KIND, LIVE_SHIFT, PIECES, mark
from .layout import Bytes, Live, Move, Numbers, Tables, Words

SKIP = 255


@kernel(nogil=True)
def write_gaps(words: Words, first: int, stop: int, content: Bytes) -> int:
    """Write the set of bits of a block into `content`, and empty the block; how many bytes that takes.

    Parameters
    ----------
    words
        uint64[n_words], in and out: the set; those from `first` to before `stop` are the block.
    content
        uint8, output: at least a byte for each bit of the block, and one more for each 255 of them.
    """
    begin = int64(first) * 64
    after = begin  # the number after the last one written
    n_bytes = 0
    for w in range(first, stop):
        left = words[w]
        if left == uint64(0):
            continue
        words[w] = uint64(0)
        while left:
            number = int64(w) * 64 + lowest_bit(left)
            left &= left - uint64(1)
            gap = number - after
            while gap >= SKIP:
                content[n_bytes] = uint8(SKIP)
                n_bytes += 1
                gap -= SKIP
            content[n_bytes] = uint8(gap)
            n_bytes += 1
            after = number + 1
    return n_bytes


@kernel(nogil=True)
def count_gaps(content: Bytes) -> int:
    """How many numbers there are."""
    count: Any = int64(0)
    for each in range(content.shape[0]):
        count += content[each] != SKIP
    return count


@kernel(nogil=True)
def clear_gaps(words: Words, first: int, content: Bytes) -> int:
    """Take the numbers of a block that begins at word `first` out of a set; how many there were in the block."""
    number: Any = 64 * first - 1
    last: Any = 64 * words.shape[0]
    count: Any = int64(0)
    for each in range(content.shape[0]):
        gap = int64(content[each])
        number += gap + (gap != SKIP)
        if gap != SKIP and number < last:
            words[number >> 6] &= ~(uint64(1) << uint64(number & 63))
            count += 1
    return count


@kernel(nogil=True)
def spread_gaps(words: Words, live: Live, first: int, content: Bytes, move: Move, tables: Tables, n_pieces: int) -> int:
    """Mark what a move takes the states of a block to; how many states the block has.

    Parameters
    ----------
    words
        uint64[n_words], in and out: the set of those marked.
    live
        uint8[n_chunks], in and out: 1 for each `LIVE_WORDS` words that may have some.
    first, content
        The word where the block begins in the region that the move comes from, and its states as gaps.
    move, tables
        As for `board.spread`.
    """
    digits = scratch(PIECES)
    found = scratch(FOUND)
    number: Any = 64 * first - 1
    last: Any = 64 * words.shape[0]
    kept = move[KIND] == KEPT
    count = n_found = 0
    for each in range(content.shape[0]):
        gap = int64(content[each])
        if gap == SKIP:
            number += SKIP
            continue
        number += gap + 1
        if number >= last:
            break
        if kept:
            words[number >> 6] |= uint64(1) << uint64(number & 63)
            live[number >> (6 + LIVE_SHIFT)] = 1
            count += 1
            continue
        found[n_found] = number
        n_found += 1
        if n_found == FOUND:
            mark(found, n_found, words, words, live, move, tables, n_pieces, digits)
            count += n_found
            n_found = 0
    mark(found, n_found, words, words, live, move, tables, n_pieces, digits)
    return count + n_found


@kernel
def numbers_of_gaps(content: Bytes, first: int, numbers: Numbers) -> int:
    """Write the numbers of a block that begins at word `first` into int64[n]; how many there are."""
    number: Any = 64 * first - 1
    count: Any = int64(0)
    for each in range(content.shape[0]):
        gap = int64(content[each])
        number += gap + (gap != SKIP)
        if gap != SKIP and count < numbers.shape[0]:
            numbers[count] = number
            count += 1
    return count
