"""Every engine gives every solution once, and nothing else, whatever the constraints."""

from __future__ import annotations

from copy import copy
from enum import Enum
from fractions import Fraction
from math import inf, nan
from typing import Any

import constraint as library
import pytest
from hypothesis import given, settings
from random_problems import RandomProblem, problems
from scale import scale

from logicpuzzles.models.engines import ENGINES
from logicpuzzles.models.model import Model
from logicpuzzles.models.problem import Problem


class Colour(Enum):
    """Values that are neither numbers nor text."""

    RED = 1
    GREEN = 2


HUGE = [10**30, 10**30 + 1, -(10**40)]  # beyond machine words
TENTHS = [0.1, 0.2, 0.3]
VALUES: list[tuple[str, list[Any], Any, list[tuple[Any, Any]]]] = [
    ("huge", HUGE, library.ExactSumConstraint(2 * 10**30 + 1), [(HUGE[0], HUGE[1]), (HUGE[1], HUGE[0])]),
    ("huge, linear", HUGE, lambda a, b: a < b - 1, [(HUGE[2], HUGE[0]), (HUGE[2], HUGE[1])]),
    ("at the border", [2**63, 2**63 - 1, -(2**63)], lambda a, b: a - b == 1, [(2**63, 2**63 - 1)]),
    ("a huge bound", [1, 2], library.MaxSumConstraint(10**30), [(1, 1), (1, 2), (2, 1), (2, 2)]),
    ("a huge bound in a function", [1, 2], lambda a, b: a + b == 10**30, []),
    ("fractions", TENTHS, library.ExactSumConstraint(0.3), [(0.1, 0.2), (0.2, 0.1)]),
    ("fractions, weighed", TENTHS, library.MinSumConstraint(0.2, [1, -1]), [(0.3, 0.1)]),
    (
        "exact fractions",
        [Fraction(1, 3), Fraction(2, 3)],
        library.MaxSumConstraint(Fraction(2, 3)),
        [(Fraction(1, 3),) * 2],
    ),
    ("halves", [1, 0.5, 2], library.ExactProdConstraint(1), [(1, 1), (0.5, 2), (2, 0.5)]),
    ("complex", [1j, 2], library.ExactSumConstraint(2 + 1j), [(1j, 2), (2, 1j)]),
    ("no bound", [3, 1], library.MaxSumConstraint(inf), [(3, 3), (3, 1), (1, 3), (1, 1)]),
    ("a fraction as bound", [3, 1], library.MinSumConstraint(3.5), [(3, 3), (3, 1), (1, 3)]),
    ("nothing to compare with", [3, 1], library.MaxSumConstraint(nan), []),
    ("truth values", [True, False], library.ExactSumConstraint(1), [(True, False), (False, True)]),
    ("members", list(Colour), lambda a, b: a is not b, [(Colour.RED, Colour.GREEN), (Colour.GREEN, Colour.RED)]),
    ("sets", [frozenset({1}), frozenset()], lambda a, b: a > b, [(frozenset({1}), frozenset())]),
    ("nothing", [None, 0], library.AllDifferentConstraint(), [(None, 0), (0, None)]),
]


@pytest.mark.parametrize("engine", list(ENGINES))
@pytest.mark.parametrize(("name", "values", "constraint", "expected"), VALUES, ids=[name for name, *_ in VALUES])
def test_values_of_any_kind(name: str, values: list[Any], constraint: Any, expected: list[Any], engine: str) -> None:
    """The values of two variables need only be hashable; numbers may be of any size and type."""

    def build() -> Problem:
        problem = Problem()
        problem.addVariables("ab", values)
        problem.addConstraint(copy(constraint))
        return problem

    found = [tuple(solution.values()) for solution in Model(build).solutions(engine=engine)]
    assert sorted(map(repr, found)) == sorted(map(repr, expected))


@pytest.mark.parametrize("engine", list(ENGINES))
@settings(max_examples=scale(100, 2000))
@given(problem=problems())
def test_each_engine_agrees_with_brute_force(engine: str, problem: RandomProblem) -> None:
    """The solutions of an engine are those of brute force, each once, and so is their number."""
    model = Model(problem.build)
    found = [tuple(solution.values()) for solution in model.solutions(engine=engine)]
    assert sorted(map(repr, found)) == sorted(map(repr, problem.brute_force()))
    assert model.count(engine=engine) == len(found)
