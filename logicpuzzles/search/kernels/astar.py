"""A* over packed states that are kept in few bytes: the twin of `..astar.PlainBestFirst`."""

from __future__ import annotations

import numpy as np

from ...endings import Path
from ...kernels.kernel import kernel
from ...kernels.launch import launch
from ...kernels.words import int64, uint32
from ..astar import ASTAR, BestFirst, Weights
from ..budget import Outcome
from ..coding.arrays import GuardArrays, RuleArrays
from ..packed_space import PackedSpace
from ..problem import SearchProblem
from .bounds import NO_WAY, StateBound, bound_of
from .layout import Control, LeanRecords, LeanSlots, Piles, Side, Words
from .lean import (
    COUNT,
    INFO,
    LINK,
    N_LEAN,
    NONE,
    QUEUED,
    ROW_BITS,
    SIDE,
    STALE,
    LeanStates,
    find_lean,
    made_of,
    record,
    slot_entry,
    via_of,
)
from .rules import any_holds, apply, context, holds
from .stored import grown, hash_of

ENDED, FOUND, PAUSED, FULL, ROOM, _ = map(int, Outcome)
# The rest of `control`: states taken, the least pile that may not be empty, entries of `side` ever used, the first
# unused entry below them or NONE, the row of the goal, the state that was being expanded or -1, what must grow, the
# greatest cost that fits; then the weights.
TAKEN, LEAST, ENTRIES, FREE, GOAL, IN_HAND, WANTED, MOST_MADE = range(N_LEAN, N_LEAN + 8)
BY_MADE, BY_BOUND, DIVISOR, PROVED, CUT, REOPENS = range(N_LEAN + 8, N_LEAN + 14)
MORE_STATES, MORE_ENTRIES, MORE_PILES, MORE_WIDTH = range(4)  # what `control[WANTED]` says after `ROOM`
FIRST_ENTRIES = 1 << 10


@kernel
def push(piles: Piles, records: LeanRecords, side: Side, control: Control, estimate: int, row: int, made: int) -> None:
    """Put a state on top of the pile of `estimate`; there must be room."""
    if not records[row, INFO] & QUEUED:
        records[row, INFO] |= QUEUED
        records[row, LINK] = piles[estimate]
        piles[estimate] = row
    else:
        records[row, INFO] |= STALE
        entry = control[FREE]
        if entry != NONE:
            control[FREE] = side[entry, 2]
        else:
            entry = control[ENTRIES]
            control[ENTRIES] += 1
        side[entry, 0], side[entry, 1], side[entry, 2] = row, made, piles[estimate]
        piles[estimate] = SIDE + entry
    control[LEAST] = min(control[LEAST], estimate)


@kernel
def best_first(
    words: Words,
    records: LeanRecords,
    slots: LeanSlots,
    side: Side,
    piles: Piles,
    control: Control,
    rules: RuleArrays,
    goals: GuardArrays,
    bound: StateBound,
    work: int,
    cap: int,
) -> int:
    """Take up to `work` states from the queue, until one is a goal, nothing is left, or a limit is reached.

    Parameters
    ----------
    words, records, slots, side, piles, control
        See `lean`, in and out.

    Returns
    -------
    `ENDED`, `PAUSED`, `FULL`, `ROOM` or `FOUND`.
    """
    cell_mask = rules.cell_mask[0]
    room = words.shape[0] - 1
    divisor, proved, row_bits = control[DIVISOR], control[PROVED], control[ROW_BITS]
    while True:
        row, least = control[IN_HAND], control[LEAST]
        if row < 0:
            while least < piles.shape[0] and piles[least] == NONE:
                least += 1
            control[LEAST] = least
            if least == piles.shape[0]:
                return ENDED
            if work == 0:
                return PAUSED
            top = piles[least]
            if top < SIDE:
                row, below = top, int64(records[top, LINK])
                fresh = not records[row, INFO] & STALE
            else:
                row, below = int64(side[top - SIDE, 0]), int64(side[top - SIDE, 2])
                fresh = side[top - SIDE, 1] == made_of(records, row, control)
            if fresh and control[TAKEN] >= cap:
                return FULL
            piles[least] = below
            if top < SIDE:
                records[row, INFO] &= uint32(NONE - QUEUED - STALE)
            else:
                side[top - SIDE, 2] = control[FREE]
                control[FREE] = top - SIDE
            if not fresh:
                continue
            work -= 1
        elif control[TAKEN] >= cap:
            return FULL
        control[IN_HAND] = -1
        control[TAKEN] += 1
        if any_holds(words, row, goals, cell_mask):
            control[GOAL] = row
            return FOUND
        made, via, total = made_of(records, row, control), via_of(records, row, control), bound.here(words, row)
        here = context(words, row, via, rules)
        wanted = -1
        for step in range(rules.context[here], rules.context[here + 1]):
            if not holds(words, row, rules.guards, step, cell_mask):
                continue
            count = control[COUNT]
            if count >= room:
                wanted = MORE_STATES
                break
            rule = rules.steps[step, 0]
            now = made + rules.steps[step, 2]
            apply(words, row, words, count, rules, rule)
            code = hash_of(words, count)
            slot = find_lean(words, count, code, slots, row_bits)
            after = count if slots[slot] == NONE else int64(slots[slot]) & (1 << row_bits) - 1
            if after < count and (not control[REOPENS] or made_of(records, after, control) <= now):
                continue
            following = int64(bound.after(words, row, total, rule, count))
            if following == NO_WAY:
                continue
            following = max(int64(0), following)
            if now + (-(-following // proved) if proved else 0) >= control[CUT]:
                continue
            estimate = control[BY_MADE] * now + control[BY_BOUND] * -(-following // divisor)
            if estimate >= piles.shape[0]:
                wanted = MORE_PILES
                break
            if now > control[MOST_MADE]:
                wanted = MORE_WIDTH
                break
            if after < count and control[FREE] == NONE and control[ENTRIES] == side.shape[0]:
                wanted = MORE_ENTRIES
                break
            flags = 0
            if after == count:
                slots[slot] = slot_entry(code, count, row_bits)
                control[COUNT] += 1
            else:
                flags = records[after, INFO] & (QUEUED | STALE)
            record(records, after, control, flags, rule, now, row)
            push(piles, records, side, control, estimate, after, now)
        if wanted >= 0:
            # It stays in hand: when it is expanded once more, what was met so far is known and not met again.
            control[IN_HAND], control[WANTED] = row, wanted
            control[TAKEN] -= 1
            return ROOM


@kernel
def least_open(
    words: Words,
    records: LeanRecords,
    side: Side,
    piles: Piles,
    control: Control,
    bound: StateBound,
    most: int,
) -> int:
    """The least cost so far plus proved bound of a state in the queue, if it is less than `most`; else `most`.

    A state that is being expanded counts as one of the queue.
    """
    least, proved = most, control[PROVED]
    row = control[IN_HAND]
    if row >= 0:
        total = max(int64(0), int64(bound.here(words, row)))
        least = min(least, made_of(records, row, control) + (-(-total // proved) if proved else 0))
    for pile in range(piles.shape[0]):
        top = piles[pile]
        while top != NONE:
            if top < SIDE:
                row, below = top, int64(records[top, LINK])
                fresh = not records[row, INFO] & STALE
            else:
                row, below = int64(side[top - SIDE, 0]), int64(side[top - SIDE, 2])
                fresh = side[top - SIDE, 1] == made_of(records, row, control)
            if fresh:
                total = max(int64(0), int64(bound.here(words, row)))
                least = min(least, made_of(records, row, control) + (-(-total // proved) if proved else 0))
            top = below
    return least


class CompiledBestFirst(BestFirst):
    """A*, or another search of its kind, by `best_first`."""

    def __init__(self, problem: SearchProblem, weights: Weights = ASTAR) -> None:
        self.problem, self.space = problem, PackedSpace(problem, bounded=True)
        self.bound, total, divisor = bound_of(self.space)
        self.is_astar = weights == ASTAR  # then no solution costs less than what is next in the queue
        weights = weights.over(divisor)
        least = weights.estimate(0, total)
        self.states = LeanStates(self.space.arrays, self.space.start, BY_MADE + 6 - N_LEAN)
        self.side = np.empty((FIRST_ENTRIES, 3), dtype=np.uint32)
        self.piles = np.full(2 * least + 64, NONE, dtype=np.int64)
        self.piles[least] = 0
        self.control[TAKEN:BY_MADE] = 0, least, 0, NONE, 0, -1, 0, self.states.most_made
        self.control[BY_MADE:] = weights

    @property
    def control(self) -> Control:
        """See above."""
        return self.states.control

    @property
    def nodes(self) -> int:
        """States taken from the queue."""
        return int(self.control[TAKEN])

    @property
    def least(self) -> int:
        """The least moves made plus bound in the queue."""
        return int(self.control[LEAST])

    @property
    def met(self) -> int:
        """Different states met."""
        return self.states.count

    def memory(self) -> int:
        """The bytes held."""
        return self.states.nbytes + int(self.side.nbytes + self.piles.nbytes) + self.tables

    def run(self, work: int, cap: int) -> Outcome:
        """Take up to `work` states."""
        states, space, most = self.states, self.space, self.problem.affordable
        arrays = states.words, states.records, states.slots, self.side, self.piles, self.control
        outcome = Outcome(launch(best_first, *arrays, space.rules, space.goals, self.bound, work, cap))
        return Outcome.BEYOND if self.is_astar and outcome != Outcome.ENDED and self.least > most else outcome

    def least_open(self, most: int) -> int:
        """The least cost so far plus proved bound of a state in the queue, but at most `most`."""
        states = self.states
        arrays = states.words, states.records, self.side, self.piles, self.control
        return launch(least_open, *arrays, self.bound, most)

    def larger(self) -> int:
        """The bytes held while the arrays grow."""
        wanted = self.control[WANTED]
        if wanted == MORE_STATES:
            return self.memory() + self.states.nbytes_to_grow
        if wanted == MORE_WIDTH:
            return self.memory() + 2 * int(self.states.records.nbytes)
        return self.memory() + 2 * int((self.side if wanted == MORE_ENTRIES else self.piles).nbytes)

    def grow(self) -> None:
        """Make what is full larger."""
        wanted = self.control[WANTED]
        if wanted == MORE_STATES:
            self.states.grow()
        elif wanted == MORE_WIDTH:
            self.states.widen()
            self.control[MOST_MADE] = self.states.most_made
        elif wanted == MORE_ENTRIES:
            self.side = grown(self.side, 2 * len(self.side))
        else:
            self.piles = np.concatenate([self.piles, np.full(len(self.piles), NONE, dtype=np.int64)])

    def path(self) -> Path:
        """The way by which the goal was taken."""
        return self.space.path(self.states.trace(int(self.control[GOAL])))
