"""Totals of values that differ: what follows from equations of three together is used, and loses no solution."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest
from constraint import AllDifferentConstraint
from hypothesis import given, settings
from hypothesis import strategies as st
from propagation import propagated
from scale import scale
from test_models_merging import kinds

from logicpuzzles import Model, Problem, load
from logicpuzzles.models import totals
from logicpuzzles.models.kernels import layout

Step = tuple[int, int]


def ruler(marks: int, longest: int, first: list[int], steps: list[Step], shortest: int = 1) -> Problem:
    """Marks, some of the distances between them, all of these different."""
    problem = Problem()
    for mark in range(marks):
        problem.addVariable(mark, range(longest + 1) if mark else first)
    for one, two in steps:
        problem.addVariable((one, two), range(shortest, longest + 1))
        problem.addConstraint(lambda a, b, apart: a + apart == b, [one, two, (one, two)])
    problem.addConstraint(AllDifferentConstraint(), steps)
    return problem


@pytest.mark.parametrize("engine", ["compiled", "learning"])
@settings(max_examples=scale(60, 3_000), deadline=None)
@given(data=st.data())
def test_no_solution_is_lost(engine: str, data: Any) -> None:
    """Of some distances among a few marks, beside brute force."""
    marks = data.draw(st.integers(3, 5))
    longest = data.draw(st.integers(2, 9 if marks < 5 else 7))
    first = data.draw(st.lists(st.integers(0, 3), min_size=1, max_size=2, unique=True))
    every = list(combinations(range(marks), 2))
    steps = data.draw(st.lists(st.sampled_from(every), min_size=2, max_size=len(every), unique=True))
    shortest = data.draw(st.sampled_from([1, 1, 1, 2, 0, -2]))

    def is_ruler(places: tuple[int, ...]) -> bool:
        lengths = [places[two] - places[one] for one, two in steps]
        return len(set(lengths)) == len(lengths) and all(shortest <= length <= longest for length in lengths)

    expected = [places for places in product(first, *[range(longest + 1)] * (marks - 1)) if is_ruler(places)]
    model = Model(lambda: ruler(marks, longest, first, steps, shortest), arguments=range(marks))
    found = [tuple(solution[mark] for mark in range(marks)) for solution in model.solutions(engine=engine)]
    assert sorted(found) == sorted(expected)


@pytest.mark.parametrize("longest", [40, 90])
def test_bounds(longest: int) -> None:
    """Three marks further there are at least 1 + 2 + 3; the marks before leave as much, in one word or two."""
    problem = ruler(5, longest, [0], list(combinations(range(5), 2)))
    left = propagated(problem)
    assert left is not None
    assert [min(left[0, far]) for far in range(1, 5)] == [1, 3, 6, 10]
    assert max(left[0, 1]) == longest - 6


def test_fixed_parts_and_values_that_are_gone() -> None:
    """With 1 and 2 elsewhere, and 9 for the first of three steps, the others take 3 and 4 at least."""
    problem = ruler(4, 40, [0], list(combinations(range(4), 2)))
    problem.addVariables("ab", [1, 2])
    problem.addConstraint(AllDifferentConstraint(), ["a", "b", *combinations(range(4), 2)])
    problem.addConstraint(lambda d: d == 9, [(0, 1)])
    left = propagated(problem)
    assert left is not None
    assert (min(left[1, 3]), min(left[0, 3])) == (7, 16)


def test_marks_that_are_distances() -> None:
    """From a first mark that is not there at 0, the others are distances themselves."""

    def build() -> Problem:
        problem = Problem()
        problem.addVariables([1, 2, 3], range(1, 7))
        pairs = list(combinations([1, 2, 3], 2))
        problem.addVariables(pairs, range(1, 7))
        for one, two in pairs:
            problem.addConstraint(lambda a, b, apart: b - a == apart, [one, two, (one, two)])
        problem.addConstraint(AllDifferentConstraint(), [1, 2, 3, *pairs])
        return problem

    assert layout.TOTALS in kinds(Model(build))
    rows = [tuple(solution[mark] for mark in (1, 2, 3)) for solution in Model(build).solutions()]
    assert sorted(rows) == [(1, 4, 6), (2, 5, 6)]


def test_lengths_that_may_be_negative_are_left_alone() -> None:
    """Then the longest way says nothing."""
    steps = list(combinations(range(4), 2))
    assert layout.TOTALS in kinds(Model(lambda: ruler(4, 9, [0], steps)))
    assert layout.TOTALS not in kinds(Model(lambda: ruler(4, 9, [0], steps, -1)))


def test_a_circle_of_steps() -> None:
    """Where points are before each other nothing is derived, and nothing found."""

    def build() -> Problem:
        problem = ruler(3, 9, [0], [(0, 1), (1, 2)])
        problem.addVariable("back", range(1, 9))
        problem.addConstraint(lambda a, b, back: a + back == b, [2, 0, "back"])
        problem.addConstraint(AllDifferentConstraint(), [(0, 1), (1, 2), "back"])
        return problem

    assert Model(build).count() == 0


def test_nodes_of_a_ruler(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shortest ruler of eight marks takes less than half as many decisions as without."""
    with_them = load("golomb", marks=8).model.solve()
    monkeypatch.setattr(totals, "MOST_WORK", 0)
    without = load("golomb", marks=8).model.solve()
    assert with_them.objective == without.objective == 34
    assert 2 * with_them.nodes < without.nodes
