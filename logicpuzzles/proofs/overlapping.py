"""Groups that may not be added: a few as large as may be, whose largest bound is high on sampled states.

The bound of a large group in a state is estimated by those of its small groups, of up to four items, on average.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ..errors import NoRoom
from ..rewriting.values import Numbers
from ..wording import counted
from .graphs import FAR
from .items import Items
from .measuring import Measure
from .partition import Part, Parts
from .samples import States, walked
from .trials import Budget

MOST_GROUPS = 3
MOST_SMALL = 4  # items of the groups that are measured
N_STATES = 500


class Overlapping:
    """The choice of such groups.

    Parameters
    ----------
    starts
        Where random walks to the sampled states begin.
    """

    def __init__(self, items: Items, starts: Sequence[Numbers]) -> None:
        self.items = items
        measure = Measure(items.view, items.of, every=True)
        states = walked(items.view.program, starts, N_STATES)
        self.size = _largest_size(items)
        parts = list(combinations(range(len(items)), self.size))
        budget = Budget(items)  # what is too large to be measured counts nothing
        first = [part for part in parts if budget.allows(part)]
        tables = dict(zip(first, measure.tables([items.group(part) for part in first]), strict=True))
        zeros = np.zeros(N_STATES, dtype=np.int64)
        self.costs = np.array(
            [_looked_up(items, measure, part, tables[part], states) if part in tables else zeros for part in parts]
        )
        self.row = {part: row for row, part in enumerate(parts)}

    def parts(self) -> Parts:
        """The groups."""
        found: list[Part] = []
        best = np.zeros(N_STATES)
        while len(found) < MOST_GROUPS and (part := self._next(found, best)) is not None:
            found.append(part)
            best = np.maximum(best, self._estimate(part))
        if not found:
            raise NoRoom(
                f"no table fits into {counted(self.items.memory, 'byte')} of memory and some seconds of building"
            )
        return tuple(found)

    def _next(self, found: Sequence[Part], best: NDArray[np.float64]) -> Part | None:
        """The group that raises the largest bound most; None if there is no room for one about as large."""
        n_items, items = len(self.items), self.items

        def gain(part: Part) -> float:
            return round(float(np.maximum(best, self._estimate(part)).mean()), 9)

        fitting = [part for part in self.row if items.fit((*found, part))]
        if not fitting:
            return None
        part = max(fitting, key=gain)
        while more := [p for p in _with_one_more(part, n_items) if items.fit((*found, p))]:
            part = max(more, key=gain)
        reached = gain(part)
        while better := [p for p in _exchanged(part, n_items) if items.fit((*found, p)) and gain(p) > reached]:
            part = max(better, key=gain)
            reached = gain(part)
        is_new = not any(set(part) <= set(other) for other in found)
        return part if is_new and len(part) >= max(map(len, found), default=1) - 1 else None

    def _estimate(self, part: Part) -> NDArray[np.float64]:
        """By state, the average bound of the small groups in `part`."""
        found: NDArray[np.float64] = self.costs[[self.row[some] for some in combinations(part, self.size)]].mean(axis=0)
        return found


def _largest_size(items: Items) -> int:
    """How many items the groups have that can all be measured."""
    for size in range(min(MOST_SMALL, len(items)), 1, -1):
        budget = Budget(items)
        if all(items.fit((part,)) and budget.allows(part) for part in combinations(range(len(items)), size)):
            return size
    return 1


def _looked_up(
    items: Items, measure: Measure, part: Part, table: NDArray[np.uint16], states: States
) -> NDArray[np.int64]:
    """The entries of a group in the states; where no goal can be reached, more than any other."""
    rows = np.array(measure.rows(items.group(part)), dtype=np.int64)
    index = rows[states, np.arange(states.shape[1])].sum(axis=1)
    known = table[table != FAR]
    found: NDArray[np.int64] = np.minimum(table[index].astype(np.int64), int(known.max(initial=0)) + 1)
    return found


def _with_one_more(part: Part, n_items: int) -> Iterator[Part]:
    return (tuple(sorted((*part, item))) for item in range(n_items) if item not in part)


def _exchanged(part: Part, n_items: int) -> Iterator[Part]:
    for out in part:
        yield from _with_one_more(tuple(item for item in part if item != out), n_items)
