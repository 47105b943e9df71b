"""Which numbering explores by parts, and the run of it: an `ExplorationRun` that is kept in a store."""

from __future__ import annotations

from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from ...errors import PuzzleError
from ...workers import Executor
from ...workers.specification import using
from ..budget import Budget
from ..coding.board import Board
from ..exploration import Exploration, ExplorationRun, Explorer, Unexplored
from .board import BoardParts, release
from .clock import Clock
from .keyed import BUFFER, LEAST_BUFFER
from .numberings import keyed
from .remote import store_of
from .run import Parted, PartsQueue
from .store import Store

if TYPE_CHECKING:
    from ...workers.specification import Asked
    from ..exploration_task import ExplorationTask


def parted(task: ExplorationTask, engine: str, memory: int) -> Parted:
    """The numbering that explores this by parts, in tasks that take `memory` bytes where they can.

    Raises
    ------
    PuzzleError
        There is none, or not that which was asked for.
    """
    if engine == "rules":
        hint = "use engine auto, or explore without a store"
        raise PuzzleError("plain Python does not explore by parts", place="engine", hint=hint)
    why_not = task.why_not("board") if engine in ("auto", "board") else ""
    if why_not is None:
        assert isinstance(task.board, Board)
        return BoardParts(task.board, task.program.values, task.sources)
    if engine == "board":
        hint = "use engine auto"
        raise PuzzleError(f"this cannot be explored with a store: {why_not}", place="store", hint=hint)
    buffer = max(LEAST_BUFFER, min(BUFFER, memory // 4))
    return keyed(task, None if engine == "auto" else engine, buffer)


def explore_in(
    task: ExplorationTask, store: object, workers: Asked, engine: str, budget: Budget
) -> Exploration | Unexplored:
    """Explore by parts, in a store that may have some already; see `explore`."""
    place = store_of(store)
    with using(workers, threads=True) as executor:
        numbering = parted(task, engine, budget.memory // executor.workers)
        return PartsRun(numbering, place, executor).go_on(budget)


class PartsRun(ExplorationRun):
    """An exploration that goes on where its store ends; a limit cancels the tasks that are under way."""

    def __init__(self, numbering: Parted, store: Store, executor: Executor) -> None:
        begin = partial(PartsQueue, numbering, store, executor)
        super().__init__(begin, numbering.run.numbering, numbering.memory * executor.workers, 1, 0.05)

    def _explore(self, budget: Budget) -> Explorer:
        budget.room(self.memory)
        if self.explorer is None:
            self.explorer = self.begin()
        assert isinstance(self.explorer, PartsQueue)
        self.explorer.clock = Clock(budget.end - perf_counter())
        try:
            return super()._explore(budget)
        finally:
            self.explorer.rest()
            release()
