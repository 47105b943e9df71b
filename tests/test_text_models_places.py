"""Elements of lists in models in text are called by their places, such as row 2, column 1; their keys stay."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import pytest

from logicpuzzles import Exhausted, Limits, PuzzleError, load
from logicpuzzles.cli.byhand.model import ModelHand
from logicpuzzles.models.elements import Element, called, listed

SQUARE = "model(Rows) :-\n Rows = [[A, B], [C, D]],\n [A, B, C, D] ins 1..2,\n A #\\= B, A #\\= C, C #\\= D.\n"
GRID = "model(Rows) :-\n length(Rows, 2), maplist([R]>>length(R, 3), Rows),\n append(Rows, Xs), Xs ins 1..3,\n"
GRID += " maplist(all_distinct, Rows), transpose(Rows, Columns), maplist(all_distinct, Columns).\n"


def model_of(folder: Path, text: str) -> Any:
    """The model that a file with this text declares."""
    file = folder / "placed.pl"
    file.write_text(text)
    return load(file).model


NAMES = [
    ("model(Rows) :- Rows = [[_, _], [_, _]], append(Rows, Xs), Xs ins 1..2.", ["row 1, column 1", "row 2, column 2"]),
    ("model(Xs) :- length(Xs, 3), Xs ins 1..2.", ["element 1 of Xs", "element 3 of Xs"]),
    (
        "model(As-Bs) :- As = [[_, _]], Bs = [[_, _]], append(As, X), append(Bs, Y), append(X, Y, Z), Z ins 1..2.",
        ["row 1, column 1 of As", "row 1, column 2 of Bs"],
    ),
    ("model([X | Ys]) :- length(Ys, 2), [X | Ys] ins 1..2.", ["X", "element 2 of Ys"]),
    ("model([Row, Last]) :- length(Row, 2), [Last | Row] ins 1..2.", ["element 1 of Row", "Last"]),
    ("model(T) :- T = f(g(A), [B]), [A, B] ins 1..2.", ["A", "B"]),
    ("model(T) :- T = f([_], [_]), T =.. [f, [X], [Y]], Z = [X, Y], Z ins 1..2.", ["X", "Y"]),
    ("model(T) :- T = f(_, _), T =.. [_ | Us], Us ins 1..2.", ["T_1", "T_2"]),
    ("model(T) :- T = [[[_]], [[_]]], T = [[U], [V]], append(U, V, Us), Us ins 1..2.", ["T_1_1_1", "T_2_1_1"]),
]


@pytest.mark.parametrize(("text", "words"), NAMES)
def test_what_variables_are_called(tmp_path: Path, text: str, words: list[str]) -> None:
    """Rows and columns where the list is one of lists, elements of a list, and a name where it has one."""
    variables = list(model_of(tmp_path, text).variables)
    assert [called(variables[0]), called(variables[-1])] == words


def test_an_element_is_its_key() -> None:
    """It can be looked up by the text, and copied."""
    element = Element("Rows_2_1", (2, 1), "")
    assert {element: 1}["Rows_2_1"] == 1
    assert str(element) == f"{element}" == "Rows_2_1"
    for again in (copy.deepcopy(element), pickle.loads(pickle.dumps(element))):
        assert again == element
        assert called(again) == "row 2, column 1"


def test_elements_are_named_together() -> None:
    """Side by side in a row or a column."""
    grid = [Element(f"Rows_{y}_{x}", (y, x), "") for y in (1, 2, 3) for x in (1, 2, 3)]
    assert listed(grid) == "row 1, columns 1 to 3; row 2, columns 1 to 3; row 3, columns 1 to 3"
    assert listed(grid[::3]) == "column 1, rows 1 to 3"
    assert listed([grid[0], grid[4], "A", 3]) == "row 1, column 1; row 2, column 2; A; 3"
    assert listed([Element(f"Xs_{n}", (n,), "Xs") for n in (1, 3, 4)]) == "elements 1, 3, 4 of Xs"


def test_a_contradiction_names_rows_and_columns(tmp_path: Path) -> None:
    """In its constraints, in the values that are given by their keys, and in the list of values."""
    model = model_of(tmp_path, GRID)
    assert isinstance(model.solve({"Rows_1_1": 2, "Rows_2_1": 2}), Exhausted)
    told = str(model.explain({"Rows_1_1": 2, "Rows_2_1": 2})).split("board")[0]
    assert "Rows_" not in told
    assert "all_distinct([row 1 column 1, row 2 column 1])" in told
    assert "given: row 1, column 1 = 2\n  given: row 2, column 1 = 2\n" in told
    assert "column 1, rows 1, 2: 1, 2, 3" in told


def test_messages_name_rows_and_columns(tmp_path: Path) -> None:
    """But where a key is expected, keys are listed."""
    text = "model(Rows) :-\n Rows = [[_, _]], Rows = [[A, B]], A #\\= B, A in 1..3.\n"
    with pytest.raises(PuzzleError, match=r"placed\.pl:1: B has no finite domain"):
        model_of(tmp_path, text).solve()
    text = "model(Rows) :- Rows = [[_, X], [X, Y]], [X, Y] ins 0..3, append(Rows, Xs), sum(Xs, #>, 1).\n"
    with pytest.raises(PuzzleError, match=r"placed\.pl:1: row 1, column 1 has no finite domain"):
        model_of(tmp_path, text).solve()
    with pytest.raises(PuzzleError, match=r"unknown variable 'Rows_9_9'; expected one of Rows_1_1, Rows_1_2, Row"):
        model_of(tmp_path, GRID).solve({"Rows_9_9": 1})


@pytest.mark.parametrize("typed", ["row 1, column 3 = 2", "row 1 column 3 2", "Rows_1_3 = 2", "ROW 1, COLUMN 3 2"])
def test_a_cell_is_typed_as_it_is_called(tmp_path: Path, typed: str) -> None:
    """With or without the comma, or by its key."""
    hand = ModelHand(model_of(tmp_path, GRID), "grid", "", Limits())
    assert "such as row 1, column 1 = 1" in hand.introduction
    hand.hear(typed)
    assert hand.fill.values == {"Rows_1_3": 2}
    assert hand.candidates("row 1 column 1") == "row 1, column 1 can be 1 and 3."
    assert hand.hear("row 2, column 3") == "row 2, column 3 can be 1 and 3."
    hand.hear("row 2 column 3 = 2")
    assert hand.status().startswith("column 3, rows 1, 2 contradict each other.")
    assert hand.hint("").startswith("No solution")
    hand.erase_typed("Rows_2_3")
    assert hand.hint("").startswith("Hint: row ")
    with pytest.raises(PuzzleError, match="row 1, column 3 cannot be 7; expected one of 1, 2, 3"):
        hand.hear("row 1 column 3 7")
    with pytest.raises(PuzzleError, match="no such cell; expected row 1, columns 1 to 3; row 2, columns 1 to 3,"):
        hand.hear("row 7 column 3")
