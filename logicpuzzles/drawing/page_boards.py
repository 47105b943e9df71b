"""The boards of one page: drawn in the same colours, what several have alike stated once, and no more than there is
room for.

A board that is a move after another has most of its tiles in common with it, in the same places. Each part of a picture
that comes more than once is defined once and referred to: 81 boards of a 15 puzzle take a quarter of what they would.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, SubElement, tostring

from ..endings import Value
from ..logic.terms import typed
from ..printable import harmless
from .scene import Scene
from .svg import element
from .text import text
from .too_large import drawable

ROOM = 1_500_000  # bytes of all boards of a page
MOST = 2_000  # boards that are looked at for one page: there is hardly room for more
_SHORT = 60  # bytes: what is shorter is not worth a reference
_Stated = tuple[Any, ...]
_REFERENCE = '<use href="#d1000"></use>'


class Board(NamedTuple):
    """A board on a page.

    Attributes
    ----------
    caption
        What stands below it.
    said
        What the player tells of it; the caption where it is empty.
    marked
        Which of its cells have a frame, by what they show (`Cell.at`).
    """

    scene: Scene
    caption: str
    said: str = ""
    marked: Collection[Value] = ()


class Boards:
    """Draws boards until there is no room for more.

    Parameters
    ----------
    values
        All values that the boards hold, so that each has one colour on all of them.
    room
        How many bytes they may take together.
    """

    def __init__(self, values: Iterable[Value] = (), room: int = ROOM) -> None:
        self.values, self.room = list({typed(value): value for value in values}.values()), room
        self.given = self.drawn = 0
        self._seen: Counter[_Stated] = Counter()
        self._sizes: dict[_Stated, int] = {}  # in bytes
        self._pictures: list[tuple[Element, list[_Stated]]] = []  # each with what its parts are

    def figure(self, board: Board) -> Element | None:
        """A board above its caption; None where there is no room for it."""
        self.given += 1
        if self.room <= 0:
            return None
        self.drawn += 1
        caption, said = harmless(board.caption), harmless(board.said)
        made = Element("figure", {"data-said": said} if said else {})
        made.append(self._picture(board, caption))
        SubElement(made, "figcaption").text = caption
        self.room -= 60 + len(said) + 2 * len(caption)
        return made

    def pass_over(self, number: int) -> None:
        """Count boards that are not even made, since there would be no room for them."""
        self.given += number

    def left_out(self) -> str:
        """A sentence on the boards for which there was no room; empty where there are none."""
        if self.drawn == self.given:
            return ""
        return f"{self.drawn:,} of {self.given:,} boards are drawn; more would make the page too large."

    def definitions(self) -> Element | None:
        """What several boards have alike, to stand anywhere on the page; the boards drawn so far then refer to it."""
        numbers: dict[_Stated, int] = {}
        defined = Element("svg", {"class": "board shared", "width": "0", "height": "0", "aria-hidden": "true"})
        place = SubElement(defined, "defs")
        for picture, parts in self._pictures:
            for at, stated in enumerate(parts):
                if self._sizes[stated] < _SHORT or self._seen[stated] < 2:
                    continue
                if stated not in numbers:
                    numbers[stated] = len(numbers)
                    SubElement(place, "g", {"class": "board", "id": f"d{numbers[stated]}"}).append(picture[at])
                picture[at] = Element("use", {"href": f"#d{numbers[stated]}"})
        return defined if numbers else None

    def _picture(self, board: Board, title: str) -> Element:
        """The picture of a board, with the board as text for those who do not see it."""
        scene = drawable(board.scene)
        drawn = element(scene, title, self.values, board.marked, alone=False, clickable=True)
        described = Element("desc")
        described.text = harmless(text(scene))
        drawn.insert(1, described)
        self.room -= 150 + len(described.text)
        parts = []
        for part in drawn:
            if part.get("class") == "cell":
                part.attrib.clear()
            stated = _stated(part)
            parts.append(stated)
            self._seen[stated] += 1
            if stated not in self._sizes:
                self._sizes[stated] = len(tostring(part))
                self.room -= self._sizes[stated]
            else:
                self.room -= min(self._sizes[stated], len(_REFERENCE))
        self._pictures.append((drawn, parts))
        return drawn


def _stated(part: Element) -> _Stated:
    """All that a part of a picture is, to tell whether another is the same."""
    return part.tag, tuple(part.attrib.items()), part.text, tuple(map(_stated, part))
