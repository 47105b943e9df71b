"""The text renderer: a scene as lines of characters."""

from __future__ import annotations

from itertools import chain

from .folding import WIDTH, columns
from .scene import Scene
from .settling import settled


def text(scene: Scene, cell: int = 0, width: int = WIDTH) -> str:
    """The lines of a scene; for `cell` and `width` see `settled`."""
    placed = settled(scene, cell, width)
    rows: dict[int, str] = {}
    texts = chain(
        ((c.row, c.column, in_line(c.label, c.width, placed.right)) for c in placed.cells),
        ((mark.row, mark.column, mark.text) for mark in placed.marks),
    )
    for row, column, drawn in sorted(texts, key=lambda one: one[:2]):
        before = rows.get(row, "")
        rows[row] = before + " " * (column - columns(before)) + drawn
    lines = (rows.get(row, "") for row in range(max(rows, default=-1) + 1))
    return "\n".join(lines if scene.sizing == "fixed" else map(str.rstrip, lines))


def in_line(label: str, width: int, right: bool) -> str:
    """A label in as many columns as its cell has."""
    return " " * (width - columns(label)) + label if right else label  # what follows has its own column
