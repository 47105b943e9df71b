"""Parameters of rule files: types, defaults, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import pytest

from logicpuzzles.errors import PuzzleError
from logicpuzzles.rulefile.grid import Grid
from logicpuzzles.rulefile.parameters import accept_all, parameters_of


def puzzle(
    rows: int = 3,
    scale: float = 1.5,
    name: str = "x",
    corners: bool = True,
    grid: Grid = "12\n34",
    kind: Literal["open", "closed", 4] = "open",
    start: tuple[int, ...] | None = None,
    secret: Sequence[int] = (1, 2),
    untyped=7,
):
    """Parameters of every type."""


DECLARED = parameters_of(puzzle, "file.py:1")


def accepted(**given):
    return accept_all(DECLARED, given, "file.py")


def test_defaults_are_taken_and_read():
    assert accepted() == {
        "rows": 3,
        "scale": 1.5,
        "name": "x",
        "corners": True,
        "grid": ((1, 2), (3, 4)),
        "kind": "open",
        "start": None,
        "secret": (1, 2),
        "untyped": 7,
    }


ACCEPTED = [
    ("rows", "4", 4),
    ("rows", 4, 4),
    ("scale", "2", 2.0),
    ("scale", 2, 2.0),
    ("name", "4", "4"),
    ("corners", "no", False),
    ("corners", False, False),
    ("grid", [[1]], ((1,),)),
    ("kind", "closed", "closed"),
    ("kind", "4", 4),
    ("kind", 4, 4),
    ("start", "[1, 2]", (1, 2)),
    ("start", [1, 2], (1, 2)),
    ("start", None, None),
    ("secret", "1 2 3", (1, 2, 3)),
    ("untyped", "8", 8),
]


@pytest.mark.parametrize(("name", "given", "value"), ACCEPTED)
def test_values_are_read_from_text_and_kept_from_python(name, given, value):
    found = accepted(**{name: given})[name]
    assert found == value
    assert type(found) is type(value) or name == "grid"


REFUSED = [
    ("rows", "x", "file.py: parameter rows has a wrong value; expected an integer, got 'x'"),
    ("rows", 2.5, "file.py: parameter rows has a wrong value; expected an integer, got 2.5"),
    ("rows", True, "file.py: parameter rows has a wrong value; expected an integer, got True"),
    ("rows", None, "file.py: parameter rows has a wrong value; expected an integer, got None"),
    ("scale", "x", "file.py: parameter scale has a wrong value; expected a number, got 'x'"),
    ("name", 4, "file.py: parameter name has a wrong value; expected text, got 4"),
    ("corners", "maybe", "file.py: parameter corners has a wrong value; expected true or false, got 'maybe'"),
    ("corners", 1, "file.py: parameter corners has a wrong value; expected true or false, got 1"),
    ("kind", "shut", "file.py: parameter kind has a wrong value; expected one of open, closed, 4, got 'shut'"),
    ("kind", 4.0, "file.py: parameter kind has a wrong value; expected one of open, closed, 4, got 4.0"),
    ("start", 7, "file.py: parameter start has a wrong value; expected values separated by commas, got 7"),
    ("start", "[1", "file.py: '[' is not closed\n    [1\n    ^"),
    ("grid", "1\n23", "file.py: grid:2: row 2 of the grid has another length than the first; expected 1 cell, got 2"),
    (
        "row",
        3,
        "file.py: there is no parameter row; expected rows, scale, name, corners, grid, kind, start, secret, untyped."
        " Next: did you mean rows?",
    ),
]


@pytest.mark.parametrize(("name", "given", "message"), REFUSED)
def test_wrong_values_are_refused(name, given, message):
    with pytest.raises(PuzzleError) as error:
        accepted(**{name: given})
    assert str(error.value) == message


def test_a_missing_parameter_is_named():
    def needs(rows: int, grid_text: str):
        """No defaults."""

    with pytest.raises(PuzzleError, match=r"grid_text is missing; expected text.*grid_text=\.\.\..*--grid-text"):
        accept_all(parameters_of(needs, "f"), {"rows": 3}, "f")


def starred(*rows): ...
def by_place(rows, /): ...
def strange(rows: dict = None): ...
def unresolved(rows: Nowhere): ...  # noqa: F821
def wrong_default(rows: int = "x"): ...


SIGNATURES = [
    (starred, "parameter rows cannot be given by name"),
    (by_place, "parameter rows cannot be given by name"),
    (strange, "parameter rows has a type that cannot be given on the command line"),
    (unresolved, "an annotation cannot be read: name 'Nowhere' is not defined"),
    (wrong_default, "parameter rows has a wrong value; expected an integer, got 'x'"),
]


@pytest.mark.parametrize(("function", "message"), SIGNATURES)
def test_wrong_signatures_are_refused(function, message):
    with pytest.raises(PuzzleError) as error:
        parameters_of(function, "file.py:3")
    assert str(error.value).startswith(f"file.py:3: {message}")


def test_text_of_several_lines_may_be_in_a_file(tmp_path):
    """As a level is: an option of the command line may name it, and a path in Python; text that is data never does."""

    def sokoban(level: str = "###\n#@#\n###", name: str = "x"):
        """A level as text."""

    declared = parameters_of(sokoban, "file.py:1")
    file = tmp_path / "level.txt"
    file.write_text("####\n#@ #\n####\n")
    level, name = declared
    assert level.from_command_line(str(file)) == file
    assert name.from_command_line(str(file)) == str(file)
    given = accept_all(declared, {"level": file, "name": str(file)}, "file.py")
    assert given == {"level": "####\n#@ #\n####\n", "name": str(file)}
    assert accept_all(declared, {"level": "##\n##"}, "file.py")["level"] == "##\n##"
    assert [parameter.expected for parameter in declared] == ["text of several lines, or a file with it", "text"]
    with pytest.raises(
        PuzzleError, match=r"there is no such file. Next: give a file with the text, or the text itself"
    ):
        level.from_command_line("no/such.txt")
    with pytest.raises(PuzzleError, match="text does not name a file here; expected the text itself"):
        accept_all(declared, {"level": str(file)}, "file.py")
