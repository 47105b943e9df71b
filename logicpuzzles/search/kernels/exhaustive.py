"""Every simple path to a goal, depth first: the walk that `simple_paths` and `tours` share, each with moves of its own.

The walk tries the steps from a state in clause order, or those first that lead to the states with the fewest steps on.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from ...endings import Path
from ...kernels.kernel import kernel
from ...kernels.launch import launch
from ..budget import Outcome
from ..driver import Exhaustive
from ..problem import SearchProblem
from ..space import replay
from .layout import Control, Frames, Order
from .stored import grown

ENDED, FOUND, PAUSED, FULL, ROOM, _ = map(int, Outcome)
DEPTH, NODES, COUNT, COUNTING, FEWEST = range(5)  # of `control`
STEP, END, VIA = range(3)  # of a frame
GOAL, OPEN, HOPELESS = range(3)  # what a state can be
SCRATCH = 3  # frames after that of the last state: the moves may use the rows of the next states


class Moves(Protocol):
    """What `walk` asks of its moves: a named tuple of arrays, which holds the states on the path."""

    def steps_from(self, depth: int, via: int) -> tuple[int, int]:
        """The first step from the state at `depth`, which the rule `via` led to, and the end of its steps."""

    def possible(self, depth: int, step: int) -> bool:
        """Whether a step can be taken from the state at `depth`."""

    def onward(self, depth: int, step: int) -> int:
        """How many steps are possible after one from `depth`."""

    def take(self, depth: int, step: int) -> bool:
        """Make the state after a step from `depth` the one at `depth + 1`; whether it is new on the path."""

    def rule_of(self, step: int) -> int:
        """The rule of a step."""

    def judge(self, depth: int) -> int:
        """`GOAL`, `OPEN` or `HOPELESS`: what the state at `depth` is; if it is open, it is now on the path."""

    def leave(self, depth: int) -> None:
        """Take the last state, at `depth`, off the path."""


@kernel(inline=True)
def arrange(moves: Moves, frames: Frames, order: Order, depth: int, fewest: bool) -> None:
    """List the possible steps from the state at `depth` in the order in which they are tried."""
    first, end = moves.steps_from(depth, frames[depth, VIA])
    count = 0
    for step in range(first, end):
        if not moves.possible(depth, step):
            continue
        place = count
        if fewest:
            further = moves.onward(depth, step)
            while place > 0 and order[depth, place - 1, 1] > further:
                # One by one: an assignment of slices takes seconds to compile.
                order[depth, place, 0], order[depth, place, 1] = order[depth, place - 1, 0], order[depth, place - 1, 1]
                place -= 1
            order[depth, place, 1] = further
        order[depth, place, 0] = step
        count += 1
    frames[depth, STEP], frames[depth, END] = 0, count


@kernel
def walk(moves: Moves, frames: Frames, order: Order, control: Control, until: int) -> int:
    """Search on until `until` states were looked at, a goal is met, nothing is left, or the stack is full.

    Parameters
    ----------
    moves
        The steps, and the states on the path, in and out.
    frames
        int64[capacity, 3], in and out: for each state on the path the place in `order` of the step to take next, the
        number of steps there, -1 before they are listed, and the rule that led to it.
    order
        int64[capacity, most_steps, 2], in and out: for each the steps to try, and scratch.
    control
        int64[5], in and out: depth, states looked at, goals met, whether they are only counted, whether to try the
        states first that have the fewest steps on.

    Returns
    -------
    `ENDED`, `PAUSED`, `ROOM`, or `FOUND`: then the goal is at `depth + 1`.
    """
    depth, nodes, count = control[DEPTH], control[NODES], control[COUNT]
    outcome = ENDED
    while depth >= 0:
        if frames[depth, END] < 0:
            arrange(moves, frames, order, depth, control[FEWEST])
        if frames[depth, STEP] == frames[depth, END]:
            moves.leave(depth)
            depth -= 1
            continue
        if depth + SCRATCH >= frames.shape[0]:
            outcome = ROOM
            break
        step = order[depth, frames[depth, STEP], 0]
        fresh = moves.take(depth, step)
        if fresh and nodes == until:
            outcome = PAUSED
            break
        frames[depth, STEP] += 1
        if not fresh:
            continue
        nodes += 1
        frames[depth + 1, VIA] = moves.rule_of(step)
        found = moves.judge(depth + 1)
        if found == GOAL:
            count += 1
            if not control[COUNTING]:
                outcome = FOUND
                break
        elif found == OPEN:
            depth += 1
            frames[depth, END] = -1
    control[DEPTH], control[NODES], control[COUNT] = depth, nodes, count
    return outcome


class CompiledExhaustive(Exhaustive):
    """The exhaustive search of a problem by `walk`; the stack grows by doubling."""

    moves: Moves

    def __init__(self, problem: SearchProblem, capacity: int, most_steps: int, root: int) -> None:
        self.problem = problem
        self.frames = np.zeros((capacity, 3), dtype=np.int64)
        self.frames[0] = 0, -1, root
        self.order = np.zeros((capacity, most_steps, 2), dtype=np.int64)
        self.control = np.array([0, 0, 0, 0, problem.order == "fewest"], dtype=np.int64)

    def memory(self) -> int:
        """The bytes held."""
        return self.frames.nbytes + self.order.nbytes

    def run(self, work: int, cap: int) -> Outcome:
        """Go on for `work` states."""
        if cap < 1:
            return Outcome.FULL
        self.control[NODES] = max(1, self.nodes)
        self.control[COUNTING] = self.counting
        until = min(max(1, self.nodes) + work, cap)
        outcome = launch(walk, self.moves, self.frames, self.order, self.control, until)
        self.nodes, self.found = int(self.control[NODES]), int(self.control[COUNT])
        if outcome == ROOM:
            self._grow(2 * len(self.frames))
            return Outcome.PAUSED
        return Outcome.FULL if outcome == PAUSED and self.nodes == cap else Outcome(outcome)

    def _grow(self, capacity: int) -> None:
        """Make room for longer paths."""
        self.order = grown(self.order, capacity)
        self.frames = grown(self.frames, capacity)  # last, as it tells how many fit: an interrupt may come between

    def path(self) -> Path:
        """The solution on the stack."""
        vias = self.frames[1 : self.control[DEPTH] + 2, VIA]
        return replay(self.problem, map(int, vias))
