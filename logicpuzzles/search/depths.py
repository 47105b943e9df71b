"""The depth of every state of a space: the table behind `depth`, `hardest` and `reachable`."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from random import Random
from typing import Protocol

from ..endings import State
from ..rewriting.values import Values


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

    def sample(self, depth: int, random: Random) -> State:
        """A state of this depth, each as likely as any other."""


def encoded(numbering: Values, state: State, n_cells: int) -> tuple[int, ...] | None:
    """The numbers of the values of a state; None for what is no state of so many cells with known values."""
    known = len(state) == n_cells and all(value in numbering for value in state)
    return tuple(numbering.encode(state)) if known else None


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

    def depth(self, state: State) -> int | None:
        """The fewest moves between a source and `state`; None for a state that is not reached."""
        row = self.row(state)
        return None if row is None else bisect_right(self.first, row) - 1

    def states(self, depth: int) -> Iterator[State]:
        """The states of this depth in the order of a queue: as breadth first in clause order meets them."""
        if 0 <= depth < len(self.depths):
            yield from self.rows(self.first[depth], self.first[depth + 1])

    def sample(self, depth: int, random: Random) -> State:
        """A state of this depth, each as likely as any other."""
        row = random.randrange(self.first[depth], self.first[depth + 1])
        return next(self.rows(row, row + 1))
