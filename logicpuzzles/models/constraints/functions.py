"""The user's functions: linear if calls with symbols show it, else a table, else called each time."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import compress, product
from math import prod
from typing import Any

import constraint as library

from ...errors import PuzzleError
from ...wording import counted
from ..affine import Comparison
from ..kernels import layout
from ..symbolic import ALL_SAMPLES, linear, necessary
from ..values import Scope, Test, Values, Variable
from .base import Guarded, Kind, KnownKind, Lowering, Posted
from .forms import Among, Encoding, Form, Never, Packing
from .linear import comparison, fits
from .tables import Table

MOST_ROWS = 20_000  # combinations of values that are tried to make a table of a function
_VARARGS = 4  # of a code object's flags


@dataclass(frozen=True, eq=False)
class Function(Form):
    """The test holds; it raises nothing."""

    test: Test

    def pack(self, packing: Packing, scope: Sequence[int]) -> None:
        packing.add(layout.FUNCTION, scope, number=[len(packing.functions)], event=layout.FIXED, late=True)
        packing.functions.append(self.test)

    def encode(self, encoding: Encoding) -> None:
        encoding.unchecked.append(self)


def by_values(lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
    """The constraint as a table of the combinations of values that pass its test, if they are few; else the test."""
    return by_test(lowering, posted.guarded, scope)


def by_test(lowering: Lowering, given: Guarded, scope: Scope) -> list[Form]:
    """The same of what `given` tests."""
    repeated, scope = scope, tuple(dict.fromkeys(scope))  # a variable that is there twice has one value
    at = [scope.index(v) for v in repeated]

    def placed(test: Test) -> Test:
        return test if repeated == scope else lambda values: test(tuple(values[i] for i in at))

    domains = [lowering.domains[v] for v in scope]
    if prod(map(len, domains)) > MOST_ROWS:
        return [Function(scope, placed(given))]
    try:
        rows = tuple(compress(product(*domains), map(placed(given.test), product(*domains))))
    except Exception:  # a function may raise anything
        rows = tuple(compress(product(*domains), map(placed(given), product(*domains))))
    if len(rows) == prod(map(len, domains)):
        return []
    if len(scope) == 1:
        return [Among(scope, tuple(value for (value,) in rows))]
    return [Table(scope, rows) if rows else Never(scope)]


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
            )

    def test(self, given: Any, scope: Sequence[Variable]) -> Test:
        function: Callable[..., Any] = given._func
        part = getattr(function, "part", None)  # of a formula, of the values together
        if part is not None:
            return lambda values: bool(part(values))
        return lambda values: bool(function(*values))

    def told(self, given: Any, scope: Sequence[Variable]) -> str:
        text = getattr(given._func, "text", None)
        return super().told(given, scope) if text is None else str(text)

    def name(self, given: Any) -> str:
        if getattr(given._func, "text", None) is not None:
            return "text"
        own = str(getattr(given._func, "__name__", "function"))
        return "function" if own == "<lambda>" else own

    def forms(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        key = _key(posted.constraint._func, [lowering.domains[v] for v in scope]) if _is_plain(scope) else None
        if key is not None and key in lowering.read:
            before, forms, certain, raised = lowering.read[key]
            lowering.is_certain &= certain
            posted.guarded.raised |= raised
            place = dict(zip(before, scope, strict=True))
            return [replace(form, scope=tuple(place[v] for v in form.scope)) for form in forms]
        found = self._read(lowering, posted, scope)
        if key is not None and not any(isinstance(form, Function) for form in found):
            lowering.read[key] = scope, found, lowering.is_certain, posted.guarded.raised
        return found

    def _read(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        if not lowering.is_integral(scope) or len(scope) == 1:
            return by_values(lowering, posted, scope)
        domains = [lowering.domains[v] for v in scope]
        comparisons = linear(posted.constraint._func, domains)
        if comparisons is None or not all(fits(lowering, scope, c.multipliers, c.bound) for c in comparisons):
            found = by_values(lowering, posted, scope)
            if not any(isinstance(form, Function) for form in found):
                return found
            first = necessary(posted.constraint._func, domains)
            return [*_sums(scope, (c for c in first if fits(lowering, scope, c.multipliers, c.bound))), *found]
        lowering.is_certain &= prod(map(len, domains)) <= ALL_SAMPLES
        return _sums(scope, comparisons)


def _sums(scope: Scope, comparisons: Iterable[Comparison]) -> list[Form]:
    return [form for c in comparisons for form in comparison(scope, c.multipliers, c.relation, c.bound)]


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


class _Tested(KnownKind):
    """A constraint of another kind, given as a test of the same variables."""

    def __init__(self, guarded: Guarded) -> None:
        self.guarded = guarded

    def test(self, given: Any, scope: Sequence[Variable]) -> Test:
        return self.guarded

    def forms(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        return by_test(lowering, self.guarded, scope)


def tested(posted: Posted, guarded: Guarded) -> Posted:
    """What `guarded` says of the variables of a constraint, in its place."""
    return replace(posted, kind=_Tested(guarded))


KINDS: dict[type, Kind] = {library.FunctionConstraint: _Functions()}
