"""Depth first within a limit for any rules and any number of words: the twin of `..depth.PlainDepth`."""

from __future__ import annotations

import numpy as np

from ...endings import Path
from ..budget import Outcome
from ..coding.arrays import GuardArrays, RiseArrays, RuleArrays
from ..depth import NO_CUT
from ..packed_space import PackedSpace
from .caching import kernel
from .launch import launch
from .layout import Control, Frames, Words
from .rules import any_holds, apply, context, delta, equal, holds

ENDED, FOUND, PAUSED, FULL = (int(o) for o in (Outcome.ENDED, Outcome.FOUND, Outcome.PAUSED, Outcome.FULL))
DEPTH, NODES, LEAST, LIMIT, DIVISOR = range(5)  # of `control`
STEP, END, SLACK, VIA = range(4)  # of a frame


@kernel
def depth_first(
    words: Words,
    frames: Frames,
    control: Control,
    rules: RuleArrays,
    goals: GuardArrays,
    deltas: RiseArrays,
    until: int,
) -> int:
    """Search on until `until` states were looked at, a goal is met, or nothing is left.

    Parameters
    ----------
    words
        uint64[limit + 2, n_words], in and out: the states on the path; row `depth + 1` is scratch.
    frames
        int64[limit + 2, 4], in and out: for each state on the path the next step, the end of its steps, its slack,
        and the rule that led to it.
    control
        int64[5], in and out: depth, states looked at, `least`, limit, divisor; see `..depth`.
    rules, goals, deltas
        `RuleArrays`, `GuardArrays`, `RiseArrays`.

    Returns
    -------
    `ENDED`, `PAUSED`, or `FOUND`: then the goal is in row `depth + 1`.
    """
    cell_mask = rules.cell_mask[0]
    depth, nodes, least = control[DEPTH], control[NODES], control[LEAST]
    limit, divisor = control[LIMIT], control[DIVISOR]
    outcome = ENDED
    while True:
        step, end, slack = frames[depth, STEP], frames[depth, END], frames[depth, SLACK] - divisor
        deeper = False
        while step < end:
            rule = rules.steps[step, 0]
            if holds(words, depth, rules.guards, step, cell_mask):
                apply(words, depth, words, depth + 1, rules, rule)
                if not (rules.steps[step, 1] and depth > 0 and equal(words, depth + 1, depth - 1)):
                    if nodes == until:
                        outcome = PAUSED
                        break
                    nodes += 1
                    left = slack - delta(words, depth, deltas, rule, cell_mask)
                    if left >= 0:
                        if any_holds(words, depth + 1, goals, cell_mask):
                            frames[depth + 1, VIA] = rule
                            step += 1
                            outcome = FOUND
                            break
                        if depth + 1 < limit:
                            frames[depth, STEP] = step + 1
                            depth += 1
                            here = context(words, depth, rule, rules)
                            frames[depth, STEP] = rules.context[here]
                            frames[depth, END] = rules.context[here + 1]
                            frames[depth, SLACK] = left
                            frames[depth, VIA] = rule
                            deeper = True
                            break
                        left = -1
                    least = max(least, left)
            step += 1
        if deeper:
            continue
        frames[depth, STEP] = step
        if outcome != ENDED or depth == 0:
            break
        depth -= 1
    control[DEPTH], control[NODES], control[LEAST] = depth, nodes, least
    return outcome


class GeneralDepth:
    """The depth-first search of a problem by `depth_first`."""

    def __init__(self, space: PackedSpace) -> None:
        self.space, self.deltas = space, space.deltas
        self.begin(0)

    def begin(self, limit: int) -> None:
        """Start anew with at most `limit` moves."""
        space, rules = self.space, self.space.rules
        self.nodes, self.least = 0, NO_CUT
        self.words = np.zeros((limit + 2, len(space.start)), dtype=np.uint64)
        self.frames = np.zeros((limit + 2, 4), dtype=np.int64)
        self.control = np.array([0, 1, NO_CUT, limit, space.divisor], dtype=np.int64)
        self.words[0] = space.start
        here = space.root
        if rules.telling[0] >= 0:
            here = int(space.start[rules.telling[0]]) >> int(rules.telling[1]) & int(rules.cell_mask[0])
        slack = limit * space.divisor - space.start_sum
        self.frames[0] = rules.context[here], rules.context[here + 1], slack, -1

    def run(self, work: int, cap: int) -> Outcome:
        """Go on for `work` states."""
        if cap < 1:
            return Outcome.FULL
        until = min(max(1, self.nodes) + work, cap)
        arrays = self.words, self.frames, self.control, self.space.rules, self.space.goals, self.deltas
        outcome = launch(depth_first, *arrays, until)
        self.nodes, self.least = int(self.control[NODES]), int(self.control[LEAST])
        return Outcome.FULL if outcome == PAUSED and self.nodes == cap else Outcome(outcome)

    def path(self) -> Path:
        """The solution on the stack."""
        return self.space.path(self.frames[1 : self.control[DEPTH] + 2, VIA])
