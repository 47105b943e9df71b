"""What groups of values are worth together in sampled states, with a second look-up at the image of a state.

Until the table of a group is built, its entries are estimated from those of its items, pairs and triples, state by
state: as the sum of what its items cost, of how much more each pair costs than its items, and of how much more each
triple that was measured costs than its pairs and items.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..rewriting.symmetry import Symmetry
from .bounds import Rows
from .graphs import FAR
from .items import Items
from .lookups import Entries
from .measuring import AT_ONCE, Measure
from .mirrored import MOST_SUMS, keeps
from .partition import Part, Parts
from .samples import States

N_ESTIMATED = 1024  # states in which tables are estimated: the first
MOST_IMAGES = 48  # that are looked up; of one sum, a search uses one
MOST_SMALL = 3  # items of the groups that are measured

Costs: TypeAlias = NDArray[np.int32]  # [n]: by state


class Sampled:
    """Groups of values that are added, looked up in states.

    Parameters
    ----------
    states
        Each holds every value as often as the others do.

    Attributes
    ----------
    built
        By group, the entries in all of the states, of tables that were built.
    """

    def __init__(self, items: Items, states: States) -> None:
        self.items = items
        kept = [(symmetry, to) for symmetry, to in items.symmetries if keeps(symmetry, items.view)][:MOST_IMAGES]
        images = [(_before(to), _imaged(states, symmetry)) for symmetry, to in kept]
        self.seen, self.images = _Seen(states), [(before, _Seen(image)) for before, image in images]
        self.built: dict[Part, Costs] = {}
        self.estimated: dict[Part, Costs] = {}
        self.errors: dict[int, list[float]] = {}  # by number of items
        self.more: dict[Part, Costs] = {}  # what each small group costs more than its parts, in the first states
        self._first = [(list(range(len(items))), _Seen(states[:N_ESTIMATED]))]
        self._first += [(before, _Seen(image[:N_ESTIMATED])) for before, image in images]

    def measure(self, measure: Measure, parts: Sequence[Part]) -> dict[Part, float]:
        """The average entry of groups of up to three items, from which those of others are estimated.

        The smaller ones are measured first. A table is read for all groups whose image it is.
        """
        found: dict[Part, float] = {}
        left = dict.fromkeys(parts)
        while left:
            some: list[Part] = []
            for part in parts:
                if part in left and len(some) < AT_ONCE:
                    some.append(part)
                    for before, _ in self._first:
                        left.pop(_mapped(part, before), None)
            groups = [self.items.group(part) for part in some]
            for part, group, table in zip(some, groups, measure.tables(groups), strict=True):
                reached = table[table != FAR]
                mean = float(reached.mean()) if len(reached) else 0.0
                for before, seen in self._first:
                    made = _mapped(part, before)
                    if made not in self.more:
                        found[made] = mean
                        self.more[made] = seen.costs(self._numbers(part), measure.rows(group), table)
                        self.more[made] -= self._sum(made, len(made) - 1)
        return found

    def _sum(self, part: Part, most: int) -> Costs:
        """What the small groups in `part`, of at most so many items, cost more than their parts."""
        small = [s for n in range(1, most + 1) for s in combinations(part, n) if s in self.more]
        total: Costs = np.add.reduce([self.more[s] for s in small]) if small else np.zeros(1, dtype=np.int32)
        return total

    def _numbers(self, part: Part) -> list[int]:
        return [self.items.number(item) for item in part]

    def add(self, part: Part, rows: Rows, entries: Entries) -> None:
        """The table of a group has been built: so those of the groups whose images it is are known as well."""
        self.built[part] = self.seen.costs(self._numbers(part), rows, entries)
        error = self.built[part][:N_ESTIMATED] - self._sum(part, MOST_SMALL)
        self.errors.setdefault(len(part), []).append(float(error.mean()))
        for before, seen in self.images:
            self.built.setdefault(_mapped(part, before), seen.costs(self._numbers(part), rows, entries))

    def is_built(self, parts: Parts) -> bool:
        """Whether the worth of `parts` is measured."""
        return all(part in self.built for part in (*parts, *self.mirror(parts)))

    def mirror(self, parts: Parts) -> Parts:
        """The groups of the second sum: those that some symmetry makes `parts` of; none if there are no others."""
        for before, _ in self.images if len(parts) and MOST_SUMS > 1 else ():
            made = tuple(_mapped(part, before) for part in parts)
            if set(made) != set(parts):
                return made
        return ()

    def worth(self, parts: Parts) -> float:
        """The average bound: in all states where all tables are built, else in the first, partly estimated."""
        n_states = None if self.is_built(parts) else N_ESTIMATED
        sums = [self._total(several, n_states) for several in (parts, self.mirror(parts)) if several]
        return round(float(np.maximum.reduce(sums).mean()), 9)

    def _total(self, parts: Parts, n_states: int | None) -> NDArray[np.float64]:
        total: NDArray[np.float64] = np.add.reduce([self._costs(part)[:n_states] for part in parts], dtype=np.float64)
        return total + sum(map(self._error, parts))

    def _costs(self, part: Part) -> Costs:
        if part in self.built:
            return self.built[part]
        if part not in self.estimated:
            self.estimated[part] = self._sum(part, MOST_SMALL)
        return self.estimated[part]

    def _error(self, part: Part) -> float:
        """What groups of as many items cost more than was estimated, on average."""
        errors = self.errors.get(len(part))
        return sum(errors) / len(errors) if errors and part not in self.built else 0.0


class _Seen:
    """States by the cells that hold each value: int16[n_states, n_of_it]."""

    def __init__(self, states: States) -> None:
        order = np.argsort(states, axis=1, kind="stable")
        ranked = np.take_along_axis(states, order, axis=1)[0].tolist()
        self.places: Mapping[int, NDArray[np.int16]] = {
            number: order[:, ranked.index(number) : ranked.index(number) + ranked.count(number)].astype(np.int16)
            for number in set(ranked)
        }

    def costs(self, numbers: Iterable[int], rows: Rows, entries: Entries) -> Costs:
        """The entries of a group of these values in the states; where there is none, one more than others."""
        index = np.add.reduce([np.array(rows[number])[self.places[number]].sum(axis=1) for number in numbers])
        found: Costs = entries[index].astype(np.int32)
        reached = found != np.iinfo(entries.dtype).max
        most = int(found.max(initial=0, where=reached))
        return np.where(reached, found, np.int32(most + 1))


def _imaged(states: States, symmetry: Symmetry) -> States:
    """The images of the states."""
    found = np.empty_like(states)
    found[:, symmetry.cells] = np.array(symmetry.values)[states]
    return found


def _before(to: list[int]) -> list[int]:
    """For each item, which one becomes it."""
    return sorted(range(len(to)), key=to.__getitem__)


def _mapped(part: Part, to: list[int]) -> Part:
    return tuple(sorted(to[item] for item in part))
