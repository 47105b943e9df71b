"""Where the cells and marks of a scene stand once its cells are stretched or narrowed to their labels."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain

from .folding import WIDTH, columns
from .scene import Cell, Mark, Scene

_LINES = frozenset("-=─━═")
# A slot is the room of a cell while rows are stretched: an anchor, and a filler for each further column beside it.
_FILLER, _ANCHOR = "\0", "\1"
_SLOT = {True: re.compile(f"{_FILLER}*{_ANCHOR}"), False: re.compile(f"{_ANCHOR}{_FILLER}*")}  # by `Scene.right`
_PARTS = {
    right: re.compile(f"(?P<slot>{slot.pattern})|(?P<drawn>[^ {_FILLER}{_ANCHOR}]+)| +")
    for right, slot in _SLOT.items()
}


def settled(scene: Scene, cell: int = 0, width: int = WIDTH) -> Scene:
    """The same scene with each thing in the place where it is drawn: one that is fixed. Its cells keep their order.

    Parameters
    ----------
    cell
        The least width of a cell that is elastic or in a row, so that several boards come out alike.
    width
        Of the screen, in columns: where a row is broken.
    """
    if scene.sizing == "fixed":
        return scene
    cell = max(cell, widest(c.label for c in scene.cells))
    if scene.sizing == "row":
        count = max(1, (width + 1) // (cell + 1))
        places = (divmod(at, count) for at in range(len(scene.cells)))
        cells = [
            replace(c, row=row, column=column * (cell + 1), width=cell, label=_padded(c, cell))
            for c, (row, column) in zip(scene.cells, places, strict=True)
        ]
        return replace(scene, cells=tuple(cells), marks=(), sizing="fixed")
    order = sorted(range(len(scene.cells)), key=lambda at: (scene.cells[at].row, scene.cells[at].column))
    read = iter(order)  # as slots are found in the rows
    stood: dict[int, Cell] = {}
    marks: list[Mark] = []
    for row, line in enumerate(_stretched(scene, cell)):
        column = 0
        for part in _PARTS[scene.right].finditer(line):
            if part["slot"]:
                at = next(read)
                label = _padded(scene.cells[at], cell)
                wide = max(len(part[0]), columns(label))  # in a sentence, labels move what follows
                stood[at] = replace(scene.cells[at], row=row, column=column, width=wide, label=label)
            else:
                wide = columns(part[0])
                if part["drawn"]:
                    marks.append(Mark(row, column, part[0]))
            column += wide
    return replace(scene, cells=tuple(stood[at] for at in range(len(stood))), marks=tuple(marks), sizing="fixed")


def widest(labels: Iterable[str]) -> int:
    """How many columns the widest label takes; 1 where there is none."""
    return max(map(columns, labels), default=1)


def _padded(cell: Cell, width: int) -> str:
    """The label in a cell of this width: numbers to the right, words to the left."""
    space = " " * (width - columns(cell.label))
    return cell.label + space if isinstance(cell.value, str) else space + cell.label


def _placed(scene: Scene, slots: Iterable[tuple[int, int, str]]) -> list[str]:
    """The rows with the marks and these slots of cells in their places."""
    rows: dict[int, str] = {}
    marks = ((mark.row, mark.column, mark.text) for mark in scene.marks)
    for row, column, drawn in sorted(chain(slots, marks), key=lambda one: one[:2]):
        rows[row] = rows.get(row, "").ljust(column) + drawn
    return [rows.get(row, "") for row in range(max(rows, default=-1) + 1)]


def _stretched(scene: Scene, cell: int) -> list[str]:
    """The rows with a slot for each cell, `cell` columns wide where that can be."""
    fillers = ((c, _FILLER * (c.width - 1)) for c in scene.cells)
    slots = [(c.row, c.column, filler + _ANCHOR if scene.right else _ANCHOR + filler) for c, filler in fillers]
    rows = _placed(scene, slots)
    aligned = [not any(map(str.isalpha, row)) for row in rows]  # a row with words is a sentence
    slots_of = (_SLOT[scene.right].finditer(row) for row, on in zip(rows, aligned, strict=True) if on)
    places = {slot.start() + (0 if scene.right else 1) for found in slots_of for slot in found}  # where the slots grow
    extra = cell - max((c.width for c in scene.cells), default=1)
    if extra < 0:
        return _narrowed(rows, places, -extra) if all(aligned) else rows
    return [_widened(row, places, extra, scene.right) if on else row for row, on in zip(rows, aligned, strict=True)]


def _widened(row: str, places: Iterable[int], extra: int, right: bool) -> str:
    for place in sorted(places, reverse=True):
        if place <= len(row):
            before, after = row[place - 1 : place], row[place : place + 1]
            fill = _FILLER if (after if right else before) in (_FILLER, _ANCHOR) else " "
            drawn = next((c for c in (after, before) if c in _LINES), "")
            row = row[:place] + (drawn or fill) * extra + row[place:]
    return row


def _narrowed(rows: list[str], places: set[int], less: int) -> list[str]:
    """The rows without `less` columns at each of `places`; as they are where that would cut more than blanks."""
    cut = {row[place : place + less] for row in rows for place in places}
    if any(len(set(part)) > 1 or part.strip(f" {_FILLER}{''.join(_LINES)}") for part in cut):
        return rows
    dropped = {column for place in places for column in range(place, place + less)}
    return ["".join(c for column, c in enumerate(row) if column not in dropped) for row in rows]
