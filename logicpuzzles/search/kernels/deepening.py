"""Depth first within a limit: the rounds of iterative deepening, the twin of `..depth.PlainDepth`.

One loop for any moves: `general` has those of any rules, `slide` those of sliding puzzles, which it makes ten times as
fast. It counts no references (`_nrt=False`; it allocates nothing): with them the general moves took twice as long.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numba import uint64

from ...endings import Path
from ...kernels.caching import kernel
from ...kernels.launch import launch
from ..budget import Outcome
from ..depth import NO_CUT
from ..packed_space import PackedSpace
from .layout import Control, Fields, Frames, Rows, Words

ENDED, FOUND, PAUSED = int(Outcome.ENDED), int(Outcome.FOUND), int(Outcome.PAUSED)
DEPTH, NODES, LEAST, LIMIT, STEP, END, SLACK = range(7)  # of `control`

State = Any  # a state as its moves work on it: its words, or the row of `words` that holds them


class Moves(Protocol):
    """What `depth_first` asks of its moves, a named tuple of arrays. Of the states, `words` holds those on the path."""

    def load(self, words: Words, depth: int) -> State:
        """The state at `depth`."""

    def store(self, words: Words, depth: int, state: State) -> None:
        """Note the state at `depth`."""

    def possible(self, words: Words, state: State, step: int) -> bool:
        """Whether a step can be taken, and does not lead straight back."""

    def left(self, words: Words, state: State, step: int, slack: int) -> int:
        """What a step leaves of the slack; below 0 it is not taken, and `NO_CUT` where it cannot lead to a goal."""

    def after(self, words: Words, state: State, step: int) -> State:
        """The state after a possible step."""

    def is_goal(self, words: Words, state: State) -> bool:
        """Whether a state is a goal."""

    def steps_after(self, words: Words, state: State, step: int) -> tuple[int, int]:
        """The first step that may be taken from a state that `step` led to, and the end of its steps."""


@kernel(_nrt=False)
def depth_first(moves: Moves, words: Words, frames: Frames, control: Control, until: int) -> int:
    """Search on until `until` states were looked at, a goal is met, or nothing is left.

    Parameters
    ----------
    moves
        What the operations above need.
    words
        uint64[limit + 2, n_words], in and out: the states on the path; one row after them is scratch.
    frames
        int64[limit + 2, 3], in and out: for each state on the path but the last, the step to take next, the end of its
        steps, and its slack; the same of the last are in `control`.
    control
        int64[7], in and out: depth, states looked at, `least`, limit; step, end and slack of the last state.

    Returns
    -------
    `ENDED`, `PAUSED`, or `FOUND`: then the step before `control[STEP]` leads to the goal.
    """
    depth, nodes, least, deepest = control[DEPTH], control[NODES], control[LEAST], control[LIMIT] - 1
    # Unsigned, because numba wraps signed indices around at each use.
    step, end, slack, one = uint64(control[STEP]), uint64(control[END]), control[SLACK], uint64(1)
    state = moves.load(words, depth)
    outcome = ENDED
    while True:
        if step == end:
            if depth == 0:
                break
            depth -= 1
            state, slack = moves.load(words, depth), frames[depth, 2]
            step, end = uint64(frames[depth, 0]), uint64(frames[depth, 1])
            continue
        if not moves.possible(words, state, step):
            step += one
            continue
        if nodes == until:
            outcome = PAUSED
            break
        nodes += 1
        left = moves.left(words, state, step, slack)
        if left < 0:
            least = max(least, left)
            step += one
            continue
        child = moves.after(words, state, step)
        if moves.is_goal(words, child):
            step += one
            outcome = FOUND
            break
        if depth >= deepest:
            least = max(least, -1)
            step += one
            continue
        moves.store(words, depth, state)
        frames[depth, 0], frames[depth, 1], frames[depth, 2] = step + one, end, slack
        depth += 1
        state, slack = child, left
        step, end = moves.steps_after(words, child, step)
    moves.store(words, depth, state)
    control[DEPTH], control[NODES], control[LEAST] = depth, nodes, least
    control[STEP], control[END], control[SLACK] = step, end, slack
    return outcome


class CompiledDepth:
    """The depth-first search of a problem by `depth_first`.

    Parameters
    ----------
    at_start
        The first step that may be taken from the start, and the end of its steps.
    rules
        The rule of each step.
    start, start_sum
        uint64[n_words], what the moves keep of the start, and what it takes of the slack; by default its packed state
        and the sum of the table.
    """

    def __init__(
        self,
        space: PackedSpace,
        moves: Moves,
        at_start: tuple[int, int],
        rules: Rows,
        start: Fields | None = None,
        start_sum: int | None = None,
    ) -> None:
        self.space, self.moves, self.at_start, self.rules = space, moves, at_start, rules
        self.start = space.start if start is None else start
        self.start_sum = space.start_sum if start_sum is None else start_sum
        self.begin(0)

    def begin(self, limit: int) -> None:
        """Start anew with at most `limit` moves."""
        self.nodes, self.least = 0, NO_CUT
        self.words = np.zeros((limit + 2, len(self.start)), dtype=np.uint64)
        self.words[0] = self.start
        self.frames = np.zeros((limit + 2, 3), dtype=np.int64)
        slack = limit * self.space.divisor - self.start_sum
        self.control = np.array([0, 1, NO_CUT, limit, *self.at_start, slack], dtype=np.int64)

    def run(self, work: int, cap: int) -> Outcome:
        """Go on for `work` states."""
        if cap < 1:
            return Outcome.FULL
        until = min(max(1, self.nodes) + work, cap)
        outcome = launch(depth_first, self.moves, self.words, self.frames, self.control, until)
        self.nodes, self.least = int(self.control[NODES]), int(self.control[LEAST])
        return Outcome.FULL if outcome == PAUSED and self.nodes == cap else Outcome(outcome)

    def path(self) -> Path:
        """The solution on the stack."""
        steps = [*self.frames[: self.control[DEPTH], 0], self.control[STEP]]
        return self.space.path(self.rules[step - 1] for step in steps)
