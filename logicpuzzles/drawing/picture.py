"""Pictures of rule files: from a state to its scene.

A picture is text in which each number stands for the cell at that position, such as ``" 0 1\\n2 3 4\\n 5 6"``
for a hexagon. Everything else in it is drawn as it is, so frames and labels are welcome; digits after a backslash, such
as ``"row \\\\1: 0 1"``, are drawn as themselves. Cells widen to the
longest value; what is above and below widens with them. In a picture of digits and blanks alone, such as ``"01\\n23"``,
each digit is a cell where numbers would not fit the board. A function from a state to text or to a scene is a picture
too; one with a method `scene`, such as `stacks` and `towers` make, is asked for that.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from ..endings import Value
from ..errors import PuzzleError, must_be
from ..logic.notation import plain
from ..logic.terms import VARIABLES
from .folding import WIDTH
from .reading import written
from .scene import Cell, Mark, Scene
from .settling import widest
from .text import text

EMPTY = "."  # what a cell without a value is drawn as
LARGEST = 100_000  # characters of a picture
Symbols = Mapping[Value, str]  # {0: "."}: how a value is drawn
Drawn = str | Scene
Picture = str | Callable[[Sequence[Value]], Drawn]

_NUMBER = r"(?<!\w)(?P<digits>[0-9]+)(?!\w)"
_POSITION = re.compile(_NUMBER)
_UNDRAWN = frozenset({"Cc", "Co", "Cs"})  # control characters, those for private use, halves of characters
_LITERAL = {ord(str(digit)): chr(0x100000 + digit) for digit in range(10)}  # a digit that is drawn as itself
_DRAWN = {ord(stand_in): chr(digit) for digit, stand_in in _LITERAL.items()}


def draw(
    state: Sequence[Value],
    picture: Picture | None = None,
    symbols: Symbols | None = None,
    cell: int = 0,
    width: int = WIDTH,
) -> str:
    """`state` as text in its picture; without a picture, in a row. For `cell` and `width` see `text`.

    >>> print(draw((4, 6, 5, 1, 3, 2, 0), " 0 1\\n2 3 4\\n 5 6", {0: "."}))
     4 6
    5 1 3
     2 .
    """
    return text(scene_of(state, picture, symbols), cell, width)


def scene_of(state: Sequence[Value], picture: Picture | None = None, symbols: Symbols | None = None) -> Scene:
    """`state` in its picture, as a scene; without a picture, in a row.

    Parameters
    ----------
    symbols
        The label of a value, where it is not the value itself.
    """
    if callable(picture):
        return _made(picture, state)
    labels = [_label(value, symbols) for value in state]
    if picture is None:
        one = widest(labels) + 1
        pairs = enumerate(zip(state, labels, strict=True))
        return Scene(tuple(Cell(0, at * one, one - 1, value, label, at) for at, (value, label) in pairs), sizing="row")
    places, marks, right = _read(_spaced(picture, len(state)))
    cells = (Cell(row, column, width, state[at], labels[at], at) for row, column, width, at in places)
    return Scene(tuple(cells), marks, "elastic", right)


def cell_width(values: Iterable[Value], symbols: Symbols | None = None) -> int:
    """How many columns the widest of `values` takes."""
    return widest(_label(value, symbols) for value in values)


def _spaced(picture: str, n_cells: int) -> str:
    """`picture` with a blank after each character where it is digits without blanks between, one for each cell."""
    if n_cells > 10 or not re.fullmatch(r"[0-9\s]*", picture):
        return picture
    if {number[0].lstrip("0") or "0" for number in _POSITION.finditer(picture)} == set(map(str, range(n_cells))):
        return picture
    if "".join(sorted("".join(picture.split()))) != "0123456789"[:n_cells]:
        return picture
    return "\n".join(" ".join(line) for line in picture.expandtabs().split("\n"))


@lru_cache(maxsize=32)
def _read(picture: str) -> tuple[tuple[tuple[int, int, int, int], ...], tuple[Mark, ...], bool]:
    """Row, column, width and position of every cell; the marks; and whether the numbers are in line at their ends."""
    lines = textwrap.dedent(_unescaped(picture).expandtabs().strip("\n")).rstrip().split("\n")
    numbers = [number for line in lines for number in _POSITION.finditer(line)]
    width = max((len(number[0]) for number in numbers), default=1)
    right = len({n.end() for n in numbers}) <= len({n.start() for n in numbers})
    places, marks = [], []
    for row, line in enumerate(lines):
        spread, columns_of = _spread(line, width, right)
        places += [(row, column, width, at) for column, at in columns_of]
        marks += [Mark(row, part.start(), part[0].translate(_DRAWN)) for part in re.finditer("[^ ]+", spread)]
    return tuple(places), tuple(marks), right


def _spread(line: str, width: int, right: bool) -> tuple[str, list[tuple[int, int]]]:
    """`line` with blanks for its cells, all of this width, and the column and position of each.

    A number that is shorter takes blanks beside it, but not the last.
    """
    found: list[tuple[int, int]] = []
    spread, end = "", 0
    for number in re.finditer(rf"(?P<blanks> *){_NUMBER}" if right else rf"{_NUMBER}(?P<blanks> *)", line):
        blanks, digits = len(number["blanks"]), number["digits"]
        edge = right and number.start() == 0
        taken = min(width - len(digits), blanks if edge else max(0, blanks - 1))
        spread += line[end : number.start()] + " " * (blanks - taken) * right
        found.append((len(spread), int(digits)))
        spread += " " * width + " " * (blanks - taken) * (not right)
        end = number.end()
    return spread + line[end:], found


def _unescaped(picture: str) -> str:
    """`picture` with stand-ins for the digits after a backslash, which are no positions."""
    return re.sub(r"\\([0-9]+)", lambda digits: digits[1].translate(_LITERAL), picture)


def check_picture(picture: Picture | None, n_cells: int, place: str | None = None) -> None:
    """Nothing where `picture` shows each of the positions from 0 to `n_cells` - 1, or is a function or None.

    Raises
    ------
    PuzzleError
        A position is missing or beyond the last, or a character cannot be drawn.
    """
    if picture is None or callable(picture):
        return
    must_be(str, picture, "this is no picture", place=place, expected="text or a function of a state")
    if len(picture) > LARGEST:
        raise PuzzleError("the picture is too large", place=place, expected=f"at most {LARGEST:,} characters")
    numbers = [number["digits"] for number in _POSITION.finditer(_unescaped(_spaced(picture, n_cells)))]
    positions = f"the positions 0 to {n_cells - 1}"
    together = any(len(number) > len(str(n_cells - 1)) for number in numbers)
    hint = "write blanks between the numbers of cells, such as '0 1 2 3'" if together else None
    if any(len(number) > 9 for number in numbers):
        raise PuzzleError("a number in the picture is no cell", place=place, expected=positions, hint=hint)
    if any(unicodedata.category(c) in _UNDRAWN for c in picture if c not in "\n\t"):
        raise PuzzleError("a character of the picture cannot be drawn", place=place, expected="no control characters")
    wrong = sorted(set(map(int, numbers)) ^ set(range(n_cells)))
    if wrong:
        what = "is missing from the picture" if wrong[0] < n_cells else "of the picture is no cell"
        raise PuzzleError(f"position {wrong[0]} {what}", place=place, expected=positions, hint=hint)


def _made(picture: Callable[[Sequence[Value]], Drawn], state: Sequence[Value]) -> Scene:
    """What the function `picture` makes of a state."""
    code = getattr(picture, "__code__", None)
    place = f"{code.co_filename}:{code.co_firstlineno}" if code else None
    try:
        made = getattr(picture, "scene", picture)(state)
    except Exception as error:
        raise PuzzleError(f"the picture fails: {type(error).__name__}: {error}", place=place) from error
    must_be(str | Scene, made, "the picture is no text", place=place, expected="a str")
    return written(made) if isinstance(made, str) else made


def _label(value: Value, symbols: Symbols | None) -> str:
    try:
        label = symbols[value] if symbols and value in symbols else value
    except TypeError:  # a value that cannot be hashed
        label = value
    return EMPTY if label is None or type(label) in VARIABLES else plain(label)
