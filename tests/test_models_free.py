"""Where no constraint is left, solutions are the combinations of values, as the kernel gives them."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scale import scale

from logicpuzzles import Limits, Problem
from logicpuzzles.models import unconstrained
from logicpuzzles.models.compiled import CompiledSearch
from logicpuzzles.models.model import Model
from logicpuzzles.models.reading import Reading
from logicpuzzles.models.unconstrained import FreeSearch
from logicpuzzles.search.budget import Budget

DOMAINS = st.lists(
    st.lists(st.sampled_from([3, 1, 2, "y", "x", (0, 1)]), min_size=1, unique=True), min_size=1, max_size=4
)


def built(domains: list[list[Any]]) -> Problem:
    problem = Problem()
    for number, domain in enumerate(domains):
        problem.addVariable(number, domain)
    return problem


@settings(max_examples=scale(150, 3000), deadline=None)
@given(DOMAINS, st.data())
def test_as_the_kernel(domains: list[list[Any]], data: st.DataObject) -> None:
    """The same solutions in the same order, after as many decisions; with given values too."""
    numbers = range(len(domains))
    main = data.draw(st.permutations(numbers))
    cuts = {v: (data.draw(st.sampled_from(domains[v])),) for v in data.draw(st.sets(st.sampled_from(numbers)))}
    packed = Reading.of(built(domains), main).packed
    assert packed is not None
    assert packed.is_free
    kernel, quick = CompiledSearch(packed, cuts, Budget()), FreeSearch(packed, cuts, Budget())
    decisions = [kernel.nodes for _ in kernel._slices(1, 1)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(unconstrained, "GROWTH", 1)
        found = [(row, quick.nodes) for block in quick.blocks() for row in block]
    assert [nodes for _, nodes in found] == decisions
    assert [row for row, _ in found] == list(CompiledSearch(packed, cuts, Budget()).rows())
    assert (quick.found, quick.nodes) == (kernel.found, kernel.nodes)
    counted = FreeSearch(packed, cuts, Budget())
    assert (counted.count(), counted.nodes) == (kernel.found, kernel.nodes)


def test_blocks() -> None:
    """Many solutions come in blocks, and all are there."""
    model = Model(lambda: built([list(range(20))] * 4))
    expected = list(product(range(20), repeat=4))
    assert list(model.solutions(as_tuples=True)) == expected
    assert model.solutions(as_tuples=True).rest() == expected
    assert [tuple(found.values()) for found in model.solutions().rest()] == expected
    assert model.count() == len(expected)


def test_limits() -> None:
    """Decisions are limited as elsewhere, and a limit of time ends it."""
    model = Model(lambda: built([list(range(20))] * 4))
    solutions = model.solutions(limits=Limits(nodes=100))
    assert 0 < len(list(solutions)) < 8000
    assert "100 nodes" in str(solutions.ending)
    hurried = model.solutions(limits=Limits(seconds=0))
    assert len(list(hurried)) < 160_000
    assert "second" in str(hurried.ending)


def test_auxiliary_variables() -> None:
    """Solutions that differ in those alone are one; the kernel finds them."""
    packed = Reading.of(built([[1, 2], [1, 2]]), [1]).packed
    assert packed is not None
    assert not packed.is_free
    assert Model(lambda: built([[1, 2], [1, 2]]), arguments=[1]).count() == 2
