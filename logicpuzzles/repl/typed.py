"""Clauses that are typed in the session: `[user].` takes them until the end of input, as a rule file called user.

A relation that is stated again gets its new clauses in place of the old ones, as in a file that is read again; what is
wrong is told, and left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ..errors import LimitReached, PuzzleError, Several, several
from ..rulefile.rulebook import RuleFile
from ..rulefile.typed import typed
from ..text.complaints import Complaints
from ..text.reader import read
from ..text.sentences import Sorter
from ..text.syntax.lexical import Source, next_sentence, sentence_at

USER = "user"
HINT = "[user]. takes clauses until Ctrl-D or end_of_file."
_END = re.compile(r"^[ \t]*end_of_file[ \t]*\.[ \t]*(?:%.*)?$\n?", re.MULTILINE)
_VISIBLE = re.compile(r"\S")


More = Callable[[str], str | None]  # what is typed next behind some clauses; None at the end of input


def taken(text: str, more: More) -> tuple[str, str]:
    """The clauses that begin with `text` and go on with what `more` gives, and what follows their end.

    They end with the sentence `end_of_file.`, or where `more` gives None.
    """
    parts: list[str] = []
    part: str | None = text.lstrip(" \t").removeprefix("\n")
    while part is not None:
        end = _END.search(part)
        if end is not None:
            return "".join([*parts, part[: end.start()]]), part[end.end() :]
        parts.append(part)
        part = more("".join(parts))
    return "".join(parts), ""


def readable(known: str, added: str, complain: Callable[[PuzzleError], None]) -> str:
    """What is `added` to the clauses `known`, without the sentences that cannot be read: `complain` is told of them."""
    end = _END.search(added)
    text, rest = (known + added, "") if end is None else (known + added[: end.start()], added[end.start() :])
    complaints = Complaints()
    Sorter(Source(text, USER), lambda: None, complaints)
    found = _mistakes(text, several(complaints.found)) if complaints.found else []
    wrong = {at: one for at, one in found if at >= len(known)}
    if wrong:
        complain(several(list(wrong.values())))
        text = _without(text, set(wrong))
    return text[len(known) :] + rest


def extended(known: str, added: str, complain: Callable[[PuzzleError], None]) -> tuple[str, RuleFile, str]:
    """The clauses `known` and `added` as one text, the rule file that they are, and a note on what they replace.

    What is wrong is told to `complain` and left out.

    Raises
    ------
    LimitReached
        Reading them takes too long.
    PuzzleError
        What is wrong has no place in the text: nothing is added.
    """
    while True:
        kept, replaced = _without_replaced(known, added)
        try:
            contents = read(kept + added, USER)
            break
        except LimitReached:
            raise
        except PuzzleError as error:
            border = len(kept)
            found = _mistakes(kept + added, error)
            wrong = [(at, one) for at, one in found if at >= border] or found  # first what is new
            shorter = _without(kept + added, {at for at, _ in wrong})
            if shorter == kept + added:
                raise
            complain(several([one for _, one in wrong]))
            known, added = (known if wrong[0][0] >= border else shorter[:border]), shorter[border:]
    note = f", {' and '.join(replaced)} stated anew" if replaced else ""
    return kept + added, typed(kept + added, USER, contents), note


def _without_replaced(known: str, added: str) -> tuple[str, list[str]]:
    """The clauses `known` but for those of relations that `added` states, and the names of these."""
    source = Source(known + added, USER)
    stated = Sorter(source, lambda: None, Complaints()).blocks[0].clauses
    replaced = []
    for (name, arity), clauses in stated.items():
        starts = [(clause.sentence.start, clause.sentence.end) for clause in clauses]
        old = [span for span in starts if span[0] < len(known)]
        if old and len(old) < len(starts):
            replaced.append(f"{name}/{arity}")
            for start, end in old:
                known = _blank(known, start, end)
    return known, replaced


def _mistakes(text: str, error: PuzzleError) -> list[tuple[int, PuzzleError]]:
    """The mistakes that are told at once, each with its offset in `text`; without those that have no place there."""
    lines = text.split("\n")
    made = []
    for one in error.errors if isinstance(error, Several) else (error,):
        found = re.fullmatch(rf"{USER}:(\d+):(\d+)", one.place or "")
        if found is not None:
            line = int(found[1]) - 1
            made.append((sum(map(len, lines[:line])) + line + int(found[2]) - 1, one))
    return made


def _without(text: str, wrong: set[int]) -> str:
    """`text` without the sentences that hold one of the offsets `wrong`."""
    shorter = text
    for start, end in _spans(Source(text, USER)):
        if any(start <= at < end for at in wrong):
            shorter = _blank(shorter, start, end)
    return shorter


def _spans(source: Source) -> Iterator[tuple[int, int]]:
    """Where each sentence begins and ends; also one that cannot be read."""
    at = 0
    while True:
        try:
            sentence = sentence_at(source, at)
        except PuzzleError:
            end = next_sentence(source, at)
            yield at, end
        else:
            if sentence is None:
                return
            end = sentence.end
            yield sentence.start, end
        at = end


def _blank(text: str, start: int, end: int) -> str:
    """`text` with spaces in place of what stands from `start` to `end`, so that all else keeps its place."""
    return text[:start] + _VISIBLE.sub(" ", text[start:end]) + text[end:]
