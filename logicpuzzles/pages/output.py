"""The output of a notebook's cell: parts of a page, on a page that is not ours.

It carries no script and no name that another output could have, its rules of style hold inside it alone, and lines and
words take the colour of the page around, which may be dark where the system is not. Boards for which there is no room
are counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import singledispatch
from xml.etree.ElementTree import Element, SubElement, tostring

from ..drawing.page_boards import Board
from ..drawing.page_parts import Chart, Facts, Part, Player, Sheet, Tree, Words
from ..drawing.svg import STYLE, element
from ..drawing.tables import table
from ..endings import Value
from ..printable import harmless
from ..wording import counted
from .answers import Table
from .together import distinct

ROOM = 250_000  # bytes of boards
LONGEST = 20_000  # characters of a text
LINES = 400  # of a tree
NAME = "logicpuzzles"  # the class that all rules of style ask for
_FONT = 'ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace'
# The class stands twice where JupyterLab has rules of its own: it floats lists of terms, and sets tables right.
_OWN = """
.NAME{font:14px/1.45 system-ui,sans-serif}
.NAME .board{--ink:currentColor;--mark:#d6477b;--halo:transparent;max-width:100%;height:auto}
.NAME .title{font-weight:600;margin:.2em 0}
.NAME p{margin:.4em 0}
.NAME pre{white-space:pre-wrap;word-break:normal}
.NAME pre{font:13px/1.4 FONT;margin:.4em 0;padding:0;background:none;color:inherit}
.NAME .boards{display:flex;flex-wrap:wrap;gap:12px;margin:.5em 0}
.NAME figure{margin:0;text-align:center}
.NAME figcaption{font-size:12px;color:inherit}
.NAME dl{display:grid;grid-template-columns:max-content 1fr;gap:0 1em;margin:.5em 0;font:13px/1.4 FONT}
.NAME.NAME dt,.NAME.NAME dd{float:none;width:auto;margin:0;padding:0;font-weight:400;overflow-wrap:anywhere}
.NAME .chart{max-width:50em;font:13px/1.5 FONT}
.NAME .bar{display:inline-grid;grid-template-columns:10ch 16ch 1fr;gap:0 1em;width:calc(100% - 2em);text-align:right}
.NAME .bar i{display:block;height:.9em;align-self:center;background:#3b7cbf;border-radius:2px}
.NAME .chart>.bar{margin-left:1em}
.NAME ul{margin:0;padding-left:1.5em;font:13px/1.5 FONT}
.NAME summary{cursor:pointer}
.NAME table{border-collapse:collapse;margin:.5em 0;color:inherit}
.NAME tr,.NAME th,.NAME td{background:none}
.NAME.NAME th,.NAME.NAME td{text-align:left}
.NAME th,.NAME td{border:1px solid #8886;padding:3px 8px;vertical-align:top;font:13px/1.4 FONT}
""".replace("NAME", NAME).replace("FONT", _FONT)
_DARK = re.compile(r"@media\([^{]*\)\{(?:[^{}]*\{[^{}]*\})*\}")
_BOARD = re.compile(r"(^|[},])\s*\.board")


def output(title: str, parts: Sequence[Part | Table], values: Iterable[Value] = ()) -> str:
    """The text of one `div` element.

    >>> output("<hr>", [])[:15], "&lt;hr&gt;" in output("<hr>", [])
    ('<div class="log', True)
    """
    # The further classes keep dollar signs from being read as formulas.
    root = Element("div", {"class": f"{NAME} tex2jax_ignore mathjax_ignore"})
    SubElement(root, "style").text = style()
    _heading(root, title)
    room = Room(values)
    for part in parts:
        add(part, root, room)
    if room.left_out:
        told = f"{counted(room.left_out, 'board')} left out here; to_html() gives a page of its own."
        SubElement(root, "p").text = told
    return tostring(root, encoding="unicode", method="html")


def style() -> str:
    """The rules of style: those of boards too hold inside the class alone."""
    return _BOARD.sub(rf"\1\n.{NAME} .board", _DARK.sub("", STYLE)) + _OWN


class Room:
    """Draws boards while there is room.

    Attributes
    ----------
    left_out
        For how many there was none.
    """

    def __init__(self, values: Iterable[Value], room: int = ROOM) -> None:
        self.values, self.room, self.left_out = distinct(values), room, 0

    def add(self, place: Element, boards: Sequence[Board]) -> None:
        """Add boards beside each other."""
        colours = distinct([*self.values, *(cell.value for board in boards for cell in board.scene.cells)])
        sheet = Element("div", {"class": "boards"})
        for number, board in enumerate(boards):
            figure = self.figure(board, colours)
            self.room -= len(tostring(figure, method="html"))
            if self.room < 0:
                self.left_out += len(boards) - number
                break
            sheet.append(figure)
        if len(sheet):
            place.append(sheet)

    def figure(self, board: Board, colours: Iterable[Value] = ()) -> Element:
        """A board above its caption."""
        made = Element("figure")
        made.append(element(board.scene, board.caption or "board", colours, board.marked, alone=False))
        if board.caption:
            SubElement(made, "figcaption").text = _cut(board.caption)
        return made


@singledispatch
def add(part: Part | Table, place: Element, room: Room) -> None:
    """Write a part at the end of `place`."""
    raise TypeError(f"{type(part).__name__} is no part of a page")


@add.register
def _(part: Words, place: Element, room: Room) -> None:
    for paragraph in part.text.split("\n\n") if part.is_running else [part.text]:
        runs = part.is_running and not any(line.startswith(" ") for line in paragraph.split("\n"))
        if paragraph.strip():
            SubElement(place, "p" if runs else "pre").text = _cut(paragraph)


@add.register
def _(part: Facts, place: Element, room: Room) -> None:
    if not part.rows:
        return
    _heading(place, part.name)
    listed = SubElement(place, "dl")
    for name, fact in part.rows:
        SubElement(listed, "dt").text = _cut(name)
        SubElement(listed, "dd").text = _cut(fact)


@add.register
def _(part: Sheet, place: Element, room: Room) -> None:
    _heading(place, part.name)
    room.add(place, part.boards)


@add.register
def _(part: Player, place: Element, room: Room) -> None:
    for sheet in part.sheets:
        add(sheet, place, room)


@add.register
def _(part: Chart, place: Element, room: Room) -> None:
    """A bar a line, as long as its number is large; each opens what stands behind it, as far as there is room."""
    section = SubElement(place, "div", {"class": "chart", "role": "group", "aria-label": " by ".join(part.axes[::-1])})
    _bar(section, part.axes, 0)
    largest = max((bar.number for bar in part.bars), default=0) or 1
    behind = Room(room.values, room.room // 2)
    for bar in part.bars:
        opened = Element("details")
        if bar.text:
            SubElement(opened, "p").text = _cut(bar.text)
        behind.add(opened, bar.boards)
        told = bar.name, f"{bar.number:,}"
        if len(opened) and behind.room > 0:
            summary = Element("summary")
            opened.insert(0, summary)
            _bar(summary, told, bar.number / largest)
            section.append(opened)
        else:
            _bar(section, told, bar.number / largest)
    room.room -= room.room // 2 - max(0, behind.room)


def _bar(place: Element, told: tuple[str, str], share: float) -> None:
    line = SubElement(place, "span", {"class": "bar"})
    for text in told:
        SubElement(line, "span").text = _cut(text)
    SubElement(line, "i", {"style": f"width:{100 * share:.1f}%"})


@add.register
def _(part: Tree, place: Element, room: Room) -> None:
    """Lines below lines, those near the beginning first; nothing recurses, since a tree may be deep."""
    _heading(place, part.name)
    waiting = [(SubElement(place, "ul"), branch) for branch in part.branches]
    for number, (listed, branch) in enumerate(waiting):
        item = SubElement(listed, "li")
        if not branch.below:
            item.text = _cut(branch.text)
        elif number + len(branch.below) > LINES or len(waiting) > LINES:
            item.text = f"{_cut(branch.text)} ..."
        else:
            opened = SubElement(item, "details", {} if number else {"open": "open"})
            SubElement(opened, "summary").text = _cut(branch.text)
            inside = SubElement(opened, "ul")
            waiting += [(inside, below) for below in branch.below]


@add.register
def _(part: Table, place: Element, room: Room) -> None:
    rows = list(part.rows)
    made = table(part.headers, rows)
    while rows and len(tostring(made, method="html")) > room.room:
        rows = rows[: len(rows) // 2]
        made = table(part.headers, rows)
    place.append(made)
    if len(rows) < len(part.rows):
        left = f"{counted(len(part.rows) - len(rows), 'answer')} left out here: too large."
        SubElement(place, "p").text = left


def _heading(place: Element, name: str) -> None:
    if name:
        SubElement(place, "div", {"class": "title"}).text = _cut(name)


def _cut(text: str) -> str:
    """Text without anything that steers, and no longer than a cell can bear."""
    return harmless(text if len(text) <= LONGEST else f"{text[:LONGEST]} ...")
