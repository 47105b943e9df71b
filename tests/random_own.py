"""Random constraints of the classes that python-constraint has not, each with what it says written down again."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from hypothesis import strategies as st

from logicpuzzles import (
    AtMostOne,
    Count,
    Element,
    ExactlyOne,
    GlobalCardinality,
    Inverse,
    LexLess,
    Regular,
    Table,
    Xor,
)

Says = Callable[..., bool]  # of the values of a scope
Case = tuple[str, Callable[[], Any], "list[Any] | None", list[Any], Says]
NUMBERS = st.integers(-4, 5)
LETTERS = "012"
PATTERNS = [  # with how Python's regular expressions have it
    ("0*1{2}", "0*1{2}"),
    ("(0|1 2)+", "(0|12)+"),
    ("[01]?2*", "[01]?2*"),
    ("[^1]{1,3}", "[^1]{1,3}"),
    (".{2}1.*", ".{2}1.*"),
    ("<0>{2,}|<1>[0-2]", "0{2,}|1[0-2]"),
    ("(0?1?){2}", "(0?1?){2}"),
]


def scopes(draw: Any, names: list[Any], least: int, most: int, repeats: bool = True) -> list[Any]:
    """Some of the names, seldom with one there twice."""
    n = draw(st.integers(least, min(most, len(names)) if not repeats else most))
    if repeats and draw(st.integers(0, 5)) == 0:
        return draw(st.lists(st.sampled_from(names), min_size=n, max_size=n))
    order = draw(st.permutations(names))
    return list(order[: max(1, min(n, len(order)))])


def _repeated(draw: Any, names: list[Any], n: int) -> list[Any]:
    """As many names, perhaps with one there twice."""
    if n <= len(names) and draw(st.booleans()):
        return list(draw(st.permutations(names)))[:n]
    return draw(st.lists(st.sampled_from(names), min_size=n, max_size=n))


def _table(draw: Any, names: list[Any]) -> Case:
    scope = scopes(draw, names, 1, 4)
    value = st.one_of(NUMBERS, st.sampled_from(["red", "x"])) if draw(st.booleans()) else st.integers(-1, 1)
    row = st.lists(value, min_size=len(scope), max_size=len(scope))
    rows, allowed = draw(st.lists(row, max_size=40)), draw(st.booleans())
    return (
        f"Table({rows}, {allowed})",
        lambda: Table(rows, allowed),
        scope,
        scope,
        lambda *v: (list(v) in rows) is allowed,
    )


def _element(draw: Any, names: list[Any]) -> Case:
    n, first = draw(st.integers(1, 3)), draw(st.integers(-1, 1))
    scope = _repeated(draw, names, n + 2)

    def says(index: Any, *rest: Any) -> bool:
        return isinstance(index, int) and 0 <= index - first < n and rest[index - first] == rest[-1]

    return f"Element(first={first})", lambda: Element(first=first), scope, scope, says


def _element_of_two(draw: Any, names: list[Any]) -> Case:
    shape = draw(st.sampled_from([(1, 2), (2, 1), (2, 2)]))
    scope = _repeated(draw, names, 3 + shape[0] * shape[1])

    def says(row: Any, column: Any, *rest: Any) -> bool:
        return row in range(shape[0]) and column in range(shape[1]) and rest[row * shape[1] + column] == rest[-1]

    return f"Element(shape={shape})", lambda: Element(shape=shape), scope, scope, says


def _element_of_values(draw: Any, names: list[Any]) -> Case:
    array = draw(st.lists(st.integers(-2, 2), min_size=1, max_size=5))
    scope = _repeated(draw, names, 2)
    says: Says = lambda i, x: i in range(len(array)) and array[i] == x  # noqa: E731
    return f"Element({array})", lambda: Element(array), scope, scope, says


def _pattern(draw: Any, names: list[Any]) -> Case:
    scope = scopes(draw, names, 1, 5)
    pattern, expression = draw(st.sampled_from(PATTERNS))

    def says(*values: Any) -> bool:  # what is longer than a character is none of those that the patterns name
        text = "".join(str(value) if str(value) in LETTERS else "?" for value in values)
        return re.fullmatch(expression, text) is not None

    return f"Regular({pattern})", lambda: Regular(pattern), scope, scope, says


def _automaton(draw: Any, names: list[Any]) -> Case:
    scope = scopes(draw, names, 1, 4)
    state = st.sampled_from("pqr")
    moves = draw(st.lists(st.tuples(state, st.integers(-1, 2), state), min_size=1, max_size=10))
    known = sorted({name for start, _, end in moves for name in (start, end)})
    start, last = draw(st.sampled_from(known)), draw(st.lists(st.sampled_from(known), max_size=2))

    def says(*values: Any) -> bool:
        states = {start}
        for value in values:
            states = {end for at, label, end in moves if at in states and label == value}
        return bool(states & set(last))

    return f"Regular({moves}, {start}, {last})", lambda: Regular(moves, start, last), scope, scope, says


def _count(draw: Any, names: list[Any]) -> Case:
    value, scope = draw(NUMBERS), scopes(draw, names, 1, 4)
    low, high = sorted(draw(st.tuples(st.integers(0, 4), st.integers(0, 4))))
    n = draw(st.sampled_from([low, (low, high), range(low, high + 1), (low, None)]))
    most = {int: low, tuple: high, range: high}[type(n)] if n != (low, None) else 9
    return f"Count({value}, {n})", lambda: Count(value, n), scope, scope, lambda *v: low <= v.count(value) <= most


def _count_to(draw: Any, names: list[Any]) -> Case:
    value, scope = draw(NUMBERS), _repeated(draw, names, draw(st.integers(2, 4)))
    return f"Count({value})", lambda: Count(value), scope, scope, lambda *v: v[:-1].count(value) == v[-1]


def _cardinality(draw: Any, names: list[Any]) -> Case:
    scope, closed = scopes(draw, names, 1, 5), draw(st.booleans())
    bounds = draw(st.dictionaries(NUMBERS, st.tuples(st.integers(0, 2), st.integers(0, 3)), min_size=1, max_size=5))

    def says(*values: Any) -> bool:
        fits = all(low <= values.count(value) <= high for value, (low, high) in bounds.items())
        return fits and (not closed or all(value in bounds for value in values))

    return f"GlobalCardinality({bounds}, {closed})", lambda: GlobalCardinality(bounds, closed), scope, scope, says


def _cardinality_to(draw: Any, names: list[Any]) -> Case:
    counted = draw(st.lists(st.integers(-1, 3), min_size=1, max_size=2, unique=True))
    n, closed = len(counted), draw(st.booleans())
    scope = _repeated(draw, names, n + draw(st.integers(1, 3)))

    def says(*values: Any) -> bool:
        fits = all(values[:-n].count(value) == count for value, count in zip(counted, values[-n:], strict=True))
        return fits and (not closed or all(value in counted for value in values[:-n]))

    return f"GlobalCardinality({counted}, {closed})", lambda: GlobalCardinality(counted, closed), scope, scope, says


def _ones(draw: Any, names: list[Any], kind: Any) -> Case:
    value, scope = draw(NUMBERS), scopes(draw, names, 1, 5)
    allowed = (1,) if kind is ExactlyOne else (0, 1)
    return f"{kind.__name__}({value})", lambda: kind(value), scope, scope, lambda *v: v.count(value) in allowed


def _xor(draw: Any, names: list[Any]) -> Case:
    scope = scopes(draw, names, 1, 5)
    return "Xor", Xor, scope, scope, lambda *v: len([value for value in v if value]) % 2 == 1


def _lexicographic(draw: Any, names: list[Any]) -> Case:
    n, strict = draw(st.integers(1, 2)), draw(st.booleans())
    scope = _repeated(draw, names, 2 * n)
    says: Says = lambda *v: v[:n] < v[n:] or (not strict and v[:n] == v[n:])  # noqa: E731
    return f"LexLess({strict})", lambda: LexLess(strict), scope, scope, says


def _inverse(draw: Any, names: list[Any]) -> Case:
    n = draw(st.integers(1, max(1, len(names) // 2)))
    one, two = (list(draw(st.permutations(names)))[:n] for _ in range(2))
    places = list(range(n))
    says: Says = lambda *v: all((v[i] == j) == (v[n + j] == i) for i in places for j in places) and {*v} <= {*places}  # noqa: E731
    return "Inverse", Inverse, [*one, *two], [*one, *two], says


OWN = [
    _table,
    _element,
    _element_of_two,
    _pattern,
    _automaton,
    _count,
    _cardinality,
    partial(_ones, kind=AtMostOne),
    partial(_ones, kind=ExactlyOne),
    _xor,
    _inverse,
]
OWN_NUMERIC = [_element_of_values, _count_to, _cardinality_to, _lexicographic]
