"""Functions that raise exceptions: no answer depends on what such a function would have said.

Values for which a function raises are no solution, so a solution that is found is one. What is said of all solutions
(that there is none, how many, which is best) is an error where all other constraints allow such values. These are
looked for by one engine, so that the message is the same whichever engine was asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from math import prod
from typing import TYPE_CHECKING

import constraint as library

from ..errors import PuzzleError, Refusal
from ..search.budget import Budget
from .constraints.base import Guarded, Posted
from .constraints.functions import MOST_ROWS, tested
from .engines import beginning
from .reading import Reading, taker
from .search import Cuts
from .values import Test, Values

if TYPE_CHECKING:
    from .optimizing import Optimizing

_SAMPLES = 32  # for which a function that raises for all of them is taken to raise always

Fresh = Callable[[], Reading]


class Doubts:
    """What the answers of a query may depend on; `cuts` are None where there is nothing to search."""

    def __init__(self, reading: Reading, fresh: Fresh, cuts: Cuts | None, budget: Budget) -> None:
        self.reading, self.fresh, self.cuts, self.budget = reading, fresh, cuts, budget
        self.is_begun = False

    def check_silent(self, optimizing: Optimizing | None) -> None:
        """The same before the search begins, if a function of many values raises for all samples.

        A search that it prunes may last for long, though nothing can come of it.
        """
        if not self.is_begun and self.reading.is_large:
            silent = [posted for posted in self.reading.posted if _is_silent(posted, self.reading)]
            for posted in silent:
                posted.guarded.raised = True
            if silent:
                self.check(optimizing)
        self.is_begun = True

    def check(self, optimizing: Optimizing | None) -> None:
        """Raise `PuzzleError` if there is an answer only where functions do not raise.

        With an objective what counts are solutions that are better than the best, or, where all of the best are asked
        for, as good.
        """
        if self.cuts is None or not self.reading.has_raised:
            return
        asked = [(self.reading, self.fresh)] if optimizing is None else optimizing.searches()
        for reading, fresh in asked:
            error = undecided(reading, fresh, self.cuts, self.budget)
            if error is not None:
                raise error


def undecided(reading: Reading, fresh: Fresh, cuts: Cuts, budget: Budget) -> PuzzleError | None:
    """What is raised for values that all other constraints allow, or raise for too; None where there are none.

    Of several constraints it is the first that was posted. Only those are looked at that have raised something: a
    search that met none of the values left them out because of another constraint.
    """
    left = [i for i, posted in enumerate(reading.posted) if posted.guarded.raised]
    tried: set[int] = set()
    while left:
        number = left[0]
        tried.add(number)
        for row in _rows(reading, fresh, number, cuts, budget):
            error = _raised(reading, number, row)
            if error is not None and not _is_solved(reading, fresh, row, cuts, budget):
                return error
        left = [i for i, posted in enumerate(reading.posted) if posted.guarded.raised and i not in tried]
    return None


def _is_silent(posted: Posted, reading: Reading) -> bool:
    domains = [reading.domains[v] for v in posted.scope]
    if not isinstance(posted.constraint, library.FunctionConstraint) or prod(map(len, domains)) <= MOST_ROWS:
        return False
    return all(
        _raises(posted.test, tuple([domain[(k * (7 * i + 1)) % len(domain)] for i, domain in enumerate(domains)]))
        for k in range(_SAMPLES)
    )


def _raises(test: Test, values: Values) -> bool:
    try:
        test(values)
    except Exception:  # a function of the user's may raise anything
        return True
    return False


def _rows(reading: Reading, fresh: Fresh, number: int, cuts: Cuts, budget: Budget) -> Iterator[Values]:
    """Values for which this constraint raises, and the others hold, or raise if they have raised before."""
    others = {i: tested(p, Guarded(p.test, otherwise=True)) for i, p in enumerate(reading.posted) if p.guarded.raised}
    one = reading.posted[number]
    others[number] = tested(one, Guarded(lambda values: _raises(one.test, values)))
    return _found(reading.replacing(others), lambda: fresh().replacing(others), cuts, budget)


def _found(reading: Reading, fresh: Fresh, cuts: Cuts, budget: Budget) -> Iterator[Values]:
    begin = beginning("reference" if isinstance(reading.lowered, Refusal) else "auto")
    search = budget.during(begin, reading, fresh, cuts, budget.another())
    rows = search.rows()
    while (row := budget.during(next, rows, ())) != ():
        if row is not None:
            yield row


def _raised(reading: Reading, number: int, row: Values) -> PuzzleError | None:
    known = dict(zip(reading.variables, row, strict=False))
    one = reading.posted[number]
    try:
        one.holds(tuple([known[v] for v in one.scope]))
    except PuzzleError as error:
        return error
    return None


def _is_solved(reading: Reading, fresh: Fresh, row: Values, cuts: Cuts, budget: Budget) -> bool:
    """Whether there is a solution that differs in auxiliary variables only."""
    if len(reading.main) == len(reading.variables) or (reading.aim is not None and not reading.aim.exactly):
        return False
    main = taker(reading.main)(row)
    within = {**cuts, **{v: (value,) for v, value in zip(reading.main, main, strict=True)}}
    return any(True for _ in islice(_found(reading, fresh, within, budget), 1))
