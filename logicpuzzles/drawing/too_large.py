"""Boards that are too large for a picture: one sentence, and the values that can be told."""

from __future__ import annotations

from .folding import WIDTH, folded
from .scene import Mark, Scene

MOST_CELLS = 10_000  # of a board that is drawn once, in a file or on a page
MOST_LIVE = 2_500  # of one that is drawn anew with each step, or among many: a browser is slow with more
MOST_CHARACTERS = 100_000  # of labels and marks
_TOLD = 2_000  # characters of values that are told


def too_large(scene: Scene, live: bool = False) -> str:
    """A sentence that says so, where a board is too large to be drawn; "" where it is not.

    With `live` it is to be drawn anew with each step, or among many others.
    """
    most = MOST_LIVE if live else MOST_CELLS
    if len(scene.cells) > most:
        return f"A board of {len(scene.cells):,} cells is too large to be drawn (at most {most:,})"
    size = sum(len(mark.text) for mark in scene.marks) + sum(len(cell.label) for cell in scene.cells)
    if size > MOST_CHARACTERS:
        return f"A text of {size:,} characters is too large to be drawn (at most {MOST_CHARACTERS:,})"
    return ""


def drawable(scene: Scene) -> Scene:
    """The scene itself; or one that says that it is too large to be drawn, and what its cells hold.

    >>> from logicpuzzles.drawing.scene import Cell
    >>> wide = Scene(tuple(Cell(0, 2 * n, 1, 7, "7") for n in range(20_000)))
    >>> drawable(wide).marks[0].text
    'A board of 20,000 cells is too large to be drawn (at most 10,000). It holds:'
    """
    problem = too_large(scene)
    if not problem:
        return scene
    told, shown = 0, []
    for label in (cell.label.strip() for cell in scene.cells) if scene.cells else (m.text for m in scene.marks):
        shown.append(label[: _TOLD - told])
        told += len(label) + 1
        if told >= _TOLD:
            shown.append("...")
            break
    verb = "holds" if len(scene.cells) > MOST_CELLS else "begins"
    lines = [f"{problem}. It {verb}:", *folded(" ".join(shown), WIDTH)]
    return Scene((), tuple(Mark(row, 0, line) for row, line in enumerate(lines)))
