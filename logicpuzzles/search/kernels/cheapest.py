"""Searches by cost over packed states: the twins of `..cheapest.cheapest` and `..cheapest.PlainCheapestBothEnds`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from ...endings import State
from ...kernels.launch import launch
from ...rewriting.program import Program
from ...rewriting.values import Numbers
from ..budget import Outcome
from ..cheapest import Cheapest, CheapestBothEnds
from ..coding.arrays import GuardArrays, Packed, packed
from ..cost_queue import CostQueue
from ..frontier import Frontier
from ..problem import SearchProblem
from ..space import RuleSpace
from .by_cost import (
    AFTER,
    AHEAD,
    COST,
    COUNT,
    DONE,
    EXPANDED,
    FREE,
    GOAL,
    GOALS,
    KEEPS_TIES,
    LEVEL,
    MEETS,
    MET,
    MORE_STATES,
    OPEN,
    SIDE,
    TIE,
    TOTAL,
    WANTED,
    expand,
    least_open,
    rows_of,
    settle,
)
from .layout import Meeting, Rows, Words
from .stored import BEFORE, FIRST_CAPACITY, Stored, grown

N_CONTROL = 12
FIRST_TIES = 1 << 10
CHUNK = 1 << 15  # states that are looked up between two looks at Ctrl-C


class CompiledFrontier(Frontier):
    """The states met from `sources` by kernels.

    Parameters
    ----------
    arrays, goals
        The rules, and the goals that end a level; without these no goal is looked for.
    free, most_cost
        Whether moves may cost nothing, and the most that one costs.
    keeps_ties
        Whether all cheapest paths may be asked for.
    """

    def __init__(
        self,
        arrays: Packed,
        sources: Sequence[State],
        goals: GuardArrays,
        free: bool,
        most_cost: int,
        keeps_ties: bool = True,
    ) -> None:
        self.arrays, self.goals = arrays, goals
        rows = list({tuple(arrays.pack(source).tolist()): None for source in sources})
        n, root = len(rows), arrays.rules.written.shape[0]
        records = np.array([(-1, root, 0, at + 1, at - 1, -1) for at in range(n)], dtype=np.int64).reshape(-1, 6)
        records[-1:, 3] = -1
        self.stored = Stored(np.array(rows, dtype=np.uint64), records, max(FIRST_CAPACITY, 2 * n))
        self.order = np.zeros(len(self.stored.words), dtype=np.int64)
        self.buckets = np.full((most_cost + 1, 2), -1, dtype=np.int64)
        self.buckets[0] = 0, n - 1
        self.tied = np.zeros((FIRST_TIES if keeps_ties else 1, 2), dtype=np.int64)
        self.control = np.zeros(N_CONTROL, dtype=np.int64)
        self.control[[COUNT, OPEN, FREE, KEEPS_TIES]] = n, n, free, keeps_ties
        self.ends, self.costs, self.cost = [], [], 0
        self.meets: Meeting = np.array([-1, 0, 0], dtype=np.int64)
        self.other: CompiledFrontier = self

    def join(self, other: CompiledFrontier, side: int) -> None:
        """Look from now on where this frontier, of that side, meets `other`."""
        self.other = other
        self.control[MEETS], self.control[SIDE] = 1, side

    @property
    def meeting(self) -> tuple[int, Numbers] | None:  # type: ignore[override]
        """The least cost of a path through both sides, and a state where they meet."""
        if self.meets[TOTAL] < 0:
            return None
        (key,) = self.keys(self.meets[[MET + self.control[SIDE]]])
        return int(self.meets[TOTAL]), key

    @property
    def settled(self) -> int:
        """States settled."""
        return int(self.control[DONE])

    @property
    def expanded(self) -> int:
        """How many of these are expanded."""
        return int(self.control[EXPANDED])

    def next_cost(self) -> int | None:
        """The least cost of a state that is met and not settled."""
        found = launch(least_open, self.buckets, self.control)
        return None if found < 0 else int(found)

    def settle(self, cap: int) -> Outcome:
        """Settle the states of the least cost."""
        stored, rules = self.stored, self.arrays.rules
        arrays = stored.words, stored.records, self.order, self.buckets, self.control, rules, self.goals
        outcome = Outcome(launch(settle, *arrays, cap))
        self.note_level(int(self.control[LEVEL]))
        return outcome

    def has_goals(self) -> bool:
        """Whether there are goals on the level in hand."""
        return bool(self.control[GOALS])

    def expand(self, work: int) -> Outcome:
        """Expand up to `work` settled states."""
        there = self.other
        others = there.stored.words, there.stored.records, there.stored.slots, there.control
        arrays = *self.stored.arrays, self.order, self.buckets, self.tied, self.control, self.arrays.rules
        return Outcome(launch(expand, *arrays, *others, self.meets, work))

    def memory(self) -> int:
        """The bytes held."""
        return self.stored.nbytes + self.order.nbytes + self.buckets.nbytes + self.tied.nbytes

    def larger(self) -> int:
        """The bytes held while the arrays grow."""
        if self.control[WANTED] == MORE_STATES:
            return self.memory() + self.stored.nbytes_to_grow + self.order.nbytes
        return self.memory() + 2 * self.tied.nbytes

    def grow(self) -> None:
        """Double what is full."""
        if self.control[WANTED] == MORE_STATES:
            self.order = grown(self.order, 2 * len(self.order))
            self.stored.grow(int(self.control[COUNT]))
        else:
            self.tied = grown(self.tied, 2 * len(self.tied))

    # -- what others ask ---------------------------------------------------------------------------

    def keys(self, rows: Rows) -> list[Numbers]:
        """The states in `rows`, as numbers."""
        packing, some = self.arrays.packing, self.stored.words[rows]
        mask, places = np.uint64(packing.cell_mask), map(packing.place, range(packing.n_cells))
        columns = [(some[:, at] >> np.uint64(shift) & mask).tolist() for at, shift in places]
        return list(zip(*columns, strict=True))

    def rows(self, asked: Words) -> Rows:
        """The rows of packed states, -1 for those that were not met."""
        found = np.empty(len(asked), dtype=np.int64)
        for at in range(0, len(asked), CHUNK):
            some = asked[at : at + CHUNK], self.stored.words, self.stored.slots
            launch(rows_of, *some, int(self.control[COUNT]), found[at : at + CHUNK])
        return found

    def packed(self, keys: Iterable[Numbers]) -> Words:
        """The words of states."""
        packing = self.arrays.packing
        return np.array([packing.pack(key) for key in keys], dtype=np.uint64).reshape(-1, packing.n_words)

    def goal_keys(self) -> list[Numbers]:
        """The goals on the level in hand."""
        rows = self.order[: self.settled]
        if len(self.ends) > 1:
            rows = rows[self.ends[-2] :]
        return self.keys(rows[self.stored.records[rows, AHEAD] == GOAL])

    def behind(self, keys: Iterable[Numbers]) -> dict[Numbers, int]:
        """All states on cheapest paths from a source to the states of `keys`, with their costs."""
        records, tied = self.stored.records, self.tied
        left: list[int] = self.rows(self.packed(keys)).tolist()
        found = set(left)
        while left:
            row = left.pop()
            befores, tie = [int(records[row, BEFORE])], int(records[row, TIE])
            while tie >= 0:
                before, tie = tied[tie].tolist()
                befores.append(before)
            for before in befores:
                if before >= 0 and before not in found:
                    found.add(before)
                    left.append(before)
        rows = np.array(sorted(found), dtype=np.int64)
        return dict(zip(self.keys(rows), records[rows, COST].tolist(), strict=True))

    def trace(self, key: Numbers) -> tuple[Numbers, list[int]]:
        """The source from which a state was met, and the rules on the way."""
        (row,) = self.rows(self.packed([key])).tolist()
        source, vias = self.stored.trace(row)
        return self.keys(np.array([source]))[0], vias

    def met_at(self, total: int) -> list[Numbers]:
        """The states that both frontiers have met where their costs are `total` together."""
        count = int(self.control[COUNT])
        there = self.other.rows(self.stored.words[:count])
        costs = self.stored.records[:count, COST] + self.other.stored.records[there, COST]
        return self.keys(np.flatnonzero((there >= 0) & (costs == total)))


class CompiledCheapest(Cheapest):
    """The search from the start by kernels."""

    def __init__(self, problem: SearchProblem) -> None:
        space, program = RuleSpace(problem), problem.program
        arrays = packed(program, program.blanks(problem.start))
        goals = arrays.goals(problem.goals)
        front = CompiledFrontier(arrays, [problem.start], goals, problem.free, problem.most_cost or 0)
        super().__init__(problem, space, front)


class CompiledCheapestBothEnds(CheapestBothEnds):
    """The search from both ends by kernels."""

    def begin(self) -> Sequence[Frontier]:
        """The two frontiers."""
        problem = self.problem
        fronts = []
        for side, sources in enumerate(([problem.start], self.sources or [problem.start])):
            arrays = packed(self.programs[side], self.blanks[side])
            fronts.append(CompiledFrontier(arrays, sources, arrays.goals(()), problem.free, problem.most_cost or 0))
        for side, front in enumerate(fronts):
            front.join(fronts[1 - side], side)
        fronts[1].meets = fronts[0].meets
        return fronts


def cost_queue(program: Program, sources: Sequence[State], blanks: tuple[int, ...], costs: Sequence[int]) -> CostQueue:
    """The exploration of rules with these costs from `sources`, in the order of `..cost_queue.plain_cost_queue`."""
    arrays = packed(program, blanks)
    front = CompiledFrontier(arrays, sources, arrays.goals(()), 0 in costs, max(costs), keeps_ties=False)
    decode = program.values.decode

    def place(state: State) -> int | None:
        numbers = program.values.known(state, program.n_cells)
        row = -1 if numbers is None else int(front.rows(front.packed([numbers]))[0])
        return None if row < 0 else int(front.stored.records[row, AFTER])

    def states(begin: int, end: int) -> Iterator[State]:
        for first in range(begin, end, CHUNK):
            yield from map(decode, front.keys(front.order[first : min(end, first + CHUNK)]))

    return CostQueue(front, place, states)
