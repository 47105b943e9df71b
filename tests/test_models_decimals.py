"""Sums and products with decimal fractions are propagated as integers, and say what the library's test says."""

from __future__ import annotations

from itertools import product
from typing import Any

import constraint as library
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scale import scale

from logicpuzzles.models.constraints import computed, functions
from logicpuzzles.models.constraints.functions import Function
from logicpuzzles.models.constraints.linear import Linear
from logicpuzzles.models.model import Model
from logicpuzzles.models.problem import Problem
from logicpuzzles.models.reading import Reading

NUMBERS = st.integers(-3, 4) | st.sampled_from([0.1, 0.2, 0.25, 0.3, -0.7, 1.5, 0.001, 1e-9, 1e-10, 1 / 3, 2.0, 1e9])
DOMAINS = st.lists(NUMBERS, min_size=1, max_size=4, unique=True)
KINDS = ["ExactSum", "MinSum", "MaxSum", "ExactProd", "MinProd", "MaxProd"]
TARGETED = [f"Variable{kind}" for kind in KINDS]


@settings(max_examples=scale(200, 4000), deadline=None)
@given(st.lists(DOMAINS, min_size=1, max_size=3), st.sampled_from(KINDS), NUMBERS, st.data())
def test_what_is_propagated_is_what_is_tested(domains: list[list[Any]], kind: str, amount: Any, data: Any) -> None:
    """All combinations that the test of the constraint passes are found, and no others."""
    factors = data.draw(st.none() | st.lists(NUMBERS, min_size=len(domains), max_size=len(domains)))
    if data.draw(st.booleans()):  # an amount that some combination has
        row = [data.draw(st.sampled_from(domain)) for domain in domains]
        amount = round(sum(f * x for f, x in zip(factors or [1] * len(row), row, strict=True)), 10)
    given = getattr(library, f"{kind}Constraint")(amount, *([factors] if "Sum" in kind else []))
    names = [f"x{i}" for i in range(len(domains))]
    problem = Problem()
    for name, domain in zip(names, domains, strict=True):
        problem.addVariable(name, domain)
    problem.addConstraint(given, names)
    model = Model(lambda: problem)
    (posted,) = model.reading.posted
    expected = [row for row in product(*domains) if posted.test(row)]
    assert sorted(model.solutions(as_tuples=True)) == sorted(expected)


@settings(max_examples=scale(100, 4000), deadline=None)
@given(st.lists(DOMAINS, min_size=2, max_size=4), st.sampled_from([*KINDS, *TARGETED]), NUMBERS, st.booleans())
def test_what_is_worked_out_is_what_is_tested(domains: list[list[Any]], kind: str, amount: Any, weighed: bool) -> None:
    """The same where nothing is made a table, and with targets: the kernel asks the test where numbers are close."""
    names = [f"x{i}" for i in range(len(domains))]
    problem = Problem()
    for name, domain in zip(names, domains, strict=True):
        problem.addVariable(name, domain)
    of = getattr(library, f"{kind}Constraint")
    if kind in TARGETED:
        problem.addConstraint(of(names[-1], names[:-1]))
    else:
        problem.addConstraint(of(amount, *([[0.1] * len(names)] if weighed and "Sum" in kind else [])), names)
    with pytest.MonkeyPatch.context() as patch:
        for module in (computed, functions):
            patch.setattr(module, "MOST_ROWS", 1)
        model = Model(lambda: problem)
        (posted,) = model.reading.posted
        expected = [row for row in product(*domains) if posted.test(row)]
        assert sorted(model.solutions(as_tuples=True)) == sorted(expected)


def coins(total: float, values: list[float]) -> Problem:
    """Ways to pay a sum."""
    problem = Problem()
    for value in values:
        problem.addVariable(str(value), range(round(total / value) + 1))
    problem.addConstraint(library.ExactSumConstraint(total, values), list(map(str, values)))
    return problem


def test_coins() -> None:
    """Ways to change a dollar: 292 by smaller coins (G. Polya, On picture-writing, 1956), and the dollar itself."""
    problem = coins(1.0, [0.01, 0.05, 0.10, 0.25, 0.50, 1.0])
    (form,) = Reading.of(problem, None).forms
    assert isinstance(form, Linear)
    assert len(problem.getSolutions()) == 293


@pytest.mark.parametrize(
    ("amount", "factors"),
    [(1 / 3, [0.1, 0.1]), (0.3, [1 / 3, 1.0]), (0.3, [1e9, 0.1]), (float("inf"), [0.1, 0.1]), (2**-20, [2**-20, 0.5])],
)
def test_what_floating_point_may_round_away_is_asked_for(amount: float, factors: list[float]) -> None:
    """Numbers of many digits, and sums too large to be exact."""
    problem = Problem()
    problem.addVariables("ab", range(200))
    problem.addConstraint(library.ExactSumConstraint(amount, factors), "ab")
    assert all(isinstance(form, Function) for form in Reading.of(problem, None).forms)
