"""Empty cells are read alike in every grid: in Python and in text, and however the grid is given."""

from __future__ import annotations

import json
from itertools import product

import pytest

from logicpuzzles import load, loads

LINE = "000007004000006003860200000509082000640000080000000700000000042010030000703000009"  # by the count of sudoku.py
ROWS = [LINE[at : at + 9] for at in range(0, 81, 9)]
WAYS = {
    "a line": LINE,
    "points": LINE.replace("0", "."),
    "dashes": LINE.replace("0", "-"),
    "underlines": LINE.replace("0", "_"),
    "rows": "\n".join(ROWS),
    "words": "\n".join(map(" ".join, ROWS)),
    "commas": "\n".join(map(",".join, ROWS)).replace("0", ""),
    "tabs": "\n".join(map("\t".join, ROWS)).replace("0", ""),
    "bars": "\n".join("|" + "|".join(row) + "|" for row in ROWS).replace("0", " "),
    "boxes": "\n".join(f"{row[:3]}|{row[3:6]}|{row[6:]}" for row in ROWS).replace("0", "."),
    "lists": [list(map(int, row)) for row in ROWS],
    "lists of texts": [list(row.replace("0", ".")) for row in ROWS],
}


@pytest.fixture(scope="module")
def solved():
    return load("sudoku", grid=WAYS["points"]).model.solve().values


def digits(values):
    return [[int(cell) for cell in row] for row in [values[at : at + 9] for at in range(0, 81, 9)]]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("file", ["sudoku", "sudoku.pl"])
def test_a_sudoku(file, way, solved):
    model = load(file, grid=WAYS[way]).model
    solutions = list(model.solutions(as_tuples=True))
    assert list(map(digits, solutions)) == [digits(list(solved.values()))]


@pytest.mark.parametrize("file", ["sudoku", "sudoku.pl"])
def test_ways_in(file, cli, tmp_path, monkeypatch):
    """The command line, a file, a table and objects of a batch."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.txt").write_text(WAYS["rows"])
    (tmp_path / "many.txt").write_text(f"{LINE}\n{WAYS['points']}\n")
    (tmp_path / "many.csv").write_text(f"grid\n{LINE}\n{WAYS['points']}\n")
    given = [{"grid": LINE}, {"grid": WAYS["lists"]}, {"grid": WAYS["lists of texts"]}]
    (tmp_path / "many.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in given))
    for arguments in (["--grid", LINE], ["--grid", "one.txt"], [LINE], ["one.txt"], ROWS, list(LINE)):
        code, out, _ = cli("solve", file, *arguments, "--count")
        assert (code, out[:11]) == (0, "1 solution."), arguments
    for name, number in (("many.txt", 2), ("many.csv", 2), ("many.jsonl", 3)):
        code, out, _ = cli("batch", file, "--starts", name, "--unique")
        assert [json.loads(line)["unique"] for line in out.splitlines()] == [True] * number, out


MINES = """
parameter(grid, [[_, 1], [_, _]]).
model(Mines) :- parameter(grid, [[A, B], [C, D]]), Mines = [W, X, Y, Z], Mines ins 0..1,
    sum([X, Y, Z], #=, A), sum([W, Y, Z], #=, B), sum([W, X, Z], #=, C), sum([W, X, Y], #=, D).
"""
CLUED = MINES.replace("[_, 1], [_, _]", "[_, 0], [_, _]")
FILLED = """
parameter(grid, [[_, 1], [_, _]]).
model(Rows) :- parameter(grid, Rows), append(Rows, Cells), Cells ins LOW..2, maplist(all_distinct, Rows).
"""


def test_a_zero_that_is_a_value():
    """Where cells may be 0, or the default has a 0, it is a number like any."""
    for text in (MINES, CLUED):
        found = set(loads(text, grid="0...").model.solutions(as_tuples=True))
        assert found == {(w, 0, 0, 0) for w in (0, 1)}
        assert len(list(loads(text, grid="....").model.solutions())) == 16
    for low in (0, 1):
        model = loads(FILLED.replace("LOW", str(low)), grid="0...").model
        rows = [row for row in product(range(low, 3), repeat=4) if row[0] != row[1] and row[2] != row[3]]
        expected = {row for row in rows if low or row[0] == 0}
        assert set(model.solutions(as_tuples=True)) == expected


PYTHON = """
from logicpuzzles import Grid, Model, Problem

def puzzle(grid: Grid = "1.") -> Model:
    def build():
        problem = Problem()
        problem.addVariables("ab", VALUES)
        for name, clue in zip("ab", grid[0]):
            if clue is not None:
                problem.addConstraint(lambda x, clue=clue: meant(x) == clue, name)
        return problem
    return Model(build)

def meant(x):
    return {"mine": 1, "free": 0}.get(x, x)
"""


@pytest.mark.parametrize(("values", "n"), [("[1, 2]", 2), ("[0, 1, 2]", 1), ("['mine', 'free']", 1), ("[False, 1]", 1)])
def test_in_python(values, n, tmp_path):
    """A file in Python gets None for a 0 that is no value."""
    file = tmp_path / "own.py"
    file.write_text(PYTHON.replace("VALUES", values))
    assert load(file, grid="01").model.count() == n
