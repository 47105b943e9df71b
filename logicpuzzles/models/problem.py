"""`Problem`: python-constraint's, but it knows where each constraint was posted and reports errors at once."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import constraint as library

from ..errors import PuzzleError
from ..integers import represented
from ..wording import counted
from .constraints.base import check_hashable
from .constraints.registry import kind_of
from .order import Order
from .validation import check_constraint, check_domain, check_scope
from .wrong import WrongModel

if TYPE_CHECKING:
    from .solutions import Solutions

_OWN = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_RULES = _OWN + "rules" + os.sep  # rule files that come with an installed package are the author's code, not ours


class Problem(library.Problem):  # type: ignore[misc]
    """A constraint problem, written as for python-constraint.

    Solutions come from `logicpuzzles`' engines, so that asking twice is safe and none is lost.

    Attributes
    ----------
    places
        For each constraint, in the order of posting, the "file:line" that posted it.
    arguments
        The variables of the relation, where the model does not name them; None for all.
    order
        The order in which solutions are wanted; None for that in which they are found soonest.

    >>> problem = Problem()
    >>> problem.addVariables("ab", [1, 2, 3])
    >>> problem.addConstraint(lambda a, b: a * b == 6)
    >>> problem.getSolutions()
    [{'a': 2, 'b': 3}, {'a': 3, 'b': 2}]
    """

    arguments: tuple[Any, ...] | None = None
    order: Order | None = None

    def __init__(self, solver: library.Solver | None = None) -> None:
        super().__init__(solver)
        self.places: list[str | None] = []

    def __repr__(self) -> str:
        variables = counted(len(self._variables), "variable")
        return f"<Problem: {variables}, {counted(len(self._constraints), 'constraint')}>"

    def reset(self) -> None:
        """Forget all variables and constraints."""
        super().reset()
        self.places.clear()

    def addVariable(self, variable: Any, domain: Iterable[Any]) -> None:  # noqa: N802  the library's name
        """Add a variable that may have the values of `domain`.

        Raises
        ------
        PuzzleError
            It exists already, or the domain is empty or holds values that are equal but not the same.
        """
        place = caller()
        check_hashable("the name of a variable", [variable], place)
        if variable in self._variables:
            raise WrongModel(
                f"there is a variable {represented(variable)} already", place=place, hint="give it another name"
            )
        super().addVariable(variable, list(check_domain(variable, domain, place)))

    def addVariables(self, variables: Iterable[Any], domain: Iterable[Any]) -> None:  # noqa: N802  the library's name
        """Add several variables with the same domain; see `addVariable`."""
        if not isinstance(variables, Iterable):
            expected = 'names, such as "abc" or range(9)'
            raise PuzzleError(
                "these are no variables",
                place=caller(),
                expected=expected,
                got=represented(variables),
                hint="write addVariable for one",
            )
        values = list(domain) if isinstance(domain, Iterator) else domain  # of all variables
        for variable in variables:
            self.addVariable(variable, values)

    def addConstraint(self, constraint: Any, variables: Collection[Any] | None = None) -> None:  # noqa: N802
        """Post a constraint: a function of the values of `variables` in order, or one of the library's classes.

        It may also be text such as "a + 1 < b", or a list of texts, which name their variables themselves and are never
        run as code. Variables may be added later; until they are, it is not known whether a constraint fits them.

        Raises
        ------
        PuzzleError
            It is not a constraint, its text cannot be read, or it does not fit its variables.
        """
        place = caller()
        for one in constraint if isinstance(constraint, list | tuple) and constraint else (constraint,):
            self.post(one, variables, place)

    def post(self, constraint: Any, variables: Collection[Any] | None, place: str | None) -> None:
        """The same for what stands at `place`, a "file:line"."""
        posted = check_constraint(constraint, place)
        scope: Collection[Any] | None
        scope = variables if variables is None or isinstance(variables, set | frozenset) else list(variables)
        kind = kind_of(posted)
        if scope is None and kind.is_targeted:
            scope = kind.scope_of(posted, ())
        if scope is not None and all(variable in self._variables for variable in scope):
            scope = list(check_scope(posted, scope, self._variables, place))
        super().addConstraint(posted, scope)
        self.places.append(place)

    def getSolution(self) -> dict[Any, Any] | None:  # noqa: N802  the library's name
        """A solution; None if there is none."""
        return next(self.getSolutionIter(), None)

    def getSolutions(self) -> list[dict[Any, Any]]:  # noqa: N802  the library's name
        """All solutions."""
        return self.getSolutionIter().rest()

    def getSolutionIter(self) -> Solutions:  # noqa: N802  the library's name
        """The solutions one by one."""
        from .model import Model

        return Model(lambda: self).solutions()


def caller() -> str | None:
    """The file and line, as "file:line", of the innermost call from outside this package; None if there is none."""
    frame = sys._getframe(1)
    while frame is not None:
        file = frame.f_code.co_filename
        if not file.startswith(_OWN) or file.startswith(_RULES):
            return f"{file}:{frame.f_lineno}"
        frame = frame.f_back  # type: ignore[assignment]
    return None
