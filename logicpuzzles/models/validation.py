"""What may be posted: checks of variables, domains and constraints, by `Problem` at once and when a model is read."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import zip_longest
from typing import Any

import constraint as library

from ..by_name import entry
from ..errors import PuzzleError, must_be
from ..integers import as_text, represented
from ..wording import did_you_mean
from .constraints.base import Kind, Posted, shortened
from .constraints.registry import kind_of
from .texts import TextConstraint
from .values import Values, Variable
from .wrong import UnknownVariable, WrongModel

_PLAIN = {int, str}  # among values of these kinds, equal means the same


def check_problem(problem: library.Problem) -> tuple[dict[Variable, Values], tuple[Posted, ...]]:
    """The values of each variable, in order, and what was posted. Only this reads the library's internals.

    Raises
    ------
    PuzzleError
        It has no variables, or a domain or a constraint is rejected.
    """
    hint = "end the function with `return problem`" if problem is None else None
    must_be(library.Problem, problem, "the model does not build a problem", expected="a Problem", hint=hint)
    if not problem._variables:
        raise PuzzleError("the problem has no variables", hint="call addVariable before solving")
    known: dict[tuple[type, tuple[Any, ...]], Values] = {}
    domains = {}
    for variable, given_domain in problem._variables.items():
        domain = check_domain(variable, given_domain, None)
        first = type(domain[0])
        is_plain = first in _PLAIN and set(map(type, domain)) == {first}
        domains[variable] = known.setdefault((first, domain), domain) if is_plain else domain  # most are the same
    places = getattr(problem, "places", ())
    posted = []
    given_all = [*problem._constraints, *((text, None) for text in problem._str_constraints)]
    for (given, variables), place in zip_longest(given_all, places[: len(given_all)]):
        whole = check_constraint(given, place)
        parts = [(whole, variables or None)]
        if isinstance(whole, TextConstraint):
            parts = [(library.FunctionConstraint(part), part.variables) for part in whole.read(domains, place)]
        for constraint, among in parts:
            kind = kind_of(constraint)
            scope = check_scope(constraint, among, domains, place, kind)
            kind.check_domains(constraint, scope, domains, place)
            posted.append(Posted(kind, constraint, scope, place))
    return domains, tuple(posted)


def check_domain(variable: Any, values: Iterable[Any], place: str | None) -> tuple[Any, ...]:
    """The values of a domain, each once, in their order; a set is put in order first.

    Raises
    ------
    PuzzleError
        There are none, one cannot be hashed, or two are equal but not the same, as 1 and True.
    """
    if type(values) is range and values:
        return tuple(values)
    try:
        given = ordered(values) if isinstance(values, set | frozenset) else list(values)
        found: dict[Any, Any] = dict.fromkeys(given) if _is_plain(given) else {}
        for value in () if found else given:
            if not entry("logic.termdict:is_among")(value, (found.setdefault(value, value),)):
                raise PuzzleError(
                    f"the domain of {variable} holds {represented(found[value])} and {represented(value)}, "
                    "which Python treats as equal",
                    place=place,
                    expected="values that differ",
                    hint="keep one of them",
                )
    except TypeError:
        raise PuzzleError(
            f"the domain of {variable} is not a collection of hashable values",
            place=place,
            expected="numbers, text or tuples, not lists",
            got=represented(values),
            hint="write tuples in place of lists",
        ) from None
    if not found:
        raise WrongModel(
            f"the domain of {variable} is empty",
            place=place,
            expected="one value or more",
            hint="give it the values that it may have",
        )
    return tuple(found)


def _is_plain(values: list[Any]) -> bool:
    """Whether equal values are the same here for sure: integers, texts, and tuples of these."""
    kinds = set(map(type, values))
    if kinds == {tuple}:
        kinds = {type(part) for value in values for part in value}
    return kinds <= _PLAIN or kinds == {bool}


def ordered(values: Iterable[Any]) -> list[Any]:
    """The members of a set in an order that does not depend on their hashes."""
    try:
        return sorted(values)
    except TypeError:
        return sorted(values, key=lambda value: (type(value).__name__, repr(value)))


def check_constraint(constraint: Any, place: str | None) -> Any:
    """The constraint, a function wrapped as the library does.

    Raises
    ------
    PuzzleError
        It is text that cannot be read, code as text, or nothing that can be a constraint.
    """
    if isinstance(constraint, str):
        return TextConstraint(constraint, place)
    if isinstance(constraint, library.CompilableFunctionConstraint):
        raise PuzzleError(
            "a constraint is given as text that would be run as code",
            place=place,
            got=represented(constraint._func),
            hint="post the text itself, such as 'a + 1 == b'",
        )
    if isinstance(constraint, library.Constraint):
        return constraint
    if isinstance(constraint, type) or not callable(constraint):
        raise WrongModel(
            "this is not a constraint",
            place=place,
            expected="a function of the values, text, or a constraint of python-constraint",
            got=represented(constraint),
            hint=f"write {constraint.__name__}(...)" if isinstance(constraint, type) else None,
        )
    return library.FunctionConstraint(constraint)


def check_scope(
    constraint: Any,
    variables: Collection[Any] | None,
    known: Collection[Any],
    place: str | None,
    kind: Kind | None = None,
) -> tuple[Any, ...]:
    """The variables that `constraint`, of a kind, is about, in order; all that are `known` where none are given.

    Raises
    ------
    PuzzleError
        One is unknown, or there are too many or too few for the constraint.
    """
    kind = kind or kind_of(constraint)
    scope = kind.scope_of(constraint, _listed(variables, known, place))
    for variable in scope:
        if variable not in known:
            raise UnknownVariable(
                f"{'this is' if constraint is None else 'the constraint is on'} an unknown variable "
                f"{represented(variable)}",
                place=place,
                expected=f"one of {shortened(map(as_text, known))}",
                hint=did_you_mean(str(variable), map(str, known)) or "add the variable first",
            )
    kind.check(constraint, scope, place)
    return scope


def _listed(variables: Collection[Any] | None, known: Collection[Any], place: str | None) -> Sequence[Any]:
    if variables is None:
        return list(known)
    if isinstance(variables, set | frozenset):
        return [v for v in known if v in variables] + ordered(v for v in variables if v not in known)
    if not len(variables):
        raise PuzzleError(
            "the constraint is on no variables", place=place, hint="leave them out where it is on all, or name them"
        )
    return list(variables)
