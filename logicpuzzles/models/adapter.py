"""Reads a python-constraint `Problem` back, before any solve; the only file that touches the library's internals.

The rest of the package works on the neutral `Declaration`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import constraint as library

from ..errors import PuzzleError
from ..integers import as_text, represented
from .semantics import Test, Values, detail_of, kind_of, test_of
from .validation import check_circuit, check_constraint, check_domain, check_numbers, check_scope, shortened


@dataclass(frozen=True, eq=False)
class Posted:
    """A constraint as it was posted.

    Attributes
    ----------
    constraint
        An object of one of python-constraint's classes.
    scope
        The variables it is about, in the order in which `test` takes their values.
    place
        The "file:line" that posted it, where that is known.
    test
        Whether it holds for complete values.
    """

    constraint: Any
    scope: tuple[Any, ...]
    place: str | None
    test: Test

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.constraint, self.scope, self.place)

    @property
    def name(self) -> str:
        """What kind of constraint it is, such as "AllDifferent"; of a function its own name."""
        if kind_of(self.constraint) is library.FunctionConstraint:
            own = str(getattr(self.constraint._func, "__name__", "function"))
            return "function" if own == "<lambda>" else own
        return type(self.constraint).__name__.removesuffix("Constraint")

    def __str__(self) -> str:
        text = f"{self.name}({shortened(self.scope, 9)}){detail_of(self.constraint)}"
        return f"{self.place}: {text}" if self.place else text

    def holds(self, values: Values) -> bool:
        """Whether the constraint holds.

        Raises
        ------
        PuzzleError
            The function of the constraint raises something.
        """
        try:
            return self.test(values)
        except PuzzleError:
            raise
        except Exception as error:  # the function is the user's and may raise anything
            given = ", ".join(
                f"{as_text(v)} = {represented(value)}" for v, value in zip(self.scope, values, strict=True)
            )
            raise PuzzleError(
                f"the constraint raises {type(error).__name__}: {error}",
                place=self.place,
                got=given,
                hint="let it return True or False for all values of the domains",
            ) from error


@dataclass(frozen=True, eq=False)
class Declaration:
    """What a problem says: the domain of each variable, in order, and the constraints.

    Attributes
    ----------
    domains
        Values that differ pairwise under `==`.
    """

    domains: dict[Any, Values]
    posted: tuple[Posted, ...]

    @property
    def variables(self) -> tuple[Any, ...]:
        """The variables in the order in which they were added."""
        return tuple(self.domains)


def declaration_of(problem: library.Problem) -> Declaration:
    """What `problem` says, checked.

    Raises
    ------
    PuzzleError
        It has no variables, or a constraint that cannot be; see `posting`.
    """
    if not isinstance(problem, library.Problem):
        hint = "end the function with `return problem`" if problem is None else None
        raise PuzzleError(
            "the model does not build a problem", expected="a Problem", got=represented(problem), hint=hint
        )
    if not problem._variables:
        raise PuzzleError("the problem has no variables", hint="call addVariable before solving")
    if problem._str_constraints:
        check_constraint(problem._str_constraints[0], None)
    domains = {v: check_domain(v, domain, None) for v, domain in problem._variables.items()}
    places = getattr(problem, "places", ())
    posted = [
        _posted(constraint, variables or None, domains, place)
        for (constraint, variables), place in zip_longest(problem._constraints, places[: len(problem._constraints)])
    ]
    return Declaration(domains, tuple(posted))


def _again(constraint: Any, scope: tuple[Any, ...], place: str | None) -> Posted:
    return Posted(constraint, scope, place, test_of(constraint, scope))


def equal(variables: Sequence[Any]) -> Posted:
    """The constraint that the variables have one value, posted nowhere."""
    constraint = library.AllEqualConstraint()
    return Posted(constraint, tuple(variables), None, test_of(constraint, variables))


def _posted(
    constraint: Any, variables: Collection[Any] | None, domains: dict[Any, Values], place: str | None
) -> Posted:
    checked = check_constraint(constraint, place)
    scope = check_scope(checked, variables, domains, place)
    for variable in scope:
        check_numbers(checked, variable, domains[variable], place)
    check_circuit(checked, scope, domains, place)
    return Posted(checked, scope, place, test_of(checked, scope))


def violated(declaration: Declaration, values: Sequence[Any]) -> tuple[Posted, ...]:
    """The constraints that do not hold for the values of all variables, in order."""
    given = dict(zip(declaration.domains, values, strict=True))
    return tuple(p for p in declaration.posted if not p.holds(tuple(given[v] for v in p.scope)))
