"""Goals that wait: what remains of them is shown with the answer, and holds again where it is asked."""

from __future__ import annotations

import pytest

from logicpuzzles import load
from logicpuzzles.errors import PuzzleError
from logicpuzzles.text.library import common_names
from logicpuzzles.text.query import Query

REMAINS = [
    ("freeze(X, member(Y, [a, b]))", "freeze(X, member(Y, [a, b]))"),
    ("freeze(X, Y = 1), freeze(Y, Z = X)", "freeze(X, Y = 1), freeze(Y, Z = X)"),
    ("freeze(_, fail)", "true"),
    ("freeze(X, Y = 1), X = a", "X = a, Y = 1"),
    ("X = f(_Y), freeze(_Y, _Z = 1)", "X = f(_Y), freeze(_Y, _Z = 1)"),
    ("when(ground(f(X, Y)), Z = 1), X = a", "X = a, when(ground(f(a, Y)), Z = 1)"),
    ("when((nonvar(X) ; nonvar(Y)), Z = 1)", "when((nonvar(X) ; nonvar(Y)), Z = 1)"),
    ("when((nonvar(X) ; nonvar(Y)), Z = 1), X = a", "X = a, Z = 1"),
    ("when(?=(X, Y), Z = 1)", "when(?=(X, Y), Z = 1)"),
    ("dif(X, a), freeze(X, Y = X)", "dif(X, a), freeze(X, Y = X)"),
    ("X in 1..3, freeze(X, Y = X)", "X in 1..3, freeze(X, Y = X)"),
]


@pytest.mark.parametrize("engine", ["reference", "auto"])
@pytest.mark.parametrize(("query", "expected"), REMAINS)
def test_what_waits_is_shown_and_can_be_asked_again(query, expected, engine):
    (answer,) = Query.read(query, common_names(), engine=engine)
    assert str(answer) == expected
    assert [str(again) for again in Query.read(str(answer), common_names(), engine=engine)] == [expected]


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ("X = f(Y), \\+ freeze(Y, fail)", "freeze inside \\+ needs a value for Y"),
        ("X = f(Y), once(freeze(Y, fail))", "freeze inside once needs a value for Y"),
        ("findall(X, freeze(X, true), L)", "freeze inside findall needs a value for X"),
        ("when(X, true)", "when needs a value for X"),
        ("when(foo(X), true)", "when takes a condition; expected nonvar(X), ground(Term)"),
        ("freeze(X, nosuch(X))", "there is no relation nosuch/1"),
    ],
)
def test_a_goal_that_would_have_to_be_guessed_needs_a_value(query, problem):
    with pytest.raises(PuzzleError) as raised:
        list(Query.read(query, common_names()))
    assert problem in str(raised.value)


def test_a_move_relation_whose_goals_wait_compiles(tmp_path):
    """The cell is tested when it is known: the moves are those of the same relation with the test at its end."""
    moves = []
    for body in ("freeze(B, B > A), C = B, D = A", "C = B, D = A, B > A"):
        file = tmp_path / f"later{len(moves)}.pl"
        file.write_text(f"move(m, [A, B], [C, D]) :- {body}.\nstart([0, 1]).\ngoal([2, 1]).\nvalues([0, 1, 2]).\n")
        puzzle = load(file).puzzle
        assert puzzle.refusal is None
        moves.append([puzzle.rewriting.successors((a, b)) for a in range(3) for b in range(3)])
    assert moves[0] == moves[1]
    assert sum(map(len, moves[0])) == 3
