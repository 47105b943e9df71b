"""What may be posted: checks of variables, domains and constraints, which a `Problem` makes and the adapter repeats."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from numbers import Number
from typing import Any

import constraint as library

from ..errors import PuzzleError
from ..integers import as_text, represented
from ..logic.terms import same
from ..wording import counted, did_you_mean
from .circuit import Circuit
from .semantics import is_arithmetic, is_targeted, kind_of, multipliers_of, scope_of

_PLAIN = {int, str}  # among values of one of these kinds, equal means the same
_VARARGS = 4  # of a code object's flags


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
        kinds = set(map(type, given))
        found: dict[Any, Any] = dict.fromkeys(given) if len(kinds) == 1 and kinds <= _PLAIN else {}
        for value in () if found else given:
            if not same(found.setdefault(value, value), value):
                raise PuzzleError(
                    f"the domain of {variable} holds {represented(found[value])} and {represented(value)}, "
                    "which Python takes for equal",
                    place=place,
                    expected="values that differ",
                )
    except TypeError:
        raise PuzzleError(
            f"the domain of {variable} is no collection of values that can be hashed",
            place=place,
            expected="numbers, text or tuples, not lists",
            got=represented(values),
        ) from None
    if not found:
        raise PuzzleError(f"the domain of {variable} is empty", place=place, expected="one value or more")
    return tuple(found)


def ordered(values: Iterable[Any]) -> list[Any]:
    """The members of a set in an order that does not hang on how they are hashed."""
    try:
        return sorted(values)
    except TypeError:
        return sorted(values, key=lambda value: (type(value).__name__, repr(value)))


def check_constraint(constraint: Any, place: str | None) -> Any:
    """The constraint, a function wrapped as the library does.

    Raises
    ------
    PuzzleError
        It is text, which the library would evaluate, or nothing that can be a constraint.
    """
    if isinstance(constraint, str | list | library.CompilableFunctionConstraint):
        raise PuzzleError(
            "a constraint is given as text, which would be run as code, and for some operators wrongly",
            place=place,
            got=represented(constraint),
            hint="write a function, such as lambda a, b: a + 1 == b, and its variables",
        )
    if isinstance(constraint, library.Constraint):
        return constraint
    if isinstance(constraint, type) or not callable(constraint):
        raise PuzzleError(
            "this is no constraint",
            place=place,
            expected="a function of the values, or a constraint of python-constraint",
            got=represented(constraint),
            hint=f"write {constraint.__name__}(...)" if isinstance(constraint, type) else None,
        )
    return library.FunctionConstraint(constraint)


def check_scope(
    constraint: Any, variables: Collection[Any] | None, known: Collection[Any], place: str | None
) -> tuple[Any, ...]:
    """The variables that `constraint` is about, in order; all that are `known` where none are given.

    Raises
    ------
    PuzzleError
        One is unknown, or there are too many or too few for the constraint.
    """
    scope = scope_of(constraint, _listed(variables, known, place))
    for variable in scope:
        if variable not in known:
            raise PuzzleError(
                f"{'this is' if constraint is None else 'the constraint is on'} an unknown variable "
                f"{represented(variable)}",
                place=place,
                expected=f"one of {shortened(known)}",
                hint=did_you_mean(str(variable), map(str, known)) or "add the variable first",
            )
    _check_length(constraint, scope, place)
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


def _check_length(constraint: Any, scope: Sequence[Any], place: str | None) -> None:
    n = len(scope)
    if is_arithmetic(constraint):
        given = getattr(constraint, "_multipliers", None)
        if given and len(given) != n:
            wanted = f"{n}" + (", the last one 1 for the target" if is_targeted(constraint) else "")
            raise PuzzleError("multipliers and variables differ in number", place=place, expected=wanted,
                              got=str(len(given)))  # fmt: skip
        for factor in multipliers_of(constraint, n):
            if not isinstance(factor, Number):
                raise PuzzleError("a multiplier is no number", place=place, got=represented(factor))
    elif isinstance(constraint, Circuit):
        places = list(scope if constraint.places is None else constraint.places)
        if len(set(places)) < len(places) or len(places) != n or len(set(scope)) < n:
            raise PuzzleError("a circuit needs its places, each once, one a variable", place=place,
                              expected=f"{n} places", got=shortened(places))  # fmt: skip
    elif kind_of(constraint) is library.FunctionConstraint:
        _check_arguments(constraint._func, n, place)


def _check_arguments(function: Any, n: int, place: str | None) -> None:
    code = getattr(function, "__code__", None)
    if code is None or hasattr(function, "__self__"):
        return
    most = code.co_argcount
    least = most - len(function.__defaults__ or ())
    if n < least or (n > most and not code.co_flags & _VARARGS):
        raise PuzzleError(
            "the function and its variables differ in number",
            place=place,
            expected=counted(least, "variable") if least == most else f"{least} to {most} variables",
            got=str(n),
        )


def check_numbers(constraint: Any, variable: Any, domain: Iterable[Any], place: str | None) -> None:
    """Raise `PuzzleError` if a sum or product would meet a value that is no number."""
    if is_arithmetic(constraint):
        for value in domain:
            if not isinstance(value, Number):
                raise PuzzleError(
                    f"a sum or product is on {variable}, which may be {represented(value)}",
                    place=place,
                    expected="numbers only",
                )


def check_circuit(
    constraint: Any, scope: Sequence[Any], domains: Mapping[Any, Collection[Any]], place: str | None
) -> None:
    """Raise `PuzzleError` if a circuit without places leads nowhere: no value of its variables is one of them."""
    if not isinstance(constraint, Circuit) or constraint.places is not None:
        return
    values = dict.fromkeys(value for variable in scope for value in domains[variable])
    if not set(scope) & set(values):
        raise PuzzleError(
            "no value of the variables of a circuit is one of them",
            place=place,
            expected=f"some of {shortened(scope)}",
            got=shortened(values),
            hint="name what the values stand for, a place for each variable in order, as in Circuit([0, 1, 2])",
        )


def shortened(things: Iterable[Any], most: int = 12) -> str:
    """The things separated by commas, the first ones of many."""
    texts = list(map(as_text, things))
    return ", ".join(texts[:most]) + (f" ... ({len(texts)} in all)" if len(texts) > most else "")
