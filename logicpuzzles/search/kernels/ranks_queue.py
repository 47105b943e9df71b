"""Exploring numbered arrangements by `ranks`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ...endings import State
from ...kernels.launch import launch
from ...rewriting.program import Program
from ..budget import Outcome
from ..coding.ranks import Ranks, all_rules
from . import ranks as kernel
from .bits import BitQueue, Place, code_of
from .layout import Cursor

Before = Callable[[State], Sequence[State]]


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
        self.ranks = Ranks(program, sources[0])
        self.rules = all_rules(program, self.ranks.packing)
        self.words = np.zeros((2, self.ranks.packing.n_words), dtype=np.uint64)
        self.left = np.zeros_like(self.ranks.counts)
        places = (self._place(program.values.encode(source)) for source in sources)
        super().__init__(3, 1, self.ranks.n_states, places)

    def place_of(self, state: State) -> Place | None:
        """The place of `state`; None where it has none."""
        number = self.ranks.known(state)
        return None if number is None else Place(0, number)

    def _place(self, numbers: Sequence[int]) -> Place:
        return Place(0, self.ranks.number(numbers))

    def state(self, place: Place) -> State:
        """The state with this rank, its number."""
        return self.ranks.state(place.number)

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
        arrays = self.words, self.ranks.places, self.ranks.counts, self.left, self.rules, cursor
        return launch(kernel.spread, self.bits, depth, *arrays, work) == Outcome.ENDED
