"""Reads a python-constraint `Problem` before any solve; the only file that touches the library's internals.

The rest of the package works on the neutral `Declaration`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import constraint as library

from ..errors import PuzzleError, must_be
from .constraints.base import Posted
from .constraints.registry import kind_of
from .validation import check_constraint, check_domain, check_scope
from .values import Values


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
        It has no variables, or `validation` rejects a domain or a constraint.
    """
    hint = "end the function with `return problem`" if problem is None else None
    must_be(library.Problem, problem, "the model does not build a problem", expected="a Problem", hint=hint)
    if not problem._variables:
        raise PuzzleError("the problem has no variables", hint="call addVariable before solving")
    if problem._str_constraints:
        check_constraint(problem._str_constraints[0], None)
    domains = {v: check_domain(v, domain, None) for v, domain in problem._variables.items()}
    places = getattr(problem, "places", ())
    posted = []
    for (given, variables), place in zip_longest(problem._constraints, places[: len(problem._constraints)]):
        constraint = check_constraint(given, place)
        scope = check_scope(constraint, variables or None, domains, place)
        kind = kind_of(constraint)
        kind.check_domains(constraint, scope, domains, place)
        posted.append(Posted(kind, constraint, scope, place))
    return Declaration(domains, tuple(posted))
