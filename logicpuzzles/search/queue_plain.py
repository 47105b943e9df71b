"""Every state of a space with its depth, breadth first in plain Python: the reference for the kernels that explore."""

from __future__ import annotations

from collections.abc import Sequence

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
        space, known, queue = self.space, self.rows, self.queue  # the rest of the search is not kept

        def row(state: State) -> int | None:
            node = space.encode(state)
            return None if node is None else known.get(node)

        return QueueTable(self.depths, row, lambda begin, end: map(space.decode, queue[begin:end]))
