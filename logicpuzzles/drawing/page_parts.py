"""What stands on a page of boards, part by part, and how each part is written in HTML."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement

from ..printable import harmless
from .page_boards import Board, Boards

CONTROLS = (  # the part of each button, what it shows, what it is called, and its key
    ("first", "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}", "to the start", "Home"),
    ("back", "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}", "one back", "\N{LEFTWARDS ARROW}"),
    ("play", "\N{BLACK RIGHT-POINTING TRIANGLE}", "play", "space"),
    ("on", "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}", "one on", "\N{RIGHTWARDS ARROW}"),
    ("last", "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}", "to the end", "End"),
)
PACES = (("1600", "slow"), ("800", "usual"), ("300", "fast"), ("100", "faster"))  # milliseconds a move
NARROWEST, WIDEST = 112, 320  # pixels of a board among others
FEW = 3  # boards that are drawn large
PER_PAGE = 48  # boards of a sheet that is paged


class Words(NamedTuple):
    """Text, line by line, each character as wide as another; or running text in paragraphs.

    Of running text, paragraphs with lines that are indented keep their lines.
    """

    text: str
    is_running: bool = False

    def add_to(self, place: Element, boards: Boards) -> None:
        """Write it at the end of `place`."""
        for paragraph in self.text.split("\n\n") if self.is_running else [self.text]:
            runs = self.is_running and not any(line.startswith(" ") for line in paragraph.split("\n"))
            if paragraph.strip():
                SubElement(place, "p" if runs else "pre").text = harmless(paragraph)


class Facts(NamedTuple):
    """Names and what is to be said of each, under a heading where there is one."""

    rows: Sequence[tuple[str, str]]
    name: str = ""

    def add_to(self, place: Element, boards: Boards) -> None:
        """Write it at the end of `place`."""
        _heading(place, self.name)
        listed = SubElement(place, "dl", {"class": "facts"})
        for name, fact in self.rows:
            SubElement(listed, "dt").text = harmless(name)
            SubElement(listed, "dd").text = harmless(fact)


class Sheet(NamedTuple):
    """Boards beside each other, under a heading where there is one; `more` of them were not made, being too many."""

    boards: Sequence[Board]
    name: str = ""
    more: int = 0

    def add_to(self, place: Element, boards: Boards) -> None:
        """Write it at the end of `place`, as far as there is room."""
        _heading(place, self.name)
        _sheet(place, self.boards, boards, self.name or "boards")
        boards.pass_over(self.more)


class Player(NamedTuple):
    """Boards that are shown one after another, and all of them as sheets below.

    Attributes
    ----------
    sheets
        What can be played; with several one of them is chosen.
    each
        What a board is: a "move" of a solution, a "solution".
    is_paged
        Whether the sheet shows some boards at a time.
    """

    sheets: Sequence[Sheet]
    each: str = "move"
    is_paged: bool = False

    def add_to(self, place: Element, boards: Boards) -> None:
        """Write it at the end of `place`, as far as there is room."""
        if any(len(sheet.boards) > 1 for sheet in self.sheets):
            self._controls(place)
        paged = {"data-page": str(PER_PAGE)} if self.is_paged else {}
        for number, sheet in enumerate(self.sheets):
            boards.pass_over(sheet.more)
            if len(self.sheets) == 1:
                _sheet(place, sheet.boards, boards, sheet.name or "boards", paged)
            elif boards.room > 0:
                group = SubElement(place, "details", {"class": "group"} | ({} if number else {"open": "open"}))
                SubElement(group, "summary").text = harmless(sheet.name)
                _sheet(group, sheet.boards, boards, sheet.name, paged)
            else:
                boards.pass_over(len(sheet.boards))

    def _controls(self, place: Element) -> None:
        """The place where one board is shown after another; a script fills it."""
        player = SubElement(place, "section", {"class": "player", "aria-label": "player", "hidden": "hidden"})
        player.set("data-each", self.each)
        if len(self.sheets) > 1:
            label = SubElement(player, "label", {"class": "choice"})
            SubElement(label, "span").text = "Solution"
            SubElement(label, "select", {"data-part": "choice"})
        SubElement(player, "div", {"class": "stage", "data-part": "stage"})
        SubElement(player, "p", {"class": "said", "data-part": "said", "role": "status"})
        controls = SubElement(player, "div", {"class": "controls"})
        for part, shown, name, key in CONTROLS:
            told = {"type": "button", "data-part": part, "aria-label": name, "title": f"{name} ({key})"}
            SubElement(controls, "button", told).text = shown
        pace = SubElement(controls, "select", {"data-part": "pace", "aria-label": "speed", "title": "speed"})
        for milliseconds, name in PACES:
            chosen = {"selected": "selected"} if name == "usual" else {}
            SubElement(pace, "option", {"value": milliseconds, **chosen}).text = name
        slider = {"type": "range", "min": "0", "value": "0", "data-part": "scrub", "aria-label": self.each}
        SubElement(controls, "input", slider)


class Bar(NamedTuple):
    """A bar of a chart, with what stands behind it: boards, text."""

    name: str
    number: int
    boards: Sequence[Board] = ()
    text: str = ""


class Chart(NamedTuple):
    """A bar a line, as long as its number is large; each opens what stands behind it.

    Attributes
    ----------
    axes
        What the names and the numbers of the bars are.
    """

    bars: Sequence[Bar]
    axes: tuple[str, str]

    def add_to(self, place: Element, boards: Boards) -> None:
        """Write it at the end of `place`."""
        section = SubElement(place, "section", {"class": "chart", "aria-label": f"{self.axes[1]} by {self.axes[0]}"})
        first = SubElement(section, "p", {"class": "bar"})
        for text in self.axes:
            SubElement(first, "span").text = harmless(text)
        largest = max((bar.number for bar in self.bars), default=0)
        for bar in self.bars:
            opened = SubElement(section, "details") if bar.boards or bar.text else section
            line = SubElement(opened, "p" if opened is section else "summary", {"class": "bar"})
            SubElement(line, "span").text = harmless(bar.name)
            SubElement(line, "span").text = f"{bar.number:,}"
            if bar.number:
                SubElement(line, "i", {"style": f"width:{100 * bar.number / largest:.2f}%"})
            if bar.text:
                SubElement(opened, "p", {"class": "behind"}).text = harmless(bar.text)
            if bar.boards:
                _sheet(opened, bar.boards, boards, f"{self.axes[0]} {bar.name}")


class Branch(NamedTuple):
    """A line of a tree with what is below it."""

    text: str
    below: Sequence[Branch] = ()


class Tree(NamedTuple):
    """Lines below lines, each of which opens those below it."""

    branches: Sequence[Branch]
    name: str

    def add_to(self, place: Element, boards: Boards) -> None:
        """Write it at the end of `place`; nothing recurses, since a tree may be deep."""
        _heading(place, self.name)
        waiting = [(SubElement(place, "ul", {"class": "tree"}), self.branches)]
        while waiting:
            listed, branches = waiting.pop()
            for branch in branches:
                item = SubElement(listed, "li")
                if branch.below:
                    opened = SubElement(item, "details")
                    SubElement(opened, "summary").text = harmless(branch.text)
                    waiting.append((SubElement(opened, "ul"), branch.below))
                else:
                    item.text = harmless(branch.text)


Part = Words | Facts | Sheet | Player | Chart | Tree


def _heading(place: Element, name: str) -> None:
    if name:
        SubElement(place, "h2").text = harmless(name)


def _sheet(
    place: Element, listed: Sequence[Board], boards: Boards, name: str, more: dict[str, str] | None = None
) -> None:
    """Boards beside each other, in columns that suit the widest; large where they are few."""
    size = "sheet few" if len(listed) <= FEW else "sheet"
    section = SubElement(place, "section", {"class": size, "aria-label": harmless(name), **(more or {})})
    wide = NARROWEST
    for board in listed:
        figure = boards.figure(board)
        if figure is not None:
            section.append(figure)
            wide = max(wide, round(0.6 * float(figure[0].get("width", "0"))))
    section.set("style", f"--wide:{min(wide, WIDEST)}px")
