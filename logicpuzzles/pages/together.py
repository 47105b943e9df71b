"""Several boards as one picture, each above its caption."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from xml.etree.ElementTree import Element, SubElement, tostring

from ..drawing.page_boards import Board
from ..drawing.svg import ALONE, BASELINE, SPACE, element, paper
from ..endings import Value
from ..logic.terms import typed
from ..printable import harmless

WIDEST = 1000.0  # units of a row, unless one board is wider
GAP, CAPTION = 16.0, 22.0  # units between boards, and of the line below one


def svg(title: str, boards: Sequence[Board], values: Iterable[Value] = ()) -> str:
    """The text of one `svg` element, with boards in rows."""
    colours = distinct([*values, *(cell.value for board in boards for cell in board.scene.cells)])
    drawn = [element(board.scene, board.caption, colours, board.marked, alone=False) for board in boards]
    wide = max(float(one.attrib["width"]) for one in drawn)
    high = max(float(one.attrib["height"]) for one in drawn) + CAPTION * any(board.caption for board in boards)
    n_across = min(len(drawn), max(1, int((WIDEST + GAP) // (wide + GAP))))
    n_down = -(-len(drawn) // n_across)
    width, height = f"{n_across * (wide + GAP) - GAP:g}", f"{n_down * (high + GAP) - GAP:g}"
    root = Element("svg", {"xmlns": SPACE, "viewBox": f"0 0 {width} {height}", "role": "img", "class": "board"})
    root.attrib.update({"width": width, "height": height})
    SubElement(root, "title").text = harmless(title)
    SubElement(root, "style").text = ALONE
    root.append(paper(root))
    rest = zip(boards, drawn, strict=True)
    for row in range(n_down):
        for column, (board, one) in enumerate(islice(rest, n_across)):
            left, top = column * (wide + GAP), row * (high + GAP)
            del one.attrib["xmlns"]  # the root says it
            one.attrib.update({"x": f"{left + (wide - float(one.attrib['width'])) / 2:g}", "y": f"{top:g}"})
            root.append(one)
            if board.caption:
                place = {"x": f"{left + wide / 2:g}", "y": f"{top + high - CAPTION / 2 + BASELINE:g}"}
                SubElement(root, "text", place).text = harmless(board.caption)
    return tostring(root, encoding="unicode")


def distinct(values: Iterable[Value]) -> list[Value]:
    """Each value once: 1, 1.0 and True are three."""
    return list({typed(value): value for value in values}.values())
