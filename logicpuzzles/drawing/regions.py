"""Boards with lines between regions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..endings import Value
from ..integers import as_text
from .scene import Cell, Mark, Scene

_GAP = 3  # characters between two cells: a blank, the line, a blank


def regions(
    rows: Sequence[Sequence[Value]],
    labels: Sequence[Sequence[Value]] | None = None,
    values: Sequence[Sequence[Value]] | None = None,
) -> Scene:
    """The scene of a grid with a line around each region: cells side by side belong together where values are equal.

    Parameters
    ----------
    rows
        What cells of a region have alike, as many in each row.
    labels
        What is written in the cells; by default that.
    values
        What the cells hold, by which pictures colour them; by default the region.

    >>> from logicpuzzles.drawing.text import text
    >>> print(text(regions(["AAB", "ABB"])))
    +-------+---+
    | A   A | B |
    |   +---+   |
    | A | B   B |
    +---+-------+
    """
    written = [[value if isinstance(value, str) else as_text(value) for value in row] for row in labels or rows]
    wide = max((len(label) for row in written for label in row), default=1)
    cells = [
        Cell(2 * y + 1, 2 + x * (wide + _GAP), wide, (values or rows)[y][x], label)
        for y, row in enumerate(written)
        for x, label in enumerate(row)
    ]
    return Scene(tuple(cells), tuple(_lines(rows, wide + _GAP)))


def _lines(rows: Sequence[Sequence[Value]], pitch: int) -> Iterator[Mark]:
    """The lines, and the corners where some meet or turn; `pitch` characters from one cell to the next."""
    height, width = len(rows), len(rows[0]) if rows else 0

    def at(y: int, x: int) -> tuple[Value, ...]:
        """The value of a cell, apart from all values outside the grid."""
        return (rows[y][x],) if 0 <= y < height and 0 <= x < width else ()

    def beside(y: int, x: int) -> bool:
        """Whether a line stands to the left of a cell."""
        return at(y, x - 1) != at(y, x)

    def above(y: int, x: int) -> bool:
        """Whether a line lies over a cell."""
        return at(y - 1, x) != at(y, x)

    for y in range(height + 1):
        for x in range(width + 1):
            upright, level = (beside(y - 1, x), beside(y, x)), (above(y, x - 1), above(y, x))
            if any(upright) and (any(level) or not all(upright)):
                yield Mark(2 * y, x * pitch, "+")
            elif any(upright) or any(level):
                yield Mark(2 * y, x * pitch, "|" if any(upright) else "-")
            if above(y, x):
                yield Mark(2 * y, x * pitch + 1, "-" * (pitch - 1))
            if beside(y, x):
                yield Mark(2 * y + 1, x * pitch, "|")
