"""The engine `reference`: python-constraint's own solver, with its known faults avoided.

Every query builds its problem anew. Classes that are known to lose solutions are replaced by an equivalent function,
and so is a sum whose preprocessing would fail on an empty domain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import constraint as library

from ..search.budget import Budget
from ..wording import counted
from .adapter import Declaration
from .values import Values

_TICK = 64  # assignments between two looks at the clock


class ReferenceSearch:
    """One query of a declaration that no other query uses; see `compiled.CompiledSearch`.

    Attributes
    ----------
    nodes
        Assignments of a value to a variable that were tried.
    """

    def __init__(
        self, declaration: Declaration, main: Sequence[int], cuts: Mapping[int, Values], budget: Budget
    ) -> None:
        self.declaration, self.main, self.cuts, self.budget = declaration, main, cuts, budget
        self.nodes = self.found = 0

    def rows(self) -> Iterator[Values]:
        """The solutions: the values of all variables, in the order of their declaration."""
        problem = self._problem()
        if problem is None:
            return
        variables = self.declaration.variables
        seen: set[Values] = set()
        for solution in problem.getSolutionIter():
            row = tuple([solution[v] for v in variables])
            if len(self.main) < len(variables):
                key = tuple([row[v] for v in self.main])
                if key in seen:
                    continue
                seen.add(key)
            self.found += 1
            yield row

    def count(self) -> int:
        """The number of solutions that differ in the variables of the relation."""
        return sum(1 for _ in self.rows())

    def progress(self) -> str:
        """How far the search is, in one line."""
        return f"{counted(self.nodes, 'assignment')} tried, {counted(self.found, 'solution')}"

    def step(self) -> None:
        """Count an assignment and stop at a limit."""
        self.budget.full(self.nodes)
        self.nodes += 1
        if self.nodes % _TICK == 0:
            self.budget.tick(self.progress, whole=False)

    def _problem(self) -> library.Problem | None:
        """The problem for the library; None where nothing is left of a domain."""
        problem = library.Problem(library.BacktrackingSolver())
        for i, (variable, domain) in enumerate(self.declaration.domains.items()):
            left = [x for x in domain if i not in self.cuts or x in self.cuts[i]]
            if not left:
                return None
            problem.addVariable(variable, left)
        problem.addConstraint(_Meter(self))
        for posted in self.declaration.posted:
            trusted = posted.kind.trusted(posted, self.declaration.domains)
            problem.addConstraint(trusted, list(posted.scope))
        return problem


class _Meter(library.Constraint):  # type: ignore[misc]
    """Always holds; the solver calls it for each assignment, where the limits can stop it."""

    def __init__(self, search: ReferenceSearch) -> None:
        self.search = search

    def preProcess(self, *_: Any) -> None:  # noqa: N802  the library's name
        """Nothing: the library would drop a constraint on one variable."""

    def __call__(self, *_: Any, **__: Any) -> bool:
        self.search.step()
        return True
