"""Depth first within a limit for any rules and any number of words: the twin of `..depth.PlainDepth`."""

from __future__ import annotations

import numpy as np

from ...endings import Path
from ..budget import Outcome
from ..coding.arrays import GuardArrays, RiseArrays, RuleArrays, packed
from ..coding.heuristic_delta import rows_of, sum_of
from ..coding.program import program_of
from ..depth import NO_CUT
from ..problem import SearchProblem
from ..space import replay
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

    def __init__(self, problem: SearchProblem, bounded: bool) -> None:
        assert problem.rewriting is not None
        self.problem, self.rewriting, self.bounded = problem, problem.rewriting, bounded and problem.table is not None
        program = program_of(problem.rewriting, problem.start)
        self.packed = packed(program, program.blanks(problem.start))
        rows = rows_of(problem, program.codes) if self.bounded else None
        self.deltas = self.packed.rises(rows)
        self.goals = self.packed.goals(problem.goals)
        self.start = self.packed.pack(problem.start)
        self.start_sum = sum_of(program.codes.encode(problem.start), rows) if rows else 0
        self.begin(0)

    def begin(self, limit: int) -> None:
        """Start anew with at most `limit` moves."""
        rules = self.packed.rules
        self.nodes, self.least = 0, NO_CUT
        self.words = np.zeros((limit + 2, self.packed.packing.n_words), dtype=np.uint64)
        self.frames = np.zeros((limit + 2, 4), dtype=np.int64)
        divisor = self.problem.divisor if self.bounded else 1
        self.control = np.array([0, 1, NO_CUT, limit, divisor], dtype=np.int64)
        self.words[0] = self.start
        here = rules.written.shape[0]
        if rules.telling[0] >= 0:
            here = int(self.start[rules.telling[0]]) >> int(rules.telling[1]) & int(rules.cell_mask[0])
        self.frames[0] = rules.context[here], rules.context[here + 1], limit * divisor - self.start_sum, -1

    def run(self, work: int, cap: int) -> Outcome:
        """Go on for `work` states."""
        if cap < 1:
            return Outcome.FULL
        until = min(max(1, self.nodes) + work, cap)
        outcome = launch(
            depth_first, self.words, self.frames, self.control, self.packed.rules, self.goals, self.deltas, until
        )
        self.nodes, self.least = int(self.control[NODES]), int(self.control[LEAST])
        return Outcome.FULL if outcome == PAUSED and self.nodes == cap else Outcome(outcome)

    def path(self) -> Path:
        """The solution on the stack."""
        vias = self.frames[1 : self.control[DEPTH] + 2, VIA]
        return replay(self.problem, self.rewriting, [int(via) for via in vias], self.bounded)
