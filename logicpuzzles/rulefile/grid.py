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
_EMPTY = frozenset({".", "_", "-", "*", ""})
_RULE = re.compile(r"[-+=|\s─━│┃┼╋┌┐└┘├┤┬┴]+")  # a line that only draws
_DASHES = re.compile(r"[- ]+|(?=.*-)[|│┃ ]*(-[|│┃ ]+)*-?")  # a line of empty cells
_GROUP = re.compile(r".\.$|\.\.")  # a word of several cells, such as 85. and ..2
_BARS = "[|│┃]"
_LARGEST = 1_000_000  # characters
_BLANKS = "blanks part words, each of which is a cell; without blanks each character is one, and `.` is an empty cell"


class Grid(tuple[tuple[Value, ...], ...]):
    """Rows of cells, all of one length: integers, words, or None for an empty cell.

    In text a line is a row. Cells are the characters of the line, its words where white space separates them, or
    what stands between commas, semicolons, tabs or bars. `.`, `_`, `-`, `*` and a blank between separators are empty;
    lines and bars that only draw are skipped. One line of n * n characters is a square. A level, of which every line
    begins and ends with a wall `#` and which has blanks or one of `@`, `$`, `+` within, is taken as it stands: each
    cell is its character, the blank too, and blanks make all rows as long as the longest. As a parameter of a rule
    file, a grid is given as text, nested lists, or a `pathlib.Path` to a file, and its zeros are empty cells where 0
    is no value of the puzzle; see `zeros`. Text never names a file: it may come from anywhere.

    Raises
    ------
    PuzzleError
        The rows differ in length, there are none, or the file cannot be read.

    >>> Grid("1 . | 10 x"), Grid("12.3"), Grid("8,,2"), Grid([["-", 5]])
    (((1, None, 10, 'x'),), ((1, 2), (None, 3)), ((8, None, 2),), ((None, 5),))
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
            if not isinstance(source, Grid) and not _is_level(rows):
                rows = tuple(tuple([_cell(x.strip()) if isinstance(x, str) else x for x in row]) for row in rows)
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


def _is_level(rows: Rows) -> bool:
    """Whether nested lists are a level, in which each character is a cell."""
    return all(row and row[0] == row[-1] == "#" for row in rows) and any(x in (*" @$+",) for row in rows for x in row)


def _rows(text: str, place: str) -> Rows:
    level = _level(text)
    if level is not None:
        return level
    if text.lstrip().startswith("[[") and text.rstrip().endswith("]]"):
        hint = "write a row a line, a character a cell, `.` where it is empty"
        raise PuzzleError("a grid is written without brackets and commas", place=place, hint=hint)
    numbered = list(enumerate(text.splitlines(), 1))
    found = _separated(numbered)
    words = found is not None
    if found is None:
        lines = [(number, line) for number, line in numbered if not _draws(line)]
        words = any(len(_words(line)) > 1 for _, line in lines)
        if any(_GROUP.search(word) for _, line in lines for word in _words(line)):  # 85.|..2|4..
            found, words = [(number, list("".join(_words(line)))) for number, line in lines], False
        else:
            found = [(number, _words(line) if words else list(line.strip())) for number, line in lines]
    rows = [(number, tuple(map(_cell, row))) for number, row in found]
    if len(rows) == 1 and not words and (side := math.isqrt(len(rows[0][1]))) > 1 and side**2 == len(rows[0][1]):
        cells = rows[0][1]
        return tuple(cells[at : at + side] for at in range(0, len(cells), side))
    _check(rows, place, _BLANKS if words else None)
    return tuple(row for _, row in rows)


def _draws(line: str) -> bool:
    """Whether `line` is blank or a drawn line, such as ``---+---``; lone dashes are empty cells: ``| - | - |``."""
    return not line.strip() or (_RULE.fullmatch(line) is not None and not _DASHES.fullmatch(line))


def _separated(lines: list[tuple[int, str]]) -> list[tuple[int, list[str]]] | None:
    """The rows of which the cells stand between commas, semicolons, tabs or bars; None where they do not."""
    filled = [(number, line) for number, line in lines if line.strip()]
    tabs = {line.count("\t") for _, line in filled}
    for rows in (
        [(number, re.split("[,;]", line)) for number, line in filled],
        [(number, line.strip(" ").split("\t")) for number, line in lines if line.strip() or line.count("\t") in tabs],
        _barred(filled),
    ):
        if rows and all(len(row) > 1 and len(row) == len(rows[0][1]) for _, row in rows):
            return [(number, [cell.strip() for cell in row]) for number, row in rows]
    return None


def _barred(lines: list[tuple[int, str]]) -> list[tuple[int, list[str]]]:
    """What stands between bars, row by row; [] where that is more than a cell, so that bars only draw."""
    blocks: list[list[tuple[int, str]]] = [[]]  # of lines, between those that are drawn
    for number, line in lines:
        if _draws(line) and re.search("[^|│┃ ]", line):
            blocks.append([])
        else:
            blocks[-1].append((number, line))
    blocks = [block for block in blocks if block]
    filled = [[one for one in block if not _draws(one[1])] for block in blocks]
    is_spaced = len({len(block) for block in blocks}) == 1 and all(len(block) < 2 for block in filled)
    if len(blocks) > 1 and is_spaced:  # a block is a row, perhaps with lines that only draw
        rows = [(full or block)[0] for full, block in zip(filled, blocks, strict=True)]
    else:
        rows = [one for block in blocks for one in block]
    left = textwrap.dedent("\n".join(line for _, line in rows)).split("\n")
    parts = [re.split(_BARS, line) for line in left]
    if any("" in row[1:-1] for row in parts):  # a double line
        return []
    is_framed = all(len(row) > 2 and not row[0] for row in parts)
    if is_framed:
        parts = [row[1:] for row in parts]
    if all(len(row) > 1 and not (row[-1].strip() if is_framed else row[-1]) for row in parts):
        parts = [row[:-1] for row in parts]
    if any(len(part.split()) > 1 or _GROUP.search(part.strip()) for row in parts for part in row):
        return []
    return [(number, row) for (number, _), row in zip(rows, parts, strict=False)]


def _words(line: str) -> list[str]:
    return re.sub(_BARS, " ", line).split()


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
