"""The best solutions of a model with an objective, by any engine: better and better ones, until none is better.

One core looks for them: what a bound leaves out changes which contradictions are met, and so the order of the search
and the first of several best solutions. All that are as good as the best are then looked for by whoever helps.

Source: A. Land, A. Doig, An automatic method of solving discrete programming problems (1960): branch and bound.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator

from ..errors import Refusal
from ..search.budget import Budget
from ..wording import counted
from .incumbent import Aim
from .lowered import lowered
from .objective import Number, Objective
from .reading import Reading
from .search import ALONE, Cuts, Helpers, Search
from .values import Values

Begin = Callable[[Reading, Callable[[], Reading], Cuts, Budget], Search]  # one of `engines.ENGINES`


class Optimizing(Search):
    """One query of a model for its best solutions.

    Attributes
    ----------
    best
        The values of all variables in the best solution so far.
    total
        What is small for it; see `Aim.total`.
    is_proved
        Whether there is no better one.
    """

    def __init__(
        self,
        begin: Begin,
        objective: Objective,
        reading: Reading,
        fresh: Callable[[], Reading],
        cuts: Cuts,
        budget: Budget,
    ) -> None:
        super().__init__(budget)
        self.begin, self.reading, self.fresh, self.cuts = begin, reading, fresh, cuts
        self.domains: Cuts = {}  # what is left of all, once that is much less than at first
        refused = isinstance(reading.lowered, Refusal)
        low = None if refused else lowered(objective, reading.lowering.domains)
        self.aim = Aim(objective, low)
        self.best: Values | None = None
        self.total: Number = 0
        self.is_proved = False
        self._aims = [self.aim]
        self.workers = ALONE
        self._before, self._search = 0, self._begun(self.aim)

    def _begun(self, aim: Aim) -> Search:
        self._before = self.nodes
        reading = self.reading.aimed(aim, {} if aim.exactly else self.domains)
        search = self.begin(reading, lambda: self.fresh().aimed(aim), self.cuts, self.budget)
        search.elsewhere = self._before
        search.progress = self.progress  # type: ignore[method-assign]  # it knows the best one too
        return search

    @property
    def engine(self) -> str:  # type: ignore[override]
        """That of the search that goes on."""
        return self._search.engine

    @property
    def why(self) -> str | None:  # type: ignore[override]
        """Why its engine was chosen."""
        return self._search.why

    def improving(self) -> Generator[Values | None, None, None]:
        """Solutions, each better than all before; after the last it is proved that none is better."""
        rows = self._search.rows()
        while not self.is_proved:
            try:
                row = next(rows, ())
            finally:
                self.nodes = self._before + self._search.nodes
            if row == ():
                self.is_proved = True
                return
            total = None if row is None else self.aim.total(row)
            if total is None or not self.aim.is_good(total):
                yield None
                continue
            self.best, self.total, self.aim.most = row, total, total
            floor = self._search.floor()
            self.is_proved = floor is not None and floor >= self.total
            yield row
            left = self._search.left() if self._search.tighten() else self.domains
            if left is not None:
                self.domains = left
                self._search = self._begun(self.aim)
                rows = self._search.rows()

    def value(self) -> Number:
        """The objective of the best solution."""
        return self.aim.shown(self.total) * self.aim.objective.sign

    def gap(self) -> Number | None:
        """By how much a better solution may be better at most; 0 where none is, None where that is not known."""
        if self.is_proved:
            return 0
        floor = self._search.floor()
        return None if floor is None else self.aim.shown(self.total - floor)

    def rows(self) -> Iterator[Values | None]:
        """The best solutions."""
        for _ in self.improving():
            yield None
        if self.best is not None:
            search = self._equally()
            try:
                for row in search.rows():
                    self.nodes, self.found = self._before + search.nodes, search.found
                    yield row
            finally:
                self.nodes = self._before + search.nodes

    def count(self) -> int:
        for _ in self.improving():
            pass
        if self.best is None:
            return 0
        search = self._equally()
        try:
            return search.count()
        finally:
            self.nodes, self.found = self._before + search.nodes, search.found

    def searches(self) -> Iterator[tuple[Reading, Callable[[], Reading]]]:
        """What was searched for: better solutions, then those as good. Each with what reads it anew."""

        def reading_again(aim: Aim) -> Callable[[], Reading]:
            return lambda: self.fresh().aimed(aim)

        for aim in self._aims:
            yield self.reading.aimed(aim), reading_again(aim)

    def _equally(self) -> Search:
        """The search for the solutions that are as good as the best."""
        self._aims.append(self.as_good())
        search = self._begun(self._aims[-1])
        search.share(self.workers)
        return search

    def share(self, workers: Helpers) -> None:
        self.workers = workers

    def as_good(self) -> Aim:
        """That solutions are as good as the best so far."""
        return Aim(self.aim.objective, self.aim.lowered, self.total, exactly=True)

    def progress(self) -> str:
        told = "no solution yet" if self.best is None else f"best {self.value()}"
        return f"{told}; {counted(self._before + self._search.nodes, 'assignment')} tried"
