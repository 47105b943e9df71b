"""A* over a hash table of packed states: the twin of `..astar.PlainBestFirst`."""

from __future__ import annotations

import numpy as np

from ...endings import Path
from ...kernels.caching import kernel
from ...kernels.launch import launch
from ..astar import BestFirst
from ..budget import Outcome
from ..coding.arrays import GuardArrays, RuleArrays
from ..packed_space import PackedSpace
from ..problem import SearchProblem
from .bounds import NO_WAY, StateBound, bound_of
from .layout import Control, Entries, Piles, Records, Slots, Words
from .rules import any_holds, apply, context, holds
from .stored import BEFORE, ROW, VIA, Stored, entry_of, find, grown, hash_of

ENDED, FOUND, PAUSED, FULL, ROOM = map(int, Outcome)
COUNT, TAKEN, LEAST, ENTRIES, FREE, DIVISOR, GOAL, WANTED, IN_HAND = range(9)  # of `control`
MADE, SUM = 2, 3  # of the records
STATE, MOVES, BELOW = range(3)  # of `entries`
MORE_STATES, MORE_ENTRIES, MORE_PILES = range(3)  # what `control[WANTED]` says after `ROOM`
FIRST_ENTRIES = 1 << 12


@kernel
def push(piles: Piles, entries: Entries, control: Control, estimate: int, row: int, made: int) -> None:
    """Put a state on top of the pile of `estimate`; there must be room."""
    entry = control[FREE]
    if entry >= 0:
        control[FREE] = entries[entry, BELOW]
    else:
        entry = control[ENTRIES]
        control[ENTRIES] += 1
    entries[entry, STATE], entries[entry, MOVES], entries[entry, BELOW] = row, made, piles[estimate]
    piles[estimate] = entry
    control[LEAST] = min(control[LEAST], estimate)


@kernel
def best_first(
    words: Words,
    records: Records,
    slots: Slots,
    entries: Entries,
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
    words, records, slots
        The arrays of `Stored`, in and out; the third and fourth column of the records, int64, are what the moves cost
        and the table's sum, or the bound.
    entries
        int64[n_entries, 3], in and out: the queue: a state's row, what the moves to it cost, the entry below in its
        pile.
    piles
        int64[n_piles], in and out: for each sum of cost and bound the top of the pile, or -1.
    control
        int64[9], in and out: states met, states taken, the least pile that may not be empty, entries ever used, the
        first unused entry below them or -1, divisor, the row of the goal, and after `ROOM` what must grow and the entry
        that was being expanded.

    Returns
    -------
    `ENDED`, `PAUSED`, `FULL`, `ROOM` or `FOUND`.
    """
    cell_mask = rules.cell_mask[0]
    room = min(words.shape[0] - 1, slots.shape[0] // 2)
    divisor = control[DIVISOR]
    while True:
        entry, least = control[IN_HAND], control[LEAST]
        control[IN_HAND] = -1
        in_hand = entry >= 0
        if not in_hand:
            while least < piles.shape[0] and piles[least] < 0:
                least += 1
            control[LEAST] = least
            if least == piles.shape[0]:
                return ENDED
            if work == 0:
                return PAUSED
            entry = piles[least]
        row, made = entries[entry, STATE], entries[entry, MOVES]
        fresh = made == records[row, MADE]
        if fresh:
            if control[TAKEN] >= cap:
                return FULL
            control[TAKEN] += 1
            work -= 1
        if not in_hand:
            piles[least] = entries[entry, BELOW]
        if not fresh:
            entries[entry, BELOW] = control[FREE]
            control[FREE] = entry
            continue
        if any_holds(words, row, goals, cell_mask):
            control[GOAL] = row
            return FOUND
        here = context(words, row, records[row, VIA], rules)
        wanted = -1
        for step in range(rules.context[here], rules.context[here + 1]):
            if not holds(words, row, rules.guards, step, cell_mask):
                continue
            count = control[COUNT]
            if count >= room:
                wanted = MORE_STATES
                break
            rule = rules.steps[step, 0]
            apply(words, row, words, count, rules, rule)
            code = hash_of(words, count)
            slot = find(words, count, code, slots)
            after = slots[slot] & ROW if slots[slot] >= 0 else count
            now = made + rules.steps[step, 2]
            if after < count and records[after, MADE] <= now:
                continue
            total = bound.after(words, row, records[row, SUM], rule, count)
            if total == NO_WAY:
                continue
            estimate = now + max(0, -(-total // divisor))
            if estimate >= piles.shape[0]:
                wanted = MORE_PILES
                break
            if control[FREE] < 0 and control[ENTRIES] == entries.shape[0]:
                wanted = MORE_ENTRIES
                break
            if after == count:
                slots[slot] = entry_of(code, count)
                control[COUNT] += 1
            records[after, BEFORE], records[after, VIA] = row, rule
            records[after, MADE], records[after, SUM] = now, total
            push(piles, entries, control, estimate, after, now)
        if wanted >= 0:
            # It stays in hand: when it is expanded once more, what was met so far is known and not met again.
            control[IN_HAND] = entry
            control[TAKEN] -= 1
            control[WANTED] = wanted
            return ROOM
        entries[entry, BELOW] = control[FREE]
        control[FREE] = entry


class CompiledBestFirst(BestFirst):
    """A* by `best_first`."""

    def __init__(self, problem: SearchProblem) -> None:
        self.problem, self.space = problem, PackedSpace(problem, bounded=True)
        self.bound, total, divisor = bound_of(self.space)
        least = max(0, -(-total // divisor))
        root = -1, self.space.root, 0, total
        self.stored = Stored(self.space.start[None], np.array([root], dtype=np.int64))
        self.entries = np.empty((FIRST_ENTRIES, 3), dtype=np.int64)
        self.piles = np.full(2 * least + 64, -1, dtype=np.int64)
        self.entries[0] = 0, 0, -1
        self.piles[least] = 0
        self.control = np.array([1, 0, least, 1, -1, divisor, 0, 0, -1], dtype=np.int64)

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
        return int(self.control[COUNT])

    def memory(self) -> int:
        """The bytes held."""
        return self.stored.nbytes + self.entries.nbytes + self.piles.nbytes

    def run(self, work: int, cap: int) -> Outcome:
        """Take up to `work` states."""
        arrays = *self.stored.arrays, self.entries, self.piles, self.control
        return Outcome(launch(best_first, *arrays, self.space.rules, self.space.goals, self.bound, work, cap))

    def larger(self) -> int:
        """The bytes held while the arrays grow."""
        if self.control[WANTED] == MORE_STATES:
            return self.memory() + self.stored.nbytes_to_grow
        full = self.entries if self.control[WANTED] == MORE_ENTRIES else self.piles
        return self.memory() + 2 * int(full.nbytes)

    def grow(self) -> None:
        """Double what is full."""
        wanted = self.control[WANTED]
        if wanted == MORE_STATES:
            self.stored.grow(self.met)
        elif wanted == MORE_ENTRIES:
            self.entries = grown(self.entries, 2 * len(self.entries))
        else:
            self.piles = np.concatenate([self.piles, np.full(len(self.piles), -1, dtype=np.int64)])

    def path(self) -> Path:
        """The way by which the goal was taken."""
        _, vias = self.stored.trace(int(self.control[GOAL]))
        return self.space.path(vias)
