"""Numbers of arrangements: states that hold each value a fixed number of times, in lexicographic order.

The number of an arrangement is how many come before it, the first cell first (D. Knuth, TAOCP 4A, section 7.2.1.2);
`..kernels.ranks` has the same for packed states.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from ...endings import State
from ...memo import memo
from ...rewriting.program import Program
from ..size import arrangements
from .arrays import RuleArrays, rule_arrays
from .move_pruning import ROOT, MovePruning
from .packing import Packing


class _AllRules(MovePruning):
    """Every rule may follow every rule."""

    def __init__(self, program: Program) -> None:
        super().__init__(program, ())
        self.cell = None

    def contexts(self) -> list[int]:
        """One, with all rules and all their guards, as at the start."""
        return [ROOT]


@memo
def all_rules(program: Program, packing: Packing) -> RuleArrays:
    """The arrays of the rules for states of which nothing is known, not even the rule that led to them."""
    return rule_arrays(program.rules, _AllRules(program), packing)


class Ranks:
    """The numbers of the arrangements of the values of `source`.

    Attributes
    ----------
    counts
        int64[n_values + 1]: how often each value stands, and last how many arrangements there are.
    places
        int64[n_cells, 2]: the word and the shift of each cell in a packed state.
    """

    def __init__(self, program: Program, source: State) -> None:
        self.program = program
        values = program.values
        self.packing = Packing(program.n_cells, len(values))
        counts = Counter(values.encode(source))
        self.n_states = arrangements(counts)
        self.counts = np.array([*(counts[number] for number in range(len(values))), self.n_states], dtype=np.int64)
        self.places = np.array([self.packing.place(cell) for cell in range(program.n_cells)], dtype=np.int64)

    def known(self, state: State) -> int | None:
        """The number of `state`; None where it is no arrangement of the same values."""
        numbers = self.program.values.known(state, self.program.n_cells)
        if numbers is None:
            return None
        counts = Counter(numbers)
        same = all(counts[number] == count for number, count in enumerate(self.counts[:-1].tolist()))
        return self.number(numbers) if same else None

    def number(self, numbers: Sequence[int]) -> int:
        """The number of the arrangement of the values with these numbers."""
        left = self.counts.tolist()
        total, number = left.pop(), 0
        for cell, value in enumerate(numbers):
            rest = self.program.n_cells - cell
            number += total * sum(left[:value]) // rest
            total = total * left[value] // rest
            left[value] -= 1
        return number

    def state(self, number: int) -> State:
        """The state with this number."""
        left = self.counts.tolist()
        total, numbers = left.pop(), []
        for rest in range(self.program.n_cells, 0, -1):
            value = 0
            while number >= (share := total * left[value] // rest):
                number, value = number - share, value + 1
            numbers.append(value)
            left[value] -= 1
            total = share
        return self.program.values.decode(numbers)
