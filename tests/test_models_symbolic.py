"""Which functions are seen to be linear, and as what."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from logicpuzzles import Problem
from logicpuzzles.models.affine import comparisons
from logicpuzzles.models.symbolic import conditions, linear
from logicpuzzles.models.transparent import is_transparent

LINEAR: list[tuple[Callable[..., Any], list[tuple[tuple[int, ...], str, int]]]] = [
    (lambda a, b: a < b, [((1, -1), "<=", -1)]),
    (lambda a, b: a <= b, [((1, -1), "<=", 0)]),
    (lambda a, b: a > b, [((-1, 1), "<=", -1)]),
    (lambda a, b: b >= 2 * a - 3, [((2, -1), "<=", 3)]),
    (lambda a, b: 3 * (a + b) == 12 - a, [((4, 3), "==", 12)]),
    (lambda a, b: a != -b, [((1, 1), "!=", 0)]),
    (lambda a, b: not bool(a == b), [((1, -1), "!=", 0)]),
    (lambda a, b: 1 < a < b, [((-1, 0), "<=", -2), ((1, -1), "<=", -1)]),
    (lambda a, b: a != b and abs(a - b) != 3, [((1, -1), "!=", 0), ((1, -1), "!=", 3), ((-1, 1), "!=", 3)]),
    (lambda a, b: abs(a - b) <= 1, [((1, -1), "<=", 1), ((-1, 1), "<=", 1)]),
    (lambda a, b: abs(a - b) < 2, [((1, -1), "<=", 1), ((-1, 1), "<=", 1)]),
    (lambda a, b: abs(a - b) == 0, [((1, -1), "==", 0)]),
    (lambda a, b: abs(a - b) >= 1, [((1, -1), "!=", 0)]),
    (lambda a, b: abs(a) > -1, []),
    (lambda a, b: sum([a, b, 1]) == 7, [((1, 1), "==", 6)]),
    (lambda a, b: all(x != 2 for x in (a, b)), [((1, 0), "!=", 2), ((0, 1), "!=", 2)]),
    (lambda a, b: False if a > b else a + b == 8, [((1, -1), "<=", 0), ((1, 1), "==", 8)]),
    (lambda a, b: a, [((1, 0), "!=", 0)]),
    (lambda a, b: a < b < 9 and a + b == 8, [((1, -1), "<=", -1), ((0, 1), "<=", 8), ((1, 1), "==", 8)]),
    (lambda a, b: a + b == 8 and a < b < 9, [((1, 1), "==", 8), ((1, -1), "<=", -1), ((0, 1), "<=", 8)]),
    (lambda a, b: a < b and not b <= a and b > a, [((1, -1), "<=", -1)]),
    (lambda a, b: a < b and b <= a, [((0, 0), "==", 1)]),
    (lambda a, b: a - a == 0 and abs(a - a) < 1 and a < b, [((1, -1), "<=", -1)]),
    (lambda a, b: abs(a - b) != 3 and abs(b - a) != 3, [((1, -1), "!=", 3), ((-1, 1), "!=", 3)]),
    (lambda a, b: True, []),
    (lambda a, b: False, [((0, 0), "==", 1)]),
]


@pytest.mark.parametrize(("function", "expected"), LINEAR)
def test_linear_functions(function: Callable[..., Any], expected: list[tuple[tuple[int, ...], str, int]]) -> None:
    """The comparisons are those that the function makes."""
    found = linear(function, [range(-3, 9)] * 2)
    assert found is not None
    assert [(c.multipliers, c.relation, c.bound) for c in found] == expected


FIRST: list[tuple[Callable[..., Any], list[tuple[tuple[int, ...], str, int]]]] = [
    (lambda a, b, c: a < b < c and a * b == c, [((1, -1, 0), "<=", -1), ((0, 1, -1), "<=", -1)]),
    (lambda a, b, c: a != b and a * b == c and b < c, [((1, -1, 0), "!=", 0), ((0, 1, -1), "<=", -1)]),
    (lambda a, b, c: a != b and str(a) != "2" and b < c, [((1, -1, 0), "!=", 0)]),
    (lambda a, b, c: (a < b or b < c) and a * b == c, []),
    (lambda a, b, c: a * b == c if a < b else b == c, []),
    (lambda a, b, c: a * b == c and a < b, [((1, -1, 0), "<=", -1)]),
    (lambda a, b, c: a < b or a * b == c, []),
    (lambda a, b, c: type(a) is int or (a < b and a * b == c), []),
]


@pytest.mark.parametrize(("function", "expected"), FIRST)
def test_what_is_linear_in_a_conjunction(function: Callable[..., Any], expected: list[Any]) -> None:
    """Linear comparisons are taken out of a conjunction that is not linear, as far as it can be followed."""
    found = conditions(function, [tuple(range(-3, 29))] * 3) or []
    told = [c for node in found for c in comparisons(node, 3) or ()]
    assert [(c.multipliers, c.relation, c.bound) for c in told] == expected


def test_a_function_of_many_values_is_asked_less_where_it_begins_with_comparisons() -> None:
    """All solutions are found, and the order among the first variables is not asked for."""
    asked = []

    def says(a: Any, b: Any, c: Any) -> Any:
        return a < b < c and (asked.append((a, b, c)) or a * a + b * b == c * c)

    problem = Problem()
    problem.addVariables("abc", range(1, 41))
    problem.addConstraint(says)
    found = {(s["a"], s["b"], s["c"]) for s in problem.getSolutions()}
    values = range(1, 41)
    assert found == {(a, b, c) for a in values for b in values for c in values if a < b < c and a * a + b * b == c * c}
    assert all(type(a) is not int or a < b for a, b, _ in asked)


NOT_LINEAR: list[Callable[..., Any]] = [
    lambda a, b: a * b == 4,
    lambda a, b: a % 2 == 0,
    lambda a, b: a // b == 1,
    lambda a, b: a < b or b < a - 2,
    lambda a, b: abs(a - b) == 1,
    lambda a, b: abs(a - b) > 1,
    lambda a, b: abs(a - b) >= 2,
    lambda a, b: a in (1, 4),
    lambda a, b: (a < b) == (b < 5),
    lambda a, b: a == 1.5 * b,
    lambda a, b: str(a) < str(b),
    lambda a, b: {1: 2}.get(a) == b,
    lambda a, b: max(a, b) == 4,
    lambda a, b: [False, True][a > b],
    lambda a, b: a != b if isinstance(a, int) else a < b,
    lambda a, b: 1 / 0,
]


@pytest.mark.parametrize("function", NOT_LINEAR)
def test_functions_that_are_not_linear(function: Callable[..., Any]) -> None:
    """They are left to tables and to Python, also where they look at what they are given."""
    assert linear(function, [range(-3, 9)] * 2) is None


def swallowing(a: int, b: int) -> bool:
    """A function that catches whatever happens in it."""
    try:
        return bool([*[None] * 17, {33: True}][a][b])  # type: ignore[index]
    except Exception:
        return False


TELLING_APART: list[tuple[str, Callable[..., Any], Callable[[int, int], bool]]] = [
    ("catches errors", swallowing, lambda a, b: (a, b) == (17, 33)),
    ("text", lambda a, b: f"{a}-{b}" != "37-5", lambda a, b: (a, b) != (37, 5)),
    ("types", lambda a, b: type(a) is not int or (a, b) != (3, 4), lambda a, b: (a, b) != (3, 4)),
    ("types, never", lambda a, b: type(a) is int and a < b and (a, b) == (3, 4), lambda a, b: (a, b) == (3, 4)),
    ("instances", lambda a, b: not isinstance(a, int) or a == 3, lambda a, b: a == 3),
    ("hashes", lambda a, b: {(3, 4): True}.get((a, b)), lambda a, b: (a, b) == (3, 4)),
    ("attributes", lambda a, b: getattr(a, "real", 3) == 3, lambda a, b: a == 3),
    ("sums of truths", lambda a, b: (a == 1) + (b == 2) == 1, lambda a, b: (a == 1) != (b == 2)),
    ("bits of truths", lambda a, b: (a < 5) & (b < a), lambda a, b: b < a < 5),
    ("lists", lambda a, b: sorted([a, b]) == [3, 4], lambda a, b: {a, b} == {3, 4}),
]


@pytest.mark.parametrize(("name", "function", "says"), TELLING_APART, ids=[name for name, *_ in TELLING_APART])
def test_functions_that_tell_symbols_from_values(
    name: str, function: Callable[..., Any], says: Callable[[int, int], bool]
) -> None:
    """They are not taken for what they do with symbols, though they do the same with most of many values."""
    numbers = range(60)
    problem = Problem()
    problem.addVariables("ab", numbers)
    problem.addConstraint(function, "ab")
    expected = {(a, b) for a in numbers for b in numbers if says(a, b)}
    assert {tuple(solution.values()) for solution in problem.getSolutions()} == expected


def test_what_a_function_does_rarely_is_noticed_at_the_border() -> None:
    """On many values a function is compared with its comparisons on both sides of each."""

    def odd(*values: int) -> bool:
        if isinstance(values[0], int):
            return sum(values) < 100
        return sum(values) <= 100

    assert linear(odd, [range(100)] * 4) is None
    assert linear(lambda *values: sum(values) <= 100, [range(100)] * 4) is not None


def test_functions_written_in_a_loop_say_what_each_says() -> None:
    """What was read once stands for other rounds only where all is the same: defaults, what is around, types."""
    domains: dict[str, list[Any]] = {name: [1, 2, 3] for name in "abcde"} | {"c": [True, 2, 3], "d": [1.0, 2, 3]}
    posted: list[tuple[Callable[..., Any], str]] = []
    for scope in ("ab", "be", "ac", "ad", "ea"):
        posted.append((lambda x, y: type(x) is type(y) or x > y, scope))
    for d, scope in ((1, "ab"), (2, "ab"), (True, "ac"), (1, "ae")):
        posted.append((lambda x, y, d=d: x - y != d or type(d) is bool, scope))
    for limit in (5, 6):
        posted.append((lambda x, y: x * y < limit + 1, "be"))  # noqa: B023 - the last limit is meant
    for word in ("a", "b"):
        posted.append(((lambda own: lambda x: x != 3 or own == "b")(word), word))
    problem = Problem()
    for name, domain in domains.items():
        problem.addVariable(name, domain)
    for function, scope in posted:
        problem.addConstraint(function, scope)
    expected = [
        row
        for row in product(*domains.values())
        if all(function(*(row["abcde".index(name)] for name in scope)) for function, scope in posted)
    ]
    found = [tuple(solution.values()) for solution in problem.getSolutions()]
    assert sorted(found) == sorted(expected)
    assert len(found) == len(set(map(repr, found)))
    assert 0 < len(found) < 3**5


LIMIT, LISTED = 5, [1]


def looping(a: int, b: int) -> bool:
    """A function with a loop."""
    total = 0
    for x in (a, b):
        total += x * x
    return total % 7 == 1


def with_a_constant(k: int) -> Callable[..., Any]:
    """One that refers to a number around it."""
    return lambda a, b: a * k < b


TRANSPARENT: list[tuple[Callable[..., Any], bool]] = [
    (lambda a, b: a < b <= LIMIT or not (a < b < 2), True),
    (lambda *v: all(x != y for x in v for y in v), True),
    (lambda a, b: [x for x in (a, b) if x > 1] == [2], True),
    (lambda a, b, c=3: max(a, b) // c == 1, True),
    (looping, True),
    (with_a_constant(3), True),
    (swallowing, False),
    (with_a_constant([3]), False),  # type: ignore[arg-type]
    (lambda a, b: a is b, False),
    (lambda a, b: LISTED[0] < a, False),
    (lambda a, b: type(a) is int, False),
    (lambda a, b: isinstance(a, int), False),
    (lambda a, b: a.real < b, False),
    (lambda a, b: str(a) < str(b), False),
    (lambda a, b, c=[]: c or a < b, False),
    (max, False),
]


@pytest.mark.parametrize(("function", "expected"), TRANSPARENT)
def test_functions_that_cannot_tell_symbols_from_values(function: Callable[..., Any], expected: bool) -> None:
    """By their instructions, and by what they refer to."""
    assert is_transparent(function, [(1, 2), (3, 4)]) is expected
    assert not is_transparent(function, [(1, 2), (3, [])])
