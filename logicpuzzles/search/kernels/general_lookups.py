"""The moves of any rules with a bound that is looked up, for `deepening`.

Beside the words of a state stand the sum of the table and the index words; all change by what a rule adds to them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...kernels.words import int64, uint64
from ..coding.arrays import DeltaArrays, GuardArrays, RuleArrays
from ..coding.index_words import LookupArrays
from ..packed_space import PackedSpace
from .deepening import CompiledDepth, Root
from .general import ByRules, NotOnPath, first_steps
from .layout import Words
from .lookups import left_by_sum, left_by_table
from .rules import delta


class Looking(NamedTuple):
    """As `general.Taking`; the slack is what the limit leaves of the moves, without the bound.

    Attributes
    ----------
    deltas
        What each rule adds to the sum of the table and to each index word.
    """

    rules: RuleArrays
    goals: GuardArrays
    deltas: DeltaArrays
    divisor: int
    lookups: LookupArrays


class LookupMoves(Looking, ByRules):
    """The moves of any rules."""

    def left(self, words: Words, row: int, step: int, slack: int, least: int) -> int:
        rules, deltas, lookups = self.rules, self.deltas, self.lookups
        n_words = rules.written.shape[2]
        n_sums = words.shape[1] - n_words
        for number in range(n_sums):
            change = delta(words, row, deltas, rules.steps[step, 0] * n_sums + number, rules.cell_mask[0])
            words[row + 1, n_words + number] = words[row, n_words + number] + uint64(change)
        rest = slack - rules.steps[step, 2]
        left = left_by_table(int64(words[row + 1, n_words]), self.divisor, rest)
        number = 0
        while number < lookups.first.shape[0] - 1 and left > least:
            left = left_by_sum(words, row + 1, n_words + 1, lookups, number, left, rest)
            number += 1
        return left


class WideLookupMoves(LookupMoves):
    """The same with entries of two bytes: for another type, a kernel is compiled anew."""


class FreeLookupMoves(NotOnPath, LookupMoves):
    """The moves of any rules where some may cost nothing."""


class WideFreeLookupMoves(NotOnPath, WideLookupMoves):
    """The same with entries of two bytes."""


def general_lookup_depth(space: PackedSpace) -> CompiledDepth:
    """The depth-first search by the rules as they are."""
    assert space.index_words is not None
    deltas = space.arrays.deltas(*space.summed)
    kinds = (FreeLookupMoves, WideFreeLookupMoves) if space.problem.free else (LookupMoves, WideLookupMoves)
    kind = kinds[space.index_words.arrays.entries.dtype != np.uint8]
    moves = kind(space.rules, space.goals, deltas, space.divisor, space.index_words.arrays)
    rules = np.ascontiguousarray(space.rules.steps[:, 0])
    root = Root(np.concatenate([space.start, space.sums()]), 1, 0)
    return CompiledDepth(space, moves, first_steps(space), rules, root)
