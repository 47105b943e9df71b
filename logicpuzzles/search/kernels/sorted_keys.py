"""Sets of states as sorted keys: rows of words in lexicographic order, each once, the first word the most significant.

Symbols: n_words words a key, which is a number (one word) or a packed state.
"""

from __future__ import annotations

from ...kernels.kernel import kernel
from ...kernels.words import Word, int64, uint64
from .layout import Rows, Words

DIGIT = 11  # bits that are sorted by at once: 2**11 counts fit the first cache


@kernel(nogil=True)
def before(keys: Words, row: int, others: Words, other: int) -> bool:
    """Whether the key in `row` comes before the other one."""
    for w in range(keys.shape[1]):
        if keys[row, w] != others[other, w]:
            return keys[row, w] < others[other, w]
    return False


@kernel(nogil=True)
def sort(keys: Words, count: int, spare: Words, starts: Rows) -> int:
    """Sort the first `count` keys by digits, the last first; give back `count`.

    A digit that all have in common is passed over: most bits of packed states, and the high ones of numbers.

    Parameters
    ----------
    keys, spare
        uint64[capacity, n_words]: in and out; scratch.
    starts
        int64[2**DIGIT + 1]: scratch.
    """
    n_words, mask = keys.shape[1], uint64((1 << DIGIT) - 1)
    in_spare = False
    for back in range(n_words):
        w = n_words - 1 - back
        differ = differing(spare, count, w) if in_spare else differing(keys, count, w)
        for shift in range(0, 64, DIGIT):
            if differ >> uint64(shift) & mask:
                if in_spare:
                    scatter(spare, keys, count, w, shift, mask, starts)
                else:
                    scatter(keys, spare, count, w, shift, mask, starts)
                in_spare = not in_spare
    if in_spare:
        for row in range(count):
            for w in range(n_words):
                keys[row, w] = spare[row, w]
    return count


@kernel(nogil=True)
def differing(keys: Words, count: int, w: int) -> Word:
    """The bits in which not all of the first `count` keys have the same, in one of their words."""
    found = uint64(0)
    for row in range(1, count):
        found |= keys[row, w] ^ keys[0, w]
    return found


@kernel(nogil=True)
def scatter(keys: Words, there: Words, count: int, w: int, shift: int, mask: Word, starts: Rows) -> None:
    """Write the keys in the order of one digit into `there`; those with the same one keep their order."""
    for digit in range(starts.shape[0]):
        starts[digit] = 0
    for row in range(count):
        starts[int64(keys[row, w] >> shift & mask) + 1] += 1
    for digit in range(1, starts.shape[0]):
        starts[digit] += starts[digit - 1]
    for row in range(count):
        digit = int64(keys[row, w] >> shift & mask)
        place = starts[digit]
        starts[digit] += 1
        for each in range(keys.shape[1]):
            there[place, each] = keys[row, each]


@kernel(nogil=True)
def each_once(keys: Words, count: int) -> int:
    """Keep each of the first `count` keys, which are sorted, once; how many there are."""
    kept = 0
    for row in range(count):
        if kept == 0 or before(keys, kept - 1, keys, row):
            for w in range(keys.shape[1]):
                keys[kept, w] = keys[row, w]
            kept += 1
    return kept


@kernel(nogil=True)
def without(keys: Words, count: int, known: Words) -> int:
    """Drop those of the first `count` keys that are among `known`; both are sorted. How many are left."""
    kept, other = 0, 0
    for row in range(count):
        while other < known.shape[0] and before(known, other, keys, row):
            other += 1
        if other == known.shape[0] or before(keys, row, known, other):
            for w in range(keys.shape[1]):
                keys[kept, w] = keys[row, w]
            kept += 1
    return kept


@kernel(nogil=True)
def up_to(keys: Words, limit: Words) -> int:
    """How many of the sorted keys come up to the one key of `limit`, uint64[1, n_words], itself included."""
    low, high = 0, keys.shape[0]
    while low < high:
        middle = (low + high) // 2
        if before(limit, 0, keys, middle):
            high = middle
        else:
            low = middle + 1
    return low
