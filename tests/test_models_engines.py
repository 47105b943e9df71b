"""Every engine gives every solution once, and nothing else, whatever the constraints."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from random_problems import RandomProblem, problems
from scale import scale

from logicpuzzles.models.engines import ENGINES
from logicpuzzles.models.model import Model


@pytest.mark.parametrize("engine", list(ENGINES))
@settings(max_examples=scale(200, 2000))
@given(problem=problems())
def test_each_engine_agrees_with_brute_force(engine: str, problem: RandomProblem) -> None:
    """The solutions of an engine are those of brute force, each once, and so is their number."""
    model = Model(problem.build)
    found = [tuple(solution.values()) for solution in model.solutions(engine=engine)]
    assert sorted(map(repr, found)) == sorted(map(repr, problem.brute_force()))
    assert model.count(engine=engine) == len(found)
