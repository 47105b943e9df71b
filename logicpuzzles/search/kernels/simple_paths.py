"""Every simple path to a goal over any rules: the twin of `..dfs.PlainSimplePaths`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..coding.arrays import GuardArrays, RuleArrays
from ..packed_space import PackedSpace
from ..problem import SearchProblem
from .exhaustive import GOAL, OPEN, CompiledExhaustive
from .layout import Words
from .rules import any_holds, apply, context, equal, holds
from .stored import grown

FIRST_CAPACITY = 256


class States(NamedTuple):
    """Packed states, uint64[capacity, n_words]: the row of a state on the path is its depth. And rules and goals."""

    words: Words
    rules: RuleArrays
    goals: GuardArrays

    def steps_from(self, depth: int, via: int) -> tuple[int, int]:
        rules = self.rules
        here = context(self.words, depth, via, rules)
        return rules.context[here], rules.context[here + 1]

    def possible(self, depth: int, step: int) -> bool:
        return holds(self.words, depth, self.rules.guards, step, self.rules.cell_mask[0])

    def onward(self, depth: int, step: int) -> int:
        words, rules = self.words, self.rules
        rule = rules.steps[step, 0]
        apply(words, depth, words, depth + 1, rules, rule)
        there = context(words, depth + 1, rule, rules)
        count = 0
        for further in range(rules.context[there], rules.context[there + 1]):
            if holds(words, depth + 1, rules.guards, further, rules.cell_mask[0]):
                apply(words, depth + 1, words, depth + 2, rules, rules.steps[further, 0])
                count += not (
                    rules.steps[further, 1] and equal(words, depth + 2, depth, words.shape[1])
                )  # straight back is no way on
        return count

    def take(self, depth: int, step: int) -> bool:
        words, rules = self.words, self.rules
        apply(words, depth, words, depth + 1, rules, rules.steps[step, 0])
        known = False
        for row in range(depth + 1):
            known = known or equal(words, depth + 1, row, words.shape[1])
        return not known

    def rule_of(self, step: int) -> int:
        return self.rules.steps[step, 0]

    def judge(self, depth: int) -> int:
        return GOAL if any_holds(self.words, depth, self.goals, self.rules.cell_mask[0]) else OPEN

    def leave(self, depth: int) -> None:
        pass  # its row is written over


class CompiledSimplePaths(CompiledExhaustive):
    """The simple paths of a problem."""

    moves: States

    def __init__(self, problem: SearchProblem) -> None:
        space = PackedSpace(problem)
        super().__init__(problem, FIRST_CAPACITY, int(np.diff(space.rules.context).max(initial=1)), space.root)
        self.moves = States(grown(space.start[None], FIRST_CAPACITY), space.rules, space.goals)

    def memory(self) -> int:
        """The bytes held."""
        return super().memory() + int(self.moves.words.nbytes)

    def _grow(self, capacity: int) -> None:
        """Make room for longer paths."""
        self.moves = self.moves._replace(words=grown(self.moves.words, capacity))
        super()._grow(capacity)
