"""Patterns of facts: what is common to all that differ in their constants and in the names of their unknowns only.

The grammar reads one fact of a pattern; the terms of the others are then made of their constants, column by column.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from typing import Any

from ...errors import PuzzleError
from ...logic.substitution import Substitution
from ...logic.terms import AnyTerm, Term, var
from .lexical import END, LAYOUT, Sentence, Source, repeated
from .nodes import Compound, Constant, Listed, Node, listed, parts
from .parser import parse
from .words import OPERATOR, VALUES, unquoted

DEEPEST = 60  # levels of a fact that has a pattern
WORD, OTHER, NUMBER, TEXT, UNKNOWN = 'aé1"V'  # kinds of words: OTHER does not begin with a letter of ASCII
_EXAMPLES = {WORD: "a", OTHER: "é", NUMBER: "1", TEXT: '""'}
SIMPLE = r"\\[abefnrstv\\'\"`]"  # an escape
QUOTED = "'" + repeated(rf"[^'\\\n]|''|{SIMPLE}") + "'"
STRING = '"' + repeated(rf'[^"\\\n]|""|{SIMPLE}') + '"'
INTEGER = r"0x[0-9a-fA-F]++|0o[0-7]++|0b[01]++|[0-9]{1,400}+" + repeated("_[0-9]{1,9}+", "{0,40}")
CODE = r"0'[^'\\\n]"
_USUAL = {  # words of each kind; others are read one by one
    WORD: rf"(?!{OPERATOR})[a-z]\w*+|{QUOTED}",
    NUMBER: rf"{INTEGER}|{CODE}",
    TEXT: STRING,
    UNKNOWN: r"[A-Z_]\w*+",
}
MOST_UNKNOWNS = 8  # in a fact that is looked for
Key = tuple[str, int]  # the name of a relation and the number of its arguments
Row = tuple[Any, ...]
Column = Iterable[Any]  # the same part of several facts


class Pattern:
    """What facts have in common.

    Attributes
    ----------
    key
        Their relation.
    unknowns
        The numbers of the words with which an unknown occurs first.
    lone
        The numbers of those that occur once.
    next
        The pattern of what stood behind a fact of this one last.
    met
        How many such facts were parted into words.
    """

    def __init__(self, pieces: Sequence[str], kinds: str, node: Compound, same: Sequence[int]) -> None:
        self.key: Key = (node.name, len(node.args))
        self._pieces, self._kinds, self._same = pieces, kinds, same
        self._is_chained = False  # whether a list follows a bar, which may be a part of one list
        self.next: Pattern | None = None
        self.match: Callable[[str, int], re.Match[str] | None] | None = None  # of a sentence, and layout before it
        self.met = 0
        self.unknowns = [n for n, kind in enumerate(kinds) if kind == UNKNOWN and same[n] == n]
        self.lone = [n for n in self.unknowns if list(same).count(n) == 1]
        self._negative: set[int] = set()
        self._steps: list[tuple[Any, int]] = []

    @classmethod
    def of(
        cls, pieces: Sequence[str], kinds: str, same: Sequence[int], is_head: Callable[[Key], bool]
    ) -> Pattern | None:
        """The pattern of words of these kinds with `pieces` between them; None where it is not one of facts.

        `same` gives for each word the number of the first that is the same unknown.
        """
        text, places = pieces[0], {}
        for n, kind in enumerate(kinds):
            places[len(text)] = n
            text += (f"V{same[n]}" if kind == UNKNOWN else _EXAMPLES[kind]) + pieces[n + 1]
        try:
            node = parse(Sentence(Source(text, "pattern"), text, 0))
        except PuzzleError:
            return None
        if type(node) is not Compound or not is_head((node.name, len(node.args))) or not _is_shallow(node):
            return None
        made = cls(pieces, kinds, node, same)
        made._plan(node, places)
        return made

    def look(self) -> None:
        """Make ready to find the words of such a fact at once."""
        if OTHER in self._kinds or len(self.unknowns) > MOST_UNKNOWNS or any("/*" in piece for piece in self._pieces):
            return
        found = LAYOUT + _spaced(self._pieces[0])
        for n, kind in enumerate(self._kinds):
            word = f"(?P<w{n}>{_USUAL[kind]})"
            if kind == UNKNOWN and self._same[n] != n:
                word = rf"(?!_\b)(?P<w{n}>(?P=w{self._same[n]}))\b"
            elif kind == UNKNOWN:
                word = "".join(rf"(?!(?!_\b)(?P=w{m})\b)" for m in self.unknowns if m < n) + word
            found += word + _spaced(self._pieces[n + 1])
        self.match = re.compile(found + END).match

    def _plan(self, root: Compound, places: dict[int, int]) -> None:
        """Note the steps that make the arguments of `root`, each after its parts: a word, a constant, or an end."""
        todo: list[Any] = [*reversed(root.args)]
        while todo:
            node = todo.pop()
            kind = type(node)
            if kind is tuple:
                self._steps.append(node)
            elif kind is Compound or kind is Listed:
                below = parts(node)
                self._is_chained |= type(node) is Listed and type(node.rest) is Listed
                todo.append((node, len(below)))
                todo.extend(reversed(below))
            elif node.at in places:
                self._steps.append((None, places[node.at]))
            elif kind is Constant and type(node.value) is int and node.value < 0 and node.at + 1 in places:
                self._negative.add(places[node.at + 1])
                self._steps.append((None, places[node.at + 1]))
            else:
                self._steps.append((node, 0))

    def rows(self, words: Sequence[Sequence[str]], atoms: dict[str, str]) -> tuple[list[Row], list[Row]]:
        """The arguments of each of the facts that have these words, and their unknowns; `atoms` are known, and grow."""
        n_facts = len(words)
        columns: list[Any] = []
        for n, (kind, column) in enumerate(zip(self._kinds, zip(*words, strict=True), strict=True)):
            if kind == UNKNOWN:
                first = self._same[n]
                columns.append([var() for _ in range(n_facts)] if first == n else columns[first])
            elif kind == NUMBER:
                numbers = _numbers(column)
                columns.append([-number for number in numbers] if n in self._negative else numbers)
            else:
                columns.append([atoms.get(word) or _atom(word, atoms) for word in column])
        done: list[Column] = []
        for made, size in self._steps:
            if made is None:
                done.append(columns[size])
            elif not size:
                done.append(repeat(made.value, n_facts))
            else:
                below = zip(*done[-size:], strict=True)
                del done[-size:]
                done.append(_joined(made, below))
        rows = list(zip(*done, strict=True))
        if self._is_chained:
            reify = Substitution().reify
            rows = [reify(row) for row in rows]
        return rows, list(zip(*(columns[n] for n in self.unknowns), strict=True))


def _spaced(piece: str) -> str:
    """A regular expression for what stands between words, with any white space where there is some."""
    return r"\s++".join(map(re.escape, piece.split(" ")))


def _joined(node: Node, columns: Iterable[Row]) -> list[AnyTerm]:
    """The compounds or lists whose parts these are."""
    if type(node) is Compound:
        return _compounds(node.name, list(columns))
    if type(node) is Listed and node.rest is not None:
        return [listed(args[:-1], args[-1]) for args in columns]
    return list(columns)


_NAME, _ARGS = (vars(Term)[slot].__set__ for slot in ("name", "args"))


def _compounds(name: str, rows: Sequence[Row]) -> list[AnyTerm]:
    """A compound of this name for each row of arguments; made together, in half the time."""
    made = [*map(object.__new__, repeat(Term, len(rows)))]
    deque(map(_NAME, made, repeat(name)), 0)
    deque(map(_ARGS, made, rows), 0)
    return made


def _is_shallow(node: Node) -> bool:
    level: Sequence[Node] = [node]
    for _ in range(DEEPEST):
        level = [part for above in level for part in parts(above)]
        if not level:
            return True
    return False


def _numbers(column: Sequence[str]) -> list[int]:
    try:
        return list(map(int, column))
    except ValueError:
        return [_number(word) for word in column]


def _number(word: str) -> int:
    kind = "CODE" if word[1:2] == "'" else "RADIX" if word[1:2] in tuple("xob") else "INTEGER"
    return int(VALUES[kind](word, 0))


def _atom(word: str, atoms: dict[str, str]) -> str:
    value = unquoted(word, 0) if word[0] in "'\"" else word
    atoms[word] = atoms.setdefault(value, value) if value != word else value
    return atoms[word]
