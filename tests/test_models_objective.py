"""Models with an objective: the best solutions, all of them, from every engine, and what is proved of them."""

from __future__ import annotations

import copy
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

import pytest
from constraint import AllDifferentConstraint
from hypothesis import given, settings
from hypothesis import strategies as st
from random_problems import NAMES, RandomProblem, problems
from scale import scale

from logicpuzzles import Limits, Model, Problem, run, vars
from logicpuzzles.endings import Assignment, Exhausted, Stopped
from logicpuzzles.errors import PuzzleError
from logicpuzzles.models.engines import ENGINES, beginning
from logicpuzzles.models.expressions import exact
from logicpuzzles.models.optimizing import Optimizing
from logicpuzzles.search.budget import Budget, Halt

PARTS = [
    "{m} * {a}",
    "{m} * {a} + {b}",
    "{a} * {b} - {c}",
    "abs({a} - {b}) + {m} * {c}",
    "({a} == {b}) + ({b} < {c})",
    "max({a}, {b}, {c})",
    "{a} ** 2 + {b} ** 2",
    "{a} % 3 - {b} // 2",
    "0.1 * {a} + 0.2 * {b}",
    "{m}",
]


@st.composite
def objectives(draw: Any, names: list[str]) -> str:
    """A formula over some of the names."""
    parts = draw(st.lists(st.sampled_from(PARTS), min_size=1, max_size=2))
    name = st.sampled_from(names)
    return " + ".join(
        "(" + part.format(a=draw(name), b=draw(name), c=draw(name), m=draw(st.integers(-3, 3))) + ")" for part in parts
    )


@settings(max_examples=scale(25, 2_000))
@given(problems(), st.booleans(), st.data())
def test_every_engine_finds_all_best_solutions(problem: RandomProblem, is_least: bool, data: st.DataObject) -> None:
    names = [name for name in problem.domains if isinstance(name, str) and name in NAMES]
    text = data.draw(objectives(names))
    rows = list(problem.brute_force())

    def worth(row: tuple[Any, ...]) -> Fraction:
        known = {str(name): value for name, value in zip(problem.domains, row, strict=True)}
        return exact(round(eval(text, {}, known), 9))

    best = (min if is_least else max)(map(worth, rows), default=None)
    wanted = {row for row in rows if worth(row) == best}
    model = Model(problem.build, **{"minimize" if is_least else "maximize": text})
    for engine in ENGINES:
        found = [tuple(solution.values()) for solution in model.solutions(engine=engine)]
        assert (len(found), set(found)) == (len(wanted), wanted), (engine, text)
        ending = model.solve(engine=engine)
        if best is None:
            assert isinstance(ending, Exhausted)
            continue
        assert isinstance(ending, Assignment), (engine, text)
        assert exact(ending.objective) == best, (engine, text)
        assert ending.gap == 0, (engine, text)
        assert tuple(ending.values.values()) in wanted, (engine, text)
    assert model.count() == len(wanted)


def triple() -> Problem:
    """Three different numbers from 1 to 7."""
    problem = Problem()
    problem.addVariables("abc", range(1, 8))
    problem.addConstraint(AllDifferentConstraint())
    problem.addConstraint(lambda a, b, c: a + b >= c + 4, "abc")
    return problem


@pytest.mark.parametrize(
    ("stated", "value"),
    [
        ("a", 1),
        ("2 * a + b", 7),
        (lambda a, c: a * c, 2),
        (lambda *values: sum(values), 6),
        ((lambda x, y: x - y, ["b", "a"]), -6),
        (lambda a, b: (a - b) / 4, -1.5),
        (7, 7),
    ],
)
def test_an_objective_is_stated_in_many_ways(stated: Any, value: Any) -> None:
    if stated == 7:
        with pytest.raises(PuzzleError, match="this is no objective; expected a variable"):
            Model(triple, minimize=stated).solve()
        return
    ending = Model(triple, minimize=stated).solve()
    assert isinstance(ending, Assignment)
    assert (ending.objective, type(ending.objective)) == (value, type(value))


def test_given_values_narrow_the_search_but_a_relation_has_the_best_of_all() -> None:
    model = Model(triple, minimize="a + b - c")
    ending = model.solve({"c": 1, "b": 7})
    assert isinstance(ending, Assignment)
    assert ending.objective == 8  # 2 + 7 - 1, though 4 is the least of all
    a, b, c = vars(3)
    answers = run(0, (a, b, c), model(a, b, c))
    assert {a + b - c for a, b, c in answers} == {4}
    assert set(answers) == {tuple(solution.values()) for solution in model.solutions()}
    assert run(0, (b, c), model(3, b, c)) == tuple(row[1:] for row in answers if row[0] == 3)
    assert run(0, b, model(2, b, 1)) == (3,)
    assert run(0, b, model(1, b, 1)) == ()


@pytest.mark.parametrize("engine", list(ENGINES))
def test_all_values_given_need_no_search(engine: str) -> None:
    ending = Model(triple, maximize="a - b").solve({"a": 7, "b": 1, "c": 2}, engine=engine)
    assert isinstance(ending, Assignment)
    assert (ending.objective, ending.gap) == (6, 0)


def hard() -> Problem:
    """A knapsack of 60 things whose values are as their weights."""
    problem = Problem()
    names = [f"x{number}" for number in range(60)]
    problem.addVariables(names, [0, 1])
    problem.addConstraint(
        lambda *taken: sum(w * t for w, t in zip(WEIGHTS, taken, strict=True)) <= sum(WEIGHTS) // 2 - 1, names
    )
    return problem


WEIGHTS = [2 * (1009 + 37 * number * number % 991) for number in range(60)]


def worth(*taken: int) -> int:
    """What the things that are taken weigh, and 1 more for each but the last."""
    return sum(w * t for w, t in zip(WEIGHTS, taken, strict=True)) + sum(taken[:-1])


def test_a_limit_gives_the_best_so_far_with_what_is_proved() -> None:
    model = Model(hard, maximize=worth)
    ending = model.solve(limits=Limits(nodes=2_000))
    assert isinstance(ending, Assignment)
    assert (ending.why, ending.nodes) == ("the limit of 2,000 nodes was reached", 2_000)
    assert ending.objective == worth(*ending.values.values())
    best = model.solve(engine="cp-sat")
    assert isinstance(best, Assignment)
    assert best.gap == 0
    assert ending.gap is not None
    assert 0 < best.objective - ending.objective <= ending.gap
    solutions = model.solutions(limits=Limits(nodes=2_000))
    assert next(solutions, None) is None
    assert isinstance(solutions.ending, Stopped)


def long() -> Problem:
    """A ruler of twelve marks."""
    problem = Problem()
    problem.addVariables(range(12), range(200))
    for i, j in pairwise(range(12)):
        problem.addConstraint(lambda a, b: a < b, [i, j])
    names = [(i, j) for i, j in combinations(range(12), 2)]
    problem.addVariables(names, range(1, 200))
    for i, j in names:
        problem.addConstraint(lambda a, b, d: b - a == d, [i, j, (i, j)])
    problem.addConstraint(AllDifferentConstraint(), names)
    return problem


@pytest.mark.parametrize(
    ("engine", "build", "stated"), [("compiled", hard, {"maximize": worth}), ("cp-sat", long, {"minimize": 11})]
)
def test_an_interrupted_search_gives_the_best_so_far(engine: str, build: Any, stated: Any) -> None:
    def interrupt(line: str) -> None:
        if line.startswith("best"):
            raise KeyboardInterrupt

    ending = Model(build, **stated).solve(engine=engine, progress=interrupt)
    assert isinstance(ending, Assignment)
    assert ending.why == "it was interrupted"
    assert ending.gap is not None
    assert ending.gap > 0


def test_a_limit_that_is_reached_before_cp_sat_finds_anything() -> None:
    model = Model(long, minimize=11)
    assert model.objective is not None
    search = Optimizing(beginning("cp-sat"), model.objective, model.reading, model.read, {}, Budget(Limits(seconds=0)))
    with pytest.raises(Halt, match="the limit of 0 seconds was reached"):
        next(search.improving())


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"minimize": "a + d"}, "there is no variable d"),
        ({"maximize": "a +"}, "maximize: column 4: this is no formula"),
        ({"minimize": (lambda x: x, "Z")}, "there is no variable 'Z'"),
        ({"minimize": lambda a, z: a}, "there is no variable 'z'"),
        ({"minimize": lambda a: "text"}, "it is 'text', which is no finite number"),
        ({"minimize": lambda a, c: 1 / (a - a)}, r"\(a, c\): it raises ZeroDivisionError.*got a = \d+, c = \d+"),
        ({"minimize": "'a'"}, "the objective 'a': it is 'a', which is no finite number. Next"),
        ({"maximize": "1 / 0"}, "it raises ZeroDivisionError"),
        ({"minimize": "max()"}, "it raises TypeError"),
        ({"minimize": lambda a: float("inf")}, "it is inf, which is no finite number"),
        ({"minimize": "a", "maximize": "b"}, "one objective, not both"),
        ({"minimize": []}, "this is no objective"),
    ],
)
def test_what_is_no_objective_is_told(options: Any, problem: str) -> None:
    with pytest.raises(PuzzleError, match=problem):
        Model(triple, **options).solve()


def test_a_model_is_given_another_objective() -> None:
    model = Model(triple, name="triple")
    best = model.aiming(maximize="a * b * c")
    assert (model.objective, best.relation.name) == (None, "triple")
    ending = copy.copy(best).solve()
    assert isinstance(ending, Assignment)
    assert ending.objective == 210


def test_auxiliary_variables_may_be_what_is_best() -> None:
    model = Model(triple, arguments="a", minimize="c")
    ending = model.solve()
    assert isinstance(ending, Assignment)
    assert (ending.objective, set(ending.values)) == (1, {"a"})
    assert model.count() == len(
        {a for a in range(1, 8) for b in range(1, 8) if 1 not in (a, b) and a != b and a + b >= 5}
    )


@pytest.mark.parametrize("engine", ["auto", *ENGINES])
def test_a_limit_of_nodes_is_one_for_all_searches(engine: str) -> None:
    ending = Model(hard, maximize=worth).solve(engine=engine, limits=Limits(nodes=400))
    assert ending.nodes <= 400 or (engine == "cp-sat" and ending.status == "solved")
