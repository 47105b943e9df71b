"""What the editor tells of a rule file: colours, complaints with their places, tests, its rules, what was proved."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from pygments.lexer import Lexer
from pygments.lexers.prolog import PrologLexer
from pygments.lexers.python import PythonLexer
from pygments.token import Comment, Keyword, Name, Number, String, _TokenType

from ...errors import PuzzleError, Several
from ...limits import Progress
from ...rulefile import finding
from ...rulefile.diagnosis import Finding, diagnosis
from ..rules import Rules
from .loading import loaded

LONGEST = 100_000  # characters that are coloured
TEST_SECONDS = 10.0
MOST_LINES = 1_000  # of a listing
# Each kind of token, and the class of style that it has; the first that holds it counts.
_KINDS = {
    Comment: "comment",
    Name.Variable: "variable",
    Number: "number",
    String.Atom: "atom",
    String: "string",
    Keyword: "keyword",
    Name.Function: "function",
}


@dataclass(frozen=True)
class Span:
    """Characters from `start` up to `end`, and what they are."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True)
class Complaint:
    """A mistake, or a warning; line and column count from 1, both 0 where it has no place."""

    line: int
    column: int
    text: str
    is_warning: bool = False


@dataclass(frozen=True)
class Look:
    """What is seen at once: complaints, what the file declares, and the words of its documentation."""

    complaints: tuple[Complaint, ...]
    kind: str = ""
    n_relations: int = 0

    @property
    def is_right(self) -> bool:
        """Whether the rules can be used."""
        return all(one.is_warning for one in self.complaints)


@dataclass(frozen=True)
class Tested:
    """A test: where it stands, its name with that of its block, and what is wrong, or worth a warning."""

    line: int
    name: str
    problem: str | None
    warning: str | None


def text_of(rules: Rules) -> str:
    """The text of the rule file, from the page or from the file.

    Raises
    ------
    PuzzleError
        The file cannot be read.
    """
    return finding.source(Path(rules.path)) if rules.text is None else rules.text


def colours(text: str, is_prolog: bool) -> tuple[Span, ...]:
    """What is to be coloured in a text; nothing of one that is very long."""
    if len(text) > LONGEST:
        return ()
    lexer: Lexer = PrologLexer() if is_prolog else PythonLexer()
    found = []
    for start, token, part in lexer.get_tokens_unprocessed(text):
        kind = _kind(token)
        if kind and part.strip():
            found.append(Span(start, start + len(part), kind))
    return tuple(found)


def _kind(token: _TokenType) -> str | None:
    return next((kind for known, kind in _KINDS.items() if token in known), None)


def look(rules: Rules) -> Look:
    """Read the rule file, and tell what is wrong with it."""
    try:
        rulefile = loaded(rules)
    except PuzzleError as error:
        return Look(tuple(_complaints(error, rules)))
    warnings = tuple(_warning(text, rules) for text in rulefile.warnings)
    return Look(warnings, rulefile.kind, len(rulefile.relations))


def _complaints(error: PuzzleError, rules: Rules) -> Iterator[Complaint]:
    for one in error.errors if isinstance(error, Several) else (error,):
        line, column, place = _placed(one.place or "", rules)
        told = PuzzleError(one.problem, place=place or None, expected=one.expected, got=one.got, hint=one.hint)
        yield Complaint(line, column, str(told))
    if isinstance(error, Several) and error.more:
        yield Complaint(0, 0, f"and {error.more:,} more")


def _placed(place: str, rules: Rules) -> tuple[int, int, str]:
    """The line and the column of a place, and what of it is not the file with these."""
    for name in (rules.name, finding.shown(Path(rules.path)), rules.path):
        found = re.match(rf"{re.escape(name)}(?::(\d+))?(?::(\d+))?(?:: |$)", place)
        if found is not None:
            return int(found[1] or 0), int(found[2] or 0), place[found.end() :]
    return 0, 0, place


def _warning(text: str, rules: Rules) -> Complaint:
    place, _, rest = text.partition(": ")
    line, column, remaining = _placed(place, rules)
    return Complaint(line, column, text if remaining else rest, True)


def tests(rules: Rules, progress: Progress) -> tuple[Tested, ...]:
    """Run the tests of a rule file in Prolog text, with its own values of its parameters; none where it is in Python.

    Raises
    ------
    PuzzleError
        The file is wrong.
    """
    from ...text.plunit import cases

    if not rules.is_prolog:
        return ()
    rules = replace(rules, given=())
    found: list[Tested] = []
    for case in cases(text_of(rules), rules.name, partial(loaded, rules)):
        progress(f"{len(found)} tests are done")
        outcome = case.run(TEST_SECONDS)
        found.append(Tested(case.line, f"{case.block}: {case.name}", outcome.problem, outcome.warning))
    return tuple(found)


def listing(rules: Rules) -> str:
    """The rewrite rules that the move relation compiles to, or why there are none.

    Raises
    ------
    PuzzleError
        The file is wrong.
    """
    from ...rewriting.listing import listing as clauses

    rulefile = loaded(rules)
    if rulefile.kind != "puzzle":
        return f"% {'a ' + rulefile.kind if rulefile.kind else 'a file of relations'} has no rewrite rules"
    puzzle = rulefile.puzzle
    if puzzle.refusal is not None:
        return f"% no rewrite rules: {puzzle.refusal}"
    lines = clauses(puzzle.rewriting, puzzle.move.name).split("\n")
    more = [f"% and {len(lines) - MOST_LINES:,} more"] if len(lines) > MOST_LINES else []
    return "\n".join([*lines[:MOST_LINES], *more])


def check(rules: Rules, progress: Progress) -> tuple[Finding, ...]:
    """What `check` tells of the rule file.

    Raises
    ------
    PuzzleError
        The file is wrong.
    """
    found = []
    for one in diagnosis(loaded(rules)):
        found.append(one)
        progress(f"{one.name} is known")
    return tuple(found)
