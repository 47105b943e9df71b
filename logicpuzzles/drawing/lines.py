"""Marks of a scene that draw lines, as strokes: frames, borders of regions, the ground below towers.

A word of marks is a line if each of its characters draws one: `+---+`, `|`, `====`, or characters made for boxes. A
corner reaches as far as the lines beside it. An equals sign alone is no line, as in `A = 3`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .folding import columns
from .scene import Mark

LEVEL, UPRIGHT, CORNER = frozenset("-=_\u2500\u2501\u2550"), frozenset("|\u2502\u2503\u2551"), frozenset("+")
_WORD = re.compile("[^ ]+")


class Stroke(NamedTuple):
    """A line from a place to another, in characters: rows and columns of the middles of characters, doubled.

    So the left edge of a character at column c has the column 2 * c, its middle 2 * c + 1.
    """

    row: int
    column: int
    to_row: int
    to_column: int


def arms(character: str) -> frozenset[str]:
    """Where a line goes from the middle of a character: "left", "right", "up", "down"; none if it draws no line.

    >>> sorted(arms("-")), sorted(arms("\u250c"))
    (['left', 'right'], ['down', 'right'])
    """
    if character in LEVEL:
        return frozenset({"left", "right"})
    if character in UPRIGHT:
        return frozenset({"up", "down"})
    name = unicodedata.name(character, "")
    if not name.startswith("BOX DRAWINGS "):
        return frozenset()
    words = set(name.replace("VERTICAL", "UP DOWN").replace("HORIZONTAL", "LEFT RIGHT").split())
    return frozenset(word.lower() for word in words & {"UP", "DOWN", "LEFT", "RIGHT"})


def split(marks: Iterable[Mark]) -> tuple[list[Mark], list[Mark]]:
    """The marks word by word: those that draw lines, and the others."""
    rows: dict[int, str] = {}
    for mark in sorted(marks, key=lambda mark: (mark.row, mark.column)):
        row = rows.get(mark.row, "")
        rows[mark.row] = row + " " * (mark.column - columns(row)) + mark.text
    words = [
        Mark(row, columns(line[: word.start()]), word[0]) for row, line in rows.items() for word in _WORD.finditer(line)
    ]
    drawn = _characters(words)
    lines: list[Mark] = []
    others: list[Mark] = []
    for word in words:
        if word.text in LEVEL:  # by itself it is a sign, such as that for an empty cell
            others.append(word)
            continue
        reached = (_reached(drawn, word.row, word.column + at) for at in range(len(word.text)))
        (lines if word.text != "=" and all(reached) else others).append(word)
    return lines, others


def strokes(marks: Iterable[Mark]) -> Iterator[Stroke]:
    """The strokes of marks that draw lines: those in a row joined, those in a column too."""
    drawn = _characters(marks)
    reached = {place: _reached(drawn, *place) for place in drawn}
    level, upright = set(), set()
    for (row, column), sides in reached.items():
        level |= {(row, 2 * column + half) for half, side in enumerate(("left", "right")) if side in sides}
        upright |= {(column, 2 * row + half) for half, side in enumerate(("up", "down")) if side in sides}
    yield from (Stroke(2 * row + 1, begin, 2 * row + 1, end) for row, begin, end in _joined(level))
    yield from (Stroke(begin, 2 * column + 1, end, 2 * column + 1) for column, begin, end in _joined(upright))


def _characters(marks: Iterable[Mark]) -> dict[tuple[int, int], str]:
    return {(mark.row, mark.column + at): c for mark in marks for at, c in enumerate(mark.text)}


def _reached(drawn: dict[tuple[int, int], str], row: int, column: int) -> frozenset[str]:
    """The sides that the line of a character reaches."""
    character = drawn.get((row, column), " ")
    return _corner(drawn, row, column) if character in CORNER else arms(character)


def _corner(drawn: dict[tuple[int, int], str], row: int, column: int) -> frozenset[str]:
    """The sides at which a line reaches a corner."""
    beside = {"left": (row, column - 1), "right": (row, column + 1), "up": (row - 1, column), "down": (row + 1, column)}
    across = {"left": LEVEL, "right": LEVEL, "up": UPRIGHT, "down": UPRIGHT}
    return frozenset(side for side, place in beside.items() if drawn.get(place, " ") in across[side] | CORNER)


def _joined(halves: set[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """Half characters side by side as one: the row (or column), where it begins and where it ends."""
    for line, at in sorted(halves):
        if (line, at - 1) not in halves:
            end = at
            while (line, end) in halves:
                end += 1
            yield line, at, end
