"""Boards as text: pure functions returning str.

A picture is text in which each number stands for the cell at that position, such as ``" 0 1\\n2 3 4\\n 5 6"``
for a hexagon. Everything else in it is drawn as it is, so frames and labels are welcome; digits after a backslash, such
as ``"row \\\\1: 0 1"``, are drawn as themselves. Cells widen to the
longest value; what is above and below widens with them. A function from a state to text is a picture too, such
as `towers` makes.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ..errors import PuzzleError
from ..integers import represented
from ..notation import plain
from .folding import WIDTH
from .layout import MOST_CELLS, POSITION, Layout, columns, unescaped

LARGEST = 100_000  # characters of a picture
_UNDRAWN = frozenset({"Cc", "Co", "Cs"})  # control characters, those for private use, halves of characters
Symbols = Mapping[Any, str]  # {0: "."}: how a value is drawn
Picture = str | Callable[[Sequence[Any]], str]


def draw(
    state: Sequence[Any],
    picture: Picture | None = None,
    symbols: Symbols | None = None,
    cell: int = 0,
    width: int = WIDTH,
) -> str:
    """`state` in its picture; in a row where there is none.

    Parameters
    ----------
    symbols
        The text of a value, where it is not the value itself.
    cell
        The least width of a cell, so that several boards come out alike; see `cell_width`.
    width
        Of the screen, in columns, where there is no picture.

    >>> print(draw((4, 6, 5, 1, 3, 2, 0), " 0 1\\n2 3 4\\n 5 6", {0: "."}))
     4 6
    5 1 3
     2 .
    """
    if callable(picture):
        return _drawn(picture, state)
    cell = max(cell, cell_width(state, symbols))
    texts = [_padded(value, symbols, cell) for value in state]
    return _row(texts, cell, width) if picture is None else Layout(picture, cell).filled(texts)


def cell_width(values: Iterable[Any], symbols: Symbols | None = None) -> int:
    """How many columns the widest of `values` takes."""
    return max((columns(_text(value, symbols)) for value in values), default=1)


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
        A position is missing or beyond the last, or there are too many; or a character cannot be drawn.
    """
    if picture is None or callable(picture):
        return
    if not isinstance(picture, str):
        raise PuzzleError(
            "this is no picture", place=place, expected="text or a function of a state", got=represented(picture)
        )
    if n_cells > MOST_CELLS:
        raise PuzzleError("there are too many cells for a picture", place=place, expected=f"at most {MOST_CELLS:,}")
    if len(picture) > LARGEST:
        raise PuzzleError("the picture is too large", place=place, expected=f"at most {LARGEST:,} characters")
    numbers = POSITION.findall(unescaped(picture))
    if any(len(number) > 9 for number in numbers):
        raise PuzzleError(
            "a number in the picture is no cell", place=place, expected=f"the positions 0 to {n_cells - 1}"
        )
    if any(unicodedata.category(c) in _UNDRAWN for c in picture if c not in "\n\t"):
        raise PuzzleError("a character of the picture cannot be drawn", place=place, expected="no control characters")
    wrong = sorted(set(map(int, numbers)) ^ set(range(n_cells)))
    if wrong:
        what = "is missing from the picture" if wrong[0] < n_cells else "of the picture is no cell"
        raise PuzzleError(f"position {wrong[0]} {what}", place=place, expected=f"the positions 0 to {n_cells - 1}")


def _drawn(picture: Callable[[Sequence[Any]], Any], state: Sequence[Any]) -> str:
    """What the function `picture` makes of a state."""
    place = (
        f"{picture.__code__.co_filename}:{picture.__code__.co_firstlineno}" if hasattr(picture, "__code__") else None
    )
    try:
        text = picture(state)
    except Exception as error:
        raise PuzzleError(f"the picture fails: {type(error).__name__}: {error}", place=place) from error
    if not isinstance(text, str):
        raise PuzzleError("the picture is no text", place=place, expected="a str", got=represented(text))
    return text


def _text(value: Any, symbols: Symbols | None) -> str:
    try:
        return plain(symbols[value] if symbols and value in symbols else value)
    except TypeError:  # a value that cannot be hashed
        return plain(value)


def _padded(value: Any, symbols: Symbols | None, cell: int) -> str:
    """The text of `value` in a cell: numbers to the right, words to the left."""
    text = _text(value, symbols)
    space = " " * (cell - columns(text))
    return text + space if isinstance(value, str) else space + text


def _row(texts: list[str], cell: int, width: int) -> str:
    count = max(1, (width + 1) // (cell + 1))
    return "\n".join(" ".join(texts[at : at + count]).rstrip() for at in range(0, len(texts), count))
