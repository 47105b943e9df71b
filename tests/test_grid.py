"""Grids from text, files and lists."""

from __future__ import annotations

import pytest

from logicpuzzles.errors import PuzzleError
from logicpuzzles.rulefile.grid import Grid

TEXTS = [
    ("12\n.4", ((1, 2), (None, 4))),
    ("1 2\n_ 14", ((1, 2), (None, 14))),
    ("+---+---+\n| 1 | . |\n|---+---|\n| a | 4 |\n+---+---+\n", ((1, None), ("a", 4))),
    ("1...", ((1, None), (None, None))),
    ("--\n-3", ((None, None), (None, 3))),
    ("  ab\n\n  cd\n", (("a", "b"), ("c", "d"))),
    ("12", ((1, 2),)),
    ("0", ((0,),)),
    ("#####\n#@ .#\n#####", (tuple("#####"), tuple("#@ .#"), tuple("#####"))),
    ("#####\n#@$.#\n#####", (tuple("#####"), tuple("#@$.#"), tuple("#####"))),
    ("   ####\n####  #\n#@ $* #\n#######\n", tuple(map(tuple, ("   ####", "####  #", "#@ $* #", "#######")))),
    ("\n    ###\n    #@#\n    # ##\n    ####\n", tuple(map(tuple, ("### ", "#@# ", "# ##", "####")))),
    ("8,5,,2\n,,,\n1,2,3,4", ((8, 5, None, 2), (None, None, None, None), (1, 2, 3, 4))),
    ("8;;2", ((8, None, 2),)),
    ("8\t\t5\n\t\t\n1\t2\t3", ((8, None, 5), (None, None, None), (1, 2, 3))),
    ("8|5| |2\n1| |3|4", ((8, 5, None, 2), (1, None, 3, 4))),
    ("|8|5| |\n| | | |\n+-+-+-+\n| |5|2|", ((8, 5, None), (None, None, None), (None, 5, 2))),
    ("   | 2 |   \n 1 |   |   ", ((None, 2, None), (1, None, None))),
    ("   |   \n 1 | 2 \n   |   \n---+---\n   |   \n   | 2 \n   |   ", ((1, 2), (None, 2))),
    ("| - | - |\n|---|---|\n| 1 | - |", ((None, None), (1, None))),
    ("1|\n|2", ((1, None), (None, 2))),
    ("1 || 2\n1 || .", ((1, 2), (1, None))),
    ("85.|..2\n---+---\n7..|...", ((8, 5, None, None, None, 2), (7, None, None, None, None, None))),
    ("8 5 . | . . 2\n7 . . | . . .", ((8, 5, None, None, None, 2), (7, None, None, None, None, None))),
    ("1.5 2 | .5", (("1.5", 2, ".5"),)),
    ("#.#\n#1#", (("#", None, "#"), ("#", 1, "#"))),
]


@pytest.mark.parametrize(("text", "rows"), TEXTS)
def test_a_grid_is_read_from_text(text, rows):
    assert Grid(text) == rows


def test_a_grid_is_read_from_a_file(tmp_path):
    file = tmp_path / "grid.txt"
    file.write_text("12\n34\n")
    assert Grid(file) == Grid([[1, 2], [3, 4]]) == ((1, 2), (3, 4))
    assert Grid(file).size == (2, 2)


def test_text_is_never_read_as_the_name_of_a_file(tmp_path, monkeypatch):
    """The message is the same if there is no such file; other text is a grid, even beside a file of that name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "grid.txt").write_text("12\n34\n")
    (tmp_path / "12.3").write_text("99\n99\n")
    told = []
    for name in ("grid.txt", str(tmp_path / "grid.txt"), "grie.txt", "../grid.txt"):
        with pytest.raises(PuzzleError) as error:
            Grid(name)
        told.append(str(error.value).replace(name, "NAME"))
    assert len(set(told)) == 1
    assert Grid("12.3") == ((1, 2), (None, 3))


def test_cells_of_lists_are_read_as_those_of_text():
    """A level stays as it is, whether it is a grid already or lists."""
    assert Grid([["-", 5, "."], ["_", " ", None], "1*x"]) == ((None, 5, None), (None, None, None), (1, None, "x"))
    level = Grid("#####\n#@ .#\n#####")
    assert Grid(level) == Grid([list(row) for row in level]) == level


WRONG = [
    ("12\n3", "grid:2: row 2 of the grid has another length than the first; expected 2 cells, got 1"),
    (
        "1 2\n34",
        "grid:2: row 2 of the grid has another length than the first; expected 2 cells, got 1. Next: blanks part "
        "words, each of which is a cell; without blanks each character is one, and `.` is an empty cell",
    ),
    (
        "[[1,_],[_,2]]",
        "grid: a grid is written without brackets and commas. Next: write a row a line, a character a cell, `.` where "
        "it is empty",
    ),
    ("", "grid: the grid has no cells. Next: write a row a line, a character a cell"),
    ([[]], "grid: the grid has no cells. Next: write a row a line, a character a cell"),
    (
        "no/such.txt",
        "text does not name a file here; expected the grid itself, got 'no/such.txt'. Next: only an option of the "
        "command line may name a file; in Python, give pathlib.Path(...)",
    ),
]


@pytest.mark.parametrize(("source", "message"), WRONG)
def test_a_wrong_grid_is_refused(source, message):
    with pytest.raises(PuzzleError) as error:
        Grid(source)
    assert str(error.value) == message


def test_a_file_that_is_no_text_is_refused(tmp_path):
    file = tmp_path / "grid.bin"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PuzzleError, match=r"grid\.bin: the grid cannot be read"):
        Grid(file)


@pytest.mark.parametrize("text", [text for text, _ in TEXTS if "\n" in text])
def test_the_text_of_a_grid_is_read_as_that_grid(text):
    assert Grid(Grid(text).text) == Grid(text)
