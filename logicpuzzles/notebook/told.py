"""What a cell of queries gives: answers as a table, boards drawn, and what the session says."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element, SubElement, tostring

from ..drawing.scene import Scene
from ..drawing.svg import STYLE, element
from ..drawing.tables import Entry, table
from ..drawing.text import text
from ..logic.writer import write
from ..printable import harmless
from ..repl.shown import DEEPEST, Shown
from ..rulefile.boards import board_of
from ..rulefile.rulebook import RuleFile

LOOK = (
    STYLE
    + """
.logicpuzzles .board{--ink:currentColor;max-width:100%;height:auto}
.logicpuzzles table{border-collapse:collapse;margin:.3em 0}
.logicpuzzles th,.logicpuzzles td{text-align:left;padding:.2em 1em .2em 0;vertical-align:top;font-family:monospace}
.logicpuzzles td div,.logicpuzzles pre{white-space:pre-wrap}
.logicpuzzles p{margin:.3em 0}
"""
)  # colours are those of the notebook, which may be dark where the system is light


@dataclass
class Answered:
    """Answers of one query over some rule files, each with the boards that it drew; `end` tells how it goes on."""

    files: Collection[RuleFile]
    answers: list[tuple[Shown, list[Scene]]] = field(default_factory=list)
    end: str = ""

    def lines(self) -> Iterator[str]:
        """As the session prints it."""
        for shown, boards in self.answers:
            yield from map(text, boards)
            yield str(shown)
        if self.end:
            yield self.end

    def fill(self, place: Element) -> None:
        """A table with a row for each answer and a column for each variable; a sentence where none has values."""
        names = list(dict.fromkeys(name for shown, _ in self.answers for name in shown.answer))
        rows = [self._row(names, shown, boards) for shown, boards in self.answers]
        kept = [at for at in range(len(names) + 2) if at < len(names) or any(row[at] for row in rows)]
        if kept:
            headers = [*names, "where", ""]
            place.append(table([headers[at] for at in kept], [[row[at] for at in kept] for row in rows]))
        elif self.answers:
            SubElement(place, "p").text = "true"
        if self.end:
            SubElement(place, "p").text = harmless(self.end)

    def _row(self, names: Collection[str], shown: Shown, boards: list[Scene]) -> list[Entry]:
        """The value of each variable, with its board where it has one; what remains of constraints; other boards."""
        answer, unknown = shown.answer, shown.answer.names()
        row: list[Entry] = []
        for name in names:
            written = write(answer[name], unknown, 999, DEEPEST, answer.operators)
            board = board_of(self.files, answer[name])
            row.append([written] if board is None else [written, board])
        return [*row, answer.remaining(DEEPEST), boards]


Part = str | Scene | Answered


@dataclass
class Told:
    """What was told, in order: as text, and for a notebook as HTML."""

    parts: list[Part] = field(default_factory=list)

    def __str__(self) -> str:
        lines: list[str] = []
        for part in self.parts:
            lines += part.lines() if isinstance(part, Answered) else [text(part) if isinstance(part, Scene) else part]
        return "\n".join(map(harmless, lines))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        place = Element("div", {"class": "logicpuzzles"})
        SubElement(place, "style").text = LOOK
        for part in self.parts:
            if isinstance(part, Answered):
                part.fill(place)
            elif isinstance(part, Scene):
                place.append(element(part, "board", alone=False))
            else:
                SubElement(place, "pre").text = harmless(part)
        return tostring(place, encoding="unicode", method="html")
