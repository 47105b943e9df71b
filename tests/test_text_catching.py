"""What catch/3 catches and what passes it by: limits, mistakes in the program, goals that would have to guess."""

from __future__ import annotations

import pytest

from logicpuzzles import load
from logicpuzzles.errors import LimitReached, PuzzleError
from logicpuzzles.text.library import common_names
from logicpuzzles.text.program import Program
from logicpuzzles.text.query import Query
from logicpuzzles.text.syntax.lexical import Source

TEXT = """
big(X) :- member(X, [1, 2, 3]), ( X > 2 -> throw(big(X)) ; true ).
loop(N) :- M is N + 1, loop(M).
"""


def ask(query, engine="reference", **options):
    names = Program(Source(TEXT, "program"), common_names()).names
    return [str(answer) for answer in Query.read(query, names, engine=engine, **options)]


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ("throw(f(X, Y, X))", "this is thrown, and nothing catches it, got f(X, Y, X)"),
        ("catch(big(X), small, true), X > 2", "program:2:44: this is thrown, and nothing catches it, got big(3)"),
        ("catch(throw(a), E, throw(again(E)))", "got again(a)"),
        ("catch(nosuch(1), _, true)", "there is no relation nosuch/1"),
        ("catch(\\+ X = 1, _, true), X = 2", "\\+ needs a value for X"),
        ("X = f(Y), catch((dif(Y, 1), throw(a)), a, true)", "dif inside catch needs a value for Y"),
        ("X = f(Y), catch((Y #> 1, throw(a)), a, true)", "needs a value for Y"),
    ],
)
def test_what_is_not_caught_is_one_message(query, problem):
    with pytest.raises(PuzzleError) as caught:
        ask(query)
    assert problem in str(caught.value)


def test_a_limit_is_not_caught():
    with pytest.raises(LimitReached):
        ask("catch(loop(1), _, true)", seconds=0.3)


@pytest.mark.parametrize("engine", ["reference", "auto"])
def test_a_query_that_lasts_gives_the_same_whichever_machine_begins_it(engine):
    query = "between(1, 30000, X), catch((X mod 10000 =:= 0, throw(X)), Y, true)"
    assert ask(query, engine) == [f"X = {n}, Y = {n}" for n in (10000, 20000, 30000)]


def test_what_was_bound_before_an_error_is_taken_back():
    assert ask("catch((X = 1, Y = X, throw(done)), done, true), X = 5") == ["X = 5"]


def test_a_move_relation_that_catches_errors_compiles(tmp_path):
    """By hand: the first cell is halved; where it is odd, both cells swap."""
    file = tmp_path / "half.pl"
    file.write_text(
        "half(X, Y) :- 0 =:= X mod 2, Y is X // 2.\n"
        "half(X, _) :- 1 =:= X mod 2, throw(odd).\n"
        "move(half, [A, B], [C, D]) :- catch((half(A, C), D = B), odd, (C = B, D = A)).\n"
        "start([0, 1]).\ngoal([1, 2]).\nvalues([0, 1, 2]).\n"
    )
    puzzle = load(file).puzzle
    assert puzzle.refusal is None
    successors = {state: puzzle.rewriting.successors(state) for state in ((0, 1), (1, 2), (2, 0), (1, 0))}
    assert successors == {
        (0, 1): [("half", (0, 1))],
        (1, 2): [("half", (2, 1))],
        (2, 0): [("half", (1, 0))],
        (1, 0): [("half", (0, 1))],
    }
