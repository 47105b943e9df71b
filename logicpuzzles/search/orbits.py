"""States up to symmetry: an orbit is a state with all its images, and all of them have the same depth.

Orbits are counted by the states that each symmetry leaves as they are: their number, on average over all symmetries, is
that of the orbits (Cauchy-Frobenius lemma). Such states are few and listed directly, without going through the space;
where they are not few, each state is compared with its images, and the least of each orbit counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from operator import or_

from ..endings import State
from ..logic.terms import typed
from ..proofs.abstraction.pattern import closed
from ..rewriting.numbered import Guards
from ..rewriting.program import Program, program_of
from ..rewriting.rewrite import Pattern, Rewriting, pattern_of
from ..rewriting.symmetry import Symmetries, Symmetry, symmetries, trivial
from ..rewriting.values import Numbers, members
from ..wording import counted
from .depths import DepthTable

MOST_SOURCES = 2_000  # states that symmetries must keep, beyond which none is looked for
FEW = 10_000  # steps that listing states which stay as they are may always take
DEEPEST = 400  # cells that are filled one after the other; Python's stack holds no more
CHUNK = 1 << 12  # states that are compared with their images together


@dataclass(frozen=True)
class Orbits:
    """The orbits of explored states.

    Attributes
    ----------
    depths
        The number of orbits of each depth.
    group
        The symmetries: those in `group.elements` make the orbits.
    program
        Numbers the values.
    """

    depths: tuple[int, ...]
    group: Symmetries
    program: Program

    def __repr__(self) -> str:
        return f"<Orbits: {counted(self.count, 'orbit')} under {counted(self.group.order, 'symmetry', 'symmetries')}>"

    @property
    def count(self) -> int:
        """The number of orbits."""
        return sum(self.depths)

    def is_first(self, state: State) -> bool:
        """Whether `state` is the one that stands for its orbit: the least, by the numbers of its values."""
        numbers = self.program.values.encode(state)
        return all(numbers <= symmetry.image(numbers) for symmetry in self.group.elements)


def orbits(
    table: DepthTable, rewriting: Rewriting, sources: Sequence[State], kept: Sequence[Pattern] | None = None
) -> Orbits:
    """The orbits of the states of `table`, explored from or towards `sources`, under symmetries that keep these.

    `kept` are patterns of which every state matches one, where not all states are valid: they are kept too.
    """
    program = program_of(rewriting, [value for source in sources for value in source], kept or ())
    group = trivial(program)
    if len(sources) <= MOST_SOURCES:
        families: list[Sequence[Guards]] = [program.goals(map(pattern_of, sources))]
        if kept is not None:
            families.append(program.goals(kept))
        group = symmetries(program, *families)
    made = _Counting(table, program, group, sources)
    return Orbits(made.by_fixed() or made.by_least(), group, program)


class _Counting:
    """The number of orbits of each depth."""

    def __init__(self, table: DepthTable, program: Program, group: Symmetries, sources: Sequence[State]) -> None:
        self.table, self.program, self.group = table, program, group
        kinds = {frozenset(Counter(map(typed, source)).items()) for source in sources}
        one_kind = program.permutes and len(kinds) == 1
        self.counts = Counter(program.values.encode(sources[0])) if one_kind else None
        values = program.values
        beyond = [s for s in sources if any(not d & values.bits((v,)) for v, d in zip(s, program.domains, strict=True))]
        several = [closed(program), *(closed(program, source) for source in (beyond[:1] if one_kind else beyond))]
        self.held = [reduce(or_, bits) for bits in zip(*several, strict=True)]

    def by_fixed(self) -> tuple[int, ...] | None:
        """By the states that stay as they are; None where these are not few."""
        if self.program.n_cells > DEEPEST:
            return None
        found = list(self.table.depths)
        steps = max(FEW, sum(found))
        for symmetry in self.group.elements[1:]:
            fixed = _Fixed(symmetry, self.held, self.counts, steps)
            for numbers in fixed.states():
                depth = self.table.depth(self.program.values.decode(numbers))
                if depth is not None:
                    found[depth] += 1
            if fixed.steps < 0:
                return None
            steps = fixed.steps
        return tuple(number // len(self.group.elements) for number in found)

    def by_least(self) -> tuple[int, ...]:
        """By the states that are the least of their orbits."""
        found = []
        for depth in range(len(self.table.depths)):
            states = map(self.program.values.encode, self.table.states(depth))
            number = 0
            while some := list(islice(states, CHUNK)):
                number += least(some, self.group.elements)
            found.append(number)
        return tuple(found)


def least(states: Sequence[Numbers], elements: Sequence[Symmetry]) -> int:
    """How many of the states are the least of their images."""
    import numpy as np  # here: not every use of the space needs it

    left = np.array(states, dtype=np.int64)
    for symmetry in elements[1:]:
        image = np.empty_like(left)
        image[:, list(symmetry.cells)] = np.array(symmetry.values, dtype=np.int64)[left]
        differ = left != image
        first = differ.argmax(axis=1)
        rows = np.arange(len(left))
        left = left[left[rows, first] <= image[rows, first]]
    return len(left)


class _Fixed:
    """The states that a symmetry maps onto themselves.

    Attributes
    ----------
    steps
        How many may still be taken; below 0 where the states are not all listed.
    """

    def __init__(self, symmetry: Symmetry, held: Sequence[int], counts: Mapping[int, int] | None, steps: int) -> None:
        self.steps = steps
        self.left = None if counts is None else Counter(counts)
        self.numbers = [0] * len(held)
        self.choices = [list(_choices(cycle, symmetry, held)) for cycle in _cycles(symmetry.cells)]
        self.choices.sort(key=len)

    def states(self, level: int = 0) -> Iterator[Numbers]:
        """The states, by number."""
        if level == len(self.choices):
            yield tuple(self.numbers)
            return
        for choice in self.choices[level]:
            self.steps -= 1
            if self.steps < 0:
                return
            if self._place(choice):
                yield from self.states(level + 1)
            self._take(choice)

    def _place(self, choice: Sequence[tuple[int, int]]) -> bool:
        """Put values into the cells of a cycle; whether there are as many of them."""
        enough = True
        for cell, number in choice:
            self.numbers[cell] = number
            if self.left is not None:
                self.left[number] -= 1
                enough &= self.left[number] >= 0
        return enough

    def _take(self, choice: Sequence[tuple[int, int]]) -> None:
        if self.left is not None:
            for _, number in choice:
                self.left[number] += 1


def _cycles(cells: Sequence[int]) -> Iterator[list[int]]:
    """The cycles of a permutation."""
    seen: set[int] = set()
    for cell in range(len(cells)):
        cycle = []
        while cell not in seen:
            seen.add(cell)
            cycle.append(cell)
            cell = cells[cell]
        if cycle:
            yield cycle


def _choices(cycle: Sequence[int], symmetry: Symmetry, held: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """What the cells of a cycle may hold in a state that stays as it is, each cell with its value."""
    for first in members(held[cycle[0]]):
        number, choice = first, []
        for cell in cycle:
            choice.append((cell, number))
            number = symmetry.values[number]
        if number == first and all(held[cell] >> value & 1 for cell, value in choice):
            yield choice
