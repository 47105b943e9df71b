"""Read a sentence as a term.

Between two brackets stands a row: operands, before each of which prefixes may stand, with an operator or a comma
between them. So there are two places only, before an operand and behind it, and each has its words; `priorities` then
groups the row. No recursion, so that the depth of a term is bounded by memory.
"""

from __future__ import annotations

import re
from typing import Any

from .diagnostics import explain
from .dialect import STANDARD, Dialect
from .lexical import Sentence, repeated
from .nodes import Compound, Constant, Listed, Node, Unknown, codes_of
from .priorities import Misread, Row, group
from .words import VALUES, unquoted

_SMALL = 18  # characters of an integer that is read at once
_MARKS = {"": "", "(": ")", "{": "}", "f": ",)", "[": ",|]", "|": "]"}  # what may end a row in each bracket
_EMPTY: dict[str, Any] = {"[]": (), "{}": "{}"}  # brackets around nothing
_ONE = re.compile(rf"[a-z]\w*+|-?[0-9]{{1,{_SMALL - 1}}}+")
# Constants with nothing but commas behind.
_MANY = re.compile(r"\s*+" + repeated(rf"(?:{_ONE.pattern})\s*+,\s*+", "{2,}"))


class _Bracket:
    """What stands in a bracket so far: `parts` that commas have parted, and the row since the last of them.

    `mark` is "(", "{" or "[", "f" behind the name of a compound, "|" behind the bar of a list, "" outside of all
    brackets. Where it is `loose`, a comma is an operator and parts nothing.
    """

    __slots__ = ("at", "loose", "mark", "name", "parts", "row")

    def __init__(self, mark: str, at: int, name: str = "") -> None:
        self.mark, self.at, self.name, self.loose = mark, at, name, mark in ("", "(", "{")
        self.row: Row = []
        self.parts: list[Node] = []

    def end_row(self) -> None:
        self.parts.append(group(self.row))
        self.row = []

    def take(self, text: str, at: int, end: int) -> None:
        """Take the constants between `at` and `end`, with a comma behind each."""
        for found in _ONE.finditer(text, at, end):
            word = found[0]
            self.parts.append(Constant(word if word[0].isalpha() else int(word), found.start()))

    def closed(self) -> Node:
        if self.mark == "f":
            name = unquoted(self.name, self.at) if self.name[0] == "'" else self.name
            return Compound(name, self.parts, self.at)
        if self.mark == "(":
            return self.parts[0]
        if self.mark == "{":
            return Compound("{}", self.parts, self.at)
        items, rest = (self.parts[:-1], self.parts[-1]) if self.mark == "|" else (self.parts, None)
        return Listed(items, rest, self.at)


def parse(sentence: Sentence) -> Node:
    """The term that a sentence is.

    Raises
    ------
    PuzzleError
        It is no term; the error points at the place.
    """
    try:
        return _read(sentence)
    except Misread as error:
        raise sentence.error(error.problem, error.at, hint=error.hint) from None


def _read(sentence: Sentence) -> Node:
    text, end = sentence.text, len(sentence.text)
    around: list[_Bracket] = []
    bracket = _Bracket("", 0)  # the innermost that is open
    dialect: Dialect = sentence.source.dialect or STANDARD
    before, behind, infix, prefix = dialect.before, dialect.behind, dialect.infix, dialect.prefix
    words, at = before, 0
    while at < end:
        if (
            words is before
            and not (bracket.loose or bracket.row or bracket.mark == "|")
            and (many := _MANY.match(text, at)) is not None
        ):
            bracket.take(text, at, many.end())
            at = many.end()
            continue
        found = words.match(text, at)
        if found is None:
            raise explain(sentence, at, words is before)
        kind, word, start = found.lastgroup, found[0], at
        at = found.end()
        if kind == "LAYOUT":
            continue
        if words is behind:
            if kind == "INFIX" or word in ",|" and bracket.loose:
                bracket.row.append((infix[word], start))
                words = before
                continue
            if word in ")}" or not bracket.loose:
                bracket.end_row()
            if word not in _MARKS[bracket.mark]:
                raise explain(sentence, start, False)
            if word in ",|":
                bracket.mark = "|" if word == "|" else bracket.mark
                words = before
            else:
                around[-1].row.append(bracket.closed())
                bracket = around.pop()
            continue
        if kind == "WORD":
            bracket.row.append(Unknown(word, start) if word[0].isupper() else Constant(word, start))
        elif kind == "VARIABLE":
            bracket.row.append(Unknown(f"_{start}@" if word == "_" else word, start))
        elif kind == "INTEGER" and len(word) < _SMALL:
            bracket.row.append(Constant(int(word), start))
        elif kind == "PREFIX":
            bracket.row.append((prefix[word], start))
            continue
        elif kind == "FUNCTOR":
            around.append(bracket)
            bracket = _Bracket("f", start, word)
            at += 1  # the bracket behind it
            continue
        elif kind == "STRING" and dialect.quotes != "atom":
            bracket.row.append(dialect.text(str(VALUES[kind](word, start)), start))
        elif kind == "CODES":
            bracket.row.append(codes_of(str(VALUES[kind](word, start)), start))
        elif kind != "MARK":
            bracket.row.append(Constant(VALUES[str(kind)](word, start), start))
        elif word not in "]}":
            around.append(bracket)
            bracket = _Bracket(word, start)
            continue
        elif bracket.mark + word in _EMPTY and not bracket.row and not bracket.parts:
            around[-1].row.append(Constant(_EMPTY[bracket.mark + word], bracket.at))
            bracket = around.pop()
        else:
            raise explain(sentence, start, True)
        words = behind
    if words is behind and bracket.loose:
        bracket.end_row()
        if not around:
            return bracket.parts[0]
    raise explain(sentence, len(text.rstrip()), words is before)
