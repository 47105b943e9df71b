"""The states that moves lead to from sorted keys, shared out by the parts that they belong to.

A key is the number of a state, or its packed words; see `keys`. One loop applies rules to words, whatever the keys are;
another adds what rules add to numbers of mixed radix.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...kernels.kernel import kernel
from ...kernels.words import Int64, int64, uint64
from ..coding.arrays import RuleArrays
from ..coding.radix import RadixArrays
from .layout import Counts, Places, Rows, Words
from .radix_queue import find_indexes
from .ranks import arrange, number_of
from .rules import apply, holds
from .stored import hash_of

Buckets: TypeAlias = NDArray[np.uint64]  # [n_parts, capacity, n_words]: for each part the keys that lead there


class RankMoves(NamedTuple):
    """Keys are the numbers of arrangements, and parts ranges of them.

    Attributes
    ----------
    places, counts, left
        As for `ranks.arrange`.
    share
        How many numbers a part has.
    """

    rules: RuleArrays
    places: Places
    counts: Counts
    left: Counts
    share: int

    def read(self, keys: Words, row: int, words: Words) -> None:
        arrange(int64(keys[row, 0]), words, 0, self.places, self.counts, self.left)

    def write(self, words: Words, key: Words) -> int:
        number = number_of(words, 1, self.places, self.rules.cell_mask[0], self.counts, self.left)
        key[0, 0] = uint64(number)
        return number // self.share


class WordMoves(NamedTuple):
    """Keys are packed states, and parts go by a hash of them.

    Attributes
    ----------
    n_parts
        The number of parts.
    """

    rules: RuleArrays
    n_parts: int

    def read(self, keys: Words, row: int, words: Words) -> None:
        for w in range(keys.shape[1]):
            words[0, w] = keys[row, w]

    def write(self, words: Words, key: Words) -> int:
        for w in range(key.shape[1]):
            key[0, w] = words[1, w]
        return part_of_words(words, 1, self.n_parts)


class DigitMoves(NamedTuple):
    """Keys are numbers of mixed radix, and parts ranges of them.

    Attributes
    ----------
    most_moves
        The most moves that a state can have.
    """

    rules: RadixArrays
    share: int
    most_moves: int


@kernel(nogil=True)
def part_of_words(words: Words, row: int, n_parts: int) -> Int64:
    """The part that a packed state belongs to."""
    return int64((hash_of(words, row) >> uint64(32)) * uint64(n_parts) >> uint64(32))


@kernel(nogil=True)
def put(keys: Words, part: int, found: Buckets, counts: Rows) -> Int64:
    """Put the one key of `keys` into the bucket of `part`; how many that has."""
    place = counts[part]
    for w in range(found.shape[2]):
        found[part, place, w] = keys[0, w]
    counts[part] = place + 1
    return place + 1


@kernel
def largest(counts: Rows) -> Int64:
    """The largest of some numbers that are not negative."""
    found = 0
    for n in range(counts.shape[0]):
        found = max(found, counts[n])
    return found


@kernel(nogil=True)
def spread_by_rules(
    keys: Words, first: int, moves: RankMoves | WordMoves, words: Words, key: Words, found: Buckets, counts: Rows
) -> int:
    """Put what one move leads to from `keys`, the row `first` and those after it, into the buckets of the parts.

    Parameters
    ----------
    words, key
        uint64[2, n_words of a packed state], and uint64[1, n_words of a key]: scratch.
    found
        Output; each bucket has room for all moves from one state at least.
    counts
        int64[n_parts], in and out: how many keys each bucket has.

    Returns
    -------
    The row to go on with, once there is room again: it stops where a bucket might not take the moves of another state.
    """
    rules = moves.rules
    begin, end = rules.context[rules.context.shape[0] - 2], rules.context[rules.context.shape[0] - 1]
    cell_mask, most = rules.cell_mask[0], largest(counts)
    full = found.shape[1] - (end - begin)
    row = first
    while row < keys.shape[0] and most <= full:
        moves.read(keys, row, words)
        for step in range(begin, end):
            if holds(words, 0, rules.guards, step, cell_mask):
                apply(words, 0, words, 1, rules, rules.steps[step, 0])
                part = moves.write(words, key)
                most = max(most, put(key, part, found, counts))
        row += 1
    return row


@kernel(nogil=True)
def spread_by_digits(
    keys: Words, first: int, moves: DigitMoves, index: Rows, key: Words, found: Buckets, counts: Rows
) -> int:
    """The same for numbers of mixed radix.

    Parameters
    ----------
    index, key
        int64[n_groups] and uint64[1, 1]: scratch.
    """
    rules, most = moves.rules, largest(counts)
    full = found.shape[1] - moves.most_moves
    row = first
    while row < keys.shape[0] and most <= full:
        number = int64(keys[row, 0])
        find_indexes(number, rules.radices, rules.parts, index)
        for group in range(index.shape[0]):
            for place in range(rules.first[index[group]], rules.first[index[group] + 1]):
                there = number + rules.added[place]
                key[0, 0] = uint64(there)
                most = max(most, put(key, there // moves.share, found, counts))
        row += 1
    return row
