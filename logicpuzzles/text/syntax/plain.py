"""Many plain facts read at once: the same terms that the grammar reads, twenty times as fast.

A plain fact has atoms, integers and texts with simple escapes as arguments, and lists and compounds of these, of three
levels at most. Whatever else stands in a text is left to the grammar, with all that may be wrong in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from ...logic.terms import Term
from .words import unquoted

MOST = 4096  # facts at once
LEVELS = 3
MOST_KNOWN = 1 << 14  # words that may come again
_NAME = r"[a-z][A-Za-z0-9_]*+"
_INTEGER = r"-?[0-9]{1,400}+"
_ESCAPE = r"\\[abefnrstv\\'\"`]"
_TEXT = rf"'(?:[^'\\\n]|''|{_ESCAPE})*+'|\"(?:[^\"\\\n]|\"\"|{_ESCAPE})*+\""
_SIMPLE = r"'[^'\\\n,()\"]*+'|\"[^'\\\n,()\"]*+\""  # a text without what parts arguments
_QUOTES = "'\""
_COMMENT = r"%[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/"
_LAYOUT = rf"(?:\s++|{_COMMENT})*+"
_END = r"\.(?=[\s%]|\Z)"


def _row(part: str) -> str:
    """One or more of `part`, with commas between them; a bracket follows."""
    return rf"(?:\s*+(?:{part})\s*+(?:,(?!\s*+[)\]])|(?=[)\]])))++"


@cache
def _run(levels: int) -> re.Pattern[str]:
    """One or more facts of one name, whose arguments have so many levels of lists and compounds at most."""
    part = rf"{_NAME}|{_INTEGER}|{_TEXT}|\[\s*+\]" if levels else rf"{_NAME}|{_INTEGER}|{_SIMPLE}"
    for _ in range(levels):
        part = rf"{_NAME}(?:\({_row(part)}\))?+|{_INTEGER}|{_TEXT}|\[(?:{_row(part)}|\s*+)\]"
    fact = rf"\({_row(part)}\)\s*+{_END}"
    return re.compile(rf"{_LAYOUT}({_NAME}){fact}(?:{_LAYOUT}\1{fact}){{0,{MOST - 1}}}+")


_ARGUMENTS = re.compile(rf"{_COMMENT}|\(([^)]*+)\)")
_LEAF = r"[^\[\]()'\"%/]*+"  # atoms and integers
_TOKENS = re.compile(rf"{_COMMENT}|{_NAME}\({_LEAF}\)|{_NAME}\(?+|{_INTEGER}|{_TEXT}|\[{_LEAF}\]|[\[\])]")

Row = tuple[Any, ...]


class PlainFacts:
    """Reads plain facts; equal atoms are one object."""

    def __init__(self) -> None:
        self._atoms: dict[str, str] = {}  # by the words that stand for them
        self._known: dict[str, Any] = {}  # terms, by the words that stand for them: equal ones are one object

    def read(self, text: str, at: int, name: str, arity: int) -> tuple[list[Row], int] | None:
        """The arguments of the plain facts of `name`/`arity` that stand at `at`, and where they end.

        None where none stands there; no rows where some of the facts have more or fewer arguments.
        """
        for levels, values in ((0, self._flat), (LEVELS, self._deep)):
            found = _run(levels).match(text, at)
            if found is not None:
                return (values(text, at, found.end(), arity), found.end()) if found[1] == name else None
        return None

    def _flat(self, text: str, at: int, end: int, arity: int) -> list[Row]:
        """Facts of atoms, integers and simple texts: split at the commas, a column at once."""
        texts = _ARGUMENTS.findall(text, at, end)
        if "" in texts:  # of comments
            texts = [one for one in texts if one]
        if {one.count(",") for one in texts} != {arity - 1}:
            return []
        parts = ",".join(texts).split(",")
        columns = [self._column(parts[n::arity]) for n in range(arity)]
        return list(zip(*columns, strict=True))

    def _column(self, texts: Sequence[str]) -> list[int] | list[int | str]:
        try:
            return list(map(int, texts))
        except ValueError:
            return self._values(texts)

    def _values(self, texts: Iterable[str]) -> list[int | str]:
        """What words stand for, with white space around them."""
        atoms = self._atoms
        return [
            atoms.setdefault(one, one) if one[0].isalpha() else
            atoms.setdefault(one[1:-1], one[1:-1]) if one[0] in _QUOTES else int(one)
            for one in map(str.strip, texts)
        ]  # fmt: skip

    def _deep(self, text: str, at: int, end: int, arity: int) -> list[Row]:
        """Facts of any plain terms, by their words: a list or a compound of atoms and integers is one."""
        rows: list[Row] = []
        known = self._known
        items: list[Any] = []
        around: list[tuple[list[Any], str]] = []  # what the open brackets stand in, and the words before them
        word: str
        for word in _TOKENS.findall(text, at, end):
            value = known.get(word)
            if value is None:
                if word[0] in "%/":
                    continue
                last = word[-1]
                if last == "(" or word == "[":
                    around.append((items, word[:-1]))
                    items = []
                    continue
                if last == ")" or last == "]":
                    if len(word) == 1:
                        args = tuple(items)
                        items, before = around.pop()
                    else:
                        before, inside = word[:-1].split("(" if last == ")" else "[")
                        args = tuple(self._values(inside.split(","))) if inside and not inside.isspace() else ()
                    if not around and before:  # a fact
                        if len(args) != arity:
                            return []
                        rows.append(args)
                        continue
                    value = Term(self._atoms.setdefault(before, before), args) if before else args
                elif last in _QUOTES:
                    value = unquoted(word, 0)
                    value = self._atoms.setdefault(value, value)
                elif word[0].isalpha():
                    value = self._atoms.setdefault(word, word)
                else:
                    value = int(word)
                if len(word) > 1 and len(known) < MOST_KNOWN:
                    known[word] = value
            items.append(value)
        return rows
