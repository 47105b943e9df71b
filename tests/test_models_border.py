"""Linear constraints whose numbers come near to what a machine word holds, against exact arithmetic."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from operator import eq, ge, gt, le, lt, ne
from typing import Any

import constraint as library
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scale import scale

from logicpuzzles.models.engines import ENGINES
from logicpuzzles.models.model import Model
from logicpuzzles.models.problem import Problem

near = st.builds(
    lambda sign, power, more: sign * ((1 << power) + more),
    st.sampled_from((1, -1)),
    st.sampled_from((0, 3, 31, 58, 59, 60, 61, 62, 63, 64, 100)),
    st.integers(-2, 2),
)
COMPARISONS = (eq, ne, le, ge, lt, gt)
BORDERS = list(product((1, -1), (60, 62, 63, 64, 100), (-1, 0, 1)))
SUMS = {eq: library.ExactSumConstraint, le: library.MaxSumConstraint, ge: library.MinSumConstraint}


@st.composite
def linear(draw: st.DrawFn) -> tuple[list[list[int]], list[int], Callable[[int, int], bool], int]:
    """The values of three variables, their multipliers, how the sum is compared, and with what.

    The bound is near to a sum that is reached, so that one too much or too little shows.
    """
    domain = st.lists(st.one_of(st.integers(-3, 3), near), min_size=1, max_size=4, unique=True)
    values = draw(st.lists(domain, min_size=3, max_size=3))
    multipliers = draw(st.lists(near, min_size=3, max_size=3))
    reached = sum(m * draw(st.sampled_from(of)) for m, of in zip(multipliers, values, strict=True))
    bound = draw(st.one_of(st.integers(-1, 1).map(lambda more: reached + more), near))
    return values, multipliers, draw(st.sampled_from(COMPARISONS)), bound


@pytest.mark.parametrize("engine", list(ENGINES))
@settings(max_examples=scale(200, 3000))
@given(given_=linear(), as_function=st.booleans())
def test_near_the_border_of_a_word(engine: str, given_: Any, as_function: bool) -> None:
    """Sums are compared exactly, whether a constraint of the library says so or a function."""
    values, (i, j, k), holds, bound = given_
    function = FUNCTIONS[holds](i, j, k, bound)

    def build() -> Problem:
        problem = Problem()
        for name, of in zip("abc", values, strict=True):
            problem.addVariable(name, of)
        if holds in SUMS and not as_function:
            problem.addConstraint(SUMS[holds](bound, [i, j, k]))
        else:
            problem.addConstraint(function, "abc")
        return problem

    expected = [row for row in product(*values) if holds(i * row[0] + j * row[1] + k * row[2], bound)]
    model = Model(build)
    assert sorted(tuple(found.values()) for found in model.solutions(engine=engine)) == sorted(expected)
    assert model.count(engine=engine) == len(expected)


# Written out, because a function is read: what it compares becomes a constraint over numbers.
FUNCTIONS: dict[Any, Callable[[int, int, int, int], Callable[..., bool]]] = {
    eq: lambda i, j, k, bound: lambda a, b, c: i * a + j * b + k * c == bound,
    ne: lambda i, j, k, bound: lambda a, b, c: i * a + j * b + k * c != bound,
    le: lambda i, j, k, bound: lambda a, b, c: i * a + j * b + k * c <= bound,
    ge: lambda i, j, k, bound: lambda a, b, c: i * a + j * b + k * c >= bound,
    lt: lambda i, j, k, bound: lambda a, b, c: i * a + j * b + k * c < bound,
    gt: lambda i, j, k, bound: lambda a, b, c: i * a + j * b + k * c > bound,
}


@pytest.mark.parametrize("engine", list(ENGINES))
@pytest.mark.parametrize("bound", [sign * ((1 << power) + more) for sign, power, more in BORDERS])
def test_bounds_alone_near_the_border(bound: int, engine: str) -> None:
    """Small values compared with a bound that is huge, on either side of 0."""

    def below(a: int, b: int) -> bool:
        return a + b <= bound

    def equal(a: int, b: int) -> bool:
        return a + b == bound

    for test, expected in ((below, 9 if bound > 0 else 0), (equal, 0)):
        problem = Problem()
        problem.addVariables("ab", [-1, 0, 1])
        problem.addConstraint(test, "ab")
        assert Model(lambda: problem).count(engine=engine) == expected  # noqa: B023 -- it is called at once
