"""Exploring numbered arrangements by `ranks`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from ...endings import State
from ...kernels.launch import launch
from ...memo import memo
from ...rewriting.program import Program
from ..budget import Outcome
from ..coding.arrays import RuleArrays, rule_arrays
from ..coding.move_pruning import ROOT, MovePruning
from ..coding.packing import Packing
from ..size import arrangements
from . import ranks as kernel
from .bits import BitQueue, Place, code_of
from .layout import Cursor

Before = Callable[[State], Sequence[State]]


class _AllRules(MovePruning):
    """Every rule may follow every rule."""

    def __init__(self, program: Program) -> None:
        super().__init__(program, ())
        self.cell = None

    def contexts(self) -> list[int]:
        """One, with all rules and all their guards, as at the start."""
        return [ROOT]


@memo
def _all_rules(program: Program, packing: Packing) -> RuleArrays:
    return rule_arrays(program.rules, _AllRules(program), packing)


class RanksQueue(BitQueue):
    """The exploration, in one region.

    Parameters
    ----------
    before
        The states from which a move leads to a state.
    """

    tries = 20_000

    def __init__(self, program: Program, sources: Sequence[State], before: Before) -> None:
        self.program, self.before, self.given = program, before, (program, sources, before)
        values = program.values
        packing = Packing(program.n_cells, len(values))
        counts = Counter(values.encode(sources[0]))
        n_states = arrangements(counts)
        self.counts = np.array([*(counts[number] for number in range(len(values))), n_states], dtype=np.int64)
        self.places = np.array([packing.place(cell) for cell in range(program.n_cells)], dtype=np.int64)
        self.rules = _all_rules(program, packing)
        self.words = np.zeros((2, packing.n_words), dtype=np.uint64)
        super().__init__(3, 1, n_states, (self._place(values.encode(source)) for source in sources))

    def place_of(self, state: State) -> Place | None:
        """The place of `state`; None where it has none."""
        numbers = self.program.values.known(state, self.program.n_cells)
        if numbers is None:
            return None
        counts = Counter(numbers)
        same = all(counts[number] == count for number, count in enumerate(self.counts[:-1].tolist()))
        return self._place(numbers) if same else None

    def _place(self, numbers: Sequence[int]) -> Place:
        left = self.counts.tolist()
        total, number = left.pop(), 0
        for cell, value in enumerate(numbers):
            rest = self.program.n_cells - cell
            number += total * sum(left[:value]) // rest
            total = total * left[value] // rest
            left[value] -= 1
        return Place(0, number)

    def state(self, place: Place) -> State:
        """The state with this rank, its number."""
        left, number = self.counts.tolist(), place.number
        total, numbers = left.pop(), []
        for rest in range(self.program.n_cells, 0, -1):
            value = 0
            while number >= (share := total * left[value] // rest):
                number, value = number - share, value + 1
            numbers.append(value)
            left[value] -= 1
            total = share
        return self.program.values.decode(numbers)

    def depth_of(self, place: Place) -> int | None:
        """The depth of the state there; None if it was not met.

        Known is the depth modulo 3. A chain of moves back to a source, along which it falls by 1 each time, is as long
        as the depth or longer; the shortest one is looked for.
        """
        code = launch(code_of, self.bits, *place)
        if not code:
            return None
        depth, layer, seen = 0, {place: self.state(place)}, {place}
        while layer.keys().isdisjoint(self.sources):
            code = (code + 1) % 3 + 1  # 1, 2, 3 stand for 0, 1, 2 modulo 3: one less
            found: dict[Place, State] = {}
            for state in layer.values():
                for before in self.before(state):
                    there = self._place(self.program.values.encode(before))
                    if there not in seen and launch(code_of, self.bits, *there) == code:
                        seen.add(there)
                        found[there] = before
            layer, depth = found, depth + 1
        return depth

    def codes(self, depth: int) -> tuple[int, int]:
        """1 plus the depth modulo 3."""
        return depth % 3 + 1, depth % 3 + 1

    def spread(self, depth: int, cursor: Cursor, work: int) -> bool:
        """Mark what a move leads to from the states of `depth`."""
        arrays = self.words, self.places, self.counts, self.rules, cursor
        return launch(kernel.spread, self.bits, depth, *arrays, work) == Outcome.ENDED
