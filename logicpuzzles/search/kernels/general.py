"""The moves of any rules, over states of any number of words, for `deepening`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import uint64

from ..coding.arrays import DeltaArrays, GuardArrays, RuleArrays
from ..packed_space import PackedSpace
from .deepening import CompiledDepth, after, cost, is_goal, load, possible, steps_after, store
from .layout import Words
from .operations import implement
from .rules import any_holds, apply, context, delta, equal, holds


class RuleMoves(NamedTuple):
    """Rules, goals, and what a rule adds to the sum. Steps are those of the rules; a state is its row of the words."""

    rules: RuleArrays
    goals: GuardArrays
    deltas: DeltaArrays
    divisor: int


@implement(load, RuleMoves)
def _(moves: RuleMoves, words: Words, depth: int) -> int:
    return depth


@implement(store, RuleMoves)
def _(moves: RuleMoves, words: Words, depth: int, row: int) -> None:
    pass  # it is there


@implement(possible, RuleMoves)
def _(moves: RuleMoves, words: Words, row: int, step: int) -> bool:
    rules = moves.rules
    if not holds(words, row, rules.guards, step, rules.cell_mask[0]):
        return False
    apply(words, row, words, row + 1, rules, rules.steps[step, 0])
    return not (rules.steps[step, 1] and row > 0 and equal(words, row + 1, row - 1))


@implement(cost, RuleMoves)
def _(moves: RuleMoves, words: Words, row: int, step: int) -> int:
    rule = moves.rules.steps[step, 0]
    return moves.divisor + delta(words, row, moves.deltas, rule, moves.rules.cell_mask[0])


@implement(after, RuleMoves)
def _(moves: RuleMoves, words: Words, row: int, step: int) -> int:
    return row + 1  # `possible` has written it


@implement(is_goal, RuleMoves)
def _(moves: RuleMoves, words: Words, row: int) -> bool:
    return any_holds(words, row, moves.goals, moves.rules.cell_mask[0])


@implement(steps_after, RuleMoves)
def _(moves: RuleMoves, words: Words, row: int, step: int) -> tuple[int, int]:
    rules = moves.rules
    here = context(words, row, rules.steps[step, 0], rules)
    return uint64(rules.context[here]), uint64(rules.context[here + 1])


def general_depth(space: PackedSpace) -> CompiledDepth:
    """The depth-first search by the rules as they are."""
    rules, here = space.rules, space.root
    if rules.telling[0] >= 0:
        here = int(space.start[rules.telling[0]]) >> int(rules.telling[1]) & int(rules.cell_mask[0])
    at_start = int(rules.context[here]), int(rules.context[here + 1])
    moves = RuleMoves(rules, space.goals, space.deltas, space.divisor)
    return CompiledDepth(space, moves, at_start, np.ascontiguousarray(rules.steps[:, 0]))
