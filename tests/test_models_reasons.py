"""What learning is told of why a propagator removed values is true, and implies by itself that they are gone."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator
from itertools import product
from typing import Any

import pytest
import random_problems
from hypothesis import given, settings
from hypothesis import strategies as st
from reasons import Run, Solutions, Told
from scale import scale
from test_models_strength import MANY, case_name, different

from logicpuzzles import GlobalCardinality, Problem
from logicpuzzles.models.kernels import layout
from logicpuzzles.models.packed import Packed
from logicpuzzles.models.reading import Reading

CASES = [*random_problems.NUMERIC, *random_problems.ANY, different]
CASES.remove(random_problems._function)  # most are asked of Python


def cardinality(draw: Any, names: list[Any]) -> Any:
    """How many have each of three values, within bounds or as a variable says, most of which are tight."""
    if draw(st.booleans()):
        n = draw(st.integers(1, min(3, len(names) - 1)))
        scope = list(draw(st.permutations(names)))
        says: Any = lambda *v: all(v[:-n].count(k) == v[k - n] for k in range(n))  # noqa: E731
        return "to", lambda: GlobalCardinality(range(n)), scope, scope, says
    low = draw(st.lists(st.integers(0, 2), min_size=3, max_size=3))
    bounds = {k: (one, one + draw(st.integers(0, 1))) for k, one in enumerate(low)}
    says = lambda *v: all(low <= v.count(k) <= high for k, (low, high) in bounds.items())  # noqa: E731
    return "bounds", lambda: GlobalCardinality(bounds), names, names, says


def told(packed: Packed, rows: Iterable[Any], without: Collection[int] = ()) -> Iterator[Told]:
    """What is told below random decisions, each compared with the solutions."""
    solutions = Solutions(packed, rows)
    for seed in range(4):
        for one in Run(packed, without).told(random.Random(seed)):
            assert solutions.imply(one), one
            yield one


def solved(domains: dict[str, list[Any]], case: Any) -> tuple[Packed | None, list[Any]]:
    """A problem of one constraint, as the kernel takes it, and its solutions."""
    _, make, posted, scope, says = case
    problem = Problem()
    for name in domains:
        problem.addVariable(name, domains[name])
    problem.addConstraint(make(), posted)
    packed = Reading.of(problem, None).packed
    if packed is None or len(packed.order) > len(domains):  # a domain is empty, or parts of it are variables
        return None, []
    names = list(domains)
    places = [packed.order.index(names.index(name)) for name in scope]
    return packed, [row for row in product(*packed.domains) if says(*(row[i] for i in places))]


CASES: list[Any] = [*random_problems.NUMERIC, *random_problems.ANY, different]
CASES.remove(random_problems._function)  # most are asked of Python


@pytest.mark.parametrize("case", CASES, ids=case_name)
@settings(max_examples=scale(40, 2000), deadline=None)
@given(data=st.data())
def test_a_reason_implies_what_is_gone(case: Any, data: st.DataObject) -> None:
    """Of one constraint alone, below random decisions: no solution within a reason has a value that is gone."""
    names = list("abcdef"[: data.draw(st.integers(2, 6))])
    domain = st.lists(st.integers(-1, 4), min_size=2, max_size=5, unique=True)
    domains = {name: data.draw(domain) for name in names}
    if len(names) < 5 and data.draw(st.integers(0, 3)) == 0:
        domains["a"] = [*domains["a"], *MANY]
    packed, rows = solved(domains, case(data.draw, names))
    if packed is not None:
        for _ in told(packed, rows):
            pass


@pytest.mark.parametrize(
    ("kind", "case", "without", "is_wide"),
    [
        (layout.DISTINCT, different, (), False),
        (layout.MATCHING, different, (), True),
        (layout.CARDINALITY, cardinality, (layout.COUNT, layout.SUM), False),
    ],
)
def test_reasons_of_flows(kind: int, case: Any, without: Collection[int], is_wide: bool) -> None:
    """Where others leave these something to find."""
    n_told = 0

    @settings(max_examples=scale(100, 5000), deadline=None)
    @given(data=st.data())
    def ask(data: st.DataObject) -> None:
        nonlocal n_told
        names = list("abcdef"[: data.draw(st.integers(3, 5 if is_wide else 6))])
        domain = st.lists(st.integers(0, 4), min_size=2, max_size=4, unique=True)
        domains = {name: data.draw(domain) for name in names}
        if is_wide:
            domains["a"] = [*domains["a"], *MANY]
        packed, rows = solved(domains, case(data.draw, names))
        if packed is not None:
            n_told += sum(packed.t[one[0] + layout.KIND] == kind for one in told(packed, rows, without))

    ask()
    assert n_told > 20
