"""The engine `reference`: python-constraint's own solver, with its known faults avoided.

Every query builds its problem anew. Classes that are known to lose solutions are replaced by an equivalent function,
and so is a sum whose preprocessing would fail on an empty domain.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from typing import Any

import constraint as library

from ..errors import PuzzleError
from ..search.budget import Budget, Halt, HandOver
from .reading import Reading
from .search import Cuts, Search
from .values import Values

_TICK = 64  # assignments between two looks at the clock


class ReferenceSearch(Search):
    """One query of a reading that no other query uses.

    Parameters
    ----------
    asked
        The reading that is asked: it is noted there which of its functions raised something.

    Attributes
    ----------
    nodes
        Assignments of a value to a variable that were tried.
    """

    def __init__(self, reading: Reading, asked: Reading, cuts: Cuts, budget: Budget) -> None:
        super().__init__(budget)
        self.reading, self.cuts, self.asked = reading, cuts, asked

    def rows(self) -> Iterator[Values]:
        problem = self._problem()
        if problem is None:
            return
        # where two domains have 1 and 1.0, the library may put the one back into the domain of the other
        own = [(v, {value: value for value in domain}) for v, domain in self.reading.domains.items()]
        aim, main = self.reading.aim, self.reading.main
        try:
            rows = (tuple([values[solution[v]] for v, values in own]) for solution in problem.getSolutionIter())
            yield from self.distinct(rows, main if aim is None else aim.told_apart(main))
        except (PuzzleError, Halt, HandOver):
            raise
        except Exception as error:  # a class of the user's may raise anything
            raise self._raised(error) from error
        finally:
            for known, posted in zip(self.asked.posted, self.reading.posted, strict=True):
                known.guarded.raised |= posted.guarded.raised

    def _raised(self, error: Exception) -> Exception:
        """What is told of an exception from the code of a constraint's class; itself where it is from elsewhere."""
        by_constraint = {id(posted.constraint): posted for posted in self.reading.posted}
        for frame, _ in traceback.walk_tb(error.__traceback__):
            given = [frame.f_locals.get(name) for name in frame.f_code.co_varnames[: frame.f_code.co_argcount]]
            posted = by_constraint.get(id(given[0])) if given else None
            if posted is not None:
                return posted.raised(error, next((known for known in given[3:4] if isinstance(known, dict)), {}))
        return error

    def step(self) -> None:
        """Count an assignment and stop at a limit."""
        self.budget.full(self.nodes + self.elsewhere)
        self.nodes += 1
        if self.nodes % _TICK == 0:
            self.budget.tick(self.progress, whole=False)

    def _problem(self) -> library.Problem | None:
        """The problem for the library; None where nothing is left of a domain."""
        problem = library.Problem(library.BacktrackingSolver())
        for i, (variable, domain) in enumerate(self.reading.domains.items()):
            left = [x for x in domain if i not in self.cuts or x in self.cuts[i]]
            if not left:
                return None
            problem.addVariable(variable, left)
        problem.addConstraint(_Meter(self))
        for posted in self.reading.posted:
            trusted = posted.kind.trusted(posted, self.reading.domains)
            problem.addConstraint(trusted, list(posted.scope))
        if self.reading.aim is not None:
            asked = self.reading.aim.as_function
            aimed = _Aimed(lambda *values: asked.test(values[: len(asked.scope)]))
            problem.addConstraint(aimed, [self.reading.variables[v] for v in asked.scope or (0,)])
        return problem

    def tighten(self) -> bool:
        return True  # the aim is asked each time


class _Aimed(library.FunctionConstraint):  # type: ignore[misc]
    """A function that is true of fewer and fewer values, as better solutions are found."""

    def preProcess(self, *_: Any) -> None:  # noqa: N802  the library's name
        """Nothing: the library would ask only once about one variable."""


class _Meter(library.Constraint):  # type: ignore[misc]
    """Always holds; the solver calls it for each assignment, where the limits can stop it."""

    def __init__(self, search: ReferenceSearch) -> None:
        self.search = search

    def preProcess(self, *_: Any) -> None:  # noqa: N802  the library's name
        """Nothing: the library would drop a constraint on one variable."""

    def __call__(self, *_: Any, **__: Any) -> bool:
        self.search.step()
        return True
