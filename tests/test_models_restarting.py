"""The search that learns begins anew: when, and with which values."""

from __future__ import annotations

from functools import partial

import pytest
from constraint import ExactSumConstraint
from test_models_learning import squares
from test_models_minimising import Cells, run_uncompiled

from logicpuzzles import Model, Problem
from logicpuzzles.models.kernels import layout, memory, restarting
from logicpuzzles.models.kernels.domains import has
from logicpuzzles.models.kernels.nogoods import variable_record
from logicpuzzles.models.packed import record


def test_the_sequence_is_that_of_luby() -> None:
    """Optimal speedup of Las Vegas algorithms (1993), section 1."""
    assert [restarting.luby(i) for i in range(1, 16)] == [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]


def test_random_values_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each variable is to have one of the values that it can still have, not always the same."""
    rephase = restarting.rephase
    seen: set[tuple[int, ...]] = set()

    def watched(t: Cells, s: Cells, r: Cells) -> None:
        rephase(t, s, r)
        variables = [record(i) for i in range(t[layout.N_VARIABLES])]
        saved = [r[variable_record(t, r, v) + memory.SAVED] for v in variables]
        assert all(has(t, s, v, k) for v, k in zip(variables, saved, strict=True))
        seen.add(tuple(saved))

    monkeypatch.setattr(restarting, "rephase", watched)
    monkeypatch.setattr(restarting, "RESTART_UNIT", 1)
    monkeypatch.setattr(restarting, "REPHASE", 1)
    for seed in range(4):
        packed = Model(partial(squares, seed)).reading.packed
        assert packed is not None
        run_uncompiled(packed, 200)
    assert len(seen) > 1


@pytest.mark.parametrize("n", [40, 48, 56])
def test_partitions_are_found_whichever_numbers_come_first(n: int) -> None:
    """The numbers 1 to n in halves of the same size, sum and sum of squares (CSPLib 49), the greatest first.

    With the values that variables had before, 56 took 170,000 decisions.
    """
    problem = Problem()
    numbers = range(n, 0, -1)
    problem.addVariables(numbers, [0, 1])
    for power in range(3):
        factors = [i**power for i in numbers]
        problem.addConstraint(ExactSumConstraint(sum(factors) // 2, factors), list(numbers))
    solutions = Model(lambda: problem).solutions(engine="learning")
    half = [i for i, is_in in next(solutions).items() if is_in]
    assert [sum(i**power for i in half) for power in range(3)] == [
        sum(i**power for i in numbers) // 2 for power in range(3)
    ]
    assert solutions.nodes < 20_000
