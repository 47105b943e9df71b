"""Exploring numbered arrangements by `ranks`, and the table of their depths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from math import factorial, prod
from random import Random

import numpy as np
from numpy.typing import NDArray

from ...endings import State
from ...logic.terms import typed
from ..budget import UNLIMITED, Outcome
from ..coding.arrays import rule_arrays
from ..coding.move_pruning import ROOT, Follow, Step
from ..coding.packing import Packing
from ..coding.program import Program
from . import ranks as kernel
from .launch import launch

KEPT_STATES = 1 << 22  # so many of the hardest states are kept
TRIES = 20_000  # drawings of a random state before all of its depth are listed
MOST_WORK = 1 << 40
Before = Callable[[State], Sequence[State]]


class _AllRules(Follow):
    """Every rule may follow every rule."""

    def __init__(self, program: Program) -> None:
        super().__init__(program.rules, program.n_cells, len(program.codes))
        self.cell = None
        self.all = tuple(Step(number, rule.guards, False) for number, rule in enumerate(program.rules) if rule)

    def contexts(self) -> list[int]:
        """One, with all rules."""
        return [ROOT]

    def after(self, key: int) -> tuple[Step, ...]:
        """All rules, with all their guards."""
        return self.all


class RanksQueue:
    """The exploration in slices.

    Parameters
    ----------
    before
        The states from which a move leads to a state.
    """

    def __init__(self, program: Program, sources: Sequence[State], before: Before) -> None:
        self.program, self.given, self.before = program, sources, before
        codes = program.codes
        packing = Packing(program.n_cells, len(codes))
        counts = Counter(codes.encode(sources[0]))
        self.n_states = arrangements(counts)
        self.counts = np.array([*(counts[number] for number in range(len(codes))), self.n_states], dtype=np.int64)
        self.places = np.array([packing.place(cell) for cell in range(program.n_cells)], dtype=np.int64)
        self.packing = packing
        self.rules = program.once("all rules", lambda: rule_arrays(program.rules, _AllRules(program), packing))
        self.words = np.zeros((2, packing.n_words), dtype=np.uint64)
        self.bits = np.zeros((3, -(-self.n_states // 64)), dtype=np.uint64)
        self.sources = {self.number(source) for source in sources}
        for number in self.sources:
            self.bits[kernel.LOW, number >> 6] |= np.uint64(1 << (number & 63))
        # In one piece, so that an interrupt comes before or after a change of both.
        self.level: tuple[tuple[int, ...], NDArray[np.int64]] = (len(self.sources),), np.zeros(2, dtype=np.int64)
        self.ended = False
        self.hardest: NDArray[np.int64] | None = None

    def number(self, state: State) -> int:
        """How many arrangements come before `state`."""
        left = self.counts.tolist()
        total, number = left.pop(), 0
        for cell, value in enumerate(self.program.codes.encode(state)):
            rest = self.program.n_cells - cell
            number += total * sum(left[:value]) // rest
            total = total * left[value] // rest
            left[value] -= 1
        return number

    def state(self, number: int) -> State:
        """The state before which so many come."""
        left = self.counts.tolist()
        total, numbers = left.pop(), []
        for rest in range(self.program.n_cells, 0, -1):
            value = 0
            while number >= (share := total * left[value] // rest):
                number, value = number - share, value + 1
            numbers.append(value)
            left[value] -= 1
            total = share
        return self.program.codes.decode(numbers)

    @property
    def depths(self) -> tuple[int, ...]:
        """The number of states of each depth that is known to be complete."""
        return self.level[0]

    @property
    def count(self) -> int:
        """States met."""
        depths, cursor = self.level
        return sum(depths) + int(cursor[1])

    def memory(self) -> int:
        """The bytes held."""
        return int(self.bits.nbytes)

    def run(self, work: int, cap: int = UNLIMITED) -> Outcome:
        """Go on for about `work` words and states."""
        if self.ended:
            return Outcome.ENDED
        if self.count >= cap:
            return Outcome.FULL
        depths, cursor = self.level
        depth = len(depths) - 1
        arrays = self.words, self.places, self.counts, self.rules, cursor
        if launch(kernel.spread, self.bits, depth, *arrays, min(work, MOST_WORK)) != Outcome.ENDED:
            return Outcome.PAUSED
        found = int(cursor[1])
        if found:
            launch(kernel.close, self.bits, depth)
            self.level = (*depths, found), np.zeros(2, dtype=np.int64)
            return Outcome.PAUSED
        if self.hardest is None:
            self.hardest = self.open() if depths[depth] <= KEPT_STATES else np.zeros(0, dtype=np.int64)
        self.bits, self.ended = self.bits[: kernel.DONE].copy(), True
        return Outcome.ENDED

    def open(self) -> NDArray[np.int64]:
        """The numbers of the states that are being expanded."""
        found = np.empty(self.depths[-1], dtype=np.int64)
        launch(kernel.collect, self.bits, len(self.depths) - 1, found)
        return found

    def table(self) -> RanksTable:
        """The table, after `ENDED`."""
        return RanksTable(self)


def arrangements(counts: Counter[int]) -> int:
    """The number of arrangements of values that stand so often each."""
    return factorial(counts.total()) // prod(map(factorial, counts.values()))


class RanksTable:
    """The depths of numbered arrangements, in lexicographic order of the numbers of their values."""

    def __init__(self, queue: RanksQueue) -> None:
        self.queue, self.depths = queue, queue.depths

    def depth(self, state: State) -> int | None:
        """The fewest moves between a source and `state`; None for a state that is not reached.

        Known is the depth modulo 3. A chain of moves back to a source, along which it falls by 1 each time, is as long
        as the depth or longer; the shortest one is looked for.
        """
        queue = self.queue
        known = queue.program.codes.number
        if len(state) != len(queue.places) or any(typed(value) not in known for value in state):
            return None
        counts = Counter(queue.program.codes.encode(state))
        if any(counts[number] != count for number, count in enumerate(queue.counts[:-1].tolist())):
            return None
        number = queue.number(state)
        code = self._code(number)
        if not code:
            return None
        depth, layer, seen = 0, {number: state}, {number}
        while not layer.keys() & queue.sources:
            code = (code + 1) % 3 + 1  # 1, 2, 3 stand for 0, 1, 2 modulo 3: one less
            found: dict[int, State] = {}
            for each in layer.values():
                for before in queue.before(each):
                    rank = queue.number(before)
                    if rank not in seen and self._code(rank) == code:
                        seen.add(rank)
                        found[rank] = before
            layer, depth = found, depth + 1
        return depth

    def _code(self, number: int) -> int:
        low, high = map(int, self.queue.bits[: kernel.DONE, number >> 6])
        return (low >> (number & 63) & 1) + 2 * (high >> (number & 63) & 1)

    def states(self, depth: int) -> Iterator[State]:
        """The states of this depth; all but those of the greatest are found by exploring again, up to there."""
        if not 0 <= depth < len(self.depths):
            return
        found = self.queue.hardest
        if depth < len(self.depths) - 1 or found is None or not len(found):
            again = RanksQueue(self.queue.program, self.queue.given, self.queue.before)
            while len(again.depths) <= depth:
                again.run(1 << 16)
            found = again.open()
        yield from map(self.queue.state, found.tolist())

    def sample(self, depth: int, random: Random) -> State:
        """A state of this depth, each as likely as any other."""
        if self.depths[depth] * TRIES > 10 * self.queue.n_states:
            while True:
                number = random.randrange(self.queue.n_states)
                state = self.queue.state(number)
                if self._code(number) == depth % 3 + 1 and self.depth(state) == depth:
                    return state
        return next(islice(self.states(depth), random.randrange(self.depths[depth]), None))
