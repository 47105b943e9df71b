"""Values as text: read as people type a state, and written plainly."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any
from unicodedata import combining, east_asian_width

from ..errors import PuzzleError
from ..integers import LONGEST_VALUE as LONGEST
from ..integers import as_text
from ..printable import escaped, in_a_line
from .functions import Number, whole
from .terms import AnyTerm, Term, subterms
from .writer import WRITTEN, write

_TOKEN = re.compile(
    r"""(?P<space>\s+)|(?P<quoted>'(?:[^'\\]|\\x[0-9a-f]+\\|\\.|'')*'|"(?:[^"\\]|\\x[0-9a-f]+\\|\\.)*")|(?P<mark>[][(),])|(?P<word>[^][(),'"\s]+)""",
    re.DOTALL,
)
_NUMBER = re.compile(r"[+-]?[0-9]+(?:r0*[1-9][0-9]*)?")  # a fraction too
_WORD = re.compile(r"""[^][(),'"\s\\]+""")
_CLOSING = {"[": "]", "(": ")"}
_ESCAPE = re.compile(r"\\(?:x([0-9a-f]{1,8})\\|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t"}
DEEPEST = 100  # nested brackets; more is a mistake, not a state
MOST_PARTS = 1_000_000  # of a state, with everything in its cells
_SIMPLE = frozenset({int, str})
_END = object()  # of a list within a list, among what is left to write
_TOO_LONG = 10**LONGEST


def unwieldy(value: AnyTerm) -> str | None:
    """Why `value` cannot be part of a state or a label, in the words of `read`; None where it can.

    >>> unwieldy((1, "red")), unwieldy(10**1000)
    (None, 'a number has more than 1000 digits')
    """
    level, parts = [value], 0
    for _ in range(DEEPEST + 1):
        numbers = [part for part in level if type(part) is int]
        if numbers and not -_TOO_LONG < min(numbers) <= max(numbers) < _TOO_LONG:
            return f"a number has more than {LONGEST} digits"
        others = [part for part in level if type(part) not in _SIMPLE]
        if any(type(part).__hash__ is None for part in others):
            return "a value can change; tuples are lists that cannot"
        level = [part for whole in others for part in subterms(whole)]
        parts += len(level)
        if parts > MOST_PARTS:
            return f"a value has more than {MOST_PARTS:,} parts"
        if not level:
            return None
    return f"a value is nested more than {DEEPEST} deep"


def read(text: str, place: str | None = None) -> tuple[Any, ...]:
    """The values in `text`: integers, fractions, words, quoted words, lists in brackets, and compounds.

    Commas and white space both separate. Brackets around the whole text add no level.

    Raises
    ------
    PuzzleError
        Brackets or quotes do not match, or a number has more than a thousand digits.

    >>> read("0,7, 2"), read("[red 'two words' -1]"), read("(1, 2), at(x, [])"), read("1r2")
    ((0, 7, 2), ('red', 'two words', -1), ((1, 2), at(x, ())), (Fraction(1, 2),))
    """
    values = _Reader(text, place).values()
    return values[0] if len(values) == 1 and type(values[0]) is tuple else values


@dataclass
class _Level:
    """The values read so far inside one bracket; `name` is what stands directly before it."""

    bracket: str
    column: int
    name: str | None = None
    values: list[Any] = field(default_factory=list)


@dataclass
class _Reader:
    text: str
    place: str | None

    def values(self) -> tuple[Any, ...]:
        levels = [_Level("", 0)]
        before = ""  # the word that ends right where the next token begins
        for kind, token, column in self._tokens():
            inner = levels[-1]
            if token in _CLOSING and kind == "mark":
                named = token == "(" and before and type(inner.values[-1]) is str
                name = inner.values.pop() if named else None
                levels.append(_Level(token, column, name))
                if len(levels) > DEEPEST + 1:
                    raise self._error(f"more than {DEEPEST} brackets are open", column)
            elif kind == "mark" and token != ",":
                if _CLOSING.get(inner.bracket) != token:
                    raise self._error(f"'{token}' closes nothing", column)
                levels.pop()
                inside = tuple(inner.values)
                levels[-1].values.append(inside if inner.name is None else Term(inner.name, inside))
            elif kind == "quoted":
                inside_quotes = token[1:-1].replace("''", "'") if token[0] == "'" else token[1:-1]
                inner.values.append(_ESCAPE.sub(_unescaped, inside_quotes))
            elif kind == "word":
                inner.values.append(self._constant(token, column))
            before = token if kind in ("word", "quoted") else ""
        if len(levels) > 1:
            raise self._error(f"'{levels[-1].bracket}' is not closed", levels[-1].column)
        return tuple(levels[0].values)

    def _tokens(self) -> Iterator[tuple[str, str, int]]:
        at = 0
        while at < len(self.text):
            found = _TOKEN.match(self.text, at)
            if found is None:
                raise self._error("the quote is not closed", at)
            yield str(found.lastgroup), found[0], at
            at = found.end()

    def _constant(self, word: str, column: int) -> Number | str:
        if not _NUMBER.fullmatch(word):
            return word
        if len(word) > LONGEST:
            raise self._error(f"the number has more than {LONGEST} digits", column)
        return whole(Fraction(word.replace("r", "/"))) if "r" in word else int(word)

    def _error(self, problem: str, column: int) -> PuzzleError:
        return PuzzleError(problem, place=self.place, excerpt=caret(self.text, column))


def readable(value: AnyTerm) -> str:
    """`value` as `read` reads it, in double quotes where it needs some; other numbers than `read` reads are words.

    >>> readable((1, "red", "two words", Term("at", ("x", "7"))))
    '[1,red,"two words",at(x,"7")]'
    """
    if isinstance(value, str):
        if value.isprintable() and _WORD.fullmatch(value) and not _NUMBER.fullmatch(value):
            return value
        # those of a shell are single: it needs to escape none of it
        inside = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
        return f'"{escaped(inside)}"'
    if isinstance(value, tuple):
        return f"[{','.join(map(readable, value))}]"
    if isinstance(value, Term) and value.args:
        return f"{readable(value.name)}({','.join(map(readable, value.args))})"
    return write(value)


def caret(text: str, offset: int, indent: str = "    ", width: int = 72) -> str:
    """The line of `text` that holds the character at `offset`, cut to `width`, with a caret below it.

    >>> print(caret("one (two", 4, ""))
    one (two
        ^
    """
    start = text.rfind("\n", 0, offset) + 1
    line, column = text[start:].split("\n", 1)[0], offset - start
    cut = max(0, min(column - width // 2, len(line) - width))
    shown = "".join(c if c.isprintable() else " " for c in line[cut : cut + width])
    return f"{indent}{shown.rstrip()}\n{indent}{' ' * _columns(shown[: column - cut])}^"


def _columns(text: str) -> int:
    """How many columns of a terminal `text` takes: two for a wide character, none for a combining one."""
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def _unescaped(escape: re.Match[str]) -> str:
    number, character = escape.groups()
    return chr(min(int(number, 16), sys.maxunicode)) if number else _ESCAPED.get(character, character)


def plain(value: AnyTerm) -> str:
    """`value` for people: words without quotes, the parts of a list with spaces between, lists within it in brackets.

    Characters that control the terminal, such as an escape, are shown as �.

    >>> plain(("red", "two words", 1)), plain(((0, 1), (0, 2)))
    ('red two words 1', '[0 1] [0 2]')
    """
    text: list[str] = []
    todo: list[Any] = [*reversed(value)] if isinstance(value, tuple | list) else [value]
    opened = ""
    while todo:
        part = todo.pop()
        if part is _END:
            text[-1] += "]"
        elif isinstance(part, tuple | list) and part:
            opened += "["
            todo.append(_END)
            todo.extend(reversed(part))
        else:
            if isinstance(part, str | tuple | list):
                word = in_a_line(part) if isinstance(part, str) else "[]"
            else:
                word = write(part) if type(part) in WRITTEN else as_text(part)
            text.append(opened + word)
            opened = ""
    return " ".join(text)
