"""The moves of any rules, over states of any number of words, for `deepening`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..coding.arrays import DeltaArrays, GuardArrays, RuleArrays
from ..packed_space import PackedSpace
from .deepening import CompiledDepth
from .depth_first import OneByOne
from .layout import Words
from .rules import any_holds, apply, context, delta, equal, holds


class ByRow(OneByOne):
    """What moves have in common for which a state is its row of the words."""

    def load(self, words: Words, depth: int) -> int:
        return depth

    def store(self, words: Words, depth: int, row: int) -> None:
        pass  # it is there


class ByRules(ByRow):
    """What moves by rules have in common. Steps are those of rules."""

    rules: RuleArrays
    goals: GuardArrays

    def possible(self, words: Words, row: int, step: int) -> bool:
        rules = self.rules
        if not holds(words, row, rules.guards, step, rules.cell_mask[0]):
            return False
        apply(words, row, words, row + 1, rules, rules.steps[step, 0])
        return not (rules.steps[step, 1] and row > 0 and equal(words, row + 1, row - 1, rules.written.shape[2]))

    def after(self, words: Words, row: int, step: int) -> int:
        return row + 1  # it is written there before

    def is_goal(self, words: Words, row: int) -> bool:
        return any_holds(words, row, self.goals, self.rules.cell_mask[0])

    def steps_after(self, words: Words, row: int, step: int) -> tuple[int, int]:
        rules = self.rules
        here = context(words, row, rules.steps[step, 0], rules)
        return rules.context[here], rules.context[here + 1]


class Taking(NamedTuple):
    """Rules, goals, and what a rule takes of the slack."""

    rules: RuleArrays
    goals: GuardArrays
    deltas: DeltaArrays


class RuleMoves(Taking, ByRules):
    """The moves of any rules."""

    def left(self, words: Words, row: int, step: int, slack: int, least: int) -> int:
        rule = self.rules.steps[step, 0]
        return slack - delta(words, row, self.deltas, rule, self.rules.cell_mask[0])


class NotOnPath(ByRules):
    """Moves by rules where some may cost nothing: none leads to a state that is on the path."""

    def possible(self, words: Words, row: int, step: int) -> bool:
        rules = self.rules
        if not holds(words, row, rules.guards, step, rules.cell_mask[0]):
            return False
        apply(words, row, words, row + 1, rules, rules.steps[step, 0])
        for before in range(row + 1):  # noqa: SIM110 -- kernels have no all()
            if equal(words, row + 1, before, rules.written.shape[2]):
                return False
        return True


class FreeMoves(NotOnPath, RuleMoves):
    """The moves of any rules where some may cost nothing."""


def general_depth(space: PackedSpace) -> CompiledDepth:
    """The depth-first search by the rules as they are."""
    rules, deltas = space.rules, space.deltas
    prices = np.array([rule.cost if rule else 0 for rule in space.arrays.program.rules], dtype=np.int64)
    taken = deltas._replace(constant=deltas.constant + space.divisor * prices)
    moves = (FreeMoves if space.problem.free else RuleMoves)(rules, space.goals, taken)
    return CompiledDepth(space, moves, first_steps(space), np.ascontiguousarray(space.rules.steps[:, 0]))


def first_steps(space: PackedSpace) -> tuple[int, int]:
    """The first step that may be taken from the start, and the end of its steps."""
    rules, here = space.rules, space.root
    if rules.telling[0] >= 0:
        here = int(space.start[rules.telling[0]]) >> int(rules.telling[1]) & int(rules.cell_mask[0])
    return int(rules.context[here]), int(rules.context[here + 1])
