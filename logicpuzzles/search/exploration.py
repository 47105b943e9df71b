"""The result of exploring: every state with its depth, or how far it got under a limit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Protocol, Self

from ..endings import Solved, State, Stopped, drawn_by
from ..errors import PuzzleError
from ..limits import Limits, Progress
from ..wording import counted
from .budget import Budget, Halt, Outcome
from .depths import DepthTable

if TYPE_CHECKING:
    from .orbits import Orbits


class Shared:
    """A copy is the object itself, since it would share the table; it cannot be pickled."""

    depths: tuple[int, ...]

    @property
    def count(self) -> int:
        """The number of states of the complete depths."""
        return sum(self.depths)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _: object) -> Self:
        return self

    def __reduce__(self) -> str:
        raise PuzzleError(
            "an exploration cannot be pickled: its table belongs to this process",
            hint="pickle its depths, or the states that table.states(depth) gives, and explore again elsewhere",
        )


@dataclass(frozen=True, kw_only=True, repr=False)
class Exploration(Shared, Solved):
    """All states were seen.

    Attributes
    ----------
    depths
        The number of states of each depth.
    table
        The depth of every state.
    orbits
        The same up to symmetry, where that was asked for.
    from_start
        Whether the depths count from the start; else to a goal.
    """

    depths: tuple[int, ...]
    table: DepthTable
    orbits: Orbits | None = None
    from_start: bool = False

    def in_short(self) -> str:
        return f"{counted(self.count, 'state')}, the hardest of depth {len(self.depths) - 1:,}"

    def hardest(self) -> Iterator[State]:
        """The states of the greatest depth; up to symmetry, one of each orbit."""
        states = self.table.states(len(self.depths) - 1)
        return states if self.orbits is None else filter(self.orbits.is_first, states)

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
        if not self.depths[depth]:
            raise PuzzleError(
                f"no state has the depth {depth}", place="depth", expected=self._nearest(depth), got=depth
            )
        return self.table.sample(depth, Random(seed))

    def _nearest(self, depth: int) -> str:
        """The depths next to one that no state has, where moves have costs."""
        below = next(d for d in range(depth, -1, -1) if self.depths[d])
        above = next(d for d in range(depth, len(self.depths)) if self.depths[d])
        return f"such as {below} or {above}"


@dataclass(frozen=True, kw_only=True, repr=False)
class Unexplored(Shared, Stopped):
    """A limit stopped the exploration. `depths` has the number of states of each depth that is complete."""

    depths: tuple[int, ...]
    run: ExplorationRun
    from_start: bool = False

    def resume(self, limits: Limits | None = None, progress: Progress | None = None) -> Exploration | Unexplored:
        """Go on where it stopped, under other limits."""
        budget = Budget(limits, progress, None, self.run.work, self.run.slice_seconds)
        found = replace(self.run.go_on(budget), from_start=self.from_start)
        return found if self.drawing is None else drawn_by(self.drawing, found)


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
class ExplorationRun:
    """An exploration under way.

    Attributes
    ----------
    begin
        Makes the explorer, which needs `memory` bytes from the beginning.
    work, slice_seconds
        As for `Budget`.
    """

    begin: Callable[[], Explorer]
    engine: str
    memory: int
    work: int
    slice_seconds: float
    explorer: Explorer | None = None
    seconds: float = 0.0

    def go_on(self, budget: Budget) -> Exploration | Unexplored:
        """Explore on until all is seen or a limit is reached."""
        began = perf_counter()
        try:
            explorer = budget.during(self._explore, budget)
        except Halt as halt:
            self.seconds += perf_counter() - began
            return self._stopped(str(halt))
        self.seconds += perf_counter() - began
        table = explorer.table()
        return Exploration(
            depths=table.depths, table=table, nodes=explorer.count, seconds=self.seconds, engine=self.engine
        )

    def _explore(self, budget: Budget) -> Explorer:
        budget.room(self.memory)
        if self.explorer is None:
            self.explorer = self.begin()
        explorer = self.explorer
        while True:
            outcome = explorer.run(budget.work, budget.most)
            if outcome == Outcome.ENDED:
                return explorer
            if outcome == Outcome.FULL:
                budget.full(explorer.count)
            budget.tick(lambda: f"depth {len(explorer.depths)}: {counted(explorer.count, 'state')}", explorer.memory())

    def _stopped(self, why: str) -> Unexplored:
        depths = tuple(self.explorer.depths) if self.explorer else ()
        n_states, last = sum(depths), len(depths) - 1
        so_far = f"all {n_states:,} states of depth {last} or less are counted" if depths else "no state is seen"
        if n_states == 1:
            so_far = "only the first state is counted"
        return Unexplored(
            reason=f"{why}; {so_far}", depths=depths, run=self, nodes=n_states, seconds=self.seconds,
            engine=self.engine,
        )  # fmt: skip
