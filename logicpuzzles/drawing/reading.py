"""Finished text as a scene: a grid of signs or numbers has cells, everything else is marks."""

from __future__ import annotations

from .lines import split
from .scene import Cell, Mark, Scene
from .text import text


def written(drawn: str) -> Scene:
    """The scene of a board that is finished text, whose text is the same again.

    A board has cells where each row of words has as many as the others, each a whole number or one sign, in columns
    that are in line at their right; lines may stand between them. Otherwise each line of it is a mark.

    >>> [cell.value for cell in written(". Q\\nQ .").cells], written("one two").cells
    (['.', 'Q', 'Q', '.'], ())
    """
    marks = tuple(Mark(row, 0, line) for row, line in enumerate(drawn.split("\n")))
    lines, words = split(marks)
    rows: dict[int, list[Mark]] = {}
    for word in words:
        rows.setdefault(word.row, []).append(word)
    columns = list(zip(*rows.values(), strict=False))
    if len(rows) < 2 or len(columns) < 2 or not all(map(_is_cell, words)) or len({*map(len, rows.values())}) > 1:
        return Scene((), marks)
    wide = [max(len(word.text) for word in column) for column in columns]
    ends = [{word.column + len(word.text) for word in column} for column in columns]
    if any(len(of) > 1 for of in ends):
        return Scene((), marks)
    cells = tuple(
        Cell(word.row, word.column + len(word.text) - width, width, _value(word.text), word.text)
        for row in rows.values()
        for word, width in zip(row, wide, strict=True)
    )
    made = Scene(cells, tuple(lines))
    return made if text(made) == drawn else Scene((), marks)


def _is_cell(word: Mark) -> bool:
    return len(word.text) == 1 or word.text.isdecimal()


def _value(word: str) -> int | str:
    return int(word) if word.isdecimal() and word.isascii() and len(word) < 10 else word
