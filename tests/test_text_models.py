"""Models in Prolog text: the shipped files have the known solutions, those of the Python files and of SWI-Prolog."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import pytest
from swi import SWIPL, answers

from logicpuzzles import Assignment, Model, ask, available, load, run, vars
from logicpuzzles.drawing.text import text

RULES = Path(__file__).parent.parent / "rules"
ENGINES = ("compiled", "learning", "reference", "cp-sat")


def model(name: str, **parameters: Any) -> Model:
    """The model of a shipped file in text."""
    found: Model = load(str(RULES / f"{name}.pl"), **parameters).model
    return found


MODELS = ("send_more", "magic_square", "queens", "sudoku", "zebra_fd")
COUNTS = [  # the same as of the models in Python
    ("send_more", {}, 1),
    ("magic_square", {}, 1),
    ("magic_square", {"corners": False}, 8),
    ("magic_square", {"order": 1}, 1),
    ("magic_square", {"order": 2}, 0),
    ("magic_square", {"order": 4}, 880),
    ("queens", {"n": 1}, 1),
    ("queens", {"n": 3}, 0),
    ("queens", {"n": 6}, 4),
    ("queens", {}, 92),
    ("sudoku", {}, 1),
    ("zebra_fd", {}, 1),
]


@pytest.mark.parametrize(("name", "parameters", "n"), COUNTS)
def test_number_of_solutions(name: str, parameters: dict[str, Any], n: int) -> None:
    """The engine finds the known number of solutions, all different."""
    found = model(name, **parameters)
    solutions = [tuple(solution.values()) for solution in found.solutions()]
    assert len(set(solutions)) == len(solutions) == n
    assert found.count() == n
    assert found.is_unique() == (n == 1)


PAIRS = [("send_more", "send_more", {}), ("magic_square", "magic_square", {"corners": False})] + [
    ("magic_square", "magic_square", {"order": 4}), ("queens", "queens", {"n": 7}), ("sudoku", "sudoku", {}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "python", "parameters"), PAIRS)
def test_the_python_file_has_the_same_solutions(text: str, python: str, parameters: dict[str, Any]) -> None:
    """Cell by cell, in the order in which both name their variables."""
    one = {tuple(solution.values()) for solution in model(text, **parameters).solutions()}
    other: Model = load(str(RULES / f"{python}.py"), **parameters).model
    assert one == {tuple(solution.values()) for solution in other.solutions()}


def test_the_zebra_is_the_one_of_the_python_file() -> None:
    """Each name has the same house in both files."""
    names = next(iter(ask("names(X)", str(RULES / "zebra_fd.pl"))))["X"]
    found = model("zebra_fd").solve()
    expected = load(str(RULES / "zebra.py")).model.solve()
    assert isinstance(found, Assignment)
    assert isinstance(expected, Assignment)
    flat = [name for kind in names for name in kind]
    assert dict(zip(flat, found.values.values(), strict=True)) == expected.values


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ["send_more", "magic_square", "queens", "sudoku", "zebra_fd"])
def test_engines_agree(name: str, engine: str) -> None:
    """Each engine has the same solutions."""
    found = model(name)
    expected = {tuple(solution.items()) for solution in found.solutions()}
    assert {tuple(solution.items()) for solution in found.solutions(engine=engine)} == expected


@pytest.mark.parametrize("name", ["send_more", "magic_square", "queens", "sudoku", "zebra_fd"])
def test_the_tests_in_the_files_pass(name: str) -> None:
    """What the files say of themselves."""
    from logicpuzzles.text.plunit import cases_in

    cases = list(cases_in(RULES / f"{name}.pl"))
    assert cases
    assert all(case.run().problem is None for case in cases)


@pytest.mark.skipif(SWIPL is None, reason="SWI-Prolog is not installed")
@pytest.mark.parametrize("name", MODELS)
def test_swi_prolog_loads_the_file_and_answers_the_same(name: str, tmp_path: Path) -> None:
    """It loads unchanged, without a warning; the query `model(X)` and the model have the same answers."""
    (expected,) = answers(RULES / f"{name}.pl", ["model(Solution)"], tmp_path)
    asked = [(answer["Solution"],) for answer in ask("model(Solution)", str(RULES / f"{name}.pl"))]
    assert sorted(map(repr, asked)) == sorted(map(repr, expected))
    found = model(name)
    made = [(found.build.argument(solution),) for solution in found.solutions()]
    assert sorted(map(repr, made)) == sorted(map(repr, expected))


def test_a_model_is_a_relation() -> None:
    """It is asked by the name of the file, beside the relation `model` of the text."""
    e, n, d, r, y = vars(5)
    assert run(0, (e, n, d, r, y), load("send_more.pl").send_more(9, e, n, d, 1, 0, r, y)) == ((5, 6, 7, 8, 2),)
    assert [str(a) for a in ask("model([9, E | _])", "send_more.pl")] == ["E = 5"]


def test_the_python_file_has_the_name_alone() -> None:
    """The one in text is meant by its suffix; both are listed."""
    assert load("queens").file.name == "queens.py"
    assert load("queens.pl").file.name == "queens.pl"
    assert {"queens", "queens.pl", "zebra_fd"} <= set(available())


def test_copies_and_pickles() -> None:
    """A loaded file is pickled with its parameters, and so is its model."""
    rulefile = load("queens.pl", n=6)
    for again in (pickle.loads(pickle.dumps(rulefile)), copy.deepcopy(rulefile), rulefile.reload()):
        assert again.model.count() == 4
        assert [answer["N"] for answer in again.ask("parameter(n, N)")] == [6]
    copied = copy.deepcopy(rulefile.model)
    assert copied.draw(copied.solve()) == rulefile.model.draw(rulefile.model.solve())
    assert pickle.loads(pickle.dumps(rulefile.model)).count() == 4


def test_pictures() -> None:
    """Fields in a text, rows of cells, columns of words, and a board where the argument is one."""
    assert model("send_more").draw(model("send_more").solve()) == "  9567\n+ 1085\n------\n 10652"
    assert model("magic_square").draw(model("magic_square").solve()) == "2 9 4\n7 5 3\n6 1 8"
    queens = model("queens", n=4)
    assert queens.draw(queens.solve()) == ". . Q .\nQ . . .\n. . . Q\n. Q . ."
    zebra = model("zebra_fd")
    assert zebra.draw(zebra.solve()).split("\n")[0] == "yellow  norwegian  fox     water   kools"


def test_boards_with_borders() -> None:
    """Around the boxes of a sudoku of any size; each cell knows its variable, also a given one."""
    sudoku = model("sudoku", grid="1...\n..3.\n.2..\n...4")
    scene = sudoku.scene(sudoku.solve())
    assert text(scene).split("\n")[:6] == [
        "+-------+-------+",
        "| 1   3 | 4   2 |",
        "|       |       |",
        "| 2   4 | 3   1 |",
        "+-------+-------+",
        "| 4   2 | 1   3 |",
    ]
    assert [(cell.at, cell.value) for cell in scene.cells[:3]] == [("Rows_1_1", 1), ("Rows_1_2", 3), ("Rows_1_3", 4)]


def test_a_contradiction_names_the_clues() -> None:
    """Each constraint with its line and what stands there, the comment too."""
    told = str(model("zebra_fd").explain({"Japanese": 5, "Green": 1}))
    assert "Green #= Ivory + 1,             % clue 6" in told
    assert "zebra_fd.pl:24: Green #= Ivory+1" in told
    assert "given: Green = 1" in told
    assert "Japanese" not in told.split("values:")[0]


def test_a_grid_is_given_as_text(tmp_path: Path) -> None:
    """From a file too; a grid of another size has other boxes."""
    (tmp_path / "easy.txt").write_text("1...\n..3.\n.2..\n...4\n")
    for grid in ("1...\n..3.\n.2..\n...4", tmp_path / "easy.txt"):
        text = {tuple(solution.values()) for solution in model("sudoku", grid=grid).solutions()}
        python = {tuple(solution.values()) for solution in load("sudoku", grid=grid).model.solutions()}
        assert text == python
        assert text
