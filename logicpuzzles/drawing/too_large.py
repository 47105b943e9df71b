"""Boards that are too large for a picture: one sentence, and the values that can be told."""

from __future__ import annotations

from .folding import WIDTH, folded
from .scene import Mark, Scene

MOST_CELLS = 10_000
MOST_CHARACTERS = 100_000  # of labels and marks
_TOLD = 2_000  # characters of values that are told


def drawable(scene: Scene) -> Scene:
    """The scene itself; or one that says that it is too large to be drawn, and what its cells hold.

    >>> from logicpuzzles.drawing.scene import Cell
    >>> wide = Scene(tuple(Cell(0, 2 * n, 1, 7, "7") for n in range(20_000)))
    >>> drawable(wide).marks[0].text
    'A board of 20,000 cells is too large to be drawn (at most 10,000). It holds:'
    """
    size = sum(len(mark.text) for mark in scene.marks) + sum(len(cell.label) for cell in scene.cells)
    if len(scene.cells) <= MOST_CELLS and size <= MOST_CHARACTERS:
        return scene
    if len(scene.cells) > MOST_CELLS:
        problem = f"A board of {len(scene.cells):,} cells is too large to be drawn (at most {MOST_CELLS:,}). It holds:"
    else:
        problem = f"A text of {size:,} characters is too large to be drawn (at most {MOST_CHARACTERS:,}). It begins:"
    told, shown = 0, []
    for label in (cell.label.strip() for cell in scene.cells) if scene.cells else (m.text for m in scene.marks):
        shown.append(label[: _TOLD - told])
        told += len(label) + 1
        if told >= _TOLD:
            shown.append("...")
            break
    lines = [problem, *folded(" ".join(shown), WIDTH)]
    return Scene((), tuple(Mark(row, 0, line) for row, line in enumerate(lines)))
