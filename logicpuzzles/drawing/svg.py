"""The SVG renderer: a scene as a picture of its own, for pages, papers and notebooks.

Tiles are coloured by value, frames are lines, everything else stands where the text picture has it. A picture is one
element without anything from outside, and the same for the same scene; it has a title and a description to be read out,
follows light and dark, and grows as one likes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from xml.etree.ElementTree import Element, SubElement, tostring

from ..endings import Value
from ..printable import harmless
from . import shapes
from .folding import columns
from .layout import CHARACTER, LINE, Box, Layout, laid_out
from .lines import split, strokes
from .looks import EMPTY, Looks, key
from .palette import Palette
from .scene import Arrow, Cell, Scene
from .settling import settled
from .shapes import Drawn, number
from .text import text
from .too_large import drawable

SPACE = "http://www.w3.org/2000/svg"
FULL = frozenset({"#", "\N{FULL BLOCK}", "\N{BLACK SQUARE}"})  # labels of a cell that is filled
MARGIN = 6
BASELINE = 5.2  # below the middle of what is written; not every viewer knows the baseline that is called central
_LIGHT = {"ink": "#1b1b1b", "empty": "#ccc", "mark": "#c2185b"}
_RULES = """
.board{font:15px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace}
.board{--ink:#1b1b1b;--empty:#8886;--mark:#c2185b}
@media(prefers-color-scheme:dark){.board{--ink:#ececec;--mark:#ff6fa5}}
.board text{fill:var(--ink);text-anchor:middle;white-space:pre}
.board .line{stroke:var(--ink);stroke-width:2.5;fill:none;stroke-linecap:round}
.board .edge{stroke:var(--empty)}
.board .empty{fill:none;stroke:var(--empty)}
.board .full{fill:var(--ink)}
.board .piece{stroke:var(--ink)}
.board .marked{fill:none;stroke:var(--mark);stroke-width:3}
.board .unseen{fill:none}
.board .arrow{stroke:var(--mark);stroke-width:2;fill:none;stroke-linecap:round;pointer-events:none}
"""
# Viewers that are no browsers know no variables: they take the colour before.
STYLE = re.sub(r"([a-z]+):var\(--(\w+)\)", lambda found: f"{found[1]}:{_LIGHT[found[2]]};{found[0]}", _RULES)
ALONE = f"""{STYLE}.board .paper{{fill:#fff}}
@media(prefers-color-scheme:dark){{.board .paper{{fill:#161616}}}}
"""  # of a picture of its own, which may be shown on anything


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
    """A scene as one `svg` element; one that is too large says so in a sentence.

    Parameters
    ----------
    title
        What it is called where it is read out.
    values
        All values that boards like this hold, so that each has one colour on all of them; by default those of the
        scene and its looks.
    marked
        Which cells have a frame, by what they show (`Cell.at`): the piece that moved, the cells of a contradiction.
    alone
        Whether it has a style and a description of its own; the page that it is part of has the style else.
    clickable
        Whether each tile is a group with its label: `<g class="cell" data-cell="N">`, N its number in `scene.cells`.
    """
    scene = drawable(scene)
    placed = settled(scene)
    lines, words = split(placed.marks)
    drawn = list(strokes(lines))
    painter = _Painter(scene, values)
    layout = laid_out(placed, words, drawn, painter.has_discs)
    root = Element("svg", {"xmlns": SPACE, "role": "img", "class": "board"})
    SubElement(root, "title").text = harmless(title)
    if alone:
        SubElement(root, "desc").text = harmless(text(scene))
        SubElement(root, "style").text = ALONE
    for number_, (cell, box) in enumerate(zip(placed.cells, layout.boxes, strict=True)):
        place = SubElement(root, "g", {"class": "cell", "data-cell": str(number_)}) if clickable else root
        painter.draw(place, cell, box, layout, cell.at is not None and cell.at in marked)
    across, down = layout.across, layout.down
    ends = [
        (across.at(line.column / 2), down.at(line.row / 2), across.at(line.to_column / 2), down.at(line.to_row / 2))
        for line in drawn
    ]
    if ends:
        path = "".join(f"M{number(a)} {number(b)}L{number(c)} {number(d)}" for a, b, c, d in ends)
        SubElement(root, "path", {"class": "line", "d": path})
    for word in words:
        wide = columns(word.text)
        fitted = {"textLength": number(wide * CHARACTER), "lengthAdjust": "spacing"} if wide > 1 else {}
        _write(root, word.text, across.at(word.column + wide / 2), down.at(word.row + 0.5), fitted)
    _draw_arrows(root, scene.arrows, layout.boxes)
    if scene.arrows:
        root[:] = sorted(root, key=lambda drawn: drawn.tag == "text")  # what is written lies above
    filled = [(a, b, c - a, d - b) for a, b, c, d in ends]
    filled += [_room(layout, mark.row, mark.column, columns(mark.text)) for mark in words]
    filled += [_room(layout, mark.row, mark.column, 0) for mark in placed.marks if not mark.text]
    _frame(root, [*layout.boxes, *filled])
    if alone:
        root.insert(3, paper(root))
    return root


class _Painter:
    """Draws tiles in the looks of their values."""

    def __init__(self, scene: Scene, values: Iterable[Value]) -> None:
        looks = scene.looks or Looks()
        self.coloured = {key(value) for value, _ in looks.colours}
        self.shapes = {key(value): shape for value, shape in looks.shapes}
        labels = (cell.label.strip() for cell in scene.cells)
        told = [label for label in labels if self._tells(label)]
        values = [*looks.values, *values, *(cell.value for cell in scene.cells), *told]
        self.palette = Palette(values, looks.colours)
        discs = [at for at, shape in self.shapes.items() if shape == "disc"]
        self.sizes = {at: 0.3 + 0.7 * (n + 1) / len(discs) for n, at in enumerate(discs)}
        self.has_discs = any(key(cell.value) in self.sizes for cell in scene.cells)

    def draw(self, root: Element, cell: Cell, box: Box, layout: Layout, is_marked: bool) -> None:
        """The tile of a cell with its label."""
        label, value = cell.label.strip(), cell.value
        if not self._tells(value) and self._tells(label):
            value = label  # colours and shapes may be of what stands in a cell, which need not be its value
        at = key(value)
        x, y = box.left + box.width / 2, box.top + box.height / 2
        is_told = self._tells(value)
        shape = self.shapes.get(at, "solid" if label in FULL or (is_told and label in EMPTY) else "square")
        name, place = self._outline(shape, at, box, layout.is_hexagonal)
        fill = {"fill": self.palette.fill(value)}
        ink = {"style": f"fill:{self.palette.ink(value)}"}
        if label in EMPTY and not is_told:
            SubElement(root, name, {**place, "class": "empty"})
            ink = {"class": "unseen"}
        elif shape in shapes.PIECES:
            SubElement(root, name, {**place, "class": "empty"})
            piece, outline = shapes.piece(shape, box)
            SubElement(root, piece, {**outline, **fill, "class": "piece"})
            ink = {"class": "unseen"}
        elif shape == "none":
            SubElement(root, name, {**place, "class": "unseen"})
            ink = {}
        elif label in FULL and at not in self.coloured:
            SubElement(root, name, {**place, "class": "full"})
        else:
            SubElement(root, name, {**place, **fill, "class": "edge"})
        if label:
            ink = {"class": "unseen"} if shape == "solid" else ink
            _write(root, label, x, y, {**ink, **_narrowed(label, float(box.width))})
        if is_marked:
            SubElement(root, name, {**place, "class": "marked"})

    def _tells(self, value: Value) -> bool:
        """Whether it is said how a value looks."""
        return key(value) in self.coloured or key(value) in self.shapes

    def _outline(self, shape: str, at: object, box: Box, is_hexagonal: bool) -> Drawn:
        if shape == "disc":
            return shapes.disc(box, self.sizes[at])
        if shape == "round":
            return shapes.round_(box)
        return shapes.hexagon(box) if is_hexagonal else shapes.square(box)


def _narrowed(label: str, width: float) -> dict[str, str]:
    """How to write a label into a tile that may be narrower."""
    if columns(label) * CHARACTER <= width:
        return {}
    return {"textLength": number(max(1, width - 4)), "lengthAdjust": "spacingAndGlyphs"}


def _draw_arrows(root: Element, arrows: Iterable[Arrow], boxes: Sequence[Box]) -> None:
    """Arrows from tile to tile, which leave room for what is written in the middle of both."""
    for arrow in arrows:
        one, other = boxes[arrow.start], boxes[arrow.end]
        x, y = one.left + one.width / 2, one.top + one.height / 2
        right, below = other.left + other.width / 2 - x, other.top + other.height / 2 - y
        length = (right * right + below * below) ** 0.5
        if not length:
            continue
        right, below, room = right / length, below / length, 0.36 * min(one.width, one.height)
        shaft, head = length - room, length - room - 6
        points = [(room, 0), (shaft, 0), (head, 4), (shaft, 0), (head, -4)]  # along the arrow, and beside it
        a, b, c, d, e = (
            f"{number(x + right * along - below * beside)} {number(y + below * along + right * beside)}"
            for along, beside in points
        )
        path = f"M{a}L{b}M{c}L{d}L{e}"
        SubElement(root, "path", {"class": "arrow", "d": path})


def _room(layout: Layout, row: int, column: int, wide: int) -> tuple[float, float, float, float]:
    """Where a word stands: left, top, width and height."""
    middle, half = layout.across.at(column + wide / 2), wide * CHARACTER / 2
    return middle - half, layout.down.at(row + 0.5) - LINE / 2, 2 * half, LINE


def _frame(root: Element, boxes: Iterable[tuple[float, float, float, float]]) -> None:
    """Let a picture show these boxes, with a margin."""
    found = list(boxes) or [(0, 0, CHARACTER, LINE)]
    left, top = min(box[0] for box in found) - MARGIN, min(box[1] for box in found) - MARGIN
    width = max(box[0] + box[2] for box in found) + MARGIN - left
    height = max(box[1] + box[3] for box in found) + MARGIN - top
    root.attrib.update({"viewBox": " ".join(map(number, (left, top, width, height)))})
    root.attrib.update({"width": number(width), "height": number(height)})


def paper(root: Element) -> Element:
    """What lies below all that a picture of its own shows."""
    left, top, width, height = root.attrib["viewBox"].split()
    return Element("rect", {"x": left, "y": top, "width": width, "height": height, "class": "paper"})


def _write(root: Element, text: str, x: float, y: float, more: dict[str, str]) -> None:
    """Text with its middle at a place."""
    SubElement(root, "text", {"x": number(x), "y": number(y + BASELINE), **more}).text = harmless(text)
