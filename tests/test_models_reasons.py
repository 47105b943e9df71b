"""What learning is told of why a propagator removed values is true, and implies by itself that they are gone."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator
from itertools import product
from typing import Any

import constraint as library
import pytest
import random_problems
from hypothesis import given, settings
from hypothesis import strategies as st
from reasons import Run, Solutions, Told
from scale import scale
from test_models_strength import MANY, case_name, different

from logicpuzzles import Element, GlobalCardinality, Problem
from logicpuzzles.models.kernels import layout
from logicpuzzles.models.kernels.nogoods import owner
from logicpuzzles.models.packed import Packed, record
from logicpuzzles.models.reading import Reading

CASES = [*random_problems.NUMERIC, *random_problems.ANY, different]


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


@pytest.mark.parametrize("case", CASES, ids=case_name)
@settings(max_examples=scale(25, 2000), deadline=None)
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


def reasons_below(problem: Problem, decisions: dict[str, Any], kinds: Collection[int]) -> dict[str, set[str]]:
    """From each variable that these kinds of propagators changed to those that are told; "" is a failure."""
    packed = Reading.of(problem, None).packed
    assert packed is not None
    run, names = Run(packed), list(problem._variables)
    name_of = {record(i): names[v] for i, v in enumerate(packed.order)}
    run.settle()
    for name, value in decisions.items():
        i = packed.order.index(names.index(name))
        run.fix(record(i), packed.decode[i].index(value))
        run.settle()
    return {
        name_of.get(owner(run.r, at) if at else 0, ""): {name_of[owner(run.r, w)] for w in literals}
        for p, at, _, literals in run.told(None)
        if packed.t[p + layout.KIND] in kinds
    }


def test_elements_are_told_by_few() -> None:
    """An item that cannot be the result, and one that can: not the items that other indices would give."""
    problem = Problem()
    problem.addVariables("abcdr", range(6))
    problem.addVariable("i", range(4))
    problem.addConstraint(Element(), [*"iabcd", "r"])
    assert reasons_below(problem, {"r": 3, "b": 4}, [layout.ELEMENT]) == {"i": {"b", "r"}}
    assert reasons_below(problem, {"d": 1, "i": 2, "c": 5}, [layout.ELEMENT]) == {"r": {"i", "c"}}


def test_cardinalities_are_told_by_few() -> None:
    """Two values that three variables fill; the others have no part in it."""
    problem = Problem()
    problem.addVariables("abcdefg", range(5))
    problem.addVariable("x", [0, 1, 2])
    problem.addVariable("y", [0, 1, 2])
    problem.addVariable("z", [0, 1, 2, 3])
    problem.addConstraint(GlobalCardinality({0: (0, 2), 1: (0, 1), 2: (0, 2)}), "xyzabcdefg")
    told = reasons_below(problem, {"g": 3, "f": 4, "x": 2, "y": 2}, [layout.CARDINALITY, layout.COUNT])
    assert told
    assert all(why <= {"x", "y"} for why in told.values())


def test_hall_sets_of_several_words_are_told() -> None:
    """Three variables that have three values between them, of which one had no others from the start."""
    problem = Problem()
    problem.addVariables("abcdef", [*range(4), *range(100, 170)])
    problem.addVariable("x", [1, 2, 3, 150])
    problem.addVariable("y", [1, 2, 3, 151])
    problem.addVariable("z", [1, 2, 3])
    problem.addVariable("no", [0, 1])
    problem.addConstraint(lambda x, no: no == 0 or x != 150, ["x", "no"])
    problem.addConstraint(lambda y, no: no == 0 or y != 151, ["y", "no"])
    problem.addConstraint(library.AllDifferentConstraint(), "abcdefxyz")
    told = reasons_below(problem, {"d": 0, "no": 1, "e": 161, "f": 160}, [layout.MATCHING])
    assert told["a"] == told["b"] == {"x", "y"}
