"""A model is a goal among goals: in every direction, lazily, with what is known of its terms as domains."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import kanren
import pytest
from constraint import AllDifferentConstraint

from logicpuzzles import (
    Model,
    NeedsValue,
    Problem,
    Puzzle,
    PuzzleError,
    Relation,
    ask,
    conde,
    eq,
    findall,
    gt,
    interleave,
    lall,
    load,
    membero,
    naf,
    neq,
    once,
    relation,
    run,
    var,
    vars,
)

RULES = Path(__file__).parent.parent / "rules"
MONEY = (9, 5, 6, 7, 1, 0, 8, 2)  # 9567 + 1085 = 10652
S, E, N, D, M, ZERO, R, Y = LETTERS = vars(8)


def shipped(name: str, **parameters: Any) -> Any:
    """The relation of a shipped model."""
    return getattr(load(str(RULES / f"{name}.py"), **parameters), name)


send_more = shipped("send_more")
whole = send_more(*LETTERS)
known_pairs = Relation("known_pairs")
for pair in ((9, 6), (9, 5), (8, 5)):
    known_pairs.add_fact(*pair)

ONE: list[tuple[str, Any]] = [
    ("bound in the call", lall(send_more(9, E, N, D, 1, 0, R, Y), eq((S, M, ZERO), (9, 1, 0)))),
    ("bound before", lall(eq(S, 9), whole)),
    ("bound later", lall(whole, eq(S, 9))),
    ("one of some before", lall(membero(S, (7, 8, 9)), whole)),
    ("one of some later", lall(whole, membero(S, (7, 8, 9)))),
    ("with facts before", lall(known_pairs(S, E), whole)),
    ("with facts later", lall(whole, known_pairs(S, E))),
    ("in a branch", conde([eq(S, 8), whole], [eq(S, 9), whole])),
    ("unequal before", lall(neq(S, 8), whole)),
    ("unequal later", lall(whole, neq(LETTERS, (1, 2, 3, 4, 5, 6, 7, 8)))),
    ("greater before", lall(gt(S, 8), whole)),
    ("twice", lall(whole, whole)),
    ("everything known", lall(send_more(*MONEY), eq(LETTERS, MONEY))),
    ("once", once(whole)),
    ("fair order", interleave(whole)),
]
NONE: list[tuple[str, Any]] = [
    ("another value before", lall(eq(S, 8), whole)),
    ("another value later", lall(whole, eq(S, 8))),
    ("unequal before", lall(neq(S, 9), whole)),
    ("unequal later", lall(whole, neq(S, 9))),
    ("smaller before", lall(gt(9, S), whole)),
    ("one unknown for two letters", send_more(S, E, N, D, M, ZERO, R, E)),
    ("outside the domain", send_more(12, *LETTERS[1:])),
    ("True is not 1", send_more(9, 5, 6, 7, True, 0, 8, 2)),
    ("1.0 is not 1", send_more(9, 5, 6, 7, 1.0, 0, 8, 2)),
    ("a word", send_more("9", *LETTERS[1:])),
    ("a list", send_more([9], *LETTERS[1:])),
    ("a list with an unknown", send_more((E,), *LETTERS[1:])),
    ("a wrong solution", send_more(9, 5, 6, 7, 1, 0, 8, 3)),
]


@pytest.mark.parametrize(("name", "goal"), ONE, ids=[name for name, _ in ONE])
def test_the_one_solution(name: str, goal: Any) -> None:
    """It is found wherever what is known comes from."""
    assert run(0, LETTERS, goal) == (MONEY,)


@pytest.mark.parametrize(("name", "goal"), NONE, ids=[name for name, _ in NONE])
def test_no_solution(name: str, goal: Any) -> None:
    """What no solution has gives no answer, and no error."""
    assert run(0, LETTERS, goal) == ()


def test_the_order_of_terms() -> None:
    """Terms are in the order of the variables, which the relation tells; another number of them is an error."""
    assert send_more.parameters == tuple("SENDMORY")
    assert send_more.arity == 8
    with pytest.raises(PuzzleError, match=r"send_more takes 8 terms.*call send_more\(S, E, N, D, M, O, R, Y\)"):
        send_more(9, E)


def test_answers_are_lazy() -> None:
    """The first of 39 billion boards comes before the others are searched for; streams do not disturb each other."""
    queens, row = shipped("queens", n=20), vars(20)
    alone = run(6, row, queens(*row))
    one, other = run(None, row, queens(*row)), run(None, row, queens(*row))
    assert [next(one), next(other), next(one), next(other)] == [alone[0], alone[0], alone[1], alone[1]]
    assert [next(one) for _ in range(4)] == list(alone[2:])


def test_all_answers_come() -> None:
    """As many as there are."""
    square, cells = shipped("magic_square", order=4, corners=False), vars(16)
    assert len(set(run(0, cells, square(*cells)))) == 7040


def test_combined_with_itself_and_other_models() -> None:
    """Models share unknowns: two boards of queens whose first columns agree, and the digits of a sum among them."""
    queens = shipped("queens", n=6)
    left, right = vars(6), vars(6)
    boards = set(run(0, left, queens(*left)))
    assert set(run(0, (left, right), queens(*left), queens(*right), eq(left[0], right[0]))) == {
        (one, other) for one in boards for other in boards if one[0] == other[0]
    }
    assert run(0, left, send_more(9, left[0], *vars(6)), queens(*left)) == tuple(b for b in boards if b[0] == 5)


def test_an_unknown_twice() -> None:
    """The same unknown for two variables stands for equal values, before the model is solved."""

    def build() -> Problem:
        problem = Problem()
        problem.addVariables("ab", ["red", (1, 2), 3])
        problem.addVariable("c", [3, "red", True])
        return problem

    model, x, y = Model(build), var(), var()
    found = run(0, (x, y), model(x, x, y))
    assert sorted(map(repr, found)) == sorted(repr((a, c)) for a in ("red", (1, 2), 3) for c in (3, "red", True))
    assert set(run(0, x, model(x, x, x))) == {3, "red"}
    assert run(0, (x, y), model((x, y), (1, y), 3)) == ((1, 2),)
    assert set(run(0, x, eq(x, y), model(x, 3, y))) == {3, "red"}


def test_conditions_that_wait_become_domains() -> None:
    """A first solution that heeds them comes before the many, beyond counting, that do not."""
    queens, row = shipped("queens", n=20), vars(20)
    (found,) = run(1, row, neq(row[0], 1), gt(row[1], 15), queens(*row))
    assert found[0] != 1
    assert found[1] > 15
    cells = vars(81)
    sudoku, same = shipped("sudoku", grid="." * 81), (*cells[:80], cells[0])
    (found,) = run(1, same, sudoku(*same))
    assert found[0] == found[80]


def test_inside_goals_that_are_not_relational() -> None:
    """It may be counted and denied; where that would mean to guess, the unknown is told."""
    queens, row, found = shipped("queens", n=6), vars(6), var()
    assert [len(all_of) for all_of in run(0, found, findall(row, queens(*row), found))] == [4]
    assert run(0, 1, naf(queens(1, *row[1:]))) == (1,)
    assert run(0, 1, naf(queens(2, 4, 6, 1, 3, 5))) == ()
    with pytest.raises(NeedsValue):
        run(0, row, naf(queens(*row)))


def test_in_the_body_of_a_relation() -> None:
    """A relation may ask a model, with unknowns of its own."""

    @relation
    def ends(s: Any, y: Any) -> Any:
        between = vars(6)
        return lall(send_more(s, *between, y), gt(s, y))

    assert run(0, (S, Y), ends(S, Y)) == ((9, 2),)
    assert run(0, Y, ends(8, Y)) == ()


def test_in_a_move() -> None:
    """A move may ask a model: it compiles to a rewrite rule for each solution."""

    def build() -> Problem:
        problem = Problem()
        problem.addVariables("ab", range(5))
        problem.addConstraint(lambda a, b: abs(a - b) == 1)
        return problem

    step = Model(build)

    @relation
    def move(to: Any, before: Any, after: Any) -> Any:
        first, second = before
        return lall(step(first, to), eq(after, (second, to)))

    puzzle = Puzzle(move=move, start=(0, 4), goal=(4, 0))
    assert len(puzzle.rewriting.rules) == 8
    assert puzzle.solve().moves == puzzle.solve(engine="relational").moves == (1, 3, 2, 2, 3, 1, 4, 0)  # type: ignore[union-attr]


def test_among_goals_of_kanren() -> None:
    """kanren's own `run` takes it."""
    letters = [kanren.var() for _ in range(8)]
    assert kanren.run(0, letters[1], kanren.eq(letters[0], 9), send_more(*letters)) == (5,)


ASKED: list[tuple[str, str]] = [
    ("send_more(9, E, N, D, 1, 0, R, Y)", "E = 5, N = 6, D = 7, R = 8, Y = 2"),
    ("S > 8, send_more(S, _, _, _, _, _, _, Y), X is S - Y", "S = 9, Y = 2, X = 7"),
    ("send_more:send_more(S, 5, _, _, _, _, _, 2)", "S = 9"),
    ("aggregate_all(count, send_more(_, _, _, _, _, _, _, _), N)", "N = 1"),
    ("\\+ send_more(8, _, _, _, _, _, _, _)", "true"),
]


@pytest.mark.parametrize(("query", "answer"), ASKED, ids=[query for query, _ in ASKED])
def test_in_prolog_syntax(query: str, answer: str) -> None:
    """The query language asks the same relation."""
    assert str(ask(query, str(RULES / "send_more.py")).first()) == answer


def test_names() -> None:
    """The relation is called as the file, or as the model says; a model lists others that can be asked."""

    def build() -> Problem:
        """Two numbers that differ."""
        problem = Problem()
        problem.addVariables("ab", [1, 2])
        problem.addConstraint(AllDifferentConstraint())
        return problem

    model = Model(build, relations=[known_pairs])
    assert model.relations == (model.relation, known_pairs)
    assert model.relation.__doc__ == "Two numbers that differ."
    assert repr(model) == "<model build>"
    assert Model(build, name="differing").relation.name == "differing"
    assert list(load(str(RULES / "queens.py")).relations) == ["queens"]


def test_a_relation_of_the_same_name_stays(tmp_path: Path) -> None:
    """What the file itself states under its name is not hidden, and a model in it can be called."""
    file = tmp_path / "odd.py"
    file.write_text(
        "from logicpuzzles import Model, Problem, Relation, relation\n"
        "odd = Relation('odd')\n"
        "odd.add_fact(1)\n"
        "def build():\n"
        "    problem = Problem()\n"
        "    problem.addVariables('ab', [2, 4])\n"
        "    return problem\n"
        "model = Model(build, name='even')\n"
        "@relation\n"
        "def both(x):\n"
        "    return model(x, x)\n"
    )
    found = load(file)
    x = var()
    assert run(0, x, found.odd(x)) == (1,)
    assert run(0, x, found.even(x, 4)) == run(0, x, found.both(x)) == (2, 4)
    assert [str(answer) for answer in found.ask("odd(X), even(A, A)")] == ["X = 1, A = 2", "X = 1, A = 4"]
