"""What a cell of queries gives: answers as a table, boards drawn, and what the session says."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace

from ..drawing.page_boards import Board
from ..drawing.page_parts import Part, Sheet, Words
from ..drawing.scene import Scene
from ..drawing.text import text
from ..pages.answers import Table, tabulated
from ..pages.output import output
from ..printable import harmless
from ..repl.shown import Shown
from ..rulefile.rulebook import RuleFile

ROWS = 500  # answers of a query that a cell shows; a notebook keeps what its cells show


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
        some = self.answers[:ROWS]
        yield from tabulated([shown.answer for shown, _ in some], self.files, [boards for _, boards in some])
        if left_out := len(self.answers) - len(some):
            yield Words(f"{left_out:,} more answers are left out here; print(_) tells all.", is_running=True)
        if self.end:
            yield Words(self.end, is_running=True)


@dataclass
class Told:
    """What was told, in order: as text, all of it by `print`, and for a notebook as HTML."""

    parts: list[str | Scene | Answered] = field(default_factory=list)

    def __str__(self) -> str:
        lines: list[str] = []
        for part in self.parts:
            lines += part.lines() if isinstance(part, Answered) else [text(part) if isinstance(part, Scene) else part]
        return "\n".join(map(harmless, lines))

    def __repr__(self) -> str:
        return str(Told([replace(p, answers=p.answers[:ROWS]) if isinstance(p, Answered) else p for p in self.parts]))

    def _repr_html_(self) -> str:
        made: list[Part | Table] = []
        for part in self.parts:
            if isinstance(part, Answered):
                made += part.parts()
            else:
                made.append(Sheet([Board(part, "")]) if isinstance(part, Scene) else Words(part))
        return output("", made)
