"""The solutions of one query, one by one, and how the search ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any

from ..by_name import entry
from ..endings import INTERRUPTED, Assignment, Exhausted, Stopped
from ..errors import LimitReached, PuzzleError
from ..search.budget import Budget, Halt
from ..wording import counted, were
from .engines import beginning
from .handing_out import HandingOut
from .raising import Doubts
from .reading import Reading
from .search import ALONE, Cuts, Helpers, Search
from .values import Value, Values

if TYPE_CHECKING:
    from .incumbent import Aim
    from .objective import Objective
    from .optimizing import Optimizing

NONE = "the constraints contradict each other"  # the reason where there is no solution at all
WHOLE = 2048  # values in the first block where all solutions are asked for


class Solutions(Iterator[Any]):
    """An iterator over solutions, dicts from variable to value, checked before they are given out.

    Of those of the engine compiled only the first of each block is checked by all constraints, the others by those
    whose forms are not proved to say what was posted.

    Parameters
    ----------
    reading, fresh
        The model, and what reads it anew.
    cuts
        What is left of some domains; None where one is empty.
    objective
        By which only the best solutions are wanted.
    as_tuples
        Whether a solution is given as the values of the variables of the relation, in order, in place of a dict.
    workers
        Those of a search that lasts.

    Attributes
    ----------
    found
        How many solutions were given out.
    ending
        `Exhausted` when all were, `Stopped` when a limit stopped it, None before.
    """

    def __init__(
        self,
        reading: Reading,
        fresh: Callable[[], Reading],
        cuts: Cuts | None,
        engine: str,
        budget: Budget,
        objective: Objective | None = None,
        as_tuples: bool = False,
        workers: Helpers = ALONE,
    ) -> None:
        self._engine = "compiled" if engine == "auto" else engine
        self.found, self.began = 0, perf_counter()
        self.ending: Exhausted | Stopped | None = None
        self._reading, self._watch = reading, budget
        self._doubts = Doubts(reading, fresh, cuts, budget)
        self._handing = HandingOut(reading, as_tuples)
        self._search: Search | None = None
        self.objective = objective
        self._given: Values = ()
        self._optimizing: Optimizing | None = None
        self._block: Iterator[Any] = iter(())  # what is given out next
        self._blocks: Iterator[Sequence[Values]] = self._ground(cuts)
        if cuts is not None and not self._is_ground(cuts):
            try:
                given = reading, fresh, cuts, budget
                if objective is None:
                    self._search = budget.during(beginning(engine), *given)
                else:
                    made = entry("models.optimizing:Optimizing")
                    self._search = self._optimizing = budget.during(made, beginning(engine), objective, *given)
                self._search.share(workers)
                self._blocks = self._search.blocks()
            except Halt as halt:
                self.ending = self._stopped(halt)

    def __repr__(self) -> str:
        state = "more may follow" if self.ending is None else self.ending.status
        return f"<Solutions: {self.found:,} given out; {state}>"

    def __reduce__(self) -> tuple[Any, ...]:
        raise PuzzleError("solutions that are still being found cannot be copied", hint="list(solutions) keeps them")

    @classmethod
    def none(cls, engine: str, limit: LimitReached) -> Solutions:
        """No solutions: a limit stopped what comes before the first."""
        made = cls.__new__(cls)
        made._engine, made.found, made.began = engine, 0, perf_counter()
        made._search, made._optimizing, made.objective = None, None, None
        made._block, made._blocks = iter(()), iter(())
        made.ending = Stopped(reason=str(limit), engine=engine)
        return made

    def _is_ground(self, cuts: Cuts) -> bool:
        return len(cuts) == len(self._reading.variables) and all(len(left) == 1 for left in cuts.values())

    def _ground(self, cuts: Cuts | None) -> Iterator[Sequence[Values]]:
        """The solutions where every variable is given, or a domain is empty: no search is needed."""
        if cuts is not None:
            self._given = tuple(cuts[v][0] for v in range(len(cuts)))
            if not self._reading.violated(self._given):
                yield [self._given]

    @property
    def engine(self) -> str:
        """The name of the engine that runs: of those that `auto` takes in turns, the one whose turn it is."""
        return (self._search.engine if self._search is not None else "") or self._engine

    @property
    def why(self) -> str | None:
        """Why `auto` chose that engine, where it did not stay with the first."""
        return None if self._search is None else self._search.why

    @property
    def nodes(self) -> int:
        """What the engine counts, so far."""
        return 0 if self._search is None else int(self._search.nodes)

    @property
    def _course(self) -> dict[str, Any]:
        """What every ending tells of the search."""
        return {"nodes": self.nodes, "seconds": self.seconds, "engine": self.engine, "why": self.why}

    @property
    def seconds(self) -> float:
        """From when the query began to its end, or now."""
        return perf_counter() - self.began if self.ending is None else self.ending.seconds

    def __iter__(self) -> Iterator[Any]:
        """The same as by `__next__`, in less time for each."""
        while True:
            for values in self._block:
                self.found += 1
                yield values
            values = next(self, None)
            if values is None:
                return
            yield values

    def rest(self) -> list[Any]:
        """All that are left, in less time than one by one."""
        if self._search is not None:
            self._search.first_block = max(1, WHOLE // len(self._reading.variables))
        found = list(self._block)
        self.found += len(found)
        while self.ending is None:
            values = self._further()
            if values is not None:
                before = len(found)
                found.append(values)
                found += self._block
                self.found += len(found) - before
        return found

    def __next__(self) -> Any:
        values = next(self._block, None)
        while values is None and self.ending is None:
            values = self._further()
        if values is None:
            raise StopIteration
        self.found += 1
        return values

    def step(self) -> Any:
        """The next solution; None after a slice without one, or when none is left: then `ending` is set."""
        values = next(self._block, None)
        if values is None and self.ending is None:
            values = self._further()
        self.found += values is not None
        return values

    def _further(self) -> Any:
        """The first solution of the next block; None where that has none, or none is left."""
        try:
            self._doubts.check_silent(self._optimizing)
            self._block = self._handing.block(self._watch.during(next, self._blocks), self.engine)
        except StopIteration:
            self._end()
            return None
        except Halt as halt:
            self.ending = self._stopped(halt)
            return None
        except BaseException:  # such as Ctrl-C; nothing is known of what is left
            self.ending = self._stopped(INTERRUPTED)
            raise
        return next(self._block, None)

    def first(self) -> Assignment | Exhausted | Stopped:
        """The next solution as an ending, or why there is none; with an objective the best one that was found."""
        if self.ending is None and self._optimizing is not None:
            return self._best(self._optimizing)
        values = next(self, None)
        if values is None:
            return self.ending  # type: ignore[return-value]  # which is set when none is left
        return Assignment(
            values=self._handing.as_dict(values), objective=self.objective_value, gap=self.gap, **self._course
        )

    def _best(self, search: Optimizing) -> Assignment | Exhausted | Stopped:
        """The best solution that is found until a limit stops the search, or it is interrupted."""
        why = None
        rows = search.improving()
        try:
            self._doubts.check_silent(self._optimizing)
            while True:
                self._watch.during(next, rows)
        except StopIteration:
            self._end()
        except Halt as halt:
            why, self.ending = str(halt), self._stopped(halt)
        except BaseException as problem:
            why, self.ending = INTERRUPTED, self._stopped(INTERRUPTED)
            if search.best is None or not isinstance(problem, KeyboardInterrupt):
                raise
        rows.close()
        if search.best is None:
            assert self.ending is not None
            return self.ending
        self._handing.check(search.best, self.engine)
        self.found = 1
        values = dict(zip(self._handing.names, self._handing.main(search.best), strict=True))
        course = self._course | ({"why": why} if why else {})
        return Assignment(values=self._handing.as_dict(values), objective=self.objective_value, gap=self.gap, **course)

    @property
    def objective_value(self) -> Value | None:
        """The objective of the best solution so far; None without one."""
        search = self._optimizing
        if search is not None:
            return None if search.best is None else search.value()
        return self.objective.value(self._given) if self.objective is not None and self.found else None

    @property
    def gap(self) -> Value | None:
        """By how much a better solution may be better at most; None where that is not known."""
        search = self._optimizing
        if search is not None:
            return None if search.best is None else search.gap()
        return 0 if self.objective is not None and self.found else None

    def as_good(self) -> Aim | None:
        """That solutions are as good as the one that `first` gave; None where it gave none."""
        search = self._optimizing
        return search.as_good() if search is not None and search.best is not None else None

    def tally(self) -> tuple[int, Exhausted | Stopped]:
        """How many solutions are left, and how the count ended; the engine counts where it can."""
        if self.ending is not None or self._search is None or self.found or not self._reading.is_certain:
            n = sum(1 for _ in self)
        else:
            try:
                self._doubts.check_silent(self._optimizing)
                n = self._watch.during(self._search.count)
                self.found += n
                self._end()
            except Halt as halt:
                n = self.found = self._search.found
                self.ending = self._stopped(halt)
        assert self.ending is not None
        return n, self.ending

    def close(self) -> None:
        """Give up the search."""
        getattr(self._blocks, "close", lambda: None)()

    def _end(self) -> None:
        """Note that nothing is left to search; `PuzzleError` where that depends on a function that raises."""
        self.ending = self._exhausted()
        try:
            self._doubts.check(self._optimizing)
        except Halt as halt:
            self.ending = self._stopped(halt)

    def _exhausted(self) -> Exhausted:
        reason = f"all {self.found:,} solutions were found" if self.found > 1 else "the only solution was found"
        return Exhausted(reason=reason if self.found else NONE, **self._course)

    def _stopped(self, halt: Halt | str) -> Stopped:
        reason = str(halt)
        if self.found or self.objective_value is None:  # otherwise the best so far was, which counts as none yet
            reason += f"; {counted(self.found, 'solution')} {were(self.found)} found until then"
        return Stopped(reason=reason, **self._course)
