"""The rounds of deepening by a kernel, on one core or on several: the twin of `..depth.PlainDepth`."""

from __future__ import annotations

from typing import NamedTuple

from ...endings import Path
from ..asked_workers import Workers
from ..budget import Outcome
from ..depth import NO_CUT
from ..packed_space import PackedSpace
from .control import CUT, PAUSED, ROOM
from .depth_first import Moves, Stack
from .layout import Fields, Rows
from .sent import SharedElsewhere
from .sharing import Shared, cut_of

FIRST_ROOM = 256  # moves for which there is room at first, where some cost nothing
LASTS = 1 << 22  # nodes of a round from which on it is shared


class Root(NamedTuple):
    """A start: uint64[n_words], what each move of the limit adds to its slack, and what its own bound takes of it."""

    words: Fields
    divisor: int
    bound: int


class CompiledDepth:
    """The depth-first search of a problem by `depth_first`.

    Attributes
    ----------
    workers
        Who shares a round that lasts.

    Parameters
    ----------
    at_start
        The first step that may be taken from the start, and the end of its steps.
    rules
        The rule of each step.
    root
        The start as the moves keep it; by default the packed state with the sum of the table.
    """

    def __init__(
        self,
        space: PackedSpace,
        moves: Moves,
        at_start: tuple[int, int],
        rules: Rows,
        root: Root | None = None,
    ) -> None:
        self.space, self.moves, self.at_start, self.rules = space, moves, at_start, rules
        self.root = root or Root(space.start, space.divisor, space.start_sum)
        self.workers, self.lasts = Workers(), False
        self.begin(0)

    def begin(self, limit: int) -> None:
        """Start anew with moves that cost at most `limit` together."""
        self.nodes, self.least, self.limit = 0, NO_CUT, limit
        self.stack = self.at_root(limit)
        self.shared: Shared | None = None
        self.is_asked = False  # whether to share this round

    def at_root(self, limit: int) -> Stack:
        """A search that has looked at the start alone."""
        root, problem = self.root, self.space.problem
        most_moves = limit
        if problem.free:
            most_moves = FIRST_ROOM
        elif problem.weighted:
            most_moves = limit // problem.least_cost + 1
        stack = Stack.empty(most_moves, len(root.words))
        stack.words[0] = root.words
        slack = limit * root.divisor - root.bound
        stack.control[: CUT + 1] = [0, 1, NO_CUT, most_moves, *self.at_start, slack, -1 if problem.free else 0]
        return stack

    def run(self, work: int, cap: int) -> Outcome:
        """Go on for `work` states."""
        if cap < 1:
            return Outcome.FULL
        if self.workers.are_several and not self.is_asked and (self.lasts or self.nodes >= LASTS):
            self._share()
        if self.shared is not None:
            return self._run_shared(self.shared, work, cap)
        outcome = self.stack.run(self.moves, min(max(1, self.nodes) + work, cap))
        self.nodes, self.least = self.stack.nodes, self.stack.least
        if outcome == ROOM:
            self.stack = self.stack.larger()
            return Outcome.PAUSED
        return Outcome.FULL if outcome == PAUSED and self.nodes == cap else Outcome(outcome)

    def _share(self) -> None:
        """Go on with this round by several workers, and begin the next ones there."""
        self.is_asked = True
        if self.space.problem.free:  # the path may be of any length, and matters as a whole
            return
        workers = self.workers
        n_workers = workers.executor().workers if workers.are_elsewhere else workers.threads
        cut = cut_of(self.at_root(self.limit), self.moves, n_workers)
        self.lasts = cut is not None
        if cut is None:
            return
        if workers.are_elsewhere:
            self.shared = SharedElsewhere(self.stack, cut, self.moves, workers)
        else:
            self.shared = Shared(self.stack, cut, self.moves, n_workers)

    def _run_shared(self, shared: Shared, work: int, cap: int) -> Outcome:
        outcome = shared.run(work, cap)
        self.nodes, self.least = shared.nodes, shared.least
        return outcome

    def path(self) -> Path:
        """The solution, after `FOUND`."""
        steps = self.stack.steps() if self.shared is None else self.shared.steps()
        return self.space.path(self.rules[step - 1] for step in steps)
