"""The moves of `slide` with a bound that is looked up: a state is its word, the sum of the table, and two index words.

For one sum of look-ups or two, the indexes of each in one word. The second is looked up where the first does not cut.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...kernels.kernel import kernel
from ...kernels.words import Int64, Word, int64, uint64
from ...proofs.lookups import Entries as Table
from ..coding.index_words import IndexWords, LookupArrays
from ..depth import NO_CUT
from ..packed_space import PackedSpace
from .deepening import CompiledDepth, Root
from .depth_first import OneByOne
from .layout import Fields, Masks, Words
from .layout import Rows as Costs
from .lookups import left_by_table
from .slide import meets
from .sliding import costs_of, exchanges, gains_of, steps_taken

LookupState = tuple[Word, Int64, Word, Word]


class Gains(NamedTuple):
    """What sliding moves are made of; the slack is what the limit leaves of the moves, without the bound.

    Attributes
    ----------
    steps
        uint64[n_steps]: of each step its rule, without copies, 16 bits; the first step that can follow, 24 bits, and
        the end of those. In one word, so that they fit the cache where rules have very many copies.
    shifts, swaps
        uint64[n_rules]: where the piece is that moves; the lowest bits of the two cells.
    costs
        int64[n_rules]: what the move costs.
    goals
        uint64[n_goals, 2]: the bits that each goal fixes, and their values.
    fixed
        uint64[2]: the bits of a cell at the bottom of a word, and the number of the blank.
    gains
        uint64[n_rules, 2**n_bits, 3]: what the move adds to the sum of the table and to both index words, by the piece.
    divisor
        Of the table's sum; 0 without a table.
    """

    steps: Fields
    shifts: Fields
    swaps: Fields
    costs: Costs
    goals: Masks
    fixed: Fields
    gains: Words
    divisor: int
    lookups: LookupArrays


class LookupSlides(Gains, OneByOne):
    """Sliding moves."""

    def load(self, words: Words, depth: int) -> LookupState:
        return words[depth, 0], int64(words[depth, 1]), words[depth, 2], words[depth, 3]

    def store(self, words: Words, depth: int, state: LookupState) -> None:
        words[depth, 0], words[depth, 1] = state[0], uint64(state[1])
        words[depth, 2], words[depth, 3] = state[2], state[3]

    def possible(self, words: Words, state: LookupState, step: int) -> bool:
        return True

    def left(self, words: Words, state: LookupState, step: int, slack: int, least: int) -> int:
        rule = self.steps[step] & uint64(0xFFFF)
        piece = state[0] >> self.shifts[rule] & self.fixed[0]
        rest = slack - self.costs[rule]
        entries, fields, first, far = self.lookups.entries, self.lookups.fields, self.lookups.first, self.lookups.far[0]
        left = rest
        if self.divisor > 0:
            left = left_by_table(state[1] + int64(self.gains[rule, piece, 0]), self.divisor, rest)
        if left > least:
            word, total, end = uint64(state[2] + self.gains[rule, piece, 1]), 0, first[1, 0]
            for lookup in range(end):
                total += entries[(word >> fields[lookup, 1] & fields[lookup, 2]) + fields[lookup, 3]]
            if total >= far:
                left = below(word, entries, fields, 0, end, far, left, rest - total)
            elif total > rest:
                left = min(left, rest - total)
            if left > least and first.shape[0] > 2:
                other, more, last = uint64(state[3] + self.gains[rule, piece, 2]), 0, first[2, 0]
                for lookup in range(end, last):
                    more += entries[(other >> fields[lookup, 1] & fields[lookup, 2]) + fields[lookup, 3]]
                if more >= far:
                    left = below(other, entries, fields, end, last, far, left, rest - more)
                elif more > rest:
                    left = min(left, rest - more)
        return left

    def after(self, words: Words, state: LookupState, step: int) -> LookupState:
        rule, gains = self.steps[step] & uint64(0xFFFF), self.gains
        piece = state[0] >> self.shifts[rule] & self.fixed[0]
        return (
            state[0] ^ (piece ^ self.fixed[1]) * self.swaps[rule],
            state[1] + int64(gains[rule, piece, 0]),
            uint64(state[2] + gains[rule, piece, 1]),
            uint64(state[3] + gains[rule, piece, 2]),
        )

    def is_goal(self, words: Words, state: LookupState) -> bool:
        return meets(self.goals, state[0])

    def steps_after(self, words: Words, state: LookupState, step: int) -> tuple[int, int]:
        word = self.steps[step]
        return int64(word >> 16 & 0xFFFFFF), int64(word >> 40)


@kernel
def below(word: Word, entries: Table, fields: Fields, begin: int, end: int, far: int, left: int, less: int) -> Int64:
    """The less of `left` and `less`, if that is below 0; `NO_CUT` where an entry says that no goal can be reached."""
    for lookup in range(begin, end):
        if entries[(word >> fields[lookup, 1] & fields[lookup, 2]) + fields[lookup, 3]] == far:
            return NO_CUT
    return min(left, less) if less < 0 else left


def fits(index_words: IndexWords) -> bool:
    """Whether there are one or two sums, each with its indexes in one word and entries of a byte."""
    arrays = index_words.arrays
    return len(index_words.rows) == len(arrays.first) - 1 in (1, 2) and arrays.entries.dtype == np.uint8


def slide_lookup_depth(space: PackedSpace, blank: int) -> CompiledDepth:
    """The depth-first search by sliding moves."""
    assert space.index_words is not None
    steps = steps_taken(space)
    shifts, swaps = exchanges(steps.packed)
    moves = LookupSlides(
        steps.words(),
        shifts,
        swaps,
        costs_of(steps.packed),
        space.goals.masks[:, :, 0].copy(),
        np.array([steps.packed.packing.cell_mask, blank], dtype=np.uint64),
        gains_of(steps.packed, tuple(space.summed), 3),
        space.divisor if space.problem.table else 0,
        space.index_words.arrays,
    )
    sums = np.zeros(3, dtype=np.uint64)
    sums[: len(space.summed)] = space.sums()
    return CompiledDepth(space, moves, steps.at_start, steps.copies, Root(np.concatenate([space.start, sums]), 1, 0))
