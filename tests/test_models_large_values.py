"""Values as large as can be, and equal ones of other types: what each engine once lost, and random problems."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import pytest
from constraint import (
    AllDifferentConstraint,
    MaxProdConstraint,
    SomeInSetConstraint,
    VariableMinSumConstraint,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from scale import scale

from logicpuzzles import Circuit, LexLess, Limits, Model, Problem, Table
from logicpuzzles.endings import Assignment, Stopped
from logicpuzzles.models.engines import ENGINES

Posted = tuple[Any, Any]  # a constraint, and its variables
THIRD = 2**60 // 3


def model(domains: dict[str, list[Any]], *posted: Posted, **options: Any) -> Model:
    """A model with these constraints."""

    def build() -> Problem:
        problem = Problem()
        for name, domain in domains.items():
            problem.addVariable(name, domain)
        for constraint, scope in posted:
            problem.addConstraint(constraint, scope)
        return problem

    return Model(build, **options)


def told(rows: Any) -> list[str]:
    """Rows in an order of their own, with the types of the values."""
    return sorted(repr(tuple(row)) for row in rows)


CASES: list[tuple[dict[str, list[Any]], Any, Any, Any]] = [
    (
        {"a": ["red", 2**40, None], "b": ["red", ("blue", 2), 1]},
        SomeInSetConstraint({"red", ("blue", 2)}, 1, True),
        "ab",
        lambda a, b: (a == "red") + (b in ("red", ("blue", 2))) == 1,
    ),
    (  # a product of more than a word, as a table
        {"a": [-1, 3, 2**32 + 2], "b": [2 - 2**53, 2**59 + 2], "c": [10**30 + 2, -(2**32) - 2, 3, 2**31 - 1]},
        MaxProdConstraint(9 * 2**59 + 19),
        "abc",
        lambda a, b, c: a * b * c <= 9 * 2**59 + 19,
    ),
    (
        {"a": [2**20 - 1, -(2**20), 3], "b": [2**20 + 2, -(2**20) - 1, -2], "c": [2**21, 5]},
        MaxProdConstraint(2**40),
        "ab",
        lambda a, b, c: a * b <= 2**40,
    ),
    (
        {"a": [-THIRD, 2**58, 2 - 2**58, 2**59], "b": [2**59, 2**59 - 1, -THIRD], "c": [2**59 - 2, THIRD]},
        VariableMinSumConstraint("a", ["b", "c", "c"]),
        None,
        lambda a, b, c: b + 2 * c >= a,
    ),
    ({"a": [2**62, -(2**63), 2**64], "b": [2**64, 2**62, 7]}, AllDifferentConstraint(), "ab", lambda a, b: a != b),
    ({"a": ["x", 2**61, 2**33], "b": ["x", 2**33]}, Circuit(["x", 2**33]), "ab", lambda a, b: (a, b) == (2**33, "x")),
    ({"a": [-1, 3.0, True], "b": [0.5, 3, 1]}, AllDifferentConstraint(), "ab", lambda a, b: a != b),
    ({"a": [2**60, 2**60 + 1], "b": [2**61]}, Table([(2**60, 2**61), (1, 2)]), "ab", lambda a, b: a == 2**60),
    ({"a": [-(2**60), 3, 5], "b": [2**63, 4]}, LexLess(), "ab", lambda a, b: a < b),
    ({"a": [2**60, Fraction(1, 3)], "b": [0.1]}, Table([(2**60, 0.1)], False), "ab", lambda a, b: a != 2**60),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("domains", "constraint", "scope", "holds"), CASES)
def test_no_solution_is_lost(
    domains: dict[str, list[Any]], constraint: Any, scope: Any, holds: Any, engine: str
) -> None:
    """All are found, each with the objects of the domains; those with a given value too."""
    made = model(domains, (constraint, scope))
    wanted = [row for row in product(*domains.values()) if holds(*row)]
    assert told(solution.values() for solution in made.solutions(engine=engine)) == told(wanted)
    for name, value in ((name, value) for name, domain in domains.items() for value in domain):
        place = list(domains).index(name)
        some = [row for row in wanted if row[place] == value]
        assert told(row.values() for row in made.solutions({name: value}, engine=engine)) == told(some)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_table_that_other_constraints_empty_is_no_solution(engine: str) -> None:
    """What is left of the domains has forbidden rows only, or no row of a large table."""
    made = model({"a": [1, 3, 2], "b": [1]}, (lambda a: a == 2, "a"), (Table([(2, 1), (1, 1)], False), "ab"))
    assert made.count(engine=engine) == 0
    wide = {"a": list(range(700)), "b": list(range(700))}
    rows = [(x, y) for x in range(700) for y in range(700) if (x + y) % 40 == 1]
    if engine in ("compiled", "learning"):
        both = (Table(rows), "ab"), (lambda a: a == 0, "a"), (lambda b: b == 0, "b")
        assert model(wide, *both).count(engine=engine) == 0


EDGES = (2**20, 2**31, 2**32, 2**53, 2**58, THIRD, 2**60, 2**63, 10**30)
NUMBER = st.builds(
    lambda sign, edge, step: sign * edge + step, st.sampled_from((-1, 1)), st.sampled_from(EDGES), st.integers(-2, 2)
)
VALUE = st.one_of(NUMBER, NUMBER, st.integers(-3, 3))


@st.composite
def cases(draw: st.DrawFn) -> tuple[dict[str, list[int]], list[tuple[Posted, Any]], tuple[int, ...]]:
    """Domains, constraints with what they say, and the multipliers of an objective."""
    names = "abc"[: draw(st.integers(1, 3))]
    domains = {name: draw(st.lists(VALUE, min_size=1, max_size=4, unique=True)) for name in names}
    found: list[tuple[Posted, Any]] = []
    for _ in range(draw(st.integers(0, 2))):
        places = draw(st.lists(st.integers(0, len(names) - 1), min_size=1, max_size=3))
        row = [draw(st.sampled_from(domains[names[place]])) for place in places]
        scope = [names[place] for place in places]
        if draw(st.booleans()):
            most = prod(row)
            found.append(((MaxProdConstraint(most), scope), lambda *v, p=places, m=most: prod(v[i] for i in p) <= m))
        else:
            total = sum(row)
            posted = (lambda *v, t=total: sum(v) <= t), scope
            found.append((posted, lambda *v, p=places, t=total: sum(v[i] for i in p) <= t))
    return domains, found, tuple(draw(st.integers(-3, 3)) for _ in names)


@settings(max_examples=scale(25, 3000))
@given(cases())
def test_large_numbers_in_sums_products_and_objectives(case: Any) -> None:
    """All solutions, and the best ones, are those of brute force, from every engine."""
    domains, posted, multipliers = case
    rows = [row for row in product(*domains.values()) if all(says(*row) for _, says in posted)]

    def worth(*row: int) -> int:
        return sum(m * x for m, x in zip(multipliers, row, strict=True))

    best = min((worth(*row) for row in rows), default=None)
    all_of_them = model(domains, *(one for one, _ in posted))
    for engine in ENGINES:
        assert told(row.values() for row in all_of_them.solutions(engine=engine)) == told(rows), engine
        aimed = all_of_them.aiming(minimize=(worth, list(domains)))
        found = told(row.values() for row in aimed.solutions(engine=engine))
        assert found == told(row for row in rows if worth(*row) == best), engine


@pytest.mark.parametrize("engine", ENGINES)
def test_auxiliary_variables_may_be_better_for_the_same_solution(engine: str) -> None:
    """What is told of a better solution may be the same as of a worse one."""
    made = model({"a": [-5, 3, 2**62], "b": [1, 2]}, arguments="b", maximize="-a * b")
    ending = made.solve(engine=engine)
    assert isinstance(ending, Assignment)
    assert (ending.values, ending.objective, ending.gap) == ({"b": 2}, 10, 0)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_limit_of_nodes_proves_nothing(engine: str) -> None:
    """A search that was stopped with some solutions has not found all, nor the best, unless it says so rightly."""
    made = model({"a": [6, 2, -1, 3], "b": [-3], "c": [5, -1, 0, -4]}, minimize=(lambda a, b, c: b * c * a, "abc"))
    queens = model(
        {name: list(range(6)) for name in "abcdef"},
        (AllDifferentConstraint(), None),
        (lambda *at: len({x + i for i, x in enumerate(at)}) == len({x - i for i, x in enumerate(at)}) == 6, "abcdef"),
    )
    for nodes in range(12):
        limits = Limits(nodes=nodes)
        ending = made.solve(engine=engine, limits=limits)
        if isinstance(ending, Assignment) and ending.gap is not None:
            assert ending.objective - ending.gap <= -90 <= ending.objective
        number, how = queens.tally(engine=engine, limits=limits)
        assert number == 4 or isinstance(how, Stopped)
