"""A board as text that prompt_toolkit shows: cells with their styles, each of which hears of clicks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType

from ...drawing.folding import columns
from ...drawing.scene import Scene
from ...drawing.settling import settled
from ...drawing.text import in_line
from ...endings import Value
from ...printable import in_a_line

CURSOR = ("[SetCursorPosition]", "")  # what the window scrolls to
Parts = list[Any]  # fragments, of which some have a function that hears of the mouse


def drawn(
    scene: Scene, width: int, marks: Mapping[str, Collection[Value]], selected: Value, click: Callable[[Value], None]
) -> StyleAndTextTuples:
    """The fragments of a board, line by line.

    Parameters
    ----------
    width
        The columns where a row is broken.
    marks
        What `Cell.at` is of marked cells, by the class of their style.
    selected
        The same of the cells that are selected; None for none.
    click
        Called with `Cell.at` of a cell that is clicked.
    """
    placed = settled(scene, 0, width)
    rows: dict[int, list[tuple[int, Any]]] = {}
    for mark in placed.marks:
        rows.setdefault(mark.row, []).append((mark.column, ("", in_a_line(mark.text))))
    for cell in placed.cells:
        label = in_a_line(in_line(cell.label, cell.width, placed.right))
        if cell.at is None:
            rows.setdefault(cell.row, []).append((cell.column, ("", label)))
            continue
        style = " ".join(f"class:{name}" for name, cells in marks.items() if cell.at in cells)
        is_selected = selected is not None and cell.at == selected
        style = f"{style} class:selected" if is_selected else style
        rows.setdefault(cell.row, []).append((cell.column, (style, label, _hearing(cell.at, click), is_selected)))
    parts: Parts = []
    for row in range(max(rows, default=-1) + 1):
        column = 0
        for at, (style, label, *more) in sorted(rows.get(row, []), key=lambda one: one[0]):
            parts.append(("", " " * (at - column)))
            if more and more[1]:
                parts.append(CURSOR)
            parts.append((style, label, more[0]) if more else (style, label))
            column = max(at, column) + columns(label)
        parts.append(("", "\n"))
    return parts


def beside(words: Iterable[str], width: int) -> str:
    """Words beside each other, on as many lines as `width` columns need.

    >>> beside(["^Z undo", "^Y redo", "Tab hint"], 18).split("\\n")
    ['^Z undo  ^Y redo', 'Tab hint']
    """
    lines: list[str] = []
    for word in words:
        if lines and columns(lines[-1]) + 2 + columns(word) <= width:
            lines[-1] += f"  {word}"
        else:
            lines.append(word)
    return "\n".join(lines)


def _hearing(at: Value, click: Callable[[Value], None]) -> Callable[[MouseEvent], object]:
    """What hears of the mouse at a cell."""

    def hear(event: MouseEvent) -> object:
        if event.event_type == MouseEventType.MOUSE_UP and event.button in (MouseButton.LEFT, MouseButton.UNKNOWN):
            click(at)
            return None
        return NotImplemented

    return hear
