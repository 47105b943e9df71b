"""The depth of every state of a space: the table behind `depth`, `hardest` and `reachable`.

And the exploration in plain Python that fills one: the reference for the kernels that explore.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, islice
from random import Random
from typing import Protocol

from ..endings import State
from ..wording import counted
from .bfs import PlainBreadth
from .budget import Outcome
from .growth import level_sizes
from .space import Space


class DepthTable(Protocol):
    """How far each state is from the nearest source.

    Attributes
    ----------
    depths
        The number of states of each depth, from 0.
    """

    depths: tuple[int, ...]

    def depth(self, state: State) -> int | None:
        """The fewest moves between a source and `state`; None for a state that is not reached."""

    def states(self, depth: int) -> Iterator[State]:
        """The states of this depth, in the order of the table."""

    def first_states(self, most: int) -> Iterator[list[State]]:
        """The first of `states` for each depth, at most so many."""

    def sample(self, depth: int, random: Random) -> State:
        """A state of this depth, each as likely as any other."""


def summary(table: DepthTable) -> str:
    """A table in short, for `repr`."""
    return f"<depths of {counted(sum(table.depths), 'state')}, 0 to {len(table.depths) - 1}>"


class QueueTable:
    """A table whose rows are the states in the order in which a queue met them.

    Parameters
    ----------
    row
        The row of a state; None where it has none.
    rows
        The states of the rows from one to before another.
    """

    def __init__(
        self,
        depths: Sequence[int],
        row: Callable[[State], int | None],
        rows: Callable[[int, int], Iterator[State]],
    ) -> None:
        self.depths, self.row, self.rows = tuple(depths), row, rows
        self.first = list(accumulate(depths, initial=0))  # the row where each depth begins

    def __repr__(self) -> str:
        return summary(self)

    def depth(self, state: State) -> int | None:
        """The fewest moves between a source and `state`; None for a state that is not reached."""
        row = self.row(state)
        return None if row is None else bisect_right(self.first, row) - 1

    def states(self, depth: int) -> Iterator[State]:
        """The states of this depth in the order of a queue: as breadth first in clause order meets them."""
        if 0 <= depth < len(self.depths):
            yield from self.rows(self.first[depth], self.first[depth + 1])

    def first_states(self, most: int) -> Iterator[list[State]]:
        """The first states of each depth, at most so many."""
        return (list(islice(self.states(depth), most)) for depth in range(len(self.depths)))

    def sample(self, depth: int, random: Random) -> State:
        """A state of this depth, each as likely as any other."""
        row = random.randrange(self.first[depth], self.first[depth + 1])
        return next(self.rows(row, row + 1))


class PlainQueue(PlainBreadth):
    """Breadth first from `sources`, without a goal."""

    def __init__(self, space: Space, sources: Sequence[State]) -> None:
        super().__init__(space, [node for source in sources if (node := space.encode(source)) is not None])
        self.want_none()

    @property
    def count(self) -> int:
        """States met."""
        return self.nodes

    @property
    def depths(self) -> list[int]:
        """The number of states of each depth that is known to be complete."""
        return level_sizes(self.ends)

    def expand(self, work: int, cap: int) -> Outcome:
        """Expand up to `work` states of the level in hand."""
        for rows in (self.queue, self.befores, self.vias):
            del rows[len(self.rows) :]  # what an interrupt left half done
        return super().expand(work, cap)

    def table(self) -> QueueTable:
        """The depths of all states met, after `ENDED`."""
        space, known, queue = self.space, self.rows, self.queue  # the rest of the search is not kept

        def row(state: State) -> int | None:
            node = space.encode(state)
            return None if node is None else known.get(node)

        return QueueTable(self.depths, row, lambda begin, end: map(space.decode, queue[begin:end]))
