"""A picture of positions, stretched or narrowed to cells of a given width."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

POSITION = re.compile(r"(?<!\w)[0-9]+(?!\w)")
_LINES = frozenset("-=─━═")
_FILLER = "\0"
_ANCHOR = 0xF0000  # of the characters for private use
_ANCHORS = f"{chr(_ANCHOR)}-{chr(0xFFFFD)}"
MOST_CELLS = 0xFFFFE - _ANCHOR
_LITERAL = {ord(str(digit)): chr(0x100000 + digit) for digit in range(10)}  # a digit that is drawn as itself
_DRAWN = {ord(stand_in): chr(digit) for digit, stand_in in _LITERAL.items()}


def unescaped(picture: str) -> str:
    """`picture` with stand-ins for the digits after a backslash, which are no positions; `Layout.filled` draws them."""
    return re.sub(r"\\([0-9]+)", lambda digits: digits[1].translate(_LITERAL), picture)


def columns(text: str) -> int:
    """How many columns of a terminal `text` takes: wide characters take two, combining ones none."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


class Layout:
    """A picture whose cells are `cell` columns wide.

    In `rows`, a cell is a *slot*: an anchor, the character number `_ANCHOR` + position, and a filler for each
    further column, before the anchor where the numbers of the picture end in line, after it where they start in line.
    """

    def __init__(self, picture: str, cell: int) -> None:
        lines = textwrap.dedent(unescaped(picture).expandtabs().strip("\n")).rstrip().split("\n")
        numbers = [number for line in lines for number in POSITION.finditer(line)]
        self.narrow = max((len(number[0]) for number in numbers), default=1)
        self.right = len({n.end() for n in numbers}) <= len({n.start() for n in numbers})
        self.slot = re.compile(f"{_FILLER}*[{_ANCHORS}]" if self.right else f"[{_ANCHORS}]{_FILLER}*")
        aligned = [not any(c.isalpha() for c in line) for line in lines]  # a row with words is a sentence
        rows = list(map(self._slotted, lines))
        places = {place for row, on in zip(rows, aligned, strict=True) if on for place in self._growing(row)}
        if cell < self.narrow:
            self.rows = _narrowed(rows, places, self.narrow - cell) if all(aligned) else rows
            return
        extra = cell - self.narrow
        self.rows = [self._widened(row, places, extra) if on else row for row, on in zip(rows, aligned, strict=True)]

    def filled(self, texts: Sequence[str]) -> str:
        """The picture with a text in each cell."""

        def value(slot: re.Match[str]) -> str:
            anchor = slot[0].strip(_FILLER)
            text = texts[ord(anchor) - _ANCHOR]
            space = " " * (len(slot[0]) - columns(text))
            return space + text if self.right else text + space

        return "\n".join(self.slot.sub(value, row.translate(_DRAWN)).rstrip() for row in self.rows)

    def _slotted(self, line: str) -> str:
        """`line` with slots as wide as the longest number; a shorter one takes blanks beside it, but not the last."""

        def slot(number: re.Match[str]) -> str:
            blanks, digits = len(number["blanks"]), number["digits"]
            edge = self.right and number.start() == 0
            taken = min(self.narrow - len(digits), blanks if edge else max(0, blanks - 1))
            space, filler, anchor = " " * (blanks - taken), _FILLER * (self.narrow - 1), chr(_ANCHOR + int(digits))
            return space + filler + anchor if self.right else anchor + filler + space

        number = r"(?<!\w)(?P<digits>[0-9]+)(?!\w)"
        return re.sub(rf"(?P<blanks> *){number}" if self.right else rf"{number}(?P<blanks> *)", slot, line)

    def _growing(self, row: str) -> Iterator[int]:
        """The columns at which the slots of `row` grow."""
        yield from (slot.start() if self.right else slot.start() + 1 for slot in self.slot.finditer(row))

    def _widened(self, row: str, places: Iterable[int], extra: int) -> str:
        for place in sorted(places, reverse=True):
            if place <= len(row):
                before, after = row[place - 1 : place], row[place : place + 1]
                inside = after if self.right else before
                fill = _FILLER if self.slot.search(inside) or inside == _FILLER else " "
                drawn = next((c for c in (after, before) if c in _LINES), "")
                row = row[:place] + (drawn or fill) * extra + row[place:]
        return row


def _narrowed(rows: list[str], places: set[int], less: int) -> list[str]:
    """The rows without `less` columns at each of `places`; as they are where that would cut more than blanks."""
    cut = {row[place : place + less] for row in rows for place in places}
    if any(len(set(part)) > 1 or part.strip(f" {_FILLER}{''.join(_LINES)}") for part in cut):
        return rows
    gone = {column for place in places for column in range(place, place + less)}
    return ["".join(c for column, c in enumerate(row) if column not in gone) for row in rows]
