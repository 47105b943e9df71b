"""Depth first within a limit where a blank changes places with one other cell a move, and a state is one word.

After a rule, only the rules of the blank's new place can follow, without a guard to look at; so a move is a shift, a
look into a table and an exclusive or. This is the kernel for sliding puzzles of any shape.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import int64, uint64
from numpy.typing import NDArray

from ...endings import Path
from ..budget import Outcome
from ..coding.arrays import Ints, Packed
from ..coding.coded import exchange
from ..coding.heuristic_delta import Rows, rise
from ..depth import NO_CUT
from ..packed_space import PackedSpace
from .caching import kernel
from .launch import launch
from .layout import Control, Costs, Fields, Frames, Masks, Spans, Words

ENDED, FOUND, PAUSED = int(Outcome.ENDED), int(Outcome.FOUND), int(Outcome.PAUSED)
DEPTH, NODES, LEAST, LIMIT, STEP, END, SLACK = range(7)  # of `control`


@kernel
def slide(
    words: Words,
    frames: Frames,
    control: Control,
    shifts: Fields,
    swaps: Fields,
    costs: Costs,
    spans: Spans,
    goals: Masks,
    fixed: Fields,
    until: int,
) -> int:
    """Search on until `until` states were looked at, the goal is met, or nothing is left.

    Parameters
    ----------
    words
        uint64[limit + 1], in and out: the states on the path.
    frames
        int64[limit + 1, 3], in and out: for each state on the path but the last, the step to take next, the end of its
        steps, and its slack; the same of the last are in `control`.
    control
        int64[7], in and out: depth, states looked at, `least`, limit; step, end and slack of the last state.
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

    Returns
    -------
    `ENDED`, `PAUSED`, or `FOUND`: then the step before `control[STEP]` leads to the goal.
    """
    cell_mask, blank, n_goals = fixed[0], fixed[1], goals.shape[0]
    depth, nodes, least, deepest = control[DEPTH], control[NODES], control[LEAST], control[LIMIT] - 1
    # Unsigned, because numba wraps signed indices around at each use.
    step, end, slack = uint64(control[STEP]), uint64(control[END]), control[SLACK]
    word, one = words[depth], uint64(1)
    outcome = ENDED
    while True:
        if step == end:
            if depth == 0:
                break
            depth -= 1
            word, slack = words[depth], frames[depth, 2]
            step, end = uint64(frames[depth, 0]), uint64(frames[depth, 1])
            continue
        if nodes == until:
            outcome = PAUSED
            break
        nodes += 1
        piece = word >> shifts[step] & cell_mask
        left = slack - int64(costs[step, piece])
        if left < 0:
            least = max(least, left)
            step += one
            continue
        after = word ^ (piece ^ blank) * swaps[step]
        goal = 0
        while goal < n_goals and after & goals[goal, 0] != goals[goal, 1]:
            goal += 1
        if goal < n_goals:
            step += one
            outcome = FOUND
            break
        if depth == deepest:
            least = max(least, -1)
            step += one
            continue
        words[depth], frames[depth, 2] = word, slack
        frames[depth, 0], frames[depth, 1] = step + one, end
        depth += 1
        word, slack = after, left
        end, step = uint64(spans[step, 1]), uint64(spans[step, 0])
    words[depth] = word
    control[DEPTH], control[NODES], control[LEAST] = depth, nodes, least
    control[STEP], control[END], control[SLACK] = step, end, slack
    return outcome


class Steps(NamedTuple):
    """The arrays of `slide` that depend on the rules alone, and the rule of each step.

    The steps that may follow each rule come first; the last n_rules steps are the rules themselves, for the start to
    choose from.
    """

    rules: Ints
    shifts: Words
    swaps: Words
    costs: NDArray[np.int32]
    spans: Ints


def blank_of(packed: Packed) -> int | None:
    """The number of the blank if `slide` can search with these rules, else None."""
    rules = packed.program.rules
    blanks = {found and found[2] for found in map(exchange, filter(None, rules))}
    if packed.packing.n_words != 1 or len(blanks) != 1 or packed.follow.cell is not None:
        return None
    steps = [step for number, rule in enumerate(rules) if rule for step in packed.follow.after(number)]
    if any(step.may_undo or step.guards.allowed or step.guards.tests for step in steps):
        return None
    return blanks.pop()


def steps_of(packed: Packed, rows: Rows | None, divisor: int) -> Steps:
    """The steps after each rule, then one for each rule."""
    packing, rules, first = packed.packing, packed.program.rules, packed.rules.context
    numbers = np.concatenate([packed.rules.steps[: first[len(rules)], 0], np.arange(len(rules))])
    shifts, swaps = np.zeros((2, len(rules)), dtype=np.uint64)
    costs = np.full((len(rules), 1 << packing.bits), divisor, dtype=np.int32)
    for number, rule in enumerate(rules):
        found = rule and exchange(rule)
        if rule and found:
            gap, other = (packing.place(cell)[1] for cell in found[:2])
            shifts[number], swaps[number] = other, 1 << gap | 1 << other
            constant, terms = rise(rule, rows) if rows else (0, ())
            costs[number] += constant
            for _, by_value in terms:  # of the one cell whose value is not known
                costs[number, : len(by_value)] += np.array(by_value, dtype=np.int32)
    spans = np.stack([first[:-2], first[1:-1]], axis=1)
    return Steps(numbers, shifts[numbers], swaps[numbers], costs[numbers], spans[numbers])


class SlideDepth:
    """The depth-first search of a problem by `slide`."""

    def __init__(self, space: PackedSpace, blank: int) -> None:
        self.space = space
        arrays, rows, divisor = space.arrays, space.rows, space.divisor
        key = ("slide", rows, divisor, arrays.follow)
        steps = arrays.program.once(key, lambda: steps_of(arrays, rows, divisor))
        n_after = len(steps.rules) - space.root
        first = [n_after + number for number in space.at_start()]
        chosen = np.concatenate([np.arange(n_after), first]).astype(np.int64)
        rules, shifts, swaps, costs, spans = steps
        self.steps = Steps(rules[chosen], shifts[chosen], swaps[chosen], costs[chosen], spans[chosen])
        self.at_start = n_after, len(chosen)
        self.goals = space.goals.masks[:, :, 0].copy()
        self.fixed = np.array([arrays.packing.cell_mask, blank], dtype=np.uint64)
        self.begin(0)

    def begin(self, limit: int) -> None:
        """Start anew with at most `limit` moves."""
        self.nodes, self.least = 0, NO_CUT
        self.words = np.zeros(limit + 1, dtype=np.uint64)
        self.words[0] = self.space.start[0]
        self.frames = np.zeros((limit + 1, 3), dtype=np.int64)
        slack = limit * self.space.divisor - self.space.start_sum
        self.control = np.array([0, 1, NO_CUT, limit, *self.at_start, slack], dtype=np.int64)

    def run(self, work: int, cap: int) -> Outcome:
        """Go on for `work` states."""
        if cap < 1:
            return Outcome.FULL
        until = min(max(1, self.nodes) + work, cap)
        arrays = self.words, self.frames, self.control, *self.steps[1:], self.goals, self.fixed
        outcome = launch(slide, *arrays, until)
        self.nodes, self.least = int(self.control[NODES]), int(self.control[LEAST])
        return Outcome.FULL if outcome == PAUSED and self.nodes == cap else Outcome(outcome)

    def path(self) -> Path:
        """The solution on the stack."""
        depth = int(self.control[DEPTH])
        steps = [*self.frames[:depth, 0], self.control[STEP]]
        return self.space.path(self.steps.rules[step - 1] for step in steps)
