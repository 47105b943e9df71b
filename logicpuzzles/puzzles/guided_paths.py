"""Ways through a puzzle's space, led by how far each state is from where they end: no search, no dead ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ..endings import State
from ..errors import LimitReached, PuzzleError
from ..limits import Limits
from ..logic.terms import typed
from ..search.exploration import Exploration
from .exploration import exploration

if TYPE_CHECKING:
    from .puzzle import Puzzle

Far = Callable[[State], int | None]  # the fewest moves from a state to where a way ends; None where none leads there
Labels = tuple[Any, ...]
MOST = 2_000_000  # states of a space that is explored to be led through it


def successors(puzzle: Puzzle) -> Callable[[State], Any]:
    """The function that gives the label and the state after of every move from a state, in clause order."""
    return puzzle.successors if puzzle.refusal is not None else puzzle.rewriting.successors


def routes(puzzle: Puzzle, far: Far, state: State, length: int) -> Iterator[Labels]:
    """The labels of every way of `length` moves from `state` to a state whose `far` is 0, in clause order."""
    moves = successors(puzzle)
    first = far(state)
    if first is None or first > length:
        return
    labels: list[Any] = []
    rows: list[Iterator[Any]] = [iter([(None, state)])]  # for each state of the way the moves that are left to try
    while rows:
        step = next(rows[-1], None)
        if step is None:
            rows.pop()
            continue
        labels[len(rows) - 1 :] = [step[0]]
        left = length - len(rows) + 1
        if left:
            rows.append(iter([move for move in moves(step[1]) if _within(far, move[1], left - 1)]))
        else:
            yield tuple(labels[1:])


def _within(far: Far, state: State, moves: int) -> bool:
    distance = far(state)
    return distance is not None and distance <= moves


def distances(puzzle: Puzzle, goal: State) -> Far | None:
    """How far each state is from `goal`; None where the space is too large to find out, or cannot be gone backwards."""
    known = puzzle.__dict__.setdefault("_distances", {})
    asked = typed(goal)
    if asked not in known:
        known[asked] = _distances(puzzle, goal)
    return known[asked]  # type: ignore[no-any-return]


def _distances(puzzle: Puzzle, goal: State) -> Far | None:
    try:
        found = exploration(puzzle, None, goal, Limits(nodes=MOST), None)
    except LimitReached:  # it is the limit of the one who asks, and says nothing about the space
        raise
    except PuzzleError:
        return None
    return kept(found.table.depth) if isinstance(found, Exploration) else None


def kept(far: Far) -> Far:
    """`far`, each answer of which is kept."""
    known: dict[Any, int | None] = {}  # by `typed`, as for all states here: Python takes 1 and True for equal

    def distance(state: State) -> int | None:
        asked = typed(state)
        if asked not in known:
            known[asked] = far(state)
        return known[asked]

    return distance


class Tree:
    """All shortest ways from a start: for each state those that come just before it.

    It grows by a depth at a time, as far as it is asked.
    """

    def __init__(self, puzzle: Puzzle, space: Exploration) -> None:
        self.puzzle, self.space = puzzle, space
        self.depth = kept(space.table.depth)
        self.before: dict[Any, list[Any]] = {}  # by `typed`
        self.grown = 0

    def routes(self, start: State, state: State, far: int) -> Iterator[Labels]:
        """The labels of every shortest way from `start` to `state`, which is `far` moves away, in clause order."""
        self._grow(far)
        level = {typed(state)}
        on_way = dict.fromkeys(level, 0)
        for distance in range(1, far + 1):
            level = {before for one in level for before in self.before[one]}
            on_way.update(dict.fromkeys(level, distance))
        return routes(self.puzzle, lambda one: on_way.get(typed(one)), start, far)

    def _grow(self, depth: int) -> None:
        moves = successors(self.puzzle)
        for far in range(self.grown, depth):
            for state in self.space.table.states(far):
                for _, after in moves(state):
                    if self.depth(after) == far + 1:
                        self.before.setdefault(typed(after), []).append(typed(state))
        self.grown = max(self.grown, depth)
