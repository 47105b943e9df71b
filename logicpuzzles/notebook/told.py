"""What a cell of queries gives: answers as a table, boards drawn, and what the session says."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from ..drawing.page_boards import Board
from ..drawing.page_parts import Part, Sheet, Words
from ..drawing.scene import Scene
from ..drawing.text import text
from ..pages.answers import Table, tabulated
from ..pages.output import output
from ..printable import harmless
from ..repl.shown import Shown
from ..rulefile.rulebook import RuleFile


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

    def parts(self) -> Iterator[Part | Table]:
        """As parts of a page."""
        answers = [shown.answer for shown, _ in self.answers]
        yield from tabulated(answers, self.files, [boards for _, boards in self.answers])
        if self.end:
            yield Words(self.end, is_running=True)


@dataclass
class Told:
    """What was told, in order: as text, and for a notebook as HTML."""

    parts: list[str | Scene | Answered] = field(default_factory=list)

    def __str__(self) -> str:
        lines: list[str] = []
        for part in self.parts:
            lines += part.lines() if isinstance(part, Answered) else [text(part) if isinstance(part, Scene) else part]
        return "\n".join(map(harmless, lines))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        made: list[Part | Table] = []
        for part in self.parts:
            if isinstance(part, Answered):
                made += part.parts()
            else:
                made.append(Sheet([Board(part, "")]) if isinstance(part, Scene) else Words(part))
        return output("", made)
