"""Formulas of any shape: what the kernel works out of them is what Python does, and every engine agrees."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scale import scale
from test_models_reasons import solved, told

from logicpuzzles.errors import PuzzleError
from logicpuzzles.models.compiled import CompiledSearch
from logicpuzzles.models.constraints import computed, conditions, functions
from logicpuzzles.models.constraints.computed import Computed
from logicpuzzles.models.formulas import conjuncts
from logicpuzzles.models.model import Model
from logicpuzzles.models.problem import Problem
from logicpuzzles.models.reading import Reading
from logicpuzzles.search.budget import Budget

NAMES = "abcd"
WHOLE = st.integers(-6, 9)
REAL = st.sampled_from([0.1, 0.25, -0.3, 0.5, 1.5, 1 / 3, 2.0, 0.7, Fraction(1, 3), 1e-3, 10.0])
LARGE = st.sampled_from([2**31, -(2**40), 2**59, 3 * 10**9])
ARITHMETIC = ["+", "-", "*", "//", "%", "**", "/"]
COMPARED = ["==", "!=", "<", "<=", ">", ">="]


def _numbers(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.tuples(inner, st.sampled_from([*ARITHMETIC[:3], *ARITHMETIC]), inner).map(lambda g: f"({' '.join(g)})"),
        inner.map(lambda g: f"abs({g})"),
        inner.map(lambda g: f"(-{g})"),
        st.tuples(st.sampled_from(["min", "max"]), inner, inner).map(lambda g: f"{g[0]}({g[1]}, {g[2]})"),
        st.tuples(inner, inner, st.sampled_from(COMPARED), inner).map(
            lambda g: f"({g[0]} if {g[1]} {g[2]} {g[3]} else 1)"
        ),
        st.tuples(inner, st.sampled_from(COMPARED), inner).map(lambda g: f"({' '.join(g)})"),
    )


def _truths(numbers: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    compared = st.tuples(numbers, st.sampled_from(COMPARED), numbers).map(" ".join)
    chained = st.tuples(numbers, st.sampled_from(COMPARED), numbers, st.sampled_from(COMPARED), numbers).map(" ".join)
    return st.recursive(
        compared | chained,
        lambda inner: st.one_of(
            st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(lambda g: f"({' '.join(g)})"),
            inner.map(lambda g: f"(not {g})"),
            st.tuples(inner, inner, inner).map(lambda g: f"(({g[0]}) if ({g[1]}) else ({g[2]}))"),
            st.tuples(inner, st.sampled_from(["&", "|", "^"]), inner).map(lambda g: f"(({g[0]}) {g[1]} ({g[2]}))"),
        ),
        max_leaves=3,
    )


def _whole(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Numbers that are whole where what they are made of is, and raise nothing."""
    return st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "*"]), inner).map(lambda g: f"({' '.join(g)})"),
        st.tuples(inner, st.sampled_from(["// 2", "// -3", "% 3", "% -4", "** 2", "** 3"])).map(
            lambda g: f"({' '.join(g)})"
        ),
        inner.map(lambda g: f"abs({g})"),
        st.tuples(st.sampled_from(["min", "max"]), inner, inner).map(lambda g: f"{g[0]}({g[1]}, {g[2]})"),
        st.tuples(inner, inner, st.sampled_from(COMPARED)).map(lambda g: f"({g[0]} if {g[1]} {g[2]} 2 else 1)"),
    )


CONSTANTS = st.sampled_from(["0", "1", "2", "-3", "12", "True", "0.1", "2.5", "0.3"])
FORMULAS = _truths(st.recursive(st.sampled_from([*NAMES, *NAMES]) | CONSTANTS, _numbers, max_leaves=5))
WHOLE_FORMULAS = _truths(st.recursive(st.sampled_from([*NAMES, "1", "2", "-3", "12"]), _whole, max_leaves=5))
DOMAINS = st.one_of(
    st.lists(WHOLE, min_size=1, max_size=5, unique=True),
    st.lists(WHOLE | REAL, min_size=1, max_size=4, unique=True),
    st.lists(WHOLE | LARGE | st.booleans(), min_size=1, max_size=4, unique=True),
)


@pytest.fixture
def no_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is small is not made a table, so that it is worked out."""
    for module in (computed, conditions, functions):
        monkeypatch.setattr(module, "MOST_ROWS", 1)


def said(text: str) -> Callable[..., Any]:
    """The function that a text is."""
    return eval(f"lambda a, b, c, d: {text}")  # type: ignore[no-any-return]


def holds(function: Callable[..., Any], row: tuple[Any, ...]) -> bool | None:
    """Whether it holds; None where it raises something."""
    try:
        return bool(function(*row))
    except (ArithmeticError, ValueError, TypeError):
        return None


@pytest.mark.usefixtures("no_tables")
@settings(max_examples=scale(50, 5000), deadline=None)
@given(
    engine=st.sampled_from([*["compiled"] * 6, "learning", "cp-sat"]),
    text=FORMULAS,
    domains=st.lists(DOMAINS, min_size=4, max_size=4),
    as_text=st.booleans(),
)
def test_solutions_are_those_for_which_python_says_so(
    engine: str, text: str, domains: list[list[Any]], as_text: bool
) -> None:
    """All of them are found, each once; one for which Python raises something is an error."""
    function = said(text)
    if as_text:
        try:
            conjuncts(text, NAMES)
        except PuzzleError:  # a part of it names no variable
            as_text = False

    def build() -> Problem:
        problem = Problem()
        for name, domain in zip(NAMES, domains, strict=True):
            problem.addVariable(name, domain)
        problem.addConstraint(text if as_text else function, None if as_text else list(NAMES))
        return problem

    rows = {row: holds(function, row) for row in product(*domains)}
    expected = [row for row, told in rows.items() if told]
    model = Model(build)
    if None in rows.values():
        with pytest.raises(PuzzleError, match="raises"):
            model.count(engine=engine)
        return
    assert sorted(map(repr, model.solutions(engine=engine, as_tuples=True))) == sorted(map(repr, expected))
    if engine == "compiled":
        assert model.count(engine=engine) == len(expected)


@pytest.mark.usefixtures("no_tables")
@settings(max_examples=scale(60, 5000), deadline=None)
@given(
    text=WHOLE_FORMULAS, domains=st.lists(st.lists(WHOLE, min_size=2, max_size=6, unique=True), min_size=4, max_size=4)
)
def test_reasons_for_what_goes_are_true(text: str, domains: list[list[int]]) -> None:
    """Below random decisions: no solution within a reason has a value that is gone."""
    packed, rows = solved(dict(zip(NAMES, domains, strict=True)), (text, lambda: said(text), None, NAMES, said(text)))
    if packed is not None:
        for _ in told(packed, rows):
            pass


CALLED: list[tuple[Callable[..., Any], Any, int]] = [  # with how many calls at most
    (lambda a, b, c, d: 0.01 * a + 0.05 * b + 0.1 * c + 0.5 * d == 1.0, range(16), 70),
    (lambda a, b, c, d: a * b * c * d <= 0.002, [0.1, 0.25, 0.5, 1.5, 2.0, 3.3, 0.7, 0.3, 0.9, 1.1, 1.2, 1.3], 60),
    (lambda a, b, c, d: a * b * c * d == 720 << 48, [x << 12 for x in range(1, 20)], 19**4),  # most are too large
]


@pytest.mark.parametrize(("function", "domain", "most"), CALLED)
def test_python_is_asked_only_where_numbers_are_too_close_or_too_large(
    function: Callable[..., Any], domain: Any, most: int
) -> None:
    """Not for each of many thousands of partial assignments; all solutions are found."""
    problem = Problem()
    problem.addVariables(NAMES, domain)
    problem.addConstraint(function, list(NAMES))
    reading, called = Reading.of(problem, None), []
    (form,) = reading.forms
    assert isinstance(form, Computed)
    test = form.test
    object.__setattr__(form, "test", lambda values: called.append(values) or test(values))
    found = [row for row in CompiledSearch(reading.packed, {}, Budget()).rows() if row is not None]
    assert sorted(found) == sorted(row for row in product(domain, repeat=4) if function(*row))
    assert 0 < len(called) <= most
