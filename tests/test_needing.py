"""What fails whatever an unknown of the outside is fails; only where it might hold is a value needed."""

from __future__ import annotations

import pytest
from test_machine_programs import told

from logicpuzzles.text.library import common_names
from logicpuzzles.text.program import Program
from logicpuzzles.text.query import Query
from logicpuzzles.text.syntax.lexical import Source

TEXT = """
three(1, b, X, X).
wide([X, Y], f(X, Y), Y).
twice(X, X).
"""
FAILS = [
    "\\+ [Y, a] = [1, b]",
    "\\+ [a, Y, -1] = [Y, a]",
    "\\+ f(Y, g(a)) = f(1, g(b))",
    "\\+ f(Y, Z, Y) = f(1, 2, 2)",
    "\\+ f(Y, [Y | Z]) = f(a, [b | c])",
    "\\+ three(Y, c, 1, 2)",
    "\\+ three(Y, b, 1, 2)",
    "\\+ wide([Y, 1], f(2, Z), 3)",
    "\\+ twice([Y, a], [1, b])",
    "\\+ select(Y, [1, b], [c])",
    "\\+ select(Z, [a, Y, b], [Y, Z])",
    "\\+ append(Y, [c], [1, b])",
    "\\+ append([1 | Y], Z, [2, Y, Z])",
]
NEEDS = [
    ("\\+ [Y, a] = [1, a]", "Y"),
    ("\\+ f(Y, Z, Y) = f(1, 2, 1)", "Y"),
    ("\\+ f(a, Z, Y) = f(a, 2, 1)", "Z"),
    ("\\+ three(Y, b, 1, 1)", "Y"),
    ("\\+ twice([a, Y], [a, 1])", "Y"),
    ("\\+ twice(Y, Z)", "Z"),
    ("\\+ append(Y, [b], [1, b])", "Y"),
    ("( Y = 1 -> true ; true )", "Y"),
]


def asked(query: str, engine: str) -> list[str]:
    """What the engine tells; the unknowns of the goal belong to the outside."""
    names = Program(Source(TEXT, "program"), common_names()).names
    return told(Query.read(f"( true ; Y = Y, Z = Z ), {query}", names, engine=engine))


@pytest.mark.parametrize("engine", ["reference", "kernel"])
@pytest.mark.parametrize("query", FAILS)
def test_what_fails_needs_no_value(query, engine):
    assert asked(query, engine) == ["true"] * 2


@pytest.mark.parametrize("engine", ["reference", "kernel"])
@pytest.mark.parametrize(("query", "name"), NEEDS)
def test_what_might_hold_needs_a_value(query, name, engine):
    (error,) = asked(query, engine)
    assert f"needs a value for {name}." in error


@pytest.mark.parametrize("engine", ["reference", "kernel"])
@pytest.mark.parametrize(
    ("query", "answers"),
    [
        ("X < 5, twice(f(X, 1), f(a, 2))", []),  # the head fails before the comparison sees the atom
        ("X =\\= 1, select(X, [a, b], [c])", []),
        ("X =\\= 1, select(X, [2, b], [b])", ["X = 2"]),
    ],
)
def test_a_head_is_matched_before_what_it_wakes(query, answers, engine):
    assert asked(query, engine) == answers * 2


@pytest.mark.parametrize("engine", ["reference", "kernel"])
def test_of_what_still_waits_the_oldest_is_told(engine):
    (error,) = asked("W \\= Z, W > Y, Z =\\= 7", engine)
    assert "> needs a value for Y" in error
