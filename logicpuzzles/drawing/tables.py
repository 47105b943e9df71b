"""A table of texts and boards, as a part of a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element, SubElement

from ..printable import harmless
from .scene import Scene
from .svg import element

Entry = Sequence[str | Scene]  # what stands in a cell of the table, one below the other


def table(headers: Sequence[str], rows: Iterable[Sequence[Entry]], title: str = "board") -> Element:
    """A table with a column for each header; boards in it are called `title` where they are read out.

    >>> from xml.etree.ElementTree import tostring
    >>> tostring(table(["X"], [[["1 < 2"]]]), encoding="unicode")
    '<table><thead><tr><th>X</th></tr></thead><tbody><tr><td><div>1 &lt; 2</div></td></tr></tbody></table>'
    """
    made = Element("table")
    first = SubElement(SubElement(made, "thead"), "tr")
    for header in headers:
        SubElement(first, "th").text = harmless(header)
    body = SubElement(made, "tbody")
    for row in rows:
        line = SubElement(body, "tr")
        for entry in row:
            cell = SubElement(line, "td")
            for part in entry:
                if isinstance(part, Scene):
                    cell.append(element(part, title, alone=False))
                else:
                    SubElement(cell, "div").text = harmless(part)
    return made
