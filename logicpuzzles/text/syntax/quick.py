"""Read well-formed sentences ten times as fast as lark; any other is left to lark, which says what is wrong.

Between two brackets stands a row: operands, before each of which prefixes may stand, with an operator or a comma
between them. So there are two places only, before an operand and behind it, and each has its words. No recursion, so
that the depth of a term is bounded by memory.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from lark import Token

from .nodes import Compound, Constant, Listed, Node, Unknown
from .operators import LOOSE
from .priorities import group

_BEFORE = ("RADIX", "CODE", "FUNCTOR", "LONE", "INTEGER", "PREFIX", "VARIABLE", "WORD", "QUOTED", "STRING")
_BEHIND = ("INFIX",)
_HIGHEST = 1200
_SMALL = 18  # characters of an integer that is read at once


class Quick:
    """Reads by the `terminals` of the grammar, from name to pattern, the more important first.

    `make` makes a node of a terminal, by its name, and a token of it; `unescaped` reads a name in quotes.
    """

    def __init__(
        self,
        terminals: Mapping[str, str],
        make: Callable[[str, Token], Node],
        unescaped: Callable[[str, int], str],
    ) -> None:
        self.make, self.unescaped = make, unescaped
        self.before = _words(terminals, _BEFORE, r"[(\[\]]")
        self.behind = _words(terminals, _BEHIND, r"[,|)\]]")

    def read(self, text: str) -> Node | None:
        """The term that `text` is; None where it is none.

        Raises
        ------
        Misread
            Operators do not fit what stands beside them, or a word stands for nothing.
        """
        around: list[tuple[str, str, int, list[Any], list[Node]]] = []  # the same five of the brackets around
        bracket, name, began = "", "", 0  # the innermost that is open, the name of its compound, where it begins
        row: list[Any] = []  # operands and operators since its last comma
        parts: list[Node] = []  # what its commas have parted
        words, at, end = self.before, 0, len(text)
        while at < end:
            found = words.match(text, at)
            if found is None:
                return None
            kind, word = found.lastgroup, found[0]
            start, at = at, found.end()
            if kind == "LAYOUT":
                continue
            if words is self.behind:
                if kind == "INFIX" or word == "," and bracket in ("", "("):
                    row.append(Token("INFIX", word, start))
                elif word == "," and bracket != "|":
                    parts.append(group(row, LOOSE))
                    row = []
                elif word == "|" and bracket == "[":
                    parts.append(group(row, LOOSE))
                    row, bracket = [], "|"
                elif word == _CLOSING.get(bracket):
                    node = self._closed(bracket, name, began, parts, row)
                    bracket, name, began, row, parts = around.pop()
                    row.append(node)
                    continue
                else:
                    return None
                words = self.before
                continue
            if kind == "WORD":
                row.append(Unknown(word, start) if word[0].isupper() else Constant(word, start))
            elif kind == "VARIABLE" and word != "_":
                row.append(Unknown(word, start))
            elif kind == "INTEGER" and len(word) < _SMALL:
                row.append(Constant(int(word), start))
            elif kind == "PREFIX":
                row.append(Token(kind, word, start))
                continue
            elif kind == "FUNCTOR" or word in ("(", "["):
                around.append((bracket, name, began, row, parts))
                bracket, name, began, row, parts = "f" if kind == "FUNCTOR" else word, word, start, [], []
                at += kind == "FUNCTOR"  # the bracket behind it
                continue
            elif kind == "MARK":  # `]`
                if bracket != "[" or row or parts:
                    return None
                node = Constant((), began)
                bracket, name, began, row, parts = around.pop()
                row.append(node)
            else:
                row.append(self.make(str(kind), Token(str(kind), word, start)))
            words = self.behind
        return group(row, _HIGHEST) if words is self.behind and not around else None

    def _closed(self, bracket: str, name: str, began: int, parts: list[Node], row: list[Any]) -> Node:
        """What stands in a bracket and before it, when it is closed."""
        last = group(row, _HIGHEST if bracket == "(" else LOOSE)
        if bracket == "(":
            return last
        if bracket == "f":
            return Compound(self.unescaped(name[1:-1], began + 1) if name[0] == "'" else name, [*parts, last], began)
        return Listed(parts, last, began) if bracket == "|" else Listed([*parts, last], None, began)


_CLOSING = {"(": ")", "f": ")", "[": "]", "|": "]"}


def _words(terminals: Mapping[str, str], wanted: tuple[str, ...], marks: str) -> re.Pattern[str]:
    """One regular expression for each of the words that may stand at a place, under its name."""
    named = [f"(?P<{name}>{terminals[name]})" for name in wanted]
    layout = f"(?P<LAYOUT>(?:{terminals['SPACE']}|{terminals['COMMENT']})+)"
    return re.compile("|".join([*named, layout, f"(?P<MARK>{marks})"]), re.DOTALL)
