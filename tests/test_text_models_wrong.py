"""What cannot be a model in text gets one message with its place; what contradicts is named with its line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from logicpuzzles import Exhausted, PuzzleError, load
from logicpuzzles.models.explain import Contradiction


def solved(tmp_path: Path, text: str, **parameters: Any) -> Any:
    """How a file with this text is solved."""
    file = tmp_path / "wrong.pl"
    file.write_text(text)
    return load(file, **parameters).model.solve()


WRONG = [
    ("model([X, Y]) :- X in 1..3, X #< Y.", "wrong.pl:1: Y has no finite domain. Next: state one, such as Y in 1..9"),
    ("model([X]) :- X in 1..3, labeling([min(X * Z)], [X]).", "wrong.pl:1: Z has no finite domain. Next: state one, s"),
    (
        "model([X]) :- X in 1..3, labeling([min(foo)], [X]).",
        "wrong.pl:1:26: min(...) in labeling takes an expression; ex",
    ),
    ("model([X]) :- X in 1..3, f(X).\nf(A) :- label([A, g(A, B)]).", "wrong.pl:2:9: label takes integers, got g(A, B)"),
    ("model([X]) :- X in 1..3, labeling([max(X + foo)], [X]).", "wrong.pl:1:26: max(...) in labeling takes an express"),
    (
        "model([X, Y]) :- [X, Y] ins 1..3, tuples_in([[X, Y]], [[1, 2], [3]]).",
        "wrong.pl:1:35: row 2 of tuples_in has 1 column; expected 2, as the tuples have, got [3]",
    ),
    (
        "model([X, Y]) :- [X, Y] ins 1..3, tuples_in([[X, Y], [X]], [[1, 2]]).",
        "wrong.pl:1:35: tuple 2 of tuples_in has 1 column; expected 2, as the rows have",
    ),
    (
        "model([X]) :- X in 1..3, automaton([X], [source(a)], [arc(a, 1, a)]).",
        "wrong.pl:1:26: automaton has no sink; expected sink(State) among its nodes",
    ),
    (
        "model([X]) :- X in 1..3, automaton([X], [sink(a)], [arc(a, 1, a)]).",
        "wrong.pl:1:26: automaton has no source; expected source(State) among its nodes",
    ),
    ("model([X]) :- X in 0..10000000, label([X]).", "wrong.pl:1: X has a domain of 10,000,001 values"),
    ("model([X]) :-\n X in 1..3,\n member(X, [1, 2]).", "wrong.pl:3:2: model/1 has several ways to state its constr"),
    ("model([X]) :- X in 1..3, (X #= 1 ; X #= 2).", "wrong.pl:1:29: model/1 has several ways to state its constr"),
    ("model([X]) :- X in 1..2.\nmodel([X]) :- X in 3..4.", "wrong.pl:2:1: model/1 has 2 clauses; expected one, a mode"),
    ("model([X]) :- X in 1..3, X > 2.", "wrong.pl:1:28: > needs a value for X, which the model leaves open"),
    ("model([X]) :- X in 1..3, Y is X + 1, Y #> 1.", "wrong.pl:1:28: is needs a value for X, which the model leaves"),
    ("model([X]) :- X in 1..3, \\+ X #= 2.", "wrong.pl:1:31: #= inside \\+ needs a value for X"),
    ("model([X]) :- X in 1..3, (X #> 1 -> true ; true).", "wrong.pl:1:29: #> inside -> needs a value for X"),
    ("model([X]) :- X in 1..3, once(X #> 1).", "wrong.pl:1:33: #> inside once needs a value for X"),
    ("model([X]) :- X in 1..3, X #> 1, !.", "wrong.pl:1:17: in before ! needs a value for X"),
    ("model([X, Y]) :- [X, Y] ins 1..3, dif(X, Y).", "wrong.pl:1:1: dif("),
    ("model([X]) :- X in 1..3, fd_dom(X, _).", "wrong.pl:1:26: fd_dom asks for what is left of a domain"),
    ("model([X]) :- X in 1..3, fd_degree(X, _).", "wrong.pl:1:26: fd_degree asks for what is left of a domain"),
    ("model([X]) :- X in 1..3, zcompare(_, X, 2).", "wrong.pl:1:26: the order that zcompare gives is left open"),
    ("model([X]) :- sat(X), taut(X, _).", "wrong.pl:1:23: taut asks for what follows; a model only states constr"),
    (
        "model([X]) :- sat(X + Y), weighted_maximum([1], [X], _).",
        "wrong.pl:1:27: weighted_maximum asks for the best answers; a model only states constraints",
    ),
    ("model([X]) :- sat(X + foo(2)).", "wrong.pl:1:15: sat takes Boolean expressions; expected 0, 1, unknowns"),
    ("model([X]) :- X in 1..3, X #= a.", "wrong.pl:1:28: #= takes expressions; expected integers"),
    ("model([X]) :- X in 1..3, X = a.", "wrong.pl:1:17: in takes integers, got 'a'"),
    ("parameter(n, f(_)). model([X]) :- X in 1..3.", "wrong.pl:1:1: the default of parameter n is of no known kind"),
    (
        "parameter(N, 3). model([X]) :- X in 1..3.",
        "wrong.pl:1:1: the name of a parameter is wrong; expected an atom of letters, ",
    ),
    ("model([X, Y]) :- [X, Y] in 1..3.", "wrong.pl:1:25: in takes integers, got [X, Y]"),
    ("model([a]) :- 1 #= 1.", "wrong.pl:1: the argument of model/1 has no unknowns"),
    ("model([X]) :- X in 1..3, labeling([foo], [X]).", "wrong.pl:1:26: labeling has no such option; expected leftmost"),
    ("model([X]) :- X in 1..3, label([X, a]).", "wrong.pl:1:26: label takes integers, got 'a'"),
    (
        "model([X, Y]) :- [X, Y] ins 1..3, labeling([ff], [X]), labeling([min], [Y]).",
        "wrong.pl:1:56: a model has one order of labelling",
    ),
    (":- model(queens).\np :- 1 #= 1.", "wrong.pl: the model queens/1 is missing; expected a clause queens(Solution)"),
    (":- model(a).\n:- model(b).", "wrong.pl:2:4: the model is already named: a"),
    ("model(a). model(b). a([X]) :- X in 1..2. b([X]) :- X in 1..2.", "wrong.pl:1:1: several models are named: a, b"),
    (
        "model([X]) :- X in 1..3. start([b]). goal([c]). move(1, [b], [c]).",
        "wrong.pl: the file declares a model and a puzzle with moves; expected one of them",
    ),
    ("model([X]) :- X in 1..3. picture([1]).", "wrong.pl:1:26: picture/1 gives no text; expected a text with the"),
    ("model([X]) :- X in 1..3. picture(a). picture(_, b).", "wrong.pl:1:26: there are picture/1 and picture/2"),
    ("model([X]) :- X in 1..3. parameter(n, f(x)).", "wrong.pl:1:26: the default of parameter n is of no known kind"),
    ("model([X]) :- X in 1..3. parameter(3, 4).", "wrong.pl:1:26: the name of a parameter is wrong"),
    ("model([X]) :- X in 1..3. parameter(n, 4). parameter(n, 5).", "wrong.pl:1:26: parameter n has two defaults"),
    ("model([X]) :- X in 1..3. parameter(g, [[1, 2], [3]]).", "wrong.pl:1:26: g: grid:2: row 2 of the grid has anot"),
]


@pytest.mark.parametrize(("text", "told"), WRONG)
def test_one_message_with_its_place(tmp_path: Path, text: str, told: str) -> None:
    """It names the goal or the clause."""
    with pytest.raises(PuzzleError) as error:
        solved(tmp_path, text)
    assert str(error.value).replace(f"{tmp_path}/", "").startswith(told)


STATED = "model/1 fails before its constraints are stated"
FAILING = [
    ("model([X]) :- X in 1..3, fail.", f"1:26: {STATED}: fail has no answer"),
    ("model(Xs) :-\n Xs = [_, _],\n length(Xs, 3),\n Xs ins 1..2.", f"3:2: {STATED}: length([_, _], 3) has no answer"),
    (
        "model([X]) :-\n X in 1..3, Y = 2,\n \\+ member(Y, [1, 2]).",
        f"3:2: {STATED}: \\+ member(2, [1, 2]) has no",
    ),
    ("model([X]) :-\n X in 1..3,\n ( 1 > 2 -> true ; 2 > 3 ).", f"3:18: {STATED}: (1 > 2 -> true ; 2 > 3) has no"),
    (
        "model([X]) :-\n X in 1..3,\n between(1, 3, K),\n K > 5, X #> K.",
        f"4:4: {STATED}: 1 > 5 has no answer, nor",
    ),
    (
        "model([X]) :-\n X in 1..3,\n p(Y),\n q(Y).\np(1). p(2).\nq(3).",
        f"4:2: {STATED}: q(1) has no answer, nor h",
    ),
    ("model([X]) :-\n X in 1..3,\n forall(member(A, [1, 2]), A > 1).", f"3:2: {STATED}: forall(member(A, [1, 2]), A >"),
    ("model([X]) :-\n X in 1..3,\n maplist([A]>>(A > 1), [2, 1]).", f"3:2: {STATED}: maplist("),
    (
        "model([X]) :-\n X in 1..3, numlist(1, 60, Ns),\n nth0(70, Ns, X).",
        f"3:2: {STATED}: nth0(70, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 1..., X) has no answer",
    ),
    (
        "model([X]) :- X in 1..3.\npicture(T) :-\n member(N, [1, 2]),\n atom_length(T, N), T = a.",
        "4:2: atom_length needs",
    ),
    (
        "model([X]) :- X in 1..3.\npicture(T) :-\n T = a,\n T \\= a.",
        "4:4: picture/1 has no answer: a \\= a has no",
    ),
    ("model([X]) :-\n X in 1..3,\n fail.\npicture(T) :- T = a, fail.", f"3:2: {STATED}: fail has no answer"),
]


@pytest.mark.parametrize(("text", "said"), FAILING)
def test_a_goal_that_fails_before_constraints_are_stated_is_named(tmp_path: Path, text: str, said: str) -> None:
    """It is the first with which the goals before it have no answer, with what they have bound."""
    with pytest.raises(PuzzleError) as error:
        solved(tmp_path, text)
    assert str(error.value).replace(f"{tmp_path}/", "").startswith(f"wrong.pl:{said}")


@pytest.mark.parametrize("picture", ["", "picture(regions(Names)) :- parameter(grid, Names), length(Names, 9)."])
def test_a_grid_of_another_size_is_named_with_what_was_expected(tmp_path: Path, picture: str) -> None:
    """Whether the model fails on it, or the picture and the model."""
    rows = ", ".join(["[_, 1, _, _, _, _, _, _, _]"] * 9)
    body = " parameter(grid, Rows),\n length(Rows, 9),\n append(Rows, Xs), Xs ins 1..9.\n"
    text = f"parameter(grid, [{rows}]).\nmodel(Rows) :-\n{body}"
    assert solved(tmp_path, text + picture).status == "solved"
    with pytest.raises(PuzzleError) as error:
        solved(tmp_path, text + picture, grid="1....\n....2\n..3..")
    assert (
        str(error.value)
        .replace(f"{tmp_path}/", "")
        .startswith(
            f"wrong.pl:4:2: {STATED}: length([[1, _, _, _, _], [_, _, _, _, 2], [_, _, 3, _, _]], 9) has no answer; "
            "expected 9 rows of 9 for grid, as in its default, got 3 rows of 5\n"
        )
    )


@pytest.mark.parametrize("drawn", ["f(x)", "[[1], [2, 3]]", "_", "[[f(x)]]"])
def test_what_is_no_picture(tmp_path: Path, drawn: str) -> None:
    """It is told when a solution is drawn."""
    file = tmp_path / "wrong.pl"
    file.write_text(f"model([X]) :- X in 1..3, label([X]).\npicture(_, {drawn}).\n")
    model = load(file).model
    with pytest.raises(PuzzleError, match=r"wrong\.pl:2:1: picture/2 gives no picture; expected a text"):
        model.draw(model.solve())


@pytest.mark.parametrize("rows", ["[[a, b]]", "[[a], [b]]", "[a]", "[]", "x", "[[f(x)]]"])
def test_regions_that_do_not_fit_the_board(tmp_path: Path, rows: str) -> None:
    """It is told when a solution is drawn, at the line of the picture."""
    file = tmp_path / "wrong.pl"
    file.write_text(f"model([[X]]) :- X in 1..3, label([X]).\npicture(regions({rows})).\n")
    model = load(file).model
    with pytest.raises(PuzzleError, match=r"wrong\.pl:2:1: the regions of the picture do not fit the board; expected"):
        model.draw(model.solve())


def test_an_empty_list_is_an_empty_picture(tmp_path: Path) -> None:
    """As that of a knapsack with nothing in it."""
    file = tmp_path / "empty.pl"
    file.write_text("model([X]) :- X in 1..3, label([X]).\npicture(_, []).\n")
    model = load(file).model
    assert model.draw(model.solve()) == ""


FALSE = [
    ("model([X]) :-\n X in 1..3,\n 1 #= 2.", ["3: 1 #= 2"]),
    ("model([X]) :-\n X in 1..3,\n X = 5.", ["2: 5 in 1..3"]),
    ("model([X]) :-\n X in 1..3,\n X in 5..9.", ["3: X in 5..9"]),
    ("model([X]) :-\n X in 1..0.", ["2: X in 1..0"]),
    ("model([X]) :-\n X in 1..3,\n X #\\= X.", ["3: X #\\= X"]),
    ("model([X, Y]) :-\n [X, Y] ins 1..3,\n X #< Y,\n X #> 0,\n Y #< X.", ["3: X #< Y", "5: Y #< X"]),
    (
        "model([X, Y]) :-\n [X, Y] ins 1..3,\n Z #= X + Y,\n Z #> 5,\n X #\\= 2,\n X #\\= 3.",
        ["3: Z #= X+Y", "4: Z #> 5", "6: X #\\= 3"],
    ),
]


@pytest.mark.parametrize("engine", ["auto", "reference"])
@pytest.mark.parametrize(("text", "expected"), FALSE)
def test_what_contradicts_is_named(tmp_path: Path, text: str, expected: list[str], engine: str) -> None:
    """Each constraint with its line, and no other."""
    file = tmp_path / "wrong.pl"
    file.write_text(text)
    model = load(file).model
    assert isinstance(model.solve(engine=engine), Exhausted)
    found = model.explain(engine=engine)
    assert isinstance(found, Contradiction)
    assert [str(posted).replace(f"{file}:", "") for posted in found.posted] == expected


def test_a_file_with_a_relation_called_model_is_no_model(tmp_path: Path) -> None:
    """Where nothing in it is a constraint over integers."""
    file = tmp_path / "cars.pl"
    file.write_text("car(mini). model(X) :- car(X).\nparameter(a, f(b)).\n")
    assert load(file).kind == ""
    assert load(file).ask("model(X)").count() == 1


def test_a_field_that_is_no_variable(tmp_path: Path) -> None:
    """It is named, and so are the variables; what is no name of a variable is a part of the drawing."""
    file = tmp_path / "wrong.pl"
    for text, told in (("{X:2} {a}", None), ("{X} {Q}", r"the picture names \{Q\}, which is no variable.*one of X")):
        file.write_text(f"model([X]) :- X in 1..1.\npicture('{text}').\n")
        model = load(file).model
        if told is None:
            assert "{a}" in str(model.draw({"X": 1}))
            continue
        with pytest.raises(PuzzleError, match=told):
            model.draw({"X": 1})
