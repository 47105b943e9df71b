"""Every state of a space with its depth, breadth first in plain Python: the reference for the kernels that explore."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..endings import State
from .bfs import PlainBreadth
from .budget import Outcome
from .depths import QueueTable
from .growth import level_sizes
from .space import Space


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
        return PlainTable(self)


class PlainTable(QueueTable):
    """The table of a plain exploration."""

    def __init__(self, queue: PlainQueue) -> None:
        super().__init__(queue.depths)
        self.space, self.known, self.queue = queue.space, queue.rows, queue.queue

    def row(self, state: State) -> int | None:
        """The row of `state`; None where it has none."""
        node = self.space.encode(state)
        return None if node is None else self.known.get(node)

    def rows(self, begin: int, end: int) -> Iterator[State]:
        """The states of consecutive rows."""
        return map(self.space.decode, self.queue[begin:end])
