"""The exploration by parts: layer after layer, each made of tasks that any worker can do, with a line in the log."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from math import inf
from typing import Any, NamedTuple, Protocol

from ...errors import LimitReached, PuzzleError
from ...workers import Executor
from ...workers.here import Here
from ..budget import Outcome
from ..depths import DepthTable
from .clock import Clock
from .file import Damaged, Layer, PartFile, Title, layer_folder
from .log import LOG, Log, Run
from .store import UNFINISHED, Store

# The names of the files of tasks, whole or unfinished: nothing else in a store is ever removed.
_OURS = re.compile(rf"/\d{{5,}}\.part(\.[0-9a-f]{{32}}{re.escape(UNFINISHED)})?$")
AHEAD = 4  # tasks for each worker that are handed out


class Stage(NamedTuple):
    """Tasks that can be done at the same time: `work`, a function at the top level of a module, of each item.

    `work` gives the `Layer` of a file that it wrote, which may be without states and then need not be there. A file
    that is there already and whole is not made again: `made` tells. Where all of it `is_small`, handing it out would
    take longer than doing it.
    """

    work: Callable[[Any], Layer]
    items: Iterable[Any]
    is_small: bool


class Parted(Protocol):
    """A numbering, by which a space is cut into parts.

    Attributes
    ----------
    run
        What is explored, and how it is numbered.
    n_states
        There are no more states.
    """

    run: Run

    @property
    def n_states(self) -> int: ...

    @property
    def memory(self) -> int:
        """About the bytes that a task takes."""

    def begin(self, store: Store) -> list[Layer]:
        """Write the layer of the sources."""

    def stages(self, store: Store, log: Log, clock: Clock) -> Iterable[Stage]:
        """The stages that make the layer after those of `log`; what the last one gives are its files.

        Items have the seconds that `clock` has left when they are taken. What the other stages write goes into folders
        that `leftovers` names.
        """

    def leftovers(self, depth: int) -> Iterable[str]:
        """The folders of the store that nobody needs when the layer of this depth is complete."""

    def table(self, store: Store, log: Log) -> DepthTable:
        """The depth of every state, once all layers are complete."""


def made(store: Store, title: Title, name: str | None = None) -> Layer | None:
    """What is known of a file that was made before; None where it must be made, as one that was cut off."""
    if store.size(name or title.name) is None:
        return None
    try:
        return PartFile(store, title, name).layer
    except Damaged:
        return None


class PartsQueue:
    """An `Explorer` over the parts of a numbering: it goes on where the log ends."""

    def __init__(self, parted: Parted, store: Store, executor: Executor) -> None:
        if not (store.is_shared or executor.shares_memory):
            hint = "use one worker, or a folder as the store"
            raise PuzzleError("other processes do not see this store", place=store.place, hint=hint)
        self.parted, self.store, self.executor = parted, store, executor
        self.log = Log(store, parted.run)
        self.log.intact()
        self._tidy(len(self.log.layers) - (not self.log.ended))  # who was killed after a line of the log could not
        self.clock = Clock(inf)  # for the tasks
        self.found = 0  # states of the layer that is being made
        self._under_way: Generator[None] | None = None

    @property
    def count(self) -> int:
        """States met."""
        return sum(self.log.depths) + self.found

    @property
    def depths(self) -> tuple[int, ...]:
        """The number of states of each depth that is known to be complete."""
        return self.log.depths

    def memory(self) -> int:
        """The bytes that tasks take."""
        return self.parted.memory * self.executor.workers

    def run(self, work: int, cap: int) -> Outcome:
        """Go on until a task is done."""
        if sum(self.log.depths) > self.parted.n_states:
            hint = "remove what is in the store to begin anew"
            raise PuzzleError("the log has more states than there are", place=f"{self.store.place}: {LOG}", hint=hint)
        if self.log.ended:
            return Outcome.ENDED
        if self.count >= cap:
            return Outcome.FULL
        if self._under_way is None:
            self._under_way = self._tasks()
        try:
            next(self._under_way, None)
        except BaseException as problem:  # an interrupt, or what a task raised
            self.rest()
            if isinstance(problem, MemoryError):
                hint = "ask with fewer workers, or with a limit of memory: what is complete is kept"
                raise PuzzleError("a task ran out of memory", place=self.store.place, hint=hint) from None
            if not isinstance(problem, LimitReached) or self.clock.left:
                raise
        return Outcome.ENDED if self.log.ended else Outcome.PAUSED

    def rest(self) -> None:
        """Cancel the tasks that are under way; `run` begins them again."""
        under_way, self._under_way, self.found = self._under_way, None, 0
        if under_way is not None:
            with suppress(RuntimeError):  # an interrupt came while it worked
                under_way.close()

    def table(self) -> DepthTable:
        """The table, after `ENDED`."""
        return self.parted.table(self.store, self.log)

    def _tasks(self) -> Generator[None]:
        """Make layer after layer; between tasks, others may look."""
        if not self.log.layers:
            self.log.add(self.parted.begin(self.store))
        while not self.log.ended:
            layers: list[Layer] = []
            for stage in self.parted.stages(self.store, self.log, self.clock):
                layers, self.found = [], 0
                executor = Here() if stage.is_small else self.executor
                results = executor.each(stage.work, stage.items, AHEAD * executor.workers)
                try:
                    for layer in results:
                        layers.append(layer)
                        self.found += layer.states
                        yield
                finally:
                    with suppress(AttributeError):  # what one worker does here needs no closing
                        results.close()  # type: ignore[attr-defined]
            depth = len(self.log.layers)
            self.log.add(layers)
            self.found = 0
            self._tidy(depth)
            yield

    def _tidy(self, depth: int) -> None:
        """Remove what a killed worker left of this layer, and what was only needed to make it."""
        gone = [name for name in self.store.sizes(layer_folder(depth)) if name.endswith(UNFINISHED)]
        for folder in self.parted.leftovers(depth):
            gone.extend(self.store.sizes(folder))
        for name in gone:
            if _OURS.search(name):
                self.store.remove(name)
