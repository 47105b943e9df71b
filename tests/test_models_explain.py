"""Why a model has no solution: constraints that contradict each other, of which none can be dropped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from constraint import (
    AllDifferentConstraint,
    AllEqualConstraint,
    ExactSumConstraint,
    InSetConstraint,
    MaxSumConstraint,
    SomeNotInSetConstraint,
    VariableExactProdConstraint,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from random_problems import RandomProblem, problems
from scale import scale

from logicpuzzles import Assignment, Limits, Model, Problem, Stopped
from logicpuzzles.models.engines import ENGINES
from logicpuzzles.models.explain import Contradiction, statement


def overfull() -> Problem:
    """Four constraints, of which the last contradicts the first, and the second too."""
    problem = Problem()
    problem.addVariables("abcd", [1, 2, 3])
    problem.addConstraint(AllDifferentConstraint(), "abc")
    problem.addConstraint(lambda a, d: a < d, "ad")
    problem.addConstraint(lambda b, c: b != c, "bc")
    problem.addConstraint(lambda a, b: a + b > 5, "ab")
    return problem


def test_lines_variables_and_values() -> None:
    """The explanation has the lines that posted the constraints, their variables, and the values of those."""
    found = Model(overfull).explain()
    first = overfull.__code__.co_firstlineno
    assert isinstance(found, Contradiction)
    assert found.is_minimal
    assert str(found) == "\n".join(
        [
            "these contradict each other, and no fewer do:",
            f"  {__file__}:{first + 4}: AllDifferent(a, b, c)",
            '      problem.addConstraint(AllDifferentConstraint(), "abc")',
            f"  {__file__}:{first + 7}: function(a, b)",
            '      problem.addConstraint(lambda a, b: a + b > 5, "ab")',
            "values:",
            "  a, b, c: 1, 2, 3",
        ]
    )


def crowded() -> Problem:
    """Three statements that contradict each other, one over several lines, two in a loop."""
    problem = Problem()
    problem.addVariables("abcde", [1, 2])
    # fmt: off
    problem.addConstraint(
        lambda a, e: a != e,  # not alike
        ["a", "e"],
    )  # clue 1
    for one, two, three in ("abc", "cde"):
        problem.addConstraint(lambda x, y: x != y, [one, two])  # clue 2
        problem.addConstraint(lambda x, y: x != y, [two, three])  # clue 3
    # fmt: on
    return problem


def test_statements_are_quoted() -> None:
    """Each statement is told once for the constraints that it posted, on one line, with the comment behind it."""
    first = crowded.__code__.co_firstlineno
    assert str(Model(crowded).explain()).split("\n")[1:9] == [
        f"  {__file__}:{first + 5}: function(a, e)",
        '      problem.addConstraint( lambda a, e: a != e,  # not alike ["a", "e"], )  # clue 1',
        f"  {__file__}:{first + 10}: function(a, b)",
        f"  {__file__}:{first + 10}: function(c, d)",
        "      problem.addConstraint(lambda x, y: x != y, [one, two])  # clue 2",
        f"  {__file__}:{first + 11}: function(b, c)",
        f"  {__file__}:{first + 11}: function(d, e)",
        "      problem.addConstraint(lambda x, y: x != y, [two, three])  # clue 3",
    ]


STATEMENTS = [
    (2, "x = 1  # one"),
    (3, "y = ( 2, )"),
    (6, "z = (3,"),  # the file ends within it
    (7, ""),
    (0, ""),
]


@pytest.mark.parametrize(("line", "told"), STATEMENTS)
def test_a_statement_of_a_file(tmp_path: Path, line: int, told: str) -> None:
    """From its first line to its end; the first line where the end is not found, nothing where there is none."""
    file = tmp_path / "some.py"
    file.write_text("if True:\n    x = 1  # one\n    y = (\n        2,\n    )\nz = (3,\n")
    assert statement(f"{file}:{line}") == told


def test_no_statement(tmp_path: Path) -> None:
    """A place that is no line of a file has none; a very long one is cut."""
    assert [statement(None), statement("nowhere.py:3"), statement("query")] == ["", "", ""]
    file = tmp_path / "long.py"
    file.write_text(f"x = {list(range(100))}\n")
    told = statement(f"{file}:1")
    assert (len(told), told[:10], told[-4:]) == (120, "x = [0, 1,", " ...")


def add_up(a: int, b: int) -> bool:
    """A function with a name."""
    return a + b == 4


TOLD: list[tuple[Any, str]] = [
    (InSetConstraint({10, 9}), "InSet(a, b): {9, 10}"),
    (SomeNotInSetConstraint([1], 2), "SomeNotInSet(a, b): 2 of {1}"),
    (ExactSumConstraint(7), "ExactSum(a, b): 7"),
    (MaxSumConstraint(7, [2, -1]), "MaxSum(a, b) times [2, -1]: 7"),
    (VariableExactProdConstraint("a", ["b"]), "VariableExactProd(b, a)"),
    (AllEqualConstraint(), "AllEqual(a, b)"),
    (add_up, "add_up(a, b)"),
]


@pytest.mark.parametrize(("constraint", "told"), TOLD, ids=[told for _, told in TOLD])
def test_how_a_constraint_is_told(constraint: Any, told: str) -> None:
    """With its kind or name, its variables, and what else it asks."""
    problem = Problem()
    problem.addVariables("ab", [1, 2, 3])
    problem.addConstraint(constraint, "ab")
    posted = Model(lambda: problem).reading.posted[0]
    assert str(posted).split(": ", 1)[1] == told


@pytest.mark.parametrize("engine", ["compiled", "reference", "cp-sat"])
def test_given_values_take_part(engine: str) -> None:
    """A given value is named if it is part of the contradiction."""

    def build() -> Problem:
        problem = Problem()
        problem.addVariables("abcd", [1, 2, 3])
        problem.addConstraint(AllDifferentConstraint(), "abc")
        problem.addConstraint(lambda a, d: a < d, "ad")
        return problem

    found = Model(build).explain({"c": 1, "a": 3}, engine=engine)
    assert isinstance(found, Contradiction)
    assert [posted.scope for posted in found.posted] == [("a", "d")]
    assert found.given == {"a": 3}
    assert "given: a = 3" in str(found)


def test_a_given_value_in_no_domain() -> None:
    """It contradicts its domain alone."""
    found = Model(overfull).explain({"a": 7})
    assert isinstance(found, Contradiction)
    assert (found.posted, found.given) == ((), {"a": 7})


def test_a_model_with_solutions_is_not_contradictory() -> None:
    """Asked why not, a model that has a solution gives it; stopped by a limit, it says so."""
    problem = overfull()

    def build() -> Any:
        problem.reset()
        problem.addVariables("ab", [1, 2])
        problem.addConstraint(AllDifferentConstraint())
        return problem

    assert isinstance(Model(build).explain(), Assignment)
    assert isinstance(Model(build).explain(limits=Limits(nodes=0)), Stopped)


@pytest.mark.parametrize("engine", ["compiled", "reference", "cp-sat"])
def test_what_keeps_a_function_from_raising_is_kept(engine: str) -> None:
    """A constraint without which a function raises cannot be dropped either; that is no error of the explanation."""

    def build() -> Problem:
        problem = Problem()
        problem.addVariables("ab", [0, 1, 2])
        problem.addConstraint(lambda a: a > 0, "a")
        problem.addConstraint(lambda a, b: b % a > 5, "ab")
        return problem

    found = Model(build).explain(engine=engine)
    assert isinstance(found, Contradiction)
    assert [posted.scope for posted in found.posted] == [("a",), ("a", "b")]


def test_limits_hold_for_an_explanation() -> None:
    """Where they end it early the contradiction is told without saying that none can be dropped."""
    model = Model(overfull)
    found = model.contradiction(limits=Limits(nodes=0))
    assert not found.is_minimal
    assert str(found).startswith("these contradict each other:")
    assert model.contradiction().is_minimal


@settings(max_examples=scale(100, 2000))
@given(problem=problems(), data=st.data())
def test_every_engine_names_the_fewest_that_contradict_each_other(problem: RandomProblem, data: st.DataObject) -> None:
    """By brute force: what is named has no solution, what is left of it has one, and of as many no earlier has none."""
    names = data.draw(st.lists(st.sampled_from(list(problem.domains)), unique=True, max_size=2))
    given = {name: data.draw(st.sampled_from([*problem.domains[name], "no value"])) for name in names}
    models = [Model(problem.build) for _ in ENGINES]  # one each: a model is read anew for each question
    told = [model.explain(given, engine=engine) for model, engine in zip(models, ENGINES, strict=True)]
    items: list[Any] = [*range(len(problem.constraints)), *given]
    for model, found in zip(models, told, strict=True):
        if isinstance(found, Assignment):
            assert solvable(problem, items, given)
            continue
        assert isinstance(found, Contradiction)
        assert (found.is_minimal, found.is_smallest) == (True, True)
        named = [*(i for i, posted in enumerate(model.reading.posted) if posted in found.posted), *found.given]
        sizes = (combinations(items, size) for size in range(len(items) + 1))
        fewest = next(some for size in sizes for some in size if not solvable(problem, some, given))
        assert tuple(named) == fewest
        assert found.given == {name: given[name] for name in found.given}


def solvable(problem: RandomProblem, items: Iterable[Any], given: Mapping[Any, Any]) -> bool:
    """Whether these constraints and given values alone have a solution."""
    known = {item: [x for x in problem.domains[item] if x is given[item]] for item in items if item in given}
    numbers = [item for item in items if item not in given]
    some = RandomProblem({**problem.domains, **known}, [problem.constraints[i] for i in numbers])
    return next(some.brute_force(), None) is not None


def at_least(n: int) -> Any:
    """A function that refers to the argument of the one around it."""
    return lambda a, b: a + b >= n


def named(low: int, a: int, b: int, *, high: int) -> bool:
    """A function of which a part is given."""
    return low <= a + b <= high


KINDS = {
    "the function around": (at_least, "function(a, b) with n = {n}"),
    "default values": (lambda n: lambda a, b, n=n: a + b == n, "function(a, b) with n = {n}"),
    "a partial": (lambda n: partial(named, n, high=n + 1), "named(a, b) with low = {n}, high = {m}"),
    "a tuple": (lambda n: lambda a, b, *, cell=("x", n): (a, b) != cell, "function(a, b) with cell = ('x', {n})"),
    "a long value": (lambda n: lambda a, b, many=(n,) * 99, k=n: a + b == k, "function(a, b) with k = {n}"),
    "what changes": (lambda n: lambda a, b, known=[n]: a + b in known, "function(a, b)"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_functions_that_differ_in_what_they_refer_to_are_told_apart(kind: str) -> None:
    """By values that are short, and never change."""
    make, text = KINDS[kind]
    problem = Problem()
    problem.addVariables("ab", [1, 2])
    for n in (5, 6):
        problem.addConstraint(make(n), "ab")
    texts = [str(posted).rpartition(": ")[2] for posted in Model(lambda: problem).reading.posted]
    assert texts == [text.format(n=n, m=n + 1) for n in (5, 6)]


def test_functions_of_a_loop_are_told_apart() -> None:
    """By the default values that are no variables."""
    problem = Problem()
    problem.addVariables("ab", [1, 2])
    for n in (5, 6):
        problem.addConstraint(lambda a, b, n=n: a + b == n, "ab")
    texts = [str(posted).rpartition(": ")[2] for posted in Model(lambda: problem).reading.posted]
    assert texts == ["function(a, b) with n = 5", "function(a, b) with n = 6"]
