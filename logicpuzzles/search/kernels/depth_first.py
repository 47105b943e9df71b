"""Depth first within a limit: the rounds of iterative deepening, the twin of `..depth.PlainDepth`.

One loop for any moves: `general` has those of any rules, `slide` those of sliding puzzles, which it makes ten times as
fast.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np

from ...kernels.kernel import kernel
from ...kernels.launch import launch
from ..budget import UNLIMITED
from .control import (
    BRANCH,
    CUT,
    DEPTH,
    END,
    ENDED,
    FOUND,
    LEAST,
    LIMIT,
    N_CONTROL,
    NODES,
    PAUSED,
    ROOM,
    SLACK,
    STEP,
)
from .layout import Control, Fields, Frames, Words

MANY, APART = 1 << 18, 8  # states for `Moves.count_below`; the moves between tries of it where they are too few

State = Any  # a state as its moves work on it: its words, or the row of `words` that holds them


class Moves(Protocol):
    """What `depth_first` asks of its moves, a named tuple of arrays. Of the states, `words` holds those on the path."""

    def load(self, words: Words, depth: int) -> State:
        """The state at `depth`."""

    def store(self, words: Words, depth: int, state: State) -> None:
        """Note the state at `depth`."""

    def possible(self, words: Words, state: State, step: int) -> bool:
        """Whether a step can be taken, and does not lead straight back."""

    def left(self, words: Words, state: State, step: int, slack: int, least: int) -> int:
        """What a step leaves of the slack; below 0 it is not taken, and `NO_CUT` where it cannot lead to a goal.

        A number below 0 that is at most `least` need not be exact.
        """

    def after(self, words: Words, state: State, step: int) -> State:
        """The state after a possible step."""

    def is_goal(self, words: Words, state: State) -> bool:
        """Whether a state is a goal."""

    def steps_after(self, words: Words, state: State, step: int) -> tuple[int, int]:
        """The first step that may be taken from a state that `step` led to, and the end of its steps."""

    # Moves that can count the states below one fast where little slack is left; `OneByOne` cannot.

    def is_countable(self, left: int, least: int) -> bool:
        """Whether the states below one with so much left can be counted, and none of them raises `least`."""

    def count_below(self, state: State, step: int, left: int, rest: int, most: int, scratch: Fields) -> int:
        """How many states are looked at below a state that `step` led to, and that is `rest` moves above the limit.

        -1 if there may be more than `most`, a goal, or one at the depth of the limit.
        """


class OneByOne:
    """What moves have in common that cannot count."""

    def is_countable(self, left: int, least: int) -> bool:
        return False

    def count_below(self, state: State, step: int, left: int, rest: int, most: int, scratch: Fields) -> int:
        return -1


@kernel(nogil=True)
def depth_first(moves: Moves, words: Words, frames: Frames, control: Control, scratch: Fields, until: int) -> int:
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
        int64[8], in and out: depth, states looked at, `least`, limit; step, end and slack of the last state; and the
        depth, below the limit, at which the tree is cut into branches, or 0; -1 where paths may be longer than the
        arrays.
    scratch
        uint64[4 * (limit + 2)].

    Returns
    -------
    `ENDED`, `PAUSED`, or `FOUND`: then the step before `control[STEP]` leads to the goal. `BRANCH`: the last state is
    at the depth of the cut. `ROOM`: the arrays must grow before it goes on.
    """
    depth, nodes, least, cut = control[DEPTH], control[NODES], control[LEAST], control[CUT]
    deepest = (cut if cut > 0 else control[LIMIT]) - 1
    step, end, slack = control[STEP], control[END], control[SLACK]
    state = moves.load(words, depth)
    outcome, tried = ENDED, UNLIMITED
    by_count = cut == 0
    while True:
        if step == end:
            if depth == 0:
                break
            depth -= 1
            state = moves.load(words, depth)
            step, end, slack = frames[depth, 0], frames[depth, 1], frames[depth, 2]
            continue
        if not moves.possible(words, state, step):
            step += 1
            continue
        if nodes == until:
            outcome = PAUSED
            break
        nodes += 1
        left = moves.left(words, state, step, slack, least)
        if left < 0:
            least = max(least, left)
            step += 1
            continue
        child = moves.after(words, state, step)
        is_countable = by_count and moves.is_countable(left, least)
        if is_countable and (depth <= tried or depth >= tried + APART):
            most = min(until - nodes, MANY)
            seen = moves.count_below(child, step, left, deepest - depth, most, scratch)
            if seen >= 0:
                nodes += seen
                step += 1
                continue
            tried = depth  # one by one from here on
        if moves.is_goal(words, child):
            step += 1
            outcome = FOUND
            break
        if depth >= deepest:
            if cut == 0:
                least = max(least, -1)
                step += 1
                continue
            if cut < 0:
                nodes -= 1
                outcome = ROOM
                break
            outcome = BRANCH
        moves.store(words, depth, state)
        frames[depth, 0], frames[depth, 1], frames[depth, 2] = step + 1, end, slack
        depth += 1
        state, slack = child, left
        step, end = moves.steps_after(words, child, step)
        if outcome == BRANCH:
            break
    moves.store(words, depth, state)
    control[DEPTH], control[NODES], control[LEAST] = depth, nodes, least
    control[STEP], control[END], control[SLACK] = step, end, slack
    return outcome


class Stack(NamedTuple):
    """A depth-first search under way: the arrays of `depth_first`."""

    words: Words
    frames: Frames
    control: Control
    scratch: Fields

    @classmethod
    def empty(cls, limit: int, n_words: int) -> Stack:
        """Arrays for as many moves."""
        words, frames = np.zeros((limit + 2, n_words), np.uint64), np.zeros((limit + 2, 3), np.int64)
        return cls(words, frames, np.zeros(N_CONTROL, np.int64), np.zeros(4 * (limit + 2), np.uint64))

    def larger(self) -> Stack:
        """The same with room for twice as many moves."""
        larger = Stack.empty(2 * int(self.control[LIMIT]), self.words.shape[1])
        larger.words[: len(self.words)], larger.frames[: len(self.frames)] = self.words, self.frames
        larger.control[:] = self.control
        larger.control[LIMIT] *= 2
        return larger

    @property
    def nodes(self) -> int:
        """States looked at."""
        return int(self.control[NODES])

    @property
    def least(self) -> int:
        """The largest slack of a state that was turned back."""
        return int(self.control[LEAST])

    def run(self, moves: Moves, until: int) -> int:
        """What `depth_first` returns."""
        return launch(depth_first, moves, *self, until)

    def steps(self) -> list[int]:
        """For each move of the solution, after `FOUND`, the step after it."""
        return [*map(int, self.frames[: self.control[DEPTH], 0]), int(self.control[STEP])]
