"""The moves of a blank that changes places with one other cell, for `deepening`; a state is one word.

After a rule, only the rules of the blank's new place can follow, without a guard to look at; so a move is a shift, a
look into a table and an exclusive or. These are the moves of sliding puzzles of any shape.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...kernels.kernel import kernel
from ...kernels.words import Word, int64
from ...memo import memo
from ...proofs.bounds import Rows, delta
from ..coding.arrays import Packed
from ..goal_states import exact
from ..packed_space import PackedSpace
from .counting import Counts, count_below
from .deepening import CompiledDepth
from .layout import Costs, Fields, Masks, Spans, Words
from .sliding import exchanges, steps_taken


@kernel(inline=True)
def meets(goals: Masks, word: Word) -> bool:
    """Whether the state `word` is one of the goals."""
    goal, n_goals = 0, goals.shape[0]
    while goal < n_goals and word & goals[goal, 0] != goals[goal, 1]:
        goal += 1
    return goal < n_goals


class Slides(NamedTuple):
    """Sliding moves.

    Attributes
    ----------
    shifts, swaps
        uint64[n_steps]: where the piece is that moves; the lowest bits of the two cells.
    costs
        int32[n_steps, 2**n_bits]: by what the move lowers the slack, by the piece.
    spans
        int64[n_steps, 2]: the steps that can follow.
    goals
        uint64[n_goals, 2]: the bits that each goal fixes, and their values.
    fixed
        uint64[2]: the bits of a cell at the bottom of a word, and the number of the blank.
    counts
        What `count_below` needs.
    """

    shifts: Fields
    swaps: Fields
    costs: Costs
    spans: Spans
    goals: Masks
    fixed: Fields
    counts: Counts

    def load(self, words: Words, depth: int) -> Word:
        return words[depth, 0]

    def store(self, words: Words, depth: int, state: Word) -> None:
        words[depth, 0] = state

    def possible(self, words: Words, state: Word, step: int) -> bool:
        return True

    def left(self, words: Words, state: Word, step: int, slack: int, least: int) -> int:
        return slack - self.costs[step, state >> self.shifts[step] & self.fixed[0]]

    def after(self, words: Words, state: Word, step: int) -> Word:
        piece = state >> self.shifts[step] & self.fixed[0]
        return state ^ (piece ^ self.fixed[1]) * self.swaps[step]

    def is_goal(self, words: Words, state: Word) -> bool:
        return meets(self.goals, state)

    def steps_after(self, words: Words, state: Word, step: int) -> tuple[int, int]:
        return self.spans[step, 0], self.spans[step, 1]

    def is_countable(self, left: int, least: int) -> bool:
        goal, cost = self.counts.slack[0], self.counts.slack[1]
        return least >= goal - cost and (left == goal or left == goal + cost or left == goal + 2 * cost)

    def count_below(self, state: Word, step: int, left: int, rest: int, most: int, scratch: Fields) -> int:
        return count_below(self.counts, self.fixed, state, int64(self.counts.contexts[step]), left, rest, most, scratch)


@memo
def slack_taken(packed: Packed, rows: Rows | None, divisor: int) -> Costs:
    """int32[n_rules, 2**n_bits]: by what the move of each rule lowers the slack, by the piece."""
    rules = packed.program.rules
    costs = np.full((len(rules), 1 << packed.packing.bits), divisor, dtype=np.int32)
    for number, rule in enumerate(rules):
        if rule:
            costs[number] *= rule.cost
            constant, terms = delta(rule, rows) if rows else (0, ())
            costs[number] += constant
            for _, by_value in terms:  # of the one cell whose value is not known
                costs[number, : len(by_value)] += np.array(by_value, dtype=np.int32)
    return costs


def slide_depth(space: PackedSpace, blank: int) -> CompiledDepth:
    """The depth-first search by sliding moves."""
    steps = steps_taken(space)
    shifts, swaps = exchanges(steps.packed)
    moves = Slides(
        shifts[steps.rules],
        swaps[steps.rules],
        slack_taken(steps.packed, space.rows, space.divisor)[steps.rules],
        steps.spans,
        space.goals.masks[:, :, 0].copy(),
        np.array([steps.packed.packing.cell_mask, blank], dtype=np.uint64),
        Counts.unused(len(steps.rules)),
    )
    moves = moves._replace(counts=counts_of(space, moves, blank))
    return CompiledDepth(space, moves, steps.at_start, steps.copies)


def counts_of(space: PackedSpace, moves: Slides, blank: int) -> Counts:
    """What counts states below the steps of `moves`."""
    slack = goal_slack(space)
    if slack is None:
        return Counts.unused(len(moves.shifts))
    pieces = [piece for piece in range(len(space.arrays.program.values)) if piece != blank]
    return Counts.of(moves.shifts, moves.swaps, moves.costs, moves.spans, pieces, slack, space.divisor)


def goal_slack(space: PackedSpace) -> int | None:
    """The slack of every goal at the depth of the limit; None where that is not the same, or goals leave cells open."""
    problem = space.problem
    goals = [exact(pattern, len(problem.start)) for pattern in problem.goals]
    if not space.bounded or problem.weighted or not goals or None in goals:
        return None
    slacks = {-problem.table_sum(goal) for goal in goals if goal is not None}
    return slacks.pop() if len(slacks) == 1 else None
