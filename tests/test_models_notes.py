"""All different notes which variables are open, level by level: the search is the same as without."""

from __future__ import annotations

import random
from typing import Any

import pytest
from constraint import AllDifferentConstraint
from scale import scale

from logicpuzzles import Circuit, Limits, Model, Problem
from logicpuzzles.models.constraints import equality

NEVER = 65  # variables: more than are noted


def crossed(seed: int) -> Problem:
    """Variables in several constraints that their values differ, and sums that bind them."""
    draw = random.Random(seed)
    problem = Problem()
    n = draw.randint(5, 12)
    for i in range(n):
        problem.addVariable(i, draw.sample(range(n + draw.choice([0, 0, 3, 40])), draw.randint(2, n)))
    for _ in range(draw.randint(1, 3)):
        problem.addConstraint(AllDifferentConstraint(), draw.sample(range(n), draw.randint(3, n)))
    for _ in range(draw.randint(0, 3)):
        one, two, three = draw.sample(range(n), 3)
        bound = draw.randint(n // 2, 2 * n)
        problem.addConstraint(lambda a, b, c, bound=bound: a + b - c <= bound, [one, two, three])
    return problem


def round_trips(seed: int) -> Problem:
    """Round trips in a random graph, with long searches below."""
    draw = random.Random(seed)
    problem = Problem()
    n = draw.randint(8, 11)
    for i in range(n):
        problem.addVariable(i, draw.sample([k for k in range(n) if k != i], 4))
    problem.addConstraint(Circuit())
    return problem


def searched(make: Any, seed: int, engine: str) -> tuple[list[Any], int]:
    """The solutions in their order, and the decisions."""
    solutions = Model(lambda: make(seed)).solutions(engine=engine, limits=Limits(nodes=3_000))
    return list(solutions), solutions.nodes


@pytest.mark.parametrize("engine", ["compiled", "learning"])
@pytest.mark.parametrize("make", [crossed, round_trips])
def test_the_search_is_the_same(make: Any, engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Solutions, their order and the decisions, beside the same without notes."""
    n_nodes = 0
    for seed in range(scale(60, 5_000)):
        monkeypatch.setattr(equality, "FEWEST_NOTED", NEVER)
        expected = searched(make, seed, engine)
        monkeypatch.setattr(equality, "FEWEST_NOTED", 2)
        assert searched(make, seed, engine) == expected, seed
        n_nodes += expected[1]
    assert n_nodes > 1_000


@pytest.mark.parametrize("n", [64, 65])
def test_as_many_as_a_word_has_bits(n: int) -> None:
    """As many variables as values, of which one is left for the last; what the notes hold is a whole word."""

    def build() -> Problem:
        problem = Problem()
        problem.addVariables(range(n), range(n))
        problem.addConstraint(AllDifferentConstraint())
        for i in range(n - 2):
            problem.addConstraint(lambda value, i=i: value == i, [i])
        return problem

    model = Model(build)
    assert [(solution[n - 2], solution[n - 1]) for solution in model.solutions()] == [(n - 2, n - 1), (n - 1, n - 2)]
