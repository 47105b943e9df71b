"""Formulas given as text: what they mean, and what they refuse."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logicpuzzles.errors import PuzzleError
from logicpuzzles.models.formulas import FUNCTIONS, formula

NAMES = ("A", "B", "C")
LEAVES = st.sampled_from([*NAMES, "0", "1", "2", "-3"])


def _grown(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    two = st.tuples(parts, st.sampled_from(["+", "-", "*", "==", "!=", "<", "<=", " and ", " or "]), parts)
    return st.one_of(
        two.map(lambda given: f"({''.join(given)})"),
        parts.map(lambda given: f"(not {given})"),
        parts.map(lambda given: f"abs({given})"),
        st.tuples(parts, parts, parts).map(lambda given: f"({given[0]} < {given[1]} <= {given[2]})"),
        st.tuples(parts, parts, parts).map(lambda given: f"({given[0]} if {given[1]} else {given[2]})"),
        st.tuples(parts, parts).map(lambda given: f"max({given[0]}, {given[1]})"),
    )


@given(st.recursive(LEAVES, _grown, max_leaves=8))
def test_a_formula_means_what_python_means_by_it(text: str) -> None:
    made = formula(text, NAMES)
    for values in product((-2, 0, 3), repeat=3):
        names: dict[str, Any] = dict(zip(NAMES, values, strict=True))
        wanted = eval(text, {"__builtins__": FUNCTIONS}, names)
        assert made(*[names[name] for name in made.variables]) == wanted


@pytest.mark.parametrize(
    ("text", "column", "problem"),
    [
        ("A + ", 4, "no formula"),
        ("A + open('x')", 5, "calls a function that it cannot"),
        ("A.real", 1, "not taken"),
        ("B + D", 5, "there is no variable D; expected one of A, B"),
        ("A = B", 3, "this is no formula(.|\n)*Next: write == for what is equal"),
        ("A <> B", 3, "this is no formula(.|\n)*Next: write != for what differs"),
        ("A =< B", 3, "this is no formula(.|\n)*Next: write <="),
        ("A && B", 4, "this is no formula(.|\n)*Next: write and"),
        ("!A", 1, "this is no formula(.|\n)*Next: write not"),
        ("A @ B", 1, "this operator"),
        ("[A for A in (1, 2)]", 1, "not taken"),
        ("abs(A, key=B)", 1, "calls a function that it cannot"),
        ("(" * 500 + "A" + ")" * 500, 1, "formula"),
    ],
)
def test_what_is_no_formula_is_refused_with_its_column(text: str, column: int, problem: str) -> None:
    with pytest.raises(PuzzleError, match=problem) as raised:
        formula(text, NAMES, "here")
    assert f"here: column {column}" in str(raised.value) or column == 1


def test_empty_text_is_no_formula() -> None:
    with pytest.raises(PuzzleError, match="here: the text of a formula is empty; expected such as"):
        formula(" \n", NAMES, "here")


def test_a_huge_power_is_refused() -> None:
    with pytest.raises(PuzzleError, match="power"):
        formula("A ** 10000000", NAMES)(3)


def test_several_lines_are_one_formula() -> None:
    made = formula("A +\n  B", NAMES)
    assert (made.text, made(1, 2)) == ("A + B", 3)
