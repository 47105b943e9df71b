"""`Problem`: python-constraint's, but it knows where each constraint was posted and reports errors at once."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterable
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import constraint as library

from ..errors import PuzzleError
from ..integers import represented
from ..wording import counted
from .constraints.base import Kind, check_hashable
from .constraints.registry import is_known, kind_of
from .validation import check_constraint, check_domain, check_scope
from .wrong import WrongModel

if TYPE_CHECKING:
    from types import FrameType

    from .order import Order
    from .solutions import Solutions

_OWN = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_RULES = _OWN + "rules" + os.sep  # rule files that come with an installed package are the author's code, not ours


_read: dict[type, Kind] = {}  # of constraints that need no check, by class


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
        self._check_new(variable, place)
        self._variables[variable] = library.Domain(check_domain(variable, domain, place))

    def _check_new(self, variable: Any, place: str | None) -> None:
        """Raise `PuzzleError` unless there can be a variable of this name, and is none yet."""
        check_hashable("the name of a variable", (variable,), place)
        if variable in self._variables:
            raise WrongModel(
                f"there is a variable {represented(variable)} already", place=place, hint="give it another name"
            )

    def addVariables(self, variables: Iterable[Any], domain: Iterable[Any]) -> None:  # noqa: N802  the library's name
        """Add several variables with the same domain; see `addVariable`."""
        place = caller()
        if not isinstance(variables, Iterable):
            expected = 'names, such as "abc" or range(9)'
            raise PuzzleError(
                "these are no variables",
                place=place,
                expected=expected,
                got=represented(variables),
                hint="write addVariable for one",
            )
        values: tuple[Any, ...] = ()
        for variable in variables:
            self._check_new(variable, place)
            values = values or check_domain(variable, domain, place)
            self._variables[variable] = library.Domain(values)

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
        if isinstance(constraint, (list, tuple)) and constraint:
            for one in constraint:
                self.post(one, variables, place)
        else:
            self.post(constraint, variables, place)

    def post(self, constraint: Any, variables: Collection[Any] | None, place: str | None) -> None:
        """The same for what stands at `place`, a "file:line"."""
        kind = _read.get(type(constraint))
        if kind is None:
            constraint, kind = self._check(constraint, place)
        scope: Collection[Any] | None
        scope = variables if variables is None or isinstance(variables, (set, frozenset)) else list(variables)
        if scope is None and kind.is_targeted:
            scope = kind.scope_of(constraint, ())
        if scope is not None and all(map(self._variables.__contains__, scope)):
            if scope and type(scope) is list and not kind.is_targeted:
                kind.check(constraint, scope, place)  # all else of what follows is known
            else:
                scope = list(check_scope(constraint, scope, self._variables, place, kind))
        self._constraints.append((constraint, scope))
        self.places.append(place)

    def _check(self, constraint: Any, place: str | None) -> tuple[Any, Kind]:
        """The constraint, a function wrapped, and how it is read."""
        posted = check_constraint(constraint, place)
        kind = kind_of(posted)
        cls: Any = type(constraint)
        if posted is constraint and is_known(cls):
            _read[cls] = kind
        return posted, kind

    def getSolution(self) -> dict[Any, Any] | None:  # noqa: N802  the library's name
        """A solution; None if there is none."""
        return next(self.getSolutionIter(), None)

    def getSolutions(self) -> list[dict[Any, Any]]:  # noqa: N802  the library's name
        """All solutions."""
        return self.getSolutionIter().rest()

    def getSolutionIter(self) -> Solutions:  # noqa: N802  the library's name
        """The solutions one by one."""
        solutions: Solutions = _solver()(self)
        return solutions


@cache
def _solver() -> Callable[[Problem], Solutions]:
    """What solves problems, imported here: to post constraints needs no engine."""
    from .query import solutions_of

    return solutions_of


def caller() -> str | None:
    """The file and line, as "file:line", of the innermost call from outside this package; None if there is none."""
    frame: FrameType | None = sys._getframe(2)  # the one before is in this package
    while frame is not None:
        file = frame.f_code.co_filename
        if not _is_own(file):
            return f"{file}:{frame.f_lineno}"
        frame = frame.f_back
    return None


@lru_cache(256)
def _is_own(file: str) -> bool:
    """Whether a file is one of this package, and no rule file."""
    return file.startswith(_OWN) and not file.startswith(_RULES)
