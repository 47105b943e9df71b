"""The SVG renderer: a scene as a picture of its own, for pages, papers and notebooks.

Tiles are coloured by value, frames are lines, everything else stands where the text picture has it. A picture is one
element without anything from outside, and the same for the same scene; it has a title and a description to be read out,
follows light and dark, and grows as one likes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import pairwise
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, tostring

from ..endings import Value
from ..printable import harmless
from .folding import columns
from .lines import split, strokes
from .palette import Palette
from .scene import Cell, Scene
from .settling import settled
from .text import text

SPACE = "http://www.w3.org/2000/svg"
CHARACTER, LINE = 9, 24  # the width and the height of a character, in units
LEAST = 24  # from one tile to the next, in units
HIGHEST = 72  # of a line, in units
MOST_GAP = 3  # characters between tiles that stand side by side
EMPTY = frozenset({"", ".", "_", "-"})  # labels of a cell that holds nothing
MARGIN = 6
STYLE = """
.board{font:15px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;--ink:#1b1b1b;--empty:#8884;--mark:#c2185b}
@media(prefers-color-scheme:dark){.board{--ink:#ececec;--mark:#ff6fa5}}
.board text{fill:var(--ink);text-anchor:middle;dominant-baseline:central;white-space:pre}
.board .line{stroke:var(--ink);stroke-width:1.5;fill:none;stroke-linecap:square}
.board .empty{fill:none;stroke:var(--empty)}
.board .marked{fill:none;stroke:var(--mark);stroke-width:3}
"""


class Measures(NamedTuple):
    """How large things are, in units.

    Attributes
    ----------
    character
        The width of a character.
    line
        The height of a row.
    tile
        Width and height of a tile beside others, without the gap between them; None where a tile is as wide as its
        label and no row has two.
    is_hexagonal
        Whether each row with cells stands half a cell beside the one before.
    """

    character: float
    line: float
    tile: tuple[float, float] | None
    is_hexagonal: bool


def svg(scene: Scene, title: str = "board", values: Iterable[Value] = (), marked: Collection[Value] = ()) -> str:
    """A scene as the text of one `svg` element; see `element`."""
    return tostring(element(scene, title, values, marked), encoding="unicode")


def element(
    scene: Scene,
    title: str,
    values: Iterable[Value] = (),
    marked: Collection[Value] = (),
    alone: bool = True,
    clickable: bool = False,
) -> Element:
    """A scene as one `svg` element.

    Parameters
    ----------
    title
        What it is called where it is read out.
    values
        All values that boards like this hold, so that each has one colour on all of them; by default the scene's own.
    marked
        Which cells have a frame, by what they show (`Cell.at`): the piece that moved, the cells of a contradiction.
    alone
        Whether it has a style and a description of its own; the page that it is part of has the style else.
    clickable
        Whether each tile is a group with its label: `<g class="cell" data-cell="N">`, N its number in `scene.cells`.
    """
    placed = settled(scene)
    measures = measured(placed.cells)
    across, down = measures.character, measures.line
    palette = Palette([*values, *(cell.value for cell in scene.cells)])
    rows = 1 + max([0, *(cell.row for cell in placed.cells), *(mark.row for mark in placed.marks)])
    wide = max([1, *(c.column + c.width for c in placed.cells), *(m.column + columns(m.text) for m in placed.marks)])
    width, height = _n(wide * across + 2 * MARGIN), _n(rows * down + 2 * MARGIN)
    root = Element("svg", {"xmlns": SPACE, "viewBox": f"{-MARGIN} {-MARGIN} {width} {height}", "role": "img"})
    root.attrib.update({"class": "board", "width": width, "height": height})
    SubElement(root, "title").text = harmless(title)
    if alone:
        SubElement(root, "desc").text = harmless(text(scene))
        SubElement(root, "style").text = STYLE
    for number, cell in enumerate(placed.cells):
        place = SubElement(root, "g", {"class": "cell", "data-cell": str(number)}) if clickable else root
        _tile(place, cell, measures, palette, cell.at is not None and cell.at in marked)
    lines, words = split(placed.marks)
    drawn = [
        f"M{_n(column * across / 2)} {_n(row * down / 2)}L{_n(to_column * across / 2)} {_n(to_row * down / 2)}"
        for row, column, to_row, to_column in strokes(lines)
    ]
    if drawn:
        SubElement(root, "path", {"class": "line", "d": "".join(drawn)})
    for word in words:
        length = columns(word.text) * across
        fitted = {"textLength": _n(length), "lengthAdjust": "spacing"} if columns(word.text) > 1 else {}
        _write(root, word.text, word.column * across + length / 2, (word.row + 0.5) * down, fitted)
    return root


def measured(cells: Iterable[Cell]) -> Measures:
    """How large to draw these cells: a tile that is beside others is as high as it is wide."""
    middles: dict[int, list[float]] = {}
    widest = 1
    for cell in cells:
        middles.setdefault(cell.row, []).append(cell.column + cell.width / 2)
        widest = max(widest, cell.width)
    rows = [sorted(set(middles[row])) for row in sorted(middles)]
    across = min((right - left for row in rows for left, right in pairwise(row)), default=None)
    down = min((below - above for above, below in pairwise(sorted(middles))), default=1)
    if across is None or across > widest + MOST_GAP:
        return Measures(CHARACTER, LINE, None, False)
    character = max(CHARACTER, LEAST / across)
    is_hexagonal = len(rows) > 1 and all(
        (below[0] - above[0]) % across == across / 2 for above, below in pairwise(rows)
    )
    high = min(across * character / down * (0.75**0.5 if is_hexagonal else 1), HIGHEST)
    return Measures(character, max(high, LINE / down), (across * character, high * down), is_hexagonal)


def _tile(root: Element, cell: Cell, measures: Measures, palette: Palette, is_marked: bool) -> None:
    """The tile of a cell with its label."""
    label = cell.label.strip()
    x, y = (cell.column + cell.width / 2) * measures.character, (cell.row + 0.5) * measures.line
    wide, high = measures.tile or ((cell.width + 1) * measures.character, measures.line)
    if measures.is_hexagonal:
        side, half = wide / 3**0.5 - 1, wide / 2 - 1
        corners = ((0, -side), (half, -side / 2), (half, side / 2), (0, side), (-half, side / 2), (-half, -side / 2))
        name, place = "polygon", {"points": " ".join(f"{_n(x + right)},{_n(y + below)}" for right, below in corners)}
    else:
        place = {"x": _n(x - wide / 2 + 1), "y": _n(y - high / 2 + 1), "width": _n(wide - 2), "height": _n(high - 2)}
        name, place["rx"] = "rect", "4"
    if label in EMPTY:
        SubElement(root, name, {**place, "class": "empty"})
    else:
        SubElement(root, name, {**place, "fill": palette.fill(cell.value)})
        _write(root, label, x, y, {"style": f"fill:{palette.ink(cell.value)}"})
    if is_marked:
        SubElement(root, name, {**place, "class": "marked"})


def _write(root: Element, text: str, x: float, y: float, more: dict[str, str]) -> None:
    """Text with its middle at a place."""
    SubElement(root, "text", {"x": _n(x), "y": _n(y), **more}).text = harmless(text)


def _n(number: float) -> str:
    """A number as short as it can be, to a hundredth."""
    return f"{number:.2f}".rstrip("0").rstrip(".")
