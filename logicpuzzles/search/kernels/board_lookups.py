"""The moves of `slide_lookups` for boards of any number of words, and any sums of look-ups.

A state is its row of the words: those of the board, the sum of the table, and the index words. A row after it is
written sum by sum, as far as it takes to see that the state is cut.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...kernels.words import int64
from ...rewriting.numbered import exchange
from ..coding.arrays import GuardArrays
from ..coding.index_words import LookupArrays
from ..packed_space import PackedSpace
from .deepening import CompiledDepth, Root
from .general import ByRow
from .layout import Fields, Rows, Spans, Words
from .lookups import left_by_table
from .rules import any_holds
from .slide_lookups import below
from .sliding import costs_of, gains_of, steps_taken


class Board(NamedTuple):
    """As `slide_lookups.LookupSlides`, but for these.

    Attributes
    ----------
    places
        uint64[n_rules, 4]: word and shift of the cell where the blank is, and of that where the piece is.
    goals
        The goals as guards.
    gains
        uint64[n_rules, 2**n_bits, n_tables]: what the move adds to the sum of the table and to the index words.
    n_words
        Of the board.
    """

    rules: Fields
    places: Words
    costs: Rows
    spans: Spans
    goals: GuardArrays
    fixed: Fields
    gains: Words
    n_words: int
    divisor: int
    lookups: LookupArrays


class BoardLookups(Board, ByRow):
    """Sliding moves."""

    def possible(self, words: Words, row: int, step: int) -> bool:
        return True

    def left(self, words: Words, row: int, step: int, slack: int, least: int) -> int:
        rule = self.rules[step]
        piece = words[row, self.places[rule, 2]] >> self.places[rule, 3] & self.fixed[0]
        entries, fields, first, far = self.lookups.entries, self.lookups.fields, self.lookups.first, self.lookups.far[0]
        rest = slack - self.costs[rule]
        column = self.n_words
        words[row + 1, column] = words[row, column] + self.gains[rule, piece, 0]
        left = rest
        if self.divisor > 0:
            left = left_by_table(int64(words[row + 1, column]), self.divisor, rest)
        column += 1
        number = 0
        while left > least and number + 1 < first.shape[0]:
            for place in range(first[number, 1], first[number + 1, 1]):
                gain = self.gains[rule, piece, place + 1]
                words[row + 1, column + place] = words[row, column + place] + gain
            total = int64(0)
            for lookup in range(first[number, 0], first[number + 1, 0]):
                word = words[row + 1, column + int64(fields[lookup, 0])]
                total += entries[(word >> fields[lookup, 1] & fields[lookup, 2]) + fields[lookup, 3]]
            if total >= far:
                for lookup in range(first[number, 0], first[number + 1, 0]):
                    word = words[row + 1, column + int64(fields[lookup, 0])]
                    left = below(word, entries, fields, lookup, lookup + 1, far, left, rest - total)
            elif total > rest:
                left = min(left, rest - total)
            number += 1
        return left

    def after(self, words: Words, row: int, step: int) -> int:
        rule, places = self.rules[step], self.places
        change = (words[row, places[rule, 2]] >> places[rule, 3] & self.fixed[0]) ^ self.fixed[1]
        for word in range(self.n_words):
            words[row + 1, word] = words[row, word]
        words[row + 1, places[rule, 0]] ^= change << places[rule, 1]
        words[row + 1, places[rule, 2]] ^= change << places[rule, 3]
        return row + 1

    def is_goal(self, words: Words, row: int) -> bool:
        return any_holds(words, row, self.goals, self.fixed[0])

    def steps_after(self, words: Words, row: int, step: int) -> tuple[int, int]:
        return self.spans[step, 0], self.spans[step, 1]


class WideBoardLookups(BoardLookups):
    """The same with entries of two bytes: for another type, a kernel is compiled anew."""


def board_lookup_depth(space: PackedSpace, blank: int) -> CompiledDepth:
    """The depth-first search by sliding moves."""
    assert space.index_words is not None
    steps = steps_taken(space)
    packing, rules = steps.packed.packing, steps.packed.program.rules
    places = np.zeros((len(rules), 4), dtype=np.uint64)
    for number, rule in enumerate(rules):
        if found := rule and exchange(rule):
            places[number] = [*packing.place(found[0]), *packing.place(found[1])]
    kind = BoardLookups if space.index_words.arrays.entries.dtype == np.uint8 else WideBoardLookups
    moves = kind(
        steps.rules,
        places,
        costs_of(steps.packed),
        steps.spans,
        space.goals,
        np.array([packing.cell_mask, blank], dtype=np.uint64),
        gains_of(steps.packed, tuple(space.summed), 1),
        packing.n_words,
        space.divisor if space.problem.table else 0,
        space.index_words.arrays,
    )
    root = Root(np.concatenate([space.start, space.sums()]), 1, 0)
    return CompiledDepth(space, moves, steps.at_start, steps.copies, root)
