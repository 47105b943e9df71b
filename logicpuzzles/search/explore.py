"""The whole space: every state that can be reached from some sources, or that can reach them, with its depth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Any, Protocol

from ..endings import Solved, State, Stopped
from ..errors import PuzzleError
from ..rewrite import Rewriting
from .depths import DepthTable
from .program import Program, program_of
from .queue_plain import PlainQueue, relation_moves, rule_moves
from .size import arrangements
from .task import Limits, Successors
from .watch import Halt, HandOver, Outcome, Watch

Progress = Callable[[str], None]

HAND_OVER = 0.3  # seconds of plain Python before a kernel takes over: loading a kernel costs about twice that
SMALL = 50_000  # states up to which the states of a depth come in the order of a queue, whoever explores


@dataclass(frozen=True, kw_only=True)
class Exploration(Solved):
    """All states were seen. `depths` has the number of states of each depth, `table` the depth of every state."""

    depths: tuple[int, ...]
    table: DepthTable

    @property
    def count(self) -> int:
        """The number of states."""
        return sum(self.depths)

    def hardest(self) -> Iterator[State]:
        """The states of the greatest depth."""
        return self.table.states(len(self.depths) - 1)

    def deal(self, depth: int, seed: int | None = None) -> State:
        """A random state of this depth; the same one each time for the same `seed`.

        Raises
        ------
        PuzzleError
            There is none of this depth.
        """
        if not 0 <= depth < len(self.depths):
            raise PuzzleError(
                f"no state has the depth {depth}", place="depth", expected=f"0 to {len(self.depths) - 1}", got=depth
            )
        return self.table.sample(depth, Random(seed))


@dataclass(frozen=True, kw_only=True)
class Unexplored(Stopped):
    """A limit stopped the exploration. `depths` has the number of states of each depth that is complete."""

    depths: tuple[int, ...]
    going: Going

    @property
    def count(self) -> int:
        """The number of states of the complete depths."""
        return sum(self.depths)

    def resume(self, limits: Limits | None = None, progress: Progress | None = None) -> Exploration | Unexplored:
        """Go on where it stopped, under other limits."""
        return self.going.run(Watch(limits, progress, None, *SLICES[self.going.engine]))


class Explorer(Protocol):
    """An exploration in slices."""

    @property
    def count(self) -> int:
        """States met."""

    @property
    def depths(self) -> Sequence[int]:
        """The number of states of each depth that is known to be complete."""

    def run(self, work: int, cap: int) -> Outcome:
        """Go on for about `work` expansions, while no more than `cap` states are met."""

    def memory(self) -> int:
        """The bytes held."""

    def table(self) -> DepthTable:
        """The table, after `ENDED`."""


@dataclass
class Going:
    """An exploration under way."""

    explorer: Explorer
    engine: str
    seconds: float = 0.0

    def run(self, watch: Watch) -> Exploration | Unexplored:
        """Explore on until all is seen or a limit is reached."""
        began, explorer = perf_counter(), self.explorer
        try:
            while True:
                outcome = explorer.run(watch.work, watch.cap)
                if outcome == Outcome.ENDED:
                    break
                if outcome == Outcome.FULL:
                    watch.full(explorer.count)
                watch.tick(self._line, explorer.memory())
        except Halt as halt:
            self.seconds += perf_counter() - began
            depths = tuple(explorer.depths)
            return Unexplored(
                reason=f"{halt}; all {sum(depths):,} states of depth {len(depths) - 1} or less are counted",
                depths=depths, going=self, nodes=explorer.count, seconds=self.seconds, engine=self.engine,
            )  # fmt: skip
        self.seconds += perf_counter() - began
        table = explorer.table()
        return Exploration(
            depths=table.depths, table=table, nodes=explorer.count, seconds=self.seconds, engine=self.engine
        )

    def _line(self) -> str:
        return f"depth {len(self.explorer.depths)}: {self.explorer.count:,} states"
