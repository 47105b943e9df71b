"""A board as geometry: cells with places, sizes, values and labels, and marks around them. Renderers draw it.

Places are counted from 0, rows downwards and columns to the right, in characters of a picture: a renderer in points
multiplies them by the size of a character. A scene knows no puzzle, and is never changed.

Characters were chosen against units without size: rule files draw their pictures in characters, and text must come out
exactly as it was drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ..drawable import Drawable
from ..endings import Value
from ..wording import counted

if TYPE_CHECKING:
    from .looks import Looks

# fixed: each thing stays in its place; elastic: cells grow to the widest label, and what is above and below grows too;
# row: cells follow each other, and the row is broken where the screen ends.
Sizing = Literal["fixed", "elastic", "row"]


@dataclass(frozen=True)
class Cell:
    """A cell: its place, the width that its label may take, the value that it holds and how that is written.

    `at` says what of the puzzle it shows, so that who points at a cell is understood: the number of the cell in a
    state, the variable of a model; None where it is neither.
    """

    row: int
    column: int
    width: int
    value: Value
    label: str
    at: Value = None


@dataclass(frozen=True)
class Mark:
    """Text that belongs to the board and to no cell: a part of a frame, a name, the ground."""

    row: int
    column: int
    text: str


@dataclass(frozen=True)
class Arrow:
    """An arrow from a cell to another, by their numbers in the scene."""

    start: int
    end: int


@dataclass(frozen=True, repr=False)
class Scene(Drawable):
    """Cells and marks in their places.

    Attributes
    ----------
    sizing
        What may move when labels are wider or narrower than their cells.
    right
        Whether cells grow to the left of their labels, so that numbers stay in line at their last digit.
    arrows
        From cells to cells; text has none.
    looks
        What colours and shapes its values have; text has none.
    stacked
        Whether its cells are things that lie on each other, each as wide as its place.

    >>> from logicpuzzles.drawing.text import text
    >>> print(text(Scene((Cell(0, 0, 1, 1, "1"), Cell(0, 4, 1, 0, ".")), (Mark(0, 2, "|"), Mark(1, 0, "-----")))))
    1 | .
    -----
    """

    cells: tuple[Cell, ...]
    marks: tuple[Mark, ...] = ()
    sizing: Sizing = "fixed"
    right: bool = True
    arrows: tuple[Arrow, ...] = ()
    looks: Looks | None = None
    stacked: bool = False

    def __repr__(self) -> str:
        return f"<Scene of {counted(len(self.cells), 'cell')} and {counted(len(self.marks), 'mark')}>"

    def _repr_svg_(self) -> str:
        return self.to_svg()


def table(rows: Iterable[Iterable[tuple[Value, str]]], gap: int = 1) -> Scene:
    """The scene of rows of values with their labels, all as wide as the widest label, `gap` characters apart."""
    listed = [list(row) for row in rows]
    wide = max((len(label) for row in listed for _, label in row), default=1)
    placed = ((y, x, *cell) for y, row in enumerate(listed) for x, cell in enumerate(row))
    return Scene(tuple(Cell(y, x * (wide + gap), wide, value, label) for y, x, value, label in placed))
