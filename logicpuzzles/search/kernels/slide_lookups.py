"""The moves of `slide` with a bound that is looked up: a state is its word, the sum of the table, and two index words.

For one sum of look-ups or two, the indexes of each in one word. The second is looked up where the first does not cut.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import int64, uint64

from ...kernels.caching import kernel
from ...memo import memo
from ...proofs.bounds import Rows
from ...proofs.lookups import Entries as Table
from ..coding.arrays import Packed
from ..coding.index_words import IndexWords, LookupArrays
from ..depth import NO_CUT
from ..packed_space import PackedSpace
from .deepening import CompiledDepth, Root
from .inlining import inlined
from .layout import Fields, Int64, Masks, Spans, Word, Words
from .layout import Rows as Costs
from .lookups import left_by_table
from .slide import exchanges, meets, steps_from

LookupState = tuple[Word, Int64, Word, Word]


@inlined
class LookupSlides(NamedTuple):
    """Sliding moves; the slack is what the limit leaves of the moves, without the bound.

    Attributes
    ----------
    rules
        uint64[n_steps]: the rule of each step.
    shifts, swaps
        uint64[n_rules]: where the piece is that moves; the lowest bits of the two cells.
    costs
        int64[n_rules]: what the move costs.
    spans
        int64[n_rules, 2]: the steps that can follow.
    goals
        uint64[n_goals, 2]: the bits that each goal fixes, and their values.
    fixed
        uint64[2]: the bits of a cell at the bottom of a word, and the number of the blank.
    gains
        uint64[n_rules, 2**n_bits, 3]: what the move adds to the sum of the table and to both index words, by the piece.
    divisor
        Of the table's sum; 0 without a table.
    """

    rules: Fields
    shifts: Fields
    swaps: Fields
    costs: Costs
    spans: Spans
    goals: Masks
    fixed: Fields
    gains: Words
    divisor: int
    lookups: LookupArrays

    def load(self, words: Words, depth: int) -> LookupState:
        return words[depth, 0], int64(words[depth, 1]), words[depth, 2], words[depth, 3]

    def store(self, words: Words, depth: int, state: LookupState) -> None:
        words[depth, 0], words[depth, 1], words[depth, 2], words[depth, 3] = (
            state[0],
            uint64(state[1]),
            state[2],
            state[3],
        )

    def possible(self, words: Words, state: LookupState, step: int) -> bool:
        return True

    def left(self, words: Words, state: LookupState, step: int, slack: int, least: int) -> int:
        rule = self.rules[step]
        piece = state[0] >> self.shifts[rule] & self.fixed[0]
        rest = slack - self.costs[rule]
        entries, fields, first, far = self.lookups.entries, self.lookups.fields, self.lookups.first, self.lookups.far[0]
        left = rest
        if self.divisor > 0:
            left = left_by_table(state[1] + int64(self.gains[rule, piece, 0]), self.divisor, rest)
        if left > least:
            word, total, lookup, end = state[2] + self.gains[rule, piece, 1], int64(0), uint64(0), uint64(first[1, 0])
            while lookup < end:
                total += int64(entries[(word >> fields[lookup, 1] & fields[lookup, 2]) + fields[lookup, 3]])
                lookup += uint64(1)
            if total >= far:
                left = below(word, entries, fields, uint64(0), end, far, left, rest - total)
            elif total > rest:
                left = min(left, rest - total)
            if left > least and first.shape[0] > 2:
                other, more, last = state[3] + self.gains[rule, piece, 2], int64(0), uint64(first[2, 0])
                while lookup < last:
                    more += int64(entries[(other >> fields[lookup, 1] & fields[lookup, 2]) + fields[lookup, 3]])
                    lookup += uint64(1)
                if more >= far:
                    left = below(other, entries, fields, end, last, far, left, rest - more)
                elif more > rest:
                    left = min(left, rest - more)
        return left

    def after(self, words: Words, state: LookupState, step: int) -> LookupState:
        rule, gains = self.rules[step], self.gains
        piece = state[0] >> self.shifts[rule] & self.fixed[0]
        return (
            state[0] ^ (piece ^ self.fixed[1]) * self.swaps[rule],
            state[1] + int64(gains[rule, piece, 0]),
            state[2] + gains[rule, piece, 1],
            state[3] + gains[rule, piece, 2],
        )

    def is_goal(self, words: Words, state: LookupState) -> bool:
        return meets(self.goals, state[0])

    def steps_after(self, words: Words, state: LookupState, step: int) -> tuple[int, int]:
        rule = self.rules[step]
        return uint64(self.spans[rule, 0]), uint64(self.spans[rule, 1])


@kernel(_nrt=False)
def below(word: Word, entries: Table, fields: Fields, begin: Word, end: Word, far: int, left: int, less: int) -> Int64:
    """The less of `left` and `less`, if that is below 0; `NO_CUT` where an entry says that no goal can be reached."""
    for lookup in range(begin, end):
        if entries[(word >> fields[lookup, 1] & fields[lookup, 2]) + fields[lookup, 3]] == far:
            return int64(NO_CUT)
    return int64(min(left, less) if less < 0 else left)


def fits(index_words: IndexWords) -> bool:
    """Whether there are one or two sums, each with its indexes in one word and entries of a byte."""
    arrays = index_words.arrays
    return len(index_words.rows) == len(arrays.first) - 1 in (1, 2) and arrays.entries.dtype == np.uint8


def slide_lookup_depth(space: PackedSpace, blank: int) -> CompiledDepth:
    """The depth-first search by sliding moves."""
    assert space.index_words is not None
    arrays, program = space.arrays, space.arrays.program
    packing, n_rules = arrays.packing, len(program.rules)
    first = arrays.rules.context
    steps = np.concatenate([arrays.rules.steps[: first[n_rules], 0], np.arange(n_rules)])
    chosen, at_start = steps_from(space, int(first[n_rules]))
    shifts, swaps = exchanges(arrays)
    moves = LookupSlides(
        steps[chosen].astype(np.uint64),
        shifts,
        swaps,
        space.costs,
        np.stack([first[:-2], first[1:-1]], axis=1),
        space.goals.masks[:, :, 0].copy(),
        np.array([packing.cell_mask, blank], dtype=np.uint64),
        gains_of(arrays, tuple(space.summed), 3),
        space.divisor if space.problem.table else 0,
        space.index_words.arrays,
    )
    sums = np.zeros(3, dtype=np.uint64)
    sums[: len(space.summed)] = space.sums()
    return CompiledDepth(space, moves, at_start, steps[chosen], Root(np.concatenate([space.start, sums]), 1, 0))


@memo
def gains_of(packed: Packed, tables: tuple[Rows, ...], width: int) -> Words:
    """The gains of `LookupSlides`, for at least `width` tables: at most one cell has a value that is not known."""
    deltas, n_rules = packed.deltas(*tables), len(packed.program.rules)
    gains = np.zeros((n_rules, 1 << packed.packing.bits, max(width, len(tables))), dtype=np.int64)
    for rule in range(n_rules):
        for table in range(len(tables)):
            number = rule * len(tables) + table
            terms = deltas.by_value[deltas.first[number] : deltas.first[number + 1]]
            gains[rule, :, table] = deltas.constant[number] + terms.sum(axis=0)
    return gains.view(np.uint64)
