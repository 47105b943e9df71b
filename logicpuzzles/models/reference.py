"""The engine `reference`: python-constraint's own solver, kept clear of its traps.

Every query builds its problem anew. Classes that are known to lose solutions are replaced by a function of the
same meaning, and so is a sum whose preprocessing would fail on an empty domain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import constraint as library

from ..search.budget import Budget
from ..wording import counted
from .adapter import Declaration, Posted
from .circuit import Circuit
from .semantics import Values, amount_of, kind_of, lenient, multipliers_of

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
            problem.addConstraint(trusted(posted, self.declaration.domains), list(posted.scope))
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


def trusted(posted: Posted, domains: Mapping[Any, Values]) -> library.Constraint:
    """A constraint of the library with the meaning of `posted` that loses no solutions; a new object."""
    constraint = posted.constraint
    kind = kind_of(constraint)
    plain = len(set(posted.scope)) == len(posted.scope) > 1
    if kind in _WHOLE and plain and _is_whole(constraint, [domains[v] for v in posted.scope]):
        factors = [constraint._multipliers] if hasattr(constraint, "_multipliers") else []
        return _WHOLE[kind](amount_of(constraint), *factors)
    if kind in (library.AllDifferentConstraint, library.AllEqualConstraint) and plain:
        return kind()
    if kind in (library.InSetConstraint, library.NotInSetConstraint):
        return kind(constraint._set)
    if kind in (library.SomeInSetConstraint, library.SomeNotInSetConstraint) and plain:
        return kind(constraint._set, constraint._n, constraint._exact)
    if kind is Circuit:
        return Circuit(constraint.places)
    if kind.__module__.startswith("constraint"):
        holds = lenient(posted.test)
        return library.FunctionConstraint(lambda *values: holds(values))
    return constraint  # of the user's own class


def _is_whole(constraint: Any, domains: Sequence[Values]) -> bool:
    """Whether a sum or product is of integers only; of other numbers the library rounds some values and not others."""
    others = (*multipliers_of(constraint, len(domains)), amount_of(constraint))
    return all(isinstance(number, int) for numbers in (*domains, others) for number in numbers)


def _guarded(kind: Any) -> Any:
    """The class without the preprocessing of a sum over an empty domain, which raises instead of finding nothing."""

    class Guarded(kind):  # type: ignore[misc]
        def preProcess(self, variables: Any, domains: Any, *rest: Any) -> None:  # noqa: N802  the library's name
            if all(domains[v] for v in variables):
                super().preProcess(variables, domains, *rest)

    return Guarded


_WHOLE = {
    library.ExactSumConstraint: _guarded(library.ExactSumConstraint),
    library.MinSumConstraint: _guarded(library.MinSumConstraint),
    library.MaxSumConstraint: _guarded(library.MaxSumConstraint),
    library.MinProdConstraint: library.MinProdConstraint,
}
