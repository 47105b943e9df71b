"""Grids as parameters of rule files: read here from text or a file, so that rule files open no files."""

from __future__ import annotations

import math
import os
import re
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from ..by_name import entry
from ..endings import Value
from ..errors import PuzzleError, must_be
from ..integers import LONGEST_VALUE as LONGEST
from ..wording import counted, cut_short
from .finding import expanded

if TYPE_CHECKING:
    from ..drawing.scene import Scene

Rows = tuple[tuple[Value, ...], ...]
_EMPTY = frozenset({".", "_", "-", "*"})
_RULE = re.compile(r"[-+=|\s─━│┃┼╋┌┐└┘├┤┬┴]+")  # a line that only draws
_LARGEST = 1_000_000  # characters
_BLANKS = "blanks part words, each of which is a cell; without blanks each character is one, and `.` is an empty cell"


class Grid(tuple[tuple[Value, ...], ...]):
    """Rows of cells, all of one length: integers, words, or None for an empty cell.

    In text a line is a row. Cells are the characters of the line, or its words where white space separates
    them; `.`, `_`, `-` and `*` are empty; lines and bars that only draw are skipped. One line of n * n
    characters is a square. A level, of which every line begins and ends with a wall `#` and which has blanks or
    one of `@`, `$`, `+` within, is taken as it stands: each cell is its character, the blank too, and blanks make
    all rows as long as the longest. As a parameter of a rule file, a grid is given as text, nested lists, or a
    `pathlib.Path` to a file. Text never names a file: it may come from anywhere.

    Raises
    ------
    PuzzleError
        The rows differ in length, there are none, or the file cannot be read.

    >>> Grid("1 . | 10 x"), Grid("12.3")
    (((1, None, 10, 'x'),), ((1, 2), (None, 3)))
    >>> Grid(" ###\\n#@ #\\n####")
    ((' ', '#', '#', '#'), ('#', '@', ' ', '#'), ('#', '#', '#', '#'))
    """

    __slots__ = ()

    def __new__(cls, source: str | os.PathLike[str] | Iterable[Iterable[Value]]) -> Grid:
        if isinstance(source, os.PathLike):
            rows = _rows(contents(Path(source)), str(source))
        elif isinstance(source, str):
            rows = _rows(no_name(source, "grid"), "grid")
        else:
            must_be(Iterable, source, "this is no grid", expected="text, a file, or a list of rows")
            rows = tuple(tuple(row) for row in source)
            _check(list(enumerate(rows, 1)), "grid")
        return super().__new__(cls, rows)

    @property
    def text(self) -> str:
        """The grid as text, as it could be put into a file: a character a cell, or words under each other.

        >>> print(Grid("1 . | 10 x").text, Grid("12.3").text, sep="\\n")
         1  . 10  x
        12
        .3
        """
        return str(entry("drawing.text:text")(self.scene))

    @property
    def scene(self) -> Scene:
        """The grid as geometry: a cell for each value, in its row and column."""
        rows = [[(cell, "." if cell is None else str(cell)) for cell in row] for row in self]
        is_text = len(rows) > 1 or rows[0][0][1] == "#"
        made: Scene = entry("drawing.scene:table")(
            rows, 0 if is_text and all(len(label) == 1 for row in rows for _, label in row) else 1
        )
        return made

    @property
    def size(self) -> tuple[int, int]:
        """The number of rows and of columns."""
        return len(self), len(self[0])


def file_of(source: str, what: str) -> Path | None:
    """The file that `source`, an argument of the command line, names; None if it is the text itself.

    Raises
    ------
    PuzzleError
        It looks like the name of a file, and there is no such file.
    """
    if "\n" in source or not source.strip():
        return None
    path = expanded(source)
    try:
        if path.is_file():
            return path
    except (OSError, ValueError):
        return None
    if _is_like_a_name(source):
        hint = f"give a file with the {what}, or the {what} itself"
        raise PuzzleError("there is no such file", place=source, hint=hint)
    return None


def no_name(source: str, what: str) -> str:
    """`source`, a text that may come from anywhere, checked not to be meant as the name of a file.

    No file is looked for: whoever sent the text could else learn which files there are.

    Raises
    ------
    PuzzleError
        It looks like the name of a file.
    """
    if "\n" not in source and _is_like_a_name(source):
        hint = "only an option of the command line may name a file; in Python, give pathlib.Path(...)"
        expected = f"the {what} itself"
        raise PuzzleError("text does not name a file here", expected=expected, got=cut_short(source), hint=hint)
    return source


def _is_like_a_name(text: str) -> bool:
    return re.search(r"[/\\]|\.[A-Za-z]{2,5}$", text) is not None


def contents(path: Path, what: str = "grid") -> str:
    """The text of a file.

    Raises
    ------
    PuzzleError
        It cannot be read, or is too large.
    """
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(_LARGEST + 1)
    except (OSError, UnicodeDecodeError) as error:
        raise PuzzleError(f"the {what} cannot be read", place=str(path), got=str(error)) from None
    if len(text) > _LARGEST:
        raise PuzzleError("the file is too large", place=str(path), expected=f"at most {_LARGEST} characters")
    return text


def _level(text: str) -> tuple[tuple[str, ...], ...] | None:
    """The characters of a level; None where `text` is not a level."""
    lines = [line.rstrip() for line in textwrap.dedent(text.expandtabs()).split("\n") if line.strip()]
    walled = all(line.strip()[0] == line[-1] == "#" for line in lines)
    if not lines or not walled or not any(c in " @$+" for line in lines for c in line.strip()):
        return None
    width = max(map(len, lines))
    return tuple(tuple(line.ljust(width)) for line in lines)


def _rows(text: str, place: str) -> Rows:
    level = _level(text)
    if level is not None:
        return level
    if text.lstrip().startswith("[[") and text.rstrip().endswith("]]"):
        hint = "write a row a line, a character a cell, `.` where it is empty"
        raise PuzzleError("a grid is written without brackets and commas", place=place, hint=hint)
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if not _draws(line)]
    words = any(len(_words(line)) > 1 for _, line in lines)
    rows = [(number, tuple(map(_cell, _words(line) if words else line.strip()))) for number, line in lines]
    if len(rows) == 1 and not words and (side := math.isqrt(len(rows[0][1]))) > 1 and side**2 == len(rows[0][1]):
        cells = rows[0][1]
        return tuple(cells[at : at + side] for at in range(0, len(cells), side))
    _check(rows, place, _BLANKS if words else None)
    return tuple(row for _, row in rows)


def _draws(line: str) -> bool:
    """Whether `line` is blank or a drawn line, such as ``---+---``; dashes alone are empty cells."""
    return not line.strip() or (_RULE.fullmatch(line) is not None and bool(set(line) - set("- ")))


def _words(line: str) -> list[str]:
    return re.sub(r"[|│┃]", " ", line).split()


def _check(rows: list[tuple[int, tuple[Value, ...]]], place: str, hint: str | None = None) -> None:
    if not rows or not rows[0][1]:
        raise PuzzleError("the grid has no cells", place=place, hint="write a row a line, a character a cell")
    width = len(rows[0][1])
    for number, row in rows:
        if len(row) != width:
            problem, where = f"row {number} of the grid has another length than the first", f"{place}:{number}"
            raise PuzzleError(problem, place=where, expected=counted(width, "cell"), got=str(len(row)), hint=hint)


def _cell(token: str) -> Value:
    if token in _EMPTY:
        return None
    if not (token.isascii() and token.isdigit()):
        return token
    if len(token) > LONGEST:
        raise PuzzleError(f"a number of the grid has more than {LONGEST} digits", got=f"{token[:20]}...")
    return int(token)
