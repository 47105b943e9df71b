"""Exact covers that are stated item by item, with python-constraint's own classes, are one constraint."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest
from constraint import ExactSumConstraint, SomeInSetConstraint
from hypothesis import given, settings
from hypothesis import strategies as st
from scale import scale

from logicpuzzles import AtMostOne, Model, Problem
from logicpuzzles.models import merging
from logicpuzzles.models.kernels import layout

SUBSETS = [some for k in range(1, 4) for some in combinations(range(9), k)]


def kinds(model: Model) -> set[int]:
    """The kinds of the propagators of a model."""
    packed = model.reading.packed
    assert packed is not None
    starts = {packed.t[i] for v in range(len(packed.order)) for i in watches(packed.t, v)}
    return {int(packed.t[p + layout.KIND]) for p in starts}


def watches(t: Any, v: int) -> range:
    """Where the propagators that wait for a variable are listed."""
    at = layout.T_HEADER + layout.VARIABLE_SIZE * v
    return range(t[at + layout.WATCH], t[at + layout.WATCH_END], 2)


def test_sums_that_are_one() -> None:
    """Partitions of nine elements into at most three each: 12644 (OEIS A001680); all sums are one propagator."""

    def build() -> Problem:
        problem = Problem()
        problem.addVariables(SUBSETS, [0, 1])
        for item in range(9):
            problem.addConstraint(ExactSumConstraint(1), [some for some in SUBSETS if item in some])
        return problem

    assert kinds(Model(build)) == {layout.COVER}
    assert Model(build).count() == 12644


def test_values_of_which_one_is_taken() -> None:
    """Dominoes on 4 by 4, each a variable with its place, in order: 36 coverings."""
    squares = list(product(range(4), range(4)))
    places = [(a, b) for a, b in combinations(squares, 2) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]

    def build() -> Problem:
        problem = Problem()
        problem.addVariables(range(8), places)
        for square in squares:
            problem.addConstraint(SomeInSetConstraint([p for p in places if square in p], 1, True))
        for one in range(7):
            problem.addConstraint(lambda a, b: a < b, [one, one + 1])
        return problem

    assert layout.COVER in kinds(Model(build))
    assert Model(build).count() == 36


def test_few_are_left_alone() -> None:
    """Where most constraints say other things, each keeps its own propagator."""
    problem = Problem()
    problem.addVariables("abc", [0, 1])
    problem.addConstraint(ExactSumConstraint(1))
    assert layout.COVER not in kinds(Model(lambda: problem))
    assert problem.getSolutions()


@pytest.mark.parametrize("engine", ["compiled", "learning"])
@settings(max_examples=scale(100, 5_000), deadline=None)
@given(data=st.data())
def test_solutions_stay_the_same(engine: str, data: Any) -> None:
    """Whatever is put together, the solutions are those of brute force."""
    n = data.draw(st.integers(1, 4))
    domains = [data.draw(st.sampled_from([[0, 1], [0, 1, 2], [1, 3], [0], [1]])) for _ in range(n)]
    parts = []
    for _ in range(data.draw(st.integers(1, 4))):
        scope = data.draw(st.lists(st.integers(0, n - 1), min_size=1, max_size=n, unique=True))
        parts.append(
            (data.draw(st.sampled_from(["sum", "some", "most"])), scope, data.draw(st.sets(st.integers(0, 3))))
        )

    def build() -> Problem:
        problem = Problem()
        for v, domain in enumerate(domains):
            problem.addVariable(v, domain)
        for what, scope, values in parts:
            made = {"sum": ExactSumConstraint(1), "some": SomeInSetConstraint(values, 1, True), "most": AtMostOne(1)}
            problem.addConstraint(made[what], scope)
        return problem

    def holds(row: tuple[int, ...], what: str, scope: list[int], values: set[int]) -> bool:
        found = [row[v] for v in scope]
        if what == "sum":
            return sum(found) == 1
        return found.count(1) <= 1 if what == "most" else sum(x in values for x in found) == 1

    expected = {row for row in product(*domains) if all(holds(row, *part) for part in parts)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(merging, "FEWEST", 1)
        patch.setattr(merging, "SHARE", 0)
        found = [tuple(solution.values()) for solution in Model(build).solutions(engine=engine)]
    assert len(found) == len(set(found))
    assert set(found) == expected
