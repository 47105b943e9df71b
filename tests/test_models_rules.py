"""The shipped models have the solutions that are known, and are drawn as a person writes them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from logicpuzzles import Assignment, Exhausted, Model, PuzzleError, load

SUDOKUS = Path(__file__).parent.parent / "benchmarks" / "sudoku.txt"
ENGINES = ("compiled", "learning", "reference", "cp-sat")


def model(name: str, **parameters: Any) -> Model:
    """The model of a shipped file in Python; `zebra` is there as text too."""
    path = Path(__file__).parent.parent / "rules" / f"{name}.py"
    found: Model = load(str(path), **parameters).model
    return found


COUNTS = [  # the counts of the 4x4 squares: B. Frenicle de Bessy (1693); queens: F. Nauck (1850)
    ("send_more", {}, 1),
    ("send_more", {"puzzle": "TWO + TWO = FOUR"}, 7),  # counted by trying all digits
    ("send_more", {"puzzle": "A+B=C"}, 32),  # pairs of different digits with a third as their sum, 0 allowed
    ("send_more", {"puzzle": "SEVEN+SEVEN+SIX=TWENTY"}, 1),  # a known one: 68782 + 68782 + 650 = 138214
    ("send_more", {"puzzle": "MONEY-MORE=SEND"}, 1),
    ("magic_square", {"corners": False}, 8),
    ("magic_square", {}, 1),
    ("magic_square", {"order": 1}, 1),
    ("magic_square", {"order": 2}, 0),
    ("magic_square", {"order": 4}, 880),
    ("magic_square", {"order": 4, "corners": False}, 7040),
    ("golomb", {"marks": 2}, 1),  # the shortest rulers: Encyclopedia of Integer Sequences, A036501
    ("golomb", {"marks": 4}, 1),
    ("golomb", {"marks": 5}, 2),
    ("golomb", {"marks": 6}, 4),
    ("golomb", {"marks": 7}, 5),
    ("golomb", {"marks": 8}, 1),
    ("zebra", {}, 1),
    ("queens", {"n": 1}, 1),
    ("queens", {"n": 3}, 0),
    ("queens", {"n": 6}, 4),
    ("queens", {}, 92),
    ("sudoku", {}, 1),
    ("knights_circuit", {"rows": 3, "cols": 10}, 16),  # OEIS A070030
    ("knights_circuit", {"rows": 5, "cols": 6}, 8),
    ("knights_circuit", {"rows": 3, "cols": 3}, 0),
    ("knights_circuit", {"rows": 4, "cols": 4}, 0),
    ("knights_circuit", {"rows": 5, "cols": 5}, 0),
    ("knights_circuit", {}, 9862),
    ("pentominoes", {"rows": 3, "cols": 20}, 2),  # C. B. and J. Haselgrove (1960); 2339 of 6 by 10 in the benchmarks
    ("nonogram", {}, 1),
    ("nonogram", {"rows": "1/1", "cols": "1/1"}, 2),
    ("nonogram", {"rows": "1/1/1", "cols": "1/1/1"}, 6),  # permutations
    ("nonogram", {"rows": "0/2", "cols": "1/1"}, 1),
    ("nonogram", {"rows": "1 1/1", "cols": "1/1/1"}, 1),
    ("nonogram", {"rows": "2/0", "cols": "0/2"}, 0),
    ("nurikabe", {}, 1),
    ("nurikabe", {"grid": "3..\n...\n..."}, 2),
    ("nurikabe", {"grid": "..\n.."}, 0),
    ("nurikabe", {"grid": "2..\n...\n..."}, 0),
    ("nurikabe", {"grid": "3.\n.."}, 3),
    ("nurikabe", {"grid": "1.\n.1"}, 0),
]


@pytest.mark.parametrize(("name", "parameters", "n"), COUNTS)
def test_number_of_solutions(name: str, parameters: dict[str, Any], n: int) -> None:
    """The engine finds the known number of solutions, all different."""
    found = model(name, **parameters)
    solutions = [tuple(solution.values()) for solution in found.solutions()]
    assert len(set(solutions)) == len(solutions) == n
    assert found.count() == n


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ["send_more", "magic_square", "zebra", "queens", "sudoku"])
def test_engines_agree(name: str, engine: str) -> None:
    """Each engine has the same solutions."""
    found = model(name)
    expected = {tuple(solution.items()) for solution in found.solutions()}
    assert {tuple(solution.items()) for solution in found.solutions(engine=engine)} == expected


@pytest.mark.parametrize("engine", ENGINES)
def test_engines_agree_on_a_small_nurikabe(engine: str) -> None:
    """Each engine has the same solutions; of one with few clues there are several."""
    found = model("nurikabe", grid="3...\n....\n..2.\n....")
    expected = {tuple(solution.items()) for solution in found.solutions()}
    assert len(expected) > 1
    assert {tuple(solution.items()) for solution in found.solutions(engine=engine)} == expected


def test_send_more_money() -> None:
    """9567 + 1085 = 10652, as at school."""
    found = model("send_more")
    assert found.variables == tuple("SENDMORY")
    ending = found.solve()
    assert isinstance(ending, Assignment)
    assert list(ending.values.values()) == [9, 5, 6, 7, 1, 0, 8, 2]
    assert found.draw(ending.values).split("\n") == ["   9567", "+  1085", "-------", "  10652"]


def test_smallest_magic_square() -> None:
    """2 9 4 / 7 5 3 / 6 1 8 is the one with its corners in order."""
    found = model("magic_square")
    assert found.draw(next(found.solutions())) == "2 9 4\n7 5 3\n6 1 8"


@pytest.mark.parametrize("order", [5, 6, 7, 8])
def test_first_magic_square(order: int) -> None:
    """A square of a larger order comes quickly."""
    ending = model("magic_square", order=order).solve()
    assert isinstance(ending, Assignment)
    assert ending.nodes < 20_000


def test_zebra() -> None:
    """The Japanese has the zebra, the Norwegian drinks water; the houses stand from left to right."""
    found = model("zebra")
    house = next(found.solutions())
    assert house["zebra"] == house["japanese"]
    assert house["water"] == house["norwegian"]
    assert [line.split()[0] for line in found.draw(house).split("\n")] == ["yellow", "blue", "red", "ivory", "green"]


def test_queens_are_drawn_as_a_board() -> None:
    """A row of the board is a line, a queen a Q."""
    lines = model("queens").draw(next(model("queens").solutions())).split("\n")
    assert len(lines) == 8
    assert all(line.split().count("Q") == 1 for line in lines)


def test_hard_sudokus_have_one_solution_each() -> None:
    """Every one of the 105 has exactly one solution, which keeps the clues."""
    grids = [line for line in SUDOKUS.read_text().splitlines() if line and line[0] != "#"]
    assert len(grids) == 105
    for grid in grids:
        found = model("sudoku", grid=grid)
        digits = [str(x) for x in next(found.solutions()).values()]
        assert all(clue in (digit, ".", "0") for clue, digit in zip(grid, digits, strict=True))
        assert found.is_unique()


def test_sudoku_is_drawn_with_its_boxes() -> None:
    """Lines stand between the boxes."""
    found = model("sudoku")
    lines = found.draw(next(found.solutions())).split("\n")
    assert lines[0] == "8 5 9 | 6 1 2 | 4 3 7"
    assert lines[3] == "------+-------+------"
    assert len(lines) == 11


def test_sudoku_of_another_size() -> None:
    """Boxes of a 4 by 4 grid are 2 by 2."""
    found = model("sudoku", grid="12..\n3.12\n2..3\n....")
    assert found.is_unique()
    assert found.draw(next(found.solutions())) == "1 2 | 3 4\n3 4 | 1 2\n----+----\n2 1 | 4 3\n4 3 | 2 1"


def test_tour_is_drawn_by_the_order_of_its_squares() -> None:
    """Neighbours in the tour are a knight's move apart."""
    found = model("knights_circuit")
    rows = [line.split() for line in found.draw(next(found.solutions())).split("\n")]
    at = {int(number): (y, x) for y, row in enumerate(rows) for x, number in enumerate(row)}
    assert sorted(at) == list(range(36))
    for number, (y, x) in at.items():
        to_y, to_x = at[(number + 1) % 36]
        assert {abs(y - to_y), abs(x - to_x)} == {1, 2}


def test_pentominoes_are_drawn_with_their_borders() -> None:
    """Each letter stands on five squares that hang together, and a line goes around them."""
    found = model("pentominoes", rows=3, cols=20)
    lines = found.draw(next(found.solutions())).split("\n")
    assert len(lines) == 7
    squares = {(y, x): lines[2 * y + 1][4 * x + 2] for y in range(3) for x in range(20)}
    assert sorted(squares.values()) == sorted("FILNPTUVWXYZ" * 5)
    for (y, x), piece in squares.items():
        assert (lines[2 * y + 1][4 * x + 4] == "|") == (squares.get((y, x + 1)) != piece)
        assert (lines[2 * y + 2][4 * x + 2] == "-") == (squares.get((y + 1, x)) != piece)


def test_the_clues_of_a_nonogram_are_those_of_its_picture() -> None:
    """The blocks in the rows and columns that are drawn are those that the file states."""
    found = model("nonogram")
    picture = [line.split() for line in found.draw(next(found.solutions())).split("\n")]
    stated = (Path(__file__).parent.parent / "rules" / "nonogram.py").read_text()
    for lines in (picture, zip(*picture, strict=True)):
        blocks = ["".join(line).replace(".", " ").split() for line in lines]
        assert f'"{"/".join(" ".join(str(len(block)) for block in line) for line in blocks)}"' in stated


def test_nurikabe_keeps_its_rules() -> None:
    """Islands of the right sizes, a sea that hangs together, no two of them touching, no pool."""
    found = model("nurikabe")
    rows = [line.split() for line in found.draw(next(found.solutions())).split("\n")]
    marks = {(y, x): mark for y, row in enumerate(rows) for x, mark in enumerate(row)}
    parts = []
    left = set(marks)
    while left:
        part = [left.pop()]
        for y, x in part:
            for cell in {(y, x + 1), (y, x - 1), (y + 1, x), (y - 1, x)} & left:
                if (marks[cell] == "#") == (marks[y, x] == "#"):
                    left.remove(cell)
                    part.append(cell)
        parts.append([marks[cell] for cell in part])
    seas = [part for part in parts if "#" in part]
    assert len(seas) == 1
    for part in parts:
        clues = [mark for mark in part if mark not in "#."]
        assert part in seas or clues == [str(len(part))]
    assert not any(all(marks.get((y + dy, x + dx)) == "#" for dy in (0, 1) for dx in (0, 1)) for y, x in marks)


WRONG = [
    ("send_more", {"puzzle": "SEND MORE"}, "this is no alphametic"),
    ("send_more", {"puzzle": ""}, "this is no alphametic"),
    ("send_more", {"puzzle": "S3ND+MORE=MONEY"}, "this is no alphametic"),
    ("send_more", {"puzzle": "ABCDEF+GHIJK=LM"}, "there are 13 letters; expected at most 10"),
    ("magic_square", {"order": 0}, "there is no such square; expected 1 to 26, got 0"),
    ("queens", {"n": 0}, "there is no such board; expected at least 1, got 0"),
    ("sudoku", {"grid": "1" + "." * 79}, "the grid is no sudoku; expected 9 rows of 9 cells, got 1 of 80"),
    ("sudoku", {"grid": "11" + "." * 79}, "cells A1 and A2 both have 1; expected different digits"),
    ("sudoku", {"grid": "x" + "." * 80}, "cell A1: this is no digit; expected 1 to 9, or . or 0, got x"),
    ("knights_circuit", {"rows": 0}, "there is no such board"),
    ("pentominoes", {"rows": 5, "cols": 5}, "the pieces cover 60 squares; expected such as 6 and 10, got (5, 5)"),
    (
        "nonogram",
        {"rows": "1/x", "cols": "1/1"},
        "rows: line 2 is no row of lengths; expected such as 3 1 2, or 0, got x",
    ),
    (
        "nonogram",
        {"rows": "1/1", "cols": "1//1"},
        "cols: line 2 is no row of lengths; expected such as 3 1 2, or 0, got",
    ),
    ("nonogram", {"rows": "1 1/1", "cols": "1/1"}, "rows: the blocks of line 1 need 3 cells; expected at most 2"),
    ("nurikabe", {"grid": "1x\n.."}, "row 1, column 2: this is no size of an island; expected a number from 1, got x"),
    ("nurikabe", {"grid": "12\n.."}, "row 1, column 2: two islands touch"),
    ("nurikabe", {"grid": "9.\n.."}, "the islands are larger than the grid; expected at most 4 cells, got 9"),
]


@pytest.mark.parametrize(("name", "parameters", "message"), WRONG)
def test_wrong_parameters(name: str, parameters: dict[str, Any], message: str) -> None:
    """What cannot be is one message, with the place."""
    with pytest.raises(PuzzleError) as caught:
        model(name, **parameters)
    assert message in str(caught.value)


def test_contradiction_in_a_sudoku_names_its_cells() -> None:
    """Of a grid whose clues differ pairwise, but leave a cell without a digit, the clues and units are named."""
    found = model("sudoku", grid="12345678." + "." * 17 + "9" + "." * 54)
    assert isinstance(found.solve(), Exhausted)
    told = str(found.explain())
    assert "AllDifferent(A1, A2, A3, A4, A5, A6, A7, A8, A9)" in told
    assert "AllDifferent(A7, A8, A9, B7, B8, B9, C7, C8, C9)" in told
    assert ": 7 InSet over A1, A2, A3, A4, A5, A6, C9" in told  # 7 and 8 stand in the box with the 9


@pytest.mark.parametrize("engine", ENGINES)
def test_order_does_not_hang_on_hashing(engine: str) -> None:
    """The solutions come in the same order under another PYTHONHASHSEED."""
    code = (
        "from constraint import SomeInSetConstraint\n"
        "from logicpuzzles import Model, Problem, load\n"
        "problem = Problem()\n"
        "problem.addVariables(['x', 'y'], {'red', 'green', 'blue', ('dark', 'black')})\n"
        "problem.addConstraint(lambda x, y: x != y, {'x', 'y'})\n"
        "problem.addConstraint(SomeInSetConstraint({'red', 'green', 'blue'}, 1), {'x', 'y'})\n"
        "for model in (Model(lambda: problem), load('queens', n=6).model):\n"
        f"    print(list(model.solutions(engine={engine!r})))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
