"""The solutions of one query, one by one, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from time import perf_counter
from typing import Any

from ..endings import Assignment, Exhausted, Stopped
from ..search.watch import Halt, Watch
from .engines import ENGINES, Search
from .meaning import Values
from .reading import Reading


class Solutions(Iterator[dict[Any, Any]]):
    """An iterator over solutions, as dicts from variable to value, each checked before it is given out.

    Attributes
    ----------
    engine
        The name of the engine that runs, after `auto` has chosen.
    found
        How many solutions were given out.
    ending
        `Exhausted` when all were, `Stopped` when a limit stopped it, None before.
    """

    def __init__(
        self,
        reading: Reading,
        fresh: Callable[[], Reading],
        given: Mapping[Any, Any],
        engine: str,
        watch: Watch,
    ) -> None:
        self.engine, self.found, self.began = engine, 0, perf_counter()
        self.ending: Exhausted | Stopped | None = None
        self._reading = reading
        known = reading.given(given)
        self._names = [(reading.declaration.variables[v], v) for v in reading.main]
        self._search: Search | None = None
        self._rows = self._ground(known)
        if known is not None and len(known) != len(reading.declaration.variables):
            try:
                self._search = ENGINES[engine](reading, fresh, known, watch)
                self._rows = self._search.rows()
            except Halt as halt:
                self.ending = self._stopped(halt)

    def _ground(self, known: Mapping[int, Any] | None) -> Iterator[Values]:
        """What is left where every variable is given, or a value cannot be: no search."""
        if known is not None:
            row = tuple(known[v] for v in range(len(known)))
            if not self._reading.violated(row):
                yield row

    @property
    def nodes(self) -> int:
        """What the engine counts, so far."""
        return 0 if self._search is None else int(self._search.nodes)

    @property
    def seconds(self) -> float:
        """Since the query began."""
        return perf_counter() - self.began

    def __next__(self) -> dict[Any, Any]:
        if self.ending is not None:
            raise StopIteration
        try:
            row = next(self._rows, None)
        except Halt as halt:
            self.ending = self._stopped(halt)
            raise StopIteration from None
        if row is None:
            self.ending = self._exhausted()
            raise StopIteration
        broken = self._reading.violated(row)
        if broken:
            raise AssertionError(f"the engine {self.engine} gave {row}, which violates {broken[0]}")
        self.found += 1
        return {name: row[v] for name, v in self._names}

    def first(self) -> Assignment | Exhausted | Stopped:
        """The next solution as an ending, or why there is none."""
        values = next(self, None)
        if values is not None:
            return Assignment(values=values, nodes=self.nodes, seconds=self.seconds, engine=self.engine)
        assert self.ending is not None
        return self.ending

    def tally(self) -> tuple[int, Exhausted | Stopped]:
        """How many solutions are left, and how the count ended; where the engine can, not one by one."""
        if self._search is None or self.found or not self._reading.is_certain:
            n = sum(1 for _ in self)
        else:
            try:
                n = self._search.count()
                self.found += n
                self.ending = self._exhausted()
            except Halt as halt:
                n = self.found = self._search.found
                self.ending = self._stopped(halt)
        assert self.ending is not None
        return n, self.ending

    def close(self) -> None:
        """Give up the search."""
        close = getattr(self._rows, "close", None)
        if close:
            close()

    def _exhausted(self) -> Exhausted:
        if self.found:
            reason = f"all {self.found:,} solutions were found" if self.found > 1 else "the only solution was found"
        else:
            reason = "the constraints contradict each other"
        return Exhausted(reason=reason, nodes=self.nodes, seconds=self.seconds, engine=self.engine)

    def _stopped(self, halt: Halt) -> Stopped:
        reason = f"{halt}; {self.found:,} solutions were found until then"
        return Stopped(reason=reason, nodes=self.nodes, seconds=self.seconds, engine=self.engine)
