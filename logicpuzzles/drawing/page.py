"""Boards as one HTML page that needs nothing else: a player of the moves, all boards as a sheet, and facts.

Without scripts the page is the sheet; on paper too. The script is the only one that may run, by its digest, so whatever
a rule file writes into labels, names or pictures stays text.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, tostring

from ..endings import Value
from ..printable import harmless
from .scene import Scene
from .svg import STYLE, element

CONTROLS = (  # the part of each button, what it shows and what it is called
    ("first", "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}", "to the start"),
    ("back", "\N{BLACK LEFT-POINTING TRIANGLE}", "one move back"),
    ("play", "\N{BLACK RIGHT-POINTING TRIANGLE}", "play"),
    ("on", "\N{BLACK RIGHT-POINTING POINTER}", "one move on"),
    ("last", "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}", "to the end"),
)
PACES = (("1600", "slow"), ("800", "usual"), ("300", "fast"))  # milliseconds a move


class Board(NamedTuple):
    """A board on a page.

    Attributes
    ----------
    caption
        What stands below it.
    said
        What the player tells of it.
    marked
        Which of its cells have a frame, by what they show (`Cell.at`).
    """

    scene: Scene
    caption: str
    said: str = ""
    marked: Collection[Value] = ()


class Bar(NamedTuple):
    """A bar of a chart, with boards that stand behind it."""

    name: str
    number: int
    boards: Sequence[Board] = ()


def page(
    title: str,
    boards: Sequence[Board],
    said: str = "",
    facts: Iterable[tuple[str, str]] = (),
    values: Iterable[Value] = (),
    chart: Sequence[Bar] = (),
    axes: tuple[str, str] = ("", ""),
) -> str:
    """A page with these boards, in order.

    Parameters
    ----------
    said
        What stands above the boards, line by line.
    facts
        Names and texts that stand below them.
    values
        All values that the boards hold, if they are more than these boards do.
    chart, axes
        Bars, and what their names and numbers are.
    """
    every = [*boards, *(board for bar in chart for board in bar.boards)]
    colours = [*values, *(cell.value for board in every for cell in board.scene.cells)]
    script = _read("page.js")
    digest = b64encode(sha256(script.encode()).digest()).decode()
    root = Element("html", {"lang": "en"})
    head = SubElement(root, "head")
    SubElement(head, "meta", {"charset": "utf-8"})
    SubElement(head, "meta", {"name": "viewport", "content": "width=device-width"})
    allowed = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    SubElement(head, "meta", {"http-equiv": "Content-Security-Policy", "content": allowed})
    SubElement(head, "title").text = harmless(title)
    SubElement(head, "style").text = STYLE + _read("page.css")
    main = SubElement(SubElement(root, "body"), "main")
    SubElement(main, "h1").text = harmless(title)
    if said:
        SubElement(main, "pre").text = harmless(said)
    if chart:
        _chart(main, chart, axes, colours)
    elif len(boards) > 1:
        _player(main)
    _sheet(main, boards, colours)
    listed = SubElement(main, "dl", {"class": "facts"})
    for name, fact in facts:
        SubElement(listed, "dt").text = harmless(name)
        SubElement(listed, "dd").text = harmless(fact)
    SubElement(root[1], "script").text = script
    return "<!doctype html>\n" + tostring(root, encoding="unicode", method="html") + "\n"


def _sheet(place: Element, boards: Iterable[Board], colours: Iterable[Value]) -> None:
    """Boards beside each other."""
    sheet = SubElement(place, "section", {"class": "sheet", "aria-label": "boards"})
    for board in boards:
        figure = SubElement(sheet, "figure", {"data-said": harmless(board.said or board.caption)})
        figure.append(element(board.scene, board.caption, colours, board.marked, alone=False))
        SubElement(figure, "figcaption").text = harmless(board.caption)


def _chart(main: Element, chart: Sequence[Bar], axes: tuple[str, str], colours: Iterable[Value]) -> None:
    """A bar a line, as long as its number is large; each opens its boards."""
    section = SubElement(main, "section", {"class": "chart", "aria-label": f"{axes[1]} by {axes[0]}"})
    first = SubElement(section, "p", {"class": "bar"})
    for text in axes:
        SubElement(first, "span").text = harmless(text)
    largest = max(bar.number for bar in chart)
    for bar in chart:
        opened = SubElement(section, "details")
        line = SubElement(opened, "summary", {"class": "bar"})
        SubElement(line, "span").text = harmless(bar.name)
        SubElement(line, "span").text = f"{bar.number:,}"
        SubElement(line, "i", {"style": f"width:{100 * bar.number / max(1, largest):.2f}%"})
        _sheet(opened, bar.boards, colours)


def _player(main: Element) -> None:
    """The place where one board is shown after another; a script fills it."""
    player = SubElement(main, "section", {"class": "player", "aria-label": "player", "hidden": "hidden"})
    SubElement(player, "div", {"class": "stage", "data-part": "stage"})
    SubElement(player, "p", {"class": "said", "data-part": "said", "aria-live": "polite"})
    controls = SubElement(player, "div", {"class": "controls"})
    for part, shown, name in CONTROLS:
        button = SubElement(
            controls, "button", {"type": "button", "data-part": part, "aria-label": name, "title": name}
        )
        button.text = shown
    pace = SubElement(controls, "select", {"data-part": "pace", "aria-label": "speed"})
    for milliseconds, name in PACES:
        chosen = {"selected": "selected"} if name == "usual" else {}
        SubElement(pace, "option", {"value": milliseconds, **chosen}).text = name
    SubElement(
        controls, "input", {"type": "range", "min": "0", "value": "0", "data-part": "scrub", "aria-label": "move"}
    )


@cache
def _read(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
