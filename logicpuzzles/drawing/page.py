"""Boards as one HTML page that needs nothing else: a player of the moves, all boards as a sheet, charts, facts.

Without scripts the page is the sheet; on paper too. The script is the only one that may run, by its digest, so whatever
a rule file writes into labels, names or pictures stays text.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from xml.etree.ElementTree import Element, SubElement, tostring

from ..endings import Value
from ..printable import harmless
from .page_boards import ROOM, Board, Boards
from .page_parts import Chart, Part, Player, Sheet
from .svg import STYLE


def page(title: str, parts: Sequence[Part], values: Iterable[Value] = (), room: int = ROOM) -> str:
    """A page with these parts, in order.

    Parameters
    ----------
    values
        All values that the boards hold, if they are more than these boards do.
    room
        How many bytes the boards may take; where they are more, a sentence tells how many are drawn.
    """
    shown = [*values, *(cell.value for board in _boards(parts) for cell in board.scene.cells)]
    boards = Boards(shown, room)
    script = _read("page.js")
    digest = b64encode(sha256(script.encode()).digest()).decode()
    root = Element("html", {"lang": "en"})
    head = SubElement(root, "head")
    SubElement(head, "meta", {"charset": "utf-8"})
    SubElement(head, "meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"})
    allowed = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    SubElement(head, "meta", {"http-equiv": "Content-Security-Policy", "content": allowed})
    SubElement(head, "title").text = harmless(title)
    SubElement(head, "style").text = STYLE + _read("page.css")
    body = SubElement(root, "body")
    main = SubElement(body, "main")
    SubElement(main, "h1").text = harmless(title)
    for part in parts:
        part.add_to(main, boards)
    if told := boards.left_out():
        SubElement(main, "p", {"class": "left-out"}).text = told
    if (shared := boards.definitions()) is not None:
        body.insert(0, shared)
    SubElement(body, "script").text = script
    return "<!doctype html>\n" + tostring(root, encoding="unicode", method="html") + "\n"


def _boards(parts: Iterable[Part]) -> Iterable[Board]:
    """All boards of the parts."""
    for part in parts:
        if isinstance(part, Sheet):
            yield from part.boards
        elif isinstance(part, Player):
            yield from (board for sheet in part.sheets for board in sheet.boards)
        elif isinstance(part, Chart):
            yield from (board for bar in part.bars for board in bar.boards)


@cache
def _read(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
