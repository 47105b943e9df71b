"""Every simple path to a goal: the twin of `..dfs.PlainSimplePaths`."""

from __future__ import annotations

import numpy as np

from ...endings import Path
from ..budget import Outcome
from ..coding.arrays import GuardArrays, RuleArrays, packed
from ..coding.program import program_of
from ..dfs import Exhaustive
from ..problem import SearchProblem
from ..space import replay
from .caching import kernel
from .launch import launch
from .layout import Control, Frames, Order, Words
from .rules import any_holds, apply, context, equal, holds
from .stored import grown

ENDED, FOUND, PAUSED, FULL, ROOM = map(int, Outcome)
DEPTH, NODES, COUNT, COUNTING, FEWEST = range(5)  # of `control`
STEP, END, VIA = range(3)  # of a frame
FIRST_CAPACITY = 256


@kernel
def straight_back(words: Words, row: int, step: int, rules: RuleArrays) -> bool:
    """Whether the state in `row + 1`, made by `step` from `row`, is the one before `row`."""
    return rules.steps[step, 1] != 0 and row > 0 and equal(words, row + 1, row - 1)


@kernel
def arrange(words: Words, frames: Frames, order: Order, depth: int, rules: RuleArrays, fewest: bool) -> None:
    """List the steps from the state at `depth` in the order in which they are tried."""
    cell_mask = rules.cell_mask[0]
    here = context(words, depth, frames[depth, VIA], rules)
    count = 0
    for step in range(rules.context[here], rules.context[here + 1]):
        if not holds(words, depth, rules.guards, step, cell_mask):
            continue
        place = count
        if fewest:
            rule = rules.steps[step, 0]
            apply(words, depth, words, depth + 1, rules, rule)
            onward = 0
            there = context(words, depth + 1, rule, rules)
            for further in range(rules.context[there], rules.context[there + 1]):
                if holds(words, depth + 1, rules.guards, further, cell_mask):
                    apply(words, depth + 1, words, depth + 2, rules, rules.steps[further, 0])
                    onward += not straight_back(words, depth + 1, further, rules)
            while place > 0 and order[depth, place - 1, 1] > onward:
                # One by one: an assignment of slices takes seconds to compile.
                order[depth, place, 0], order[depth, place, 1] = order[depth, place - 1, 0], order[depth, place - 1, 1]
                place -= 1
            order[depth, place, 1] = onward
        order[depth, place, 0] = step
        count += 1
    frames[depth, STEP], frames[depth, END] = 0, count


@kernel
def simple_paths(
    words: Words, frames: Frames, order: Order, control: Control, rules: RuleArrays, goals: GuardArrays, until: int
) -> int:
    """Search on until `until` states were looked at, a goal is met, nothing is left, or the stack is full.

    Parameters
    ----------
    words
        uint64[capacity, n_words], in and out: the states on the path; two rows after them are scratch.
    frames
        int64[capacity, 3], in and out: for each the place in `order` of the step to take next, the number of steps
        there, and the rule that led to it.
    order
        int64[capacity, most_steps, 2], in and out: for each the steps to try, and scratch.
    control
        int64[5], in and out: depth, states looked at, goals met, whether they are only counted, whether to try the
        states first that have the fewest onward moves.

    Returns
    -------
    `ENDED`, `PAUSED`, `ROOM`, or `FOUND`: then the goal is in the row `depth + 1`.
    """
    cell_mask = rules.cell_mask[0]
    depth, nodes, count = control[DEPTH], control[NODES], control[COUNT]
    outcome = ENDED
    if frames[0, END] < 0:
        arrange(words, frames, order, 0, rules, control[FEWEST])
    while depth >= 0:
        if frames[depth, STEP] == frames[depth, END]:
            depth -= 1
            continue
        if depth + 4 > words.shape[0]:
            outcome = ROOM
            break
        step = order[depth, frames[depth, STEP], 0]
        rule = rules.steps[step, 0]
        apply(words, depth, words, depth + 1, rules, rule)
        known = False
        for row in range(depth + 1):
            known = known or equal(words, depth + 1, row)
        if not known and nodes == until:
            outcome = PAUSED
            break
        frames[depth, STEP] += 1
        if known:
            continue
        nodes += 1
        frames[depth + 1, VIA] = rule
        if any_holds(words, depth + 1, goals, cell_mask):
            count += 1
            if not control[COUNTING]:
                outcome = FOUND
                break
            continue
        depth += 1
        arrange(words, frames, order, depth, rules, control[FEWEST])
    control[DEPTH], control[NODES], control[COUNT] = depth, nodes, count
    return outcome


class CompiledSimplePaths(Exhaustive):
    """The simple paths of a problem by `simple_paths`; the stack grows by doubling."""

    def __init__(self, problem: SearchProblem) -> None:
        assert problem.rewriting is not None
        self.problem, self.rewriting = problem, problem.rewriting
        program = program_of(problem.rewriting, problem.start)
        self.packed = packed(program, program.blanks(problem.start))
        self.goals = self.packed.goals(problem.goals)
        most_steps = int(np.diff(self.packed.rules.context).max(initial=1))
        self.words = np.zeros((FIRST_CAPACITY, self.packed.packing.n_words), dtype=np.uint64)
        self.words[0] = self.packed.pack(problem.start)
        self.frames = np.zeros((FIRST_CAPACITY, 3), dtype=np.int64)
        self.frames[0] = 0, -1, self.packed.rules.written.shape[0]
        self.order = np.zeros((FIRST_CAPACITY, most_steps, 2), dtype=np.int64)
        self.control = np.array([0, 0, 0, 0, problem.order == "fewest"], dtype=np.int64)

    def memory(self) -> int:
        """The bytes held."""
        return int(self.words.nbytes + self.frames.nbytes + self.order.nbytes)

    def run(self, work: int, cap: int) -> Outcome:
        """Go on for `work` states."""
        if cap < 1:
            return Outcome.FULL
        self.control[NODES] = max(1, self.nodes)
        self.control[COUNTING] = self.counting
        until = min(max(1, self.nodes) + work, cap)
        arrays = self.words, self.frames, self.order, self.control
        outcome = launch(simple_paths, *arrays, self.packed.rules, self.goals, until)
        self.nodes, self.found = int(self.control[NODES]), int(self.control[COUNT])
        if outcome == ROOM:
            self.words, self.frames, self.order = (grown(array, 2 * len(array)) for array in arrays[:3])
            return Outcome.PAUSED
        return Outcome.FULL if outcome == PAUSED and self.nodes == cap else Outcome(outcome)

    def path(self) -> Path:
        """The solution on the stack."""
        vias = self.frames[1 : self.control[DEPTH] + 2, VIA]
        return replay(self.problem, self.rewriting, [int(via) for via in vias], bounded=False)
