"""The user's functions, and conditions given as text: what they are followed to say, else a table, else calls."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import prod
from typing import Any

import constraint as library

from ...by_name import entry
from ...errors import PuzzleError
from ...integers import represented
from ...wording import counted
from ..values import Scope, Test, Values, Variable, is_number
from .base import Kind, KnownKind, Lowering, Posted
from .forms import Form
from .functions import MOST_ROWS, Function, by_values

_SIMPLE = frozenset({int, str, bool, float, type(None)})
_LONGEST = 50  # characters of a value that a message shows
_VARARGS = 4  # of a code object's flags


class _Functions(KnownKind):
    """The function holds of the values."""

    def check(self, given: Any, scope: Sequence[Variable], place: str | None) -> None:
        code = getattr(given._func, "__code__", None)
        if code is None or hasattr(given._func, "__self__"):
            return
        n, most = len(scope), code.co_argcount
        least = most - len(given._func.__defaults__ or ())
        if n < least or (n > most and not code.co_flags & _VARARGS):
            raise PuzzleError(
                "the function and its variables differ in number",
                place=place,
                expected=counted(least, "variable") if least == most else f"{least} to {most} variables",
                got=str(n),
                hint="name as many variables as it takes, in their order",
            )

    def test(self, given: Any, scope: Sequence[Variable]) -> Test:
        function: Callable[..., Any] = given._func
        part = getattr(function, "part", None)  # of a formula, of the values together
        if part is not None:
            return lambda values: bool(part(values))

        def holds(values: Values) -> bool:
            return bool(function(*values))

        holds.function = function  # type: ignore[attr-defined]
        return holds

    def describe(self, given: Any, scope: Sequence[Variable]) -> str:
        text = getattr(given._func, "text", None)
        if text is not None:
            return str(text)
        beside = dict(_beside(given._func, len(scope))) if scope else {}
        texts = [f"{name} = {represented(value)}" for name, value in beside.items() if _is_short(value)]
        return super().describe(given, scope) + (f" with {', '.join(texts)}" if texts else "")

    def name(self, given: Any) -> str:
        if getattr(given._func, "text", None) is not None:
            return "text"
        function = given._func.func if isinstance(given._func, partial) else given._func
        own = str(getattr(function, "__name__", "function"))
        return "function" if own == "<lambda>" else own

    def forms(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        key = _key(posted.constraint._func, [lowering.domains[v] for v in scope]) if _is_plain(scope) else None
        if key is not None and key in lowering.read:
            before, forms, certain, raised = lowering.read[key]
            lowering.is_certain &= certain
            posted.guarded.raised |= raised
            place = dict(zip(before, scope, strict=True))
            return [replace(form, scope=tuple(place[v] for v in form.scope)) for form in forms]
        read = entry("models.constraints.conditions:read") if _may_be_followed(lowering, scope) else by_values
        found: list[Form] = read(lowering, posted, scope)
        if key is not None and not any(isinstance(form, Function) and not form.is_certain for form in found):
            lowering.read[key] = scope, found, lowering.is_certain, posted.guarded.raised
        return found


def _beside(function: Any, n: int) -> Iterator[tuple[str, Any]]:
    """What a function with `n` variables refers to besides, by name: by this those of a loop are told apart.

    These are the arguments that a `partial` gives, default values, and variables of the function around it.
    """
    if isinstance(function, partial):
        code = getattr(function.func, "__code__", None)
        yield from zip(() if code is None else code.co_varnames, function.args, strict=False)
        yield from function.keywords.items()
        return
    code = getattr(function, "__code__", None)
    if code is None:
        return
    defaults = function.__defaults__ or ()
    names = code.co_varnames[code.co_argcount - len(defaults) : code.co_argcount]
    yield from [*zip(names, defaults, strict=True)][max(0, n - code.co_argcount + len(defaults)) :]
    yield from (function.__kwdefaults__ or {}).items()
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        with suppress(ValueError):  # it has no value yet
            yield name, cell.cell_contents


def _is_short(value: Any) -> bool:
    """Whether a message shows a value: a number, a text, or a few of them."""
    simple = all(type(part) in _SIMPLE for part in (value if type(value) is tuple else (value,)))
    return simple and len(represented(value)) <= _LONGEST


def _may_be_followed(lowering: Lowering, scope: Scope) -> bool:
    """Whether it is a function of numbers, of which a table would not be as good."""
    domains = [lowering.domains[v] for v in scope]
    if len(scope) == 1 or not (lowering.is_integral(scope) or prod(map(len, domains)) > MOST_ROWS):
        return False
    return all(is_number(value) for domain in domains for value in domain)


def _is_plain(scope: Scope) -> bool:
    """Whether no variable is there twice."""
    return len(set(scope)) == len(scope)


def _key(function: Any, domains: list[Values]) -> Hashable | None:
    """What a function that is written in a loop has in common with those of other rounds; None where that is unknown.

    One that refers to variables around it may say something else each time; its default values are part of the key.
    """
    code = getattr(function, "__code__", None)
    if code is None or function.__closure__ or function.__kwdefaults__ or hasattr(function, "__self__"):
        return None
    given = *domains, function.__defaults__ or ()
    key = id(code), id(function.__globals__), given, tuple([tuple(map(type, values)) for values in given])
    try:
        hash(key)
    except TypeError:
        return None
    return key


KINDS: dict[type, Kind] = {library.FunctionConstraint: _Functions()}
