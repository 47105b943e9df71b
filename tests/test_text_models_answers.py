"""Models in text have the solutions of brute force, in the order of label; so do those of queries."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from integer_programs import random_program
from scale import scale

from logicpuzzles import Exhausted, Limits, Model, Stopped, ask, load
from logicpuzzles.models import goal_forms
from logicpuzzles.models.ordered import PATIENCE


def made(tmp_path: Path, text: str, **parameters: Any) -> Model:
    """The model that a text states."""
    file = tmp_path / "made.pl"
    file.write_text(text)
    found: Model = load(file, **parameters).model
    return found


@pytest.mark.parametrize("seed", range(scale(120, 3000)))
def test_random_programs_have_the_solutions_of_brute_force(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In order, from the compiled engine; the same from the reference; and the check of solutions says the same.

    Half of them are taken apart, though they have so few values that all could be tried.
    """
    monkeypatch.setattr(goal_forms, "FEW_ROWS", 4_000 if seed % 2 else 0)
    program = random_program(seed)
    model = made(tmp_path, f"model({program.listed}) :- {program.text}, label({program.listed}).\n")
    names = list(program.domains)
    expected = list(program.solutions())
    assert [tuple(solution[name] for name in names) for solution in model.solutions()] == expected
    assert model.count() == len(expected)
    if seed % 4 == 0:
        found = [tuple(solution[name] for name in names) for solution in model.solutions(engine="reference")]
        assert sorted(found) == expected
    if not set(model.reading.variables) - set(names):
        for row in list(product(*(model.reading.domains[name] for name in names)))[:300]:
            assert (not model.violated(dict(zip(names, row, strict=True)))) == (row in expected)
    if not expected:
        assert isinstance(model.solve(), Exhausted)
        assert model.explain().posted


PROGRAMS = [
    "model([X, Y, B]) :- [X, Y] ins 0..9, B #<==> (X // Y #= 2), label([X, Y, B]).",
    "model([X, Y]) :- [X, Y] ins 1..300, X * Y #= 3600, X ^ 2 #> Y, label([X, Y]).",
    "model([A, B, C]) :- [A, B, C] ins 1..20, A*A + B*B #= C*C, A #< B, label([A, B, C]).",
    "model([A, B]) :- [A, B] ins 1..20, N = 3, M #= N * N, length(L, M), L ins 1..2, sum(L, #=, S), S #= A * B, "
    "label([A, B | L]).",
    "model([I, X]) :- I in 1..5, element(I, [3, 1, 4, 1, 5], X), tuples_in([[I, X]], [[1, 3], [2, 1]]), label([I]).",
    "model(Xs) :- length(Xs, 5), Xs ins 1..5, circuit(Xs), label(Xs).",
    "model(Xs) :- length(Xs, 4), Xs ins 0..1, automaton(Xs, [source(a), sink(a)], [arc(a, 0, a), arc(a, 1, b), "
    "arc(b, 1, a)]), label(Xs).",
    "model(Xs) :- length(Xs, 4), Xs ins 1..3, global_cardinality(Xs, [1-A, 2-2, 3-B]), A #>= B, label(Xs).",
    "model([X, Y]) :- [X, Y] ins 0..20, cumulative([task(X, 3, _, 1, a), task(Y, 4, _, 1, b)], [limit(1)]), "
    "X + Y #< 9, label([X, Y]).",
    "model([S, M]) :- Xs = [A, B, C], Xs ins 0..9, all_different(Xs), S #= 100*A + 10*B + C, S mod 7 #= 0, "
    "M #= max(A, B) - C, M #> 5, label([S]).",
    "model(p(X, [Y, 4])) :- [X, Y] ins 1..3, lex_chain([[X, Y], [2, 2]]), label([X, Y]).",
    "model([X, Y]) :- [X, Y] ins 1..3, X = Y, X #> 1, labeling([down], [X, Y]).",
    "model([X, Y]) :- [X, Y] ins {1, 2} \\/ {4}, chain([X, Y], #<), label([X, Y]).",
    "model([X, Y]) :- [X, Y] ins 0..4, disjoint2([r(X, 2, Y, 3), r(2, 1, 2, 1), r(0, 1, 4, 9)]), label([X, Y]).",
    "model([X, Y]) :- [X, Y] ins 1..3, zcompare(O, 2, 1), zcompare(O, X, Y), label([X, Y]).",
    "model([Y, X]) :- [X, Y] ins 1..4, X #< Y, label([X, Y]).",
    "model([X, Y]) :- [X, Y] ins 1..9, X * Y #= 12, labeling([max(X - Y)], [X, Y]).",
    "model([X, Y]) :- [X, Y] ins 1..9, X + Y #< 6, labeling([min(X), max(Y)], [X, Y]).",
    "model([X, Y]) :- X in 1..9, Y #= X * X, Y #< 30, labeling([down], [X]).",
]


@pytest.mark.parametrize("text", PROGRAMS)
def test_a_query_of_the_clause_has_the_same_answers(tmp_path: Path, text: str) -> None:
    """In the same order; unknowns that are labelled and are not in the argument make no solution a second one."""
    model = made(tmp_path, text)
    argument = model.build.argument  # type: ignore[attr-defined]
    asked = list(dict.fromkeys(str(answer["X"]) for answer in ask("model(X)", tmp_path / "made.pl", seconds=60)))
    assert asked
    assert [str(argument(solution)) for solution in model.solutions()] == asked
    assert sorted(str(argument(solution)) for solution in model.solutions(engine="cp-sat")) == sorted(asked)


SQUARE = """
model(Rows) :-
    Rows = [[A, B, C, D], [E, F, G, H], [I, J, K, L], [M, N, O, P]],
    append(Rows, Xs), Xs ins 1..16, all_different(Xs),
    transpose(Rows, Columns), append(Rows, Columns, Lines),
    maplist(adds_up, Lines), adds_up([A, F, K, P]), adds_up([D, G, J, M]),
    A #< D, D #< M, A #< P,
    label([A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P]).
adds_up(Line) :- sum(Line, #=, 34).
"""


def test_a_long_search_keeps_the_order_of_label(tmp_path: Path) -> None:
    """The 880 magic squares, most of which are found in another order and sorted."""
    model = made(tmp_path, SQUARE)
    solutions = model.solutions()
    found = [tuple(solution.values()) for solution in solutions]
    assert len(found) == 880
    assert found == sorted(found)
    assert solutions.nodes > PATIENCE


def test_limits_stop_it(tmp_path: Path) -> None:
    """With the ending that says which, in any order."""
    for order in ("label(Xs)", "labeling([max(sum(Xs))], Xs)", "labeling([ff], Xs)"):
        text = SQUARE.replace("adds_up(Line) :- sum(Line, #=, 34).", "adds_up(Line) :- sum(Line, #=, 35).")
        order = order.replace("sum(Xs)", "A - P")
        text = text[: text.index("    label(")] + f"    {order}.\nadds_up(Line) :- sum(Line, #=, 34).\n"
        model = made(tmp_path, text.replace("A #< P", "A #< P, B #\\= C"))
        ending = model.solve({"A": 8, "D": 9}, limits=Limits(nodes=20))
        assert isinstance(ending, Stopped), ending
        assert "limit of 20 nodes" in ending.reason


def test_parameters(tmp_path: Path) -> None:
    """Each type of default, in the model and in queries."""
    text = """
    parameter(n, 3). parameter(up, true). parameter(kind, max). parameter(list, [1, 2]).
    parameter(grid, [[1, _], [_, 2]]).
    model(Rows) :-
        parameter(grid, Rows), parameter(n, N), append(Rows, Xs), Xs ins 1..N, parameter(up, Up), parameter(list, L),
        parameter(kind, _), sum_list(L, S), sum(Xs, #=<, 6 + S), order(Up, Xs), label(Xs).
    order(true, [A, B | _]) :- A #< B.
    order(false, _).
    """
    assert made(tmp_path, text).count() == 6
    assert made(tmp_path, text, up="no", n=2).count() == 4
    assert made(tmp_path, text, grid="..\n.1", list=(0,)).count() == 3
    rulefile = load(tmp_path / "made.pl", n=7, up=False, kind="min")
    found = {str(answer["K"]): answer["V"] for answer in rulefile.ask("parameter(K, V), K \\== grid")}
    assert found == {"n": 7, "up": "false", "kind": "min", "list": (1, 2)}


def test_a_puzzle_with_moves_has_parameters_too(tmp_path: Path) -> None:
    """Its start depends on one."""
    file = tmp_path / "count.pl"
    file.write_text(
        "parameter(from, 1).\nmove(up, [X], [Y]) :- member(X, [1, 2, 3, 4]), Y is X + 1.\n"
        "start([X]) :- parameter(from, X).\ngoal([5]).\n"
    )
    assert load(file).puzzle.solve().length == 4
    assert load(file, **{"from": 3}).puzzle.solve().length == 2
