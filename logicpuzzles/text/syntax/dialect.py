"""How a text is read: its operators, to which its directives `op` add, and what a text in double quotes is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from re import Pattern

from ...logic.operators import HIGHEST, INFIX, PREFIX, SYMBOLS, Operator, Operators
from .lexical import Sentence
from .nodes import Constant, Listed, Node, codes_of, indicator_of
from .words import BEFORE, BEHIND, words_before, words_behind

QUOTES = ("atom", "codes", "chars", "string")  # what a text in double quotes may be; a string is an atom here
TRUTHS = (("true", 0), ("false", 0))
TYPES = ("xfx", "xfy", "yfx", "fy", "fx")
_NAME = re.compile(rf"[a-z]\w*|[{SYMBOLS}]+|;")
_FIXED = frozenset({",", "|", "[]", "{}", ":-", "-->", "?-", "\\+", "!"})  # their meaning is the language's


@dataclass(frozen=True)
class Dialect(Operators):
    """The operators, what a text in double quotes is, and whether `/` makes fractions."""

    quotes: str = "atom"
    is_exact: bool = False

    @property
    def is_standard(self) -> bool:
        """Whether facts are read as without any directive."""
        return self.infix is INFIX and self.prefix is PREFIX and self.quotes == "atom"

    @cached_property
    def before(self) -> Pattern[str]:
        """The words that may stand before an operand."""
        standard = self.infix is INFIX and self.prefix is PREFIX
        return BEFORE if standard else words_before(self.infix, self.prefix)

    @cached_property
    def behind(self) -> Pattern[str]:
        """The words that may stand behind an operand."""
        return BEHIND if self.infix is INFIX else words_behind(self.infix)

    def text(self, characters: str, at: int) -> Node:
        """What a text in double quotes is."""
        if self.quotes == "codes":
            return codes_of(characters, at)
        if self.quotes == "chars" and characters:
            return Listed([Constant(one, at) for one in characters], None, at)
        return Constant(() if self.quotes == "chars" else characters, at)

    def directed(self, node: Node, sentence: Sentence) -> Dialect | None:
        """The dialect after a directive; None where the directive does not change how a text is read.

        Raises
        ------
        PuzzleError
            It asks for an operator that there cannot be.
        """
        key, args = indicator_of(node), node.args
        if key == ("op", 3):
            return self._with(args, sentence)
        if key == ("module", 2) and type(args[1]) is Listed:
            found = self
            for item in args[1].items:
                found = found._with(item.args, sentence) if indicator_of(item) == ("op", 3) else found
            return found
        if key == ("set_prolog_flag", 2) and indicator_of(args[0]) == ("double_quotes", 0):
            value = indicator_of(args[1])
            return replace(self, quotes=value[0]) if value is not None and value[0] in QUOTES else None
        if key == ("set_prolog_flag", 2) and indicator_of(args[0]) == ("prefer_rationals", 0):
            value = indicator_of(args[1])
            return replace(self, is_exact=value[0] == "true") if value in TRUTHS else None
        return None

    def _with(self, args: Sequence[Node], sentence: Sentence) -> Dialect:
        priority, kind, names = (_value(arg) for arg in args)
        if type(priority) is not int or not 0 <= priority <= HIGHEST:
            raise sentence.error("an operator has a priority", args[0].at, f"an integer from 0 to {HIGHEST}")
        if kind not in TYPES:
            hint = "write name(X) for an operator behind its operand" if kind in ("xf", "yf") else None
            raise sentence.error("an operator has a type", args[1].at, " ".join(TYPES), hint=hint)
        infix, prefix = dict(self.infix), dict(self.prefix)
        for name in names if isinstance(names, tuple) else (names,):
            if not isinstance(name, str) or name in _FIXED or not _NAME.fullmatch(name):
                raise sentence.error("this cannot be an operator", args[2].at, "an atom such as likes or ==>")
            table = infix if len(kind) == 3 else prefix
            table.pop(name, None)
            if priority:
                left = 0 if len(kind) == 2 else priority - (kind[0] == "x")
                table[name] = Operator(name, priority, left, priority - (kind[-1] == "x"))
        return replace(self, infix=infix, prefix=prefix)


def _value(node: Node) -> object:
    """What an argument of a directive is: an integer, an atom, or a list of these as a tuple."""
    if type(node) is Listed and node.rest is None:
        return tuple(map(_value, node.items))
    return node.value if type(node) is Constant else None


STANDARD = Dialect(INFIX, PREFIX)


def of_queries(dialect: Dialect | None) -> Dialect | None:
    """How queries over a text of this dialect are read: with its operators and its fractions; None for any text's."""
    if dialect is None or (dialect.infix, dialect.prefix, dialect.is_exact) == (INFIX, PREFIX, False):
        return None
    return dialect if dialect.quotes == STANDARD.quotes else replace(dialect, quotes=STANDARD.quotes)


def joined(found: Sequence[Dialect]) -> Dialect:
    """The dialect with the operators of several texts; of those with the same name that of the last.

    It is exact where one of them is.
    """
    tables: list[dict[str, Operator]] = []
    for standard, own in ((INFIX, [one.infix for one in found]), (PREFIX, [one.prefix for one in found])):
        table = dict(standard)
        for other in own:
            for name in {*standard, *other}:
                if other.get(name) != standard.get(name):
                    table.pop(name, None)
                    if name in other:
                        table[name] = other[name]
        tables.append(table)
    infix, prefix = tables
    return Dialect(infix, prefix, is_exact=any(one.is_exact for one in found))
