"""Goals that are not relational on the query machine: what they must not bind, and which value they say they need."""

from __future__ import annotations

import pytest
from test_machine_programs import told

from logicpuzzles.errors import PuzzleError
from logicpuzzles.text.library import common_names
from logicpuzzles.text.program import Program
from logicpuzzles.text.query import Query
from logicpuzzles.text.syntax.lexical import Source

QUERIES = """
    findall(N, member(N, [1, X]), L), X = 2
    findall(N - M, (N = M, member(N, [1, X])), L), X = 2
    findall(N, (N = X, X = 3), L)
    findall(N, (dif(N, 3), N = X), L), X = 3
    findall(N, (dif(N, 3), member(N, [3, 4])), L)
    findall(N - Y, (dif(N, 3), N = Y), L)
    findall(A, A > Y, L), Y = 1
    aggregate_all(max(N), member(N, [1, X]), M), X = 2
    aggregate_all(max(N), member(N, [1, X]), M)
    findall(N, member(N, [1, X]), L), sum_list(L, M), X = 2
    X = Y, \\+ memberchk(Y, [2, 1])
    X = Y, \\+ same_length([1, Y | Z], X), Z = 1
    X = 1, \\+ nth1(1, [a], Y), Y = X
    \\+ length(L, 2), L = 1
    \\+ select(1, [1], X), X = 2
    _X = Y, \\+ Y = 1
    \\+ Y = 1, _ = Y
    \\+ flatten([Z], [])
    \\+ delete([[a], 1, b], X, [Y, f(X), b])
    forall(union([2 | X], [X], []), X = 1)
    findall(X, union([f(a), f(X) | X], [X | X], [b]), L)
"""


@pytest.mark.parametrize("text", QUERIES.strip().splitlines())
def test_scopes_and_names_are_those_of_the_resolver(text):
    """An unknown of the inside may become one of the outside, which stays outside."""
    expected, found = (
        told(Query.read(text.strip(), common_names(), engine=engine)) for engine in ("reference", "kernel")
    )
    assert found == expected


def test_too_many_goals_within_goals_are_left_to_the_resolver():
    asked = "findall(x, between(1, 200, _), L), foldl(within, L, true, G), G"
    text = "within(_, G, \\+ G)."
    names = Program(Source(text, "text"), common_names()).names
    expected = told(Query.read(asked, names, engine="reference"))
    assert expected[0].startswith("error: query:1:63: more than 100 goals within goals")
    (found,) = told(Query.read(asked, names, engine="kernel"))
    assert found.startswith("error: engine: the kernel cannot answer this query: more than 100 goals within goals")


LOCAL = """
p(W) :- ( findall(X, ([] = Z, W = b), _) ; q(Z) ).
q(_).
r(X) :- findall(1, (max(2, X) > Z, fail), Z).
s :- forall(findall(1, X = 1, X), fail).
o :- once((Z is 1, Y \\= X)).
"""


@pytest.mark.parametrize("asked", ["p(a)", "r(1)", "r(X)", "s", "o", "\\+ once((Z is 1, Y \\= X))", "\\+ p(b)"])
def test_what_is_met_first_inside_belongs_to_the_outside_all_the_same(asked):
    """It stands in another branch of its clause too, or is the result."""
    names = Program(Source(LOCAL, "text"), common_names()).names
    expected, found = (told(Query.read(asked, names, engine=engine)) for engine in ("reference", "kernel"))
    assert "needs a value" in expected[0]
    assert found == expected


@pytest.mark.parametrize("engine", ["reference", "kernel"])
@pytest.mark.parametrize(
    "text",
    [
        "\\+ (Z = b -> fail ; true), Z = 2",
        "\\+ (member(Z, [a, b]), Z = b -> fail ; true), Z = 2",
        "\\+ \\+ (once(member(Z, [a, b])), Z = b), Z = 2",
        "findall(Y, (member(X, [1, 2]) -> Y = X ; fail), L), X = 2",
        "forall((X = 1 -> true ; fail), true), X = 2",
    ],
)
def test_a_choice_inside_commits_to_no_value_of_the_outside(text, engine):
    """Z = 2 is no answer of the first: with 2 for Z the condition fails, and the negation with it."""
    with pytest.raises(PuzzleError, match="needs a value for [XZ]"):
        list(Query.read(text, common_names(), engine=engine))
