"""Boards as text: pure functions returning str.

A picture is text in which each number stands for the cell at that position, such as ``" 0 1\\n2 3 4\\n 5 6"``
for a hexagon. Everything else in it is drawn as it is, so frames and labels are welcome. Cells widen to the
longest value; what is above and below widens with them. A function from a state to text is a picture too, such
as `towers` makes.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from .errors import PuzzleError
from .notation import plain

WIDTH = 80  # columns of a terminal
_POSITION = re.compile(r"(?<!\w)[0-9]+(?!\w)")
_LINES = frozenset("-=─━═")
_FILLER = "\0"
_ANCHOR = 0xF0000  # of the characters for private use
_ANCHORS = f"{chr(_ANCHOR)}-{chr(0xFFFFD)}"
_GAP = 3  # columns between two boards
Symbols = Mapping[Any, str]  # {0: "."}: how a value is drawn
Picture = str | Callable[[Sequence[Any]], str]


def draw(state: Sequence[Any], picture: Picture | None = None, symbols: Symbols | None = None, cell: int = 0) -> str:
    """`state` in its picture; in a row where there is none.

    Parameters
    ----------
    symbols
        The text of a value, where it is not the value itself.
    cell
        The least width of a cell, so that several boards come out alike; see `cell_width`.

    >>> print(draw((4, 6, 5, 1, 3, 2, 0), " 0 1\\n2 3 4\\n 5 6", {0: "."}))
     4 6
    5 1 3
     2 .
    """
    if callable(picture):
        return picture(state)
    cell = max(cell, cell_width(state, symbols))
    texts = [_padded(value, symbols, cell) for value in state]
    return _row(texts, cell) if picture is None else Layout(picture, cell).filled(texts)


def cell_width(values: Iterable[Any], symbols: Symbols | None = None) -> int:
    """How many columns the widest of `values` takes."""
    return max((columns(_text(value, symbols)) for value in values), default=1)


def columns(text: str) -> int:
    """How many columns of a terminal `text` takes: wide characters take two, combining ones none."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def towers(names: Sequence[Any], places: Sequence[Any]) -> Callable[[Sequence[Any]], str]:
    """The picture of things that stand on each other: cell i tells what `names[i]` stands on, a name or a place.

    >>> print(towers(["aa", "bb"], ["x", "y"])(("bb", "y")))
        aa
        bb
    ------
    x   y
    """
    wide = max(columns(plain(name)) for name in (*names, *places))

    def tower(state: Sequence[Any], place: Any) -> list[str]:
        below: Any = place
        stack: list[str] = []
        while below in state and len(stack) < len(names):
            below = names[list(state).index(below)]
            stack.append(plain(below))
        return [text.center(wide) for text in (*stack[::-1], "", plain(place))]

    def drawn(state: Sequence[Any]) -> str:
        stacks = [tower(state, place) for place in places]
        blank, high = " " * wide, len(names) + 2  # all boards of a puzzle are equally high
        stacks = [[blank] * (high - len(stack)) + stack for stack in stacks]
        rows = ["  ".join(row).rstrip() for row in zip(*stacks, strict=True)]
        rows[-2] = "-" * (len(places) * (wide + 2) - 2)
        return "\n".join(rows)

    return drawn


def check_picture(picture: Picture | None, n_cells: int, place: str | None = None) -> None:
    """Nothing where `picture` shows each of the positions from 0 to `n_cells` - 1, or is a function or None.

    Raises
    ------
    PuzzleError
        A position is missing, or beyond the last.
    """
    if not isinstance(picture, str):
        return
    wrong = sorted({int(number) for number in _POSITION.findall(picture)} ^ set(range(n_cells)))
    if wrong:
        what = "is missing from the picture" if wrong[0] < n_cells else "of the picture is no cell"
        raise PuzzleError(f"position {wrong[0]} {what}", place=place, expected=f"the positions 0 to {n_cells - 1}")


def _text(value: Any, symbols: Symbols | None) -> str:
    try:
        return symbols[value] if symbols and value in symbols else plain(value)
    except TypeError:  # a value that cannot be hashed
        return plain(value)


def _padded(value: Any, symbols: Symbols | None, cell: int) -> str:
    """The text of `value` in a cell: numbers to the right, words to the left."""
    text = _text(value, symbols)
    space = " " * (cell - columns(text))
    return text + space if isinstance(value, str) else space + text


def _row(texts: list[str], cell: int) -> str:
    count = max(1, (WIDTH + 1) // (cell + 1))
    return "\n".join(" ".join(texts[at : at + count]).rstrip() for at in range(0, len(texts), count))


class Layout:
    """A picture whose cells are `cell` columns wide.

    In `rows`, a cell is a *slot*: an anchor, the character number `_ANCHOR` + position, and a filler for each
    further column, before the anchor where the numbers of the picture end in line, after it where they start in line.
    """

    def __init__(self, picture: str, cell: int) -> None:
        lines = textwrap.dedent(picture.expandtabs().strip("\n")).rstrip().split("\n")
        numbers = [number for line in lines for number in _POSITION.finditer(line)]
        self.narrow = max((len(number[0]) for number in numbers), default=1)
        self.right = len({n.end() for n in numbers}) <= len({n.start() for n in numbers})
        self.slot = re.compile(f"{_FILLER}*[{_ANCHORS}]" if self.right else f"[{_ANCHORS}]{_FILLER}*")
        aligned = [not any(c.isalpha() for c in line) for line in lines]  # a row with words is a sentence
        rows = list(map(self._slotted, lines))
        places = {place for row, on in zip(rows, aligned, strict=True) if on for place in self._growing(row)}
        extra = max(0, cell - self.narrow)
        self.rows = [self._widened(row, places, extra) if on else row for row, on in zip(rows, aligned, strict=True)]

    def filled(self, texts: Sequence[str]) -> str:
        """The picture with a text in each cell."""

        def value(slot: re.Match[str]) -> str:
            anchor = slot[0].strip(_FILLER)
            text = texts[ord(anchor) - _ANCHOR]
            space = " " * (len(slot[0]) - columns(text))
            return space + text if self.right else text + space

        return "\n".join(self.slot.sub(value, row).rstrip() for row in self.rows)

    def _slotted(self, line: str) -> str:
        """`line` with slots as wide as the longest number; a shorter one takes blanks beside it, but not the last."""

        def slot(number: re.Match[str]) -> str:
            blanks, digits = len(number["blanks"]), number["digits"]
            edge = self.right and number.start() == 0
            taken = min(self.narrow - len(digits), blanks if edge else max(0, blanks - 1))
            space, filler, anchor = " " * (blanks - taken), _FILLER * (self.narrow - 1), chr(_ANCHOR + int(digits))
            return space + filler + anchor if self.right else anchor + filler + space

        number = r"(?<!\w)(?P<digits>[0-9]+)(?!\w)"
        return re.sub(rf"(?P<blanks> *){number}" if self.right else rf"{number}(?P<blanks> *)", slot, line)

    def _growing(self, row: str) -> Iterator[int]:
        """The columns at which the slots of `row` grow."""
        yield from (slot.start() if self.right else slot.start() + 1 for slot in self.slot.finditer(row))

    def _widened(self, row: str, places: Iterable[int], extra: int) -> str:
        for place in sorted(places, reverse=True):
            if place <= len(row):
                before, after = row[place - 1 : place], row[place : place + 1]
                inside = after if self.right else before
                fill = _FILLER if self.slot.search(inside) or inside == _FILLER else " "
                drawn = next((c for c in (after, before) if c in _LINES), "")
                row = row[:place] + (drawn or fill) * extra + row[place:]
        return row


def caption(number: int, label: Any) -> str:
    """What stands over the board after move `number`.

    >>> caption(3, ("red", "y"))
    '3: red y'
    """
    return f"{number}: {plain(label)}"


def gallery(boards: Sequence[str], captions: Sequence[str], width: int = WIDTH) -> str:
    """Boards side by side, each under its caption, in as many rows as `width` columns need.

    Boards of one line stand below each other, after their captions.

    >>> print(gallery(["1 .", ". 1"], ["start", "1: 1"]))
    start  1 .
    1: 1   . 1
    """
    if all("\n" not in board for board in boards):
        left = max(map(columns, captions), default=0)
        return "\n".join(f"{_left(title, left)}  {board}" for title, board in zip(captions, boards, strict=True))
    blocks = [[title, *board.split("\n")] for title, board in zip(captions, boards, strict=True)]
    wide = max(columns(line) for block in blocks for line in block)
    high = max(map(len, blocks))
    count = max(1, (width + _GAP) // (wide + _GAP))
    rows = []
    for at in range(0, len(blocks), count):
        lines = zip(*(block + [""] * (high - len(block)) for block in blocks[at : at + count]), strict=True)
        rows.append("\n".join((" " * _GAP).join(_left(part, wide) for part in line).rstrip() for line in lines))
    return "\n\n".join(rows)


def _left(text: str, width: int) -> str:
    return text + " " * (width - columns(text))


def moves(labels: Iterable[Any], width: int = WIDTH) -> str:
    """The labels of moves on one line, wrapped between labels.

    >>> moves([7, 2, 1]), moves([("red", "y"), ("blue", "red")])
    ('7 2 1', 'red y, blue red')
    """
    texts = list(map(plain, labels))
    comma = "," if any(" " in text for text in texts) else ""
    lines, line = [], ""
    for number, text in enumerate(texts, 1):
        text += comma if number < len(texts) else ""
        if line and columns(line) + 1 + columns(text) > width:
            lines.append(line)
            line = text
        else:
            line = f"{line} {text}" if line else text
    return "\n".join([*lines, line])
