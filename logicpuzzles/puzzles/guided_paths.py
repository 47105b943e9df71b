"""Paths through a puzzle's space, guided by how far each state is from where they end: no search, no dead ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..endings import Label, State
from ..logic.termdict import TermDict
from ..search.exploration import Exploration
from ..search.problem import Successors

Far = Callable[[State], int | None]  # the fewest moves from a state to where a path ends; None where none leads there
Labels = tuple[Label, ...]


def guided_paths(successors: Successors, far: Far, state: State, length: int) -> Iterator[Labels]:
    """The labels of every path of `length` moves from `state` to a state whose `far` is 0, in clause order."""
    first = far(state)
    if first is None or first > length:
        return
    labels: list[Label] = []
    rows: list[Iterator[Any]] = [iter([(None, state)])]  # for each state of the path the moves that are left to try
    while rows:
        step = next(rows[-1], None)
        if step is None:
            rows.pop()
            continue
        labels[len(rows) - 1 :] = [step[0]]
        left = length - len(rows) + 1
        if left:
            rows.append(iter([move for move in successors(step[1]) if _within(far, move[1], left - 1)]))
        else:
            yield tuple(labels[1:])


def _within(far: Far, state: State, moves: int) -> bool:
    distance = far(state)
    return distance is not None and distance <= moves


def memoized(far: Far) -> Far:
    """`far`, memoized."""
    known: TermDict[int | None] = TermDict()

    def distance(state: State) -> int | None:
        if state not in known:
            known[state] = far(state)
        return known[state]

    return distance


class ShortestPathDag:
    """All shortest paths from a start: for each state those that come just before it.

    It grows by a depth at a time, as far as it is asked.
    """

    def __init__(self, successors: Successors, space: Exploration) -> None:
        self.successors, self.space = successors, space
        self.depth = memoized(space.table.depth)
        self.before: TermDict[list[State]] = TermDict()
        self.grown = 0

    def paths(self, start: State, state: State, far: int) -> Iterator[Labels]:
        """The labels of every shortest path from `start` to `state`, which is `far` moves away, in clause order."""
        self._grow(far)
        level = TermDict([(state, 0)])
        on_path = TermDict([(state, 0)])
        for distance in range(1, far + 1):
            level = TermDict((before, distance) for one in level for before in self.before[one])
            on_path.update(level)
        return guided_paths(self.successors, on_path.get, start, far)

    def _grow(self, depth: int) -> None:
        for far in range(self.grown, depth):
            for state in self.space.table.states(far):
                for _, after in self.successors(state):
                    if self.depth(after) == far + 1:
                        self.before.setdefault(after, []).append(state)
        self.grown = max(self.grown, depth)
