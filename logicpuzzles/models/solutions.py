"""The solutions of one query, one by one, and how the search ended."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

from ..endings import Assignment, Exhausted, Stopped
from ..errors import LimitReached, PuzzleError
from ..search.budget import Budget, Halt
from ..watchdog import Watchdog
from ..wording import counted, were
from .engines import ENGINES
from .reading import Reading
from .search import Cuts, Search
from .values import Values


def building() -> Watchdog:
    """The watchdog that keeps the building of a model within the limits around it."""
    return Watchdog(None, sys.maxsize, what="building the model", hint="allow more time, or build a smaller one")


class Solutions(Iterator[dict[Any, Any]]):
    """An iterator over solutions, dicts from variable to value, each checked before it is given out.

    Parameters
    ----------
    reading, fresh
        The model, and what reads it anew.
    cuts
        What is left of some domains; None where one is empty.

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
        self, reading: Reading, fresh: Callable[[], Reading], cuts: Cuts | None, engine: str, budget: Budget
    ) -> None:
        self.engine, self.found, self.began = engine, 0, perf_counter()
        self.ending: Exhausted | Stopped | None = None
        self._reading, self._watch = reading, budget
        self._names = [(reading.variables[v], v) for v in reading.main]
        self._search: Search | None = None
        self._rows = self._ground(cuts)
        if cuts is not None and not self._is_ground(cuts):
            try:
                self._search = budget.during(ENGINES[engine], reading, fresh, cuts, budget)
                self._rows = self._search.rows()
            except Halt as halt:
                self.ending = self._stopped(halt)

    def __reduce__(self) -> tuple[Any, ...]:
        raise PuzzleError("solutions that are still being found cannot be copied", hint="list(solutions) keeps them")

    @classmethod
    def none(cls, engine: str, limit: LimitReached) -> Solutions:
        """No solutions: a limit stopped what comes before the first."""
        made = cls.__new__(cls)
        made.engine, made.found, made.began = engine, 0, perf_counter()
        made._search, made._rows = None, iter(())
        made.ending = Stopped(reason=str(limit), engine=engine)
        return made

    def _is_ground(self, cuts: Cuts) -> bool:
        return len(cuts) == len(self._reading.variables) and all(len(left) == 1 for left in cuts.values())

    def _ground(self, cuts: Cuts | None) -> Iterator[Values | None]:
        """The rows where every variable is given, or a domain is empty: no search is needed."""
        if cuts is not None:
            row = tuple(cuts[v][0] for v in range(len(cuts)))
            if not self._reading.violated(row):
                yield row

    @property
    def nodes(self) -> int:
        """What the engine counts, so far."""
        return 0 if self._search is None else int(self._search.nodes)

    @property
    def seconds(self) -> float:
        """From when the query began to its end, or now."""
        return perf_counter() - self.began if self.ending is None else self.ending.seconds

    def __next__(self) -> dict[Any, Any]:
        while self.ending is None:
            values = self.step()
            if values is not None:
                return values
        raise StopIteration

    def step(self) -> dict[Any, Any] | None:
        """The next solution; None after a slice without one, or when none is left: then `ending` is set."""
        if self.ending is not None:
            return None
        try:
            row = self._watch.during(next, self._rows)
        except StopIteration:
            self.ending = self._exhausted()
            return None
        except Halt as halt:
            self.ending = self._stopped(halt)
            return None
        except BaseException:  # such as Ctrl-C; nothing is known of what is left
            self.ending = self._stopped("it was interrupted")
            raise
        if row is None:
            return None
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
        """How many solutions are left, and how the count ended; the engine counts where it can."""
        if self.ending is not None or self._search is None or self.found or not self._reading.is_certain:
            n = sum(1 for _ in self)
        else:
            try:
                n = self._watch.during(self._search.count)
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

    def _stopped(self, halt: Halt | str) -> Stopped:
        reason = f"{halt}; {counted(self.found, 'solution')} {were(self.found)} found until then"
        return Stopped(reason=reason, nodes=self.nodes, seconds=self.seconds, engine=self.engine)
