"""Answers of a query as a table: a row for each, a column for each variable, and boards where values are states."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import copy
from time import monotonic
from typing import NamedTuple
from xml.etree.ElementTree import Element

from ..drawing.page_boards import Boards
from ..drawing.page_parts import Part, Words
from ..drawing.tables import Entry, table
from ..errors import PuzzleError
from ..logic.writer import write
from ..rulefile.boards import board_of
from ..rulefile.rulebook import RuleFile
from ..text.answer import Answer
from ..text.query import Query
from ..wording import counted

MOST = 50  # answers
SECONDS = 2.0  # for all of them: who looks at a query did not ask for a long search
DEEPEST = 10  # levels of a term that are written, and elements less one


class Table(NamedTuple):
    """Rows of texts and boards."""

    headers: Sequence[str]
    rows: Sequence[Sequence[Entry]]

    def add_to(self, place: Element, boards: Boards) -> None:
        """Write it at the end of `place`."""
        place.append(table(self.headers, self.rows))


def shown(query: Query) -> tuple[str, list[Part | Table]]:
    """The first answers of a query, as many as come soon."""
    brief = copy(query)
    brief.seconds = SECONDS if query.seconds is None else min(SECONDS, query.seconds)
    files: Collection[RuleFile] = getattr(query.names, "rulefiles", ())
    answers: list[Answer] = []
    end, until = "", monotonic() + SECONDS
    try:
        for answer in brief:
            answers.append(answer)
            if len(answers) == MOST or monotonic() > until:
                end = f"The first {counted(len(answers), 'answer')}; there may be more."
                break
        else:
            end = f"{counted(len(answers), 'answer')}."
    except PuzzleError as error:
        end = str(error)
    return str(query.sentence.text).strip(), [*tabulated(answers, files), Words(end, is_running=True)]


def tabulated(
    answers: Sequence[Answer], files: Collection[RuleFile], drawn: Sequence[Entry] = ()
) -> list[Part | Table]:
    """A table of answers, its columns those that have something in them; a word where none has values.

    `drawn` is what stands in a last column beside each answer.
    """
    names = list(dict.fromkeys(name for answer in answers for name in answer))
    beside = drawn or [()] * len(answers)
    rows = [[*row(names, answer, files), more] for answer, more in zip(answers, beside, strict=True)]
    kept = [at for at in range(len(names) + 2) if at < len(names) or any(one[at] for one in rows)]
    headers = [*names, "where", ""]
    if kept:
        return [Table([headers[at] for at in kept], [[one[at] for at in kept] for one in rows])] if rows else []
    return [Words("true", is_running=True)] if answers else []


def row(names: Sequence[str], answer: Answer, files: Collection[RuleFile]) -> list[Entry]:
    """The value of each variable, with its board where it has one; and what remains of constraints."""
    made: list[Entry] = []
    unknown = answer.names()
    for name in names:
        written = write(answer[name], unknown, 999, DEEPEST, answer.operators)
        board = board_of(files, answer[name])
        made.append([written] if board is None else [written, board])
    return [*made, answer.remaining(DEEPEST)]
