"""The grammar of terms, read by lark (LALR, contextual lexer).

The grammar sees an expression as a row of operands and operators, which `priorities` then groups: the
table of operators is all there is to know about them, and a term costs three reductions, not one a priority.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from typing import Any

from lark import Lark, Token, Transformer, UnexpectedInput

from ...integers import read_integer
from . import lexical
from .diagnostics import explain
from .lexical import Sentence, Source, body_end
from .nodes import Compound, Constant, Listed, Node, Unknown
from .operators import INFIX, LOOSE, PREFIX, SYMBOLS
from .priorities import Misread, group
from .quick import Quick

_WORD = r"[^\W\d_A-Z]\w*"
_INFIX_WORDS = "|".join(name for name in INFIX if name[0].isalpha())


def _one_of(names: Iterable[str], after_word: str) -> str:
    """A regular expression for the longest of `names` that ends where a word or a row of symbols does."""
    follows = {True: after_word, False: rf"(?![{SYMBOLS}])"}
    ordered = sorted(names, key=len, reverse=True)
    return "|".join(re.escape(n) + (follows[n[0].isalpha()] if n != ";" else "") for n in ordered)


_SIDE = "|".join(re.escape(name) for name in INFIX if name[0] in "=<>@\\")  # what stands between two terms to compare
# What follows an operator that is a term itself, as in [+, -] and in `- = X`.
_ALONE = rf"\s*(?:[,)\]|]|\Z)|\s+(?:{_SIDE}|is)\s"
_TERMINALS = {
    "RADIX.5": r"-?0(?:x[0-9a-fA-F]+|o[0-7]+|b[01]+)(?!\w)",
    "CODE.5": rf"-?{lexical.CODE}",
    "FUNCTOR.4": rf"(?:{_WORD}|{lexical.QUOTED}|[{SYMBOLS}]+)(?=\()",
    "LONE.4": rf"(?:[{SYMBOLS}]+|;)(?={_ALONE})|!",  # a symbol that stands for itself
    "INTEGER.4": r"-?\d++(?:_\d++)*+(?!\w|'|\.\d)",
    "PREFIX.3": _one_of(PREFIX, rf"(?=\s+(?!(?:{_INFIX_WORDS})\b)[a-z'(])"),
    "INFIX.3": _one_of(set(INFIX) - {","}, r"(?!\w)"),
    "VARIABLE": r"[A-Z_]\w*",
    "WORD": _WORD,
    "QUOTED": lexical.QUOTED,
    "STRING": lexical.STRING,
    "COMMENT": lexical.COMMENT,
    "SPACE": r"\s+",
}
_RULES = r"""
?start: expression
expression: _operand ((INFIX | COMMA) _operand)*
argument: _operand (INFIX _operand)*
_operand: PREFIX* primary
?primary: INTEGER -> integer | CODE -> code | RADIX -> radix
        | VARIABLE -> unknown | WORD -> atom | LONE -> atom | QUOTED -> quoted | STRING -> quoted
        | FUNCTOR "(" argument ("," argument)* ")" -> compound
        | "(" expression ")" -> inner
        | OPEN "]" -> empty
        | OPEN argument ("," argument)* ["|" argument] "]" -> listed
COMMA: ","
OPEN: "["
%ignore SPACE
%ignore COMMENT
"""
_HEX = r"(?:x([0-9a-fA-F]+)\\?|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))"
_ESCAPE = re.compile(rf"\\(?:{_HEX}|([0-7]+)\\?|(.))|''|\"\"", re.DOTALL)
_ESCAPED = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "v": "\v",
    "s": " ",
    "e": "\x1b",
    "\n": "",
}
_ESCAPED.update({mark: mark for mark in "\\'\"`"})


class _Terms(Transformer[Token, Node]):
    """Makes nodes while lark parses; each method has the name of what it makes."""

    def expression(self, row: list[Any]) -> Node:
        return group(row, 1200)

    def argument(self, row: list[Any]) -> Node:
        return group(row, LOOSE)

    def integer(self, tokens: list[Token]) -> Node:
        try:
            return Constant(read_integer(tokens[0].replace("_", "")), _at(tokens[0]))
        except ValueError as error:
            raise Misread(str(error), _at(tokens[0])) from None

    def code(self, tokens: list[Token]) -> Node:
        sign, quoted = (-1, tokens[0][3:]) if tokens[0][0] == "-" else (1, tokens[0][2:])
        at = _at(tokens[0])
        character = _unescaped(quoted, at + len(tokens[0]) - len(quoted))
        if not character:
            raise Misread("a character is missing after `0'`", at)
        return Constant(sign * ord(character), at)

    def radix(self, tokens: list[Token]) -> Node:
        return Constant(int(tokens[0], 0), _at(tokens[0]))

    def unknown(self, tokens: list[Token]) -> Node:
        name, at = str(tokens[0]), _at(tokens[0])
        return Unknown(f"_{at}@" if name == "_" else name, at)

    def atom(self, tokens: list[Token]) -> Node:
        name = str(tokens[0])
        return Unknown(name, _at(tokens[0])) if name[0].isupper() else Constant(name, _at(tokens[0]))

    def quoted(self, tokens: list[Token]) -> Node:
        return Constant(_unescaped(tokens[0][1:-1], _at(tokens[0]) + 1), _at(tokens[0]))

    def compound(self, children: list[Any]) -> Node:
        name, at = children[0], _at(children[0])
        return Compound(_unescaped(name[1:-1], at + 1) if name[0] == "'" else str(name), children[1:], at)

    def inner(self, children: list[Any]) -> Node:
        return children[0]  # type: ignore[no-any-return]

    def empty(self, tokens: list[Token]) -> Node:
        return Constant((), _at(tokens[0]))

    def listed(self, children: list[Any]) -> Node:
        return Listed(children[1:-1], children[-1], _at(children[0]))


def _at(token: Token) -> int:
    return token.start_pos or 0


def _unescaped(text: str, at: int) -> str:
    """The characters that `text`, the inside of quotes that begins at `at`, stands for."""
    if "\\" not in text and "''" not in text and '""' not in text:
        return text

    def character(found: re.Match[str]) -> str:
        if found[0][0] != "\\":
            return found[0][0]
        *hexadecimal, octal, letter = found.groups()
        if letter is not None:
            if letter not in _ESCAPED:
                raise Misread(
                    f"`\\{letter}` stands for no character", at + found.start(), "a backslash is written twice"
                )
            return _ESCAPED[letter]
        digits = next(filter(None, hexadecimal), None)
        code = int(digits, 16) if digits else int(octal, 8)
        if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
            raise Misread("there is no such character", at + found.start())
        return chr(code)

    return _ESCAPE.sub(character, text)


@cache
def _parser() -> Lark:
    slashed = {name: pattern.replace("/", "\\/") for name, pattern in _TERMINALS.items()}
    terminals = "\n".join(f"{name}: /{pattern}/s" for name, pattern in slashed.items())
    return Lark(_RULES + terminals, parser="lalr", lexer="contextual", transformer=_Terms(), maybe_placeholders=True)


@cache
def _quick() -> Quick:
    terms, named = _Terms(), dict(re.findall(r"([A-Z]+) -> (\w+)", _RULES))
    patterns = {name.partition(".")[0]: pattern for name, pattern in _TERMINALS.items()}
    return Quick(patterns, lambda kind, token: getattr(terms, named[kind])([token]), _unescaped)


def parse(sentence: Sentence) -> Node:
    """The term that a sentence is.

    Raises
    ------
    PuzzleError
        It is no term; the error points at the place.
    """
    with suppress(Misread):
        read = _quick().read(sentence.text)
        if read is not None:
            return read
    return parsed_by_lark(sentence)


def parsed_by_lark(sentence: Sentence) -> Node:
    """The same by the grammar alone, which tells what is wrong."""
    try:
        return _parser().parse(sentence.text)  # type: ignore[return-value]
    except UnexpectedInput as error:
        raise explain(error, sentence) from None
    except Misread as error:
        raise sentence.error(error.problem, error.at, hint=error.hint) from None


def one_sentence(text: str, name: str = "query") -> Sentence:
    """The one sentence that `text` is; its full stop may be left out.

    Raises
    ------
    PuzzleError
        There is none, or more than one.
    """
    source = Source(text, name)
    end = body_end(source, 0)
    rest = "" if end is None else text[end + 1 :]
    if rest.strip() and any(True for _ in lexical.sentences(Source(rest + " .", name))):
        start = end + 1 + len(rest) - len(rest.lstrip())  # type: ignore[operator]
        hint = "ask them one by one, or all of a file with `logicpuzzles query --file`"
        raise source.error("a query is one sentence; here another begins", start, hint=hint)
    sentence = Sentence(source, text if end is None else text[:end], 0)
    if lexical.layout_end(sentence.text, 0) == len(sentence.text):
        raise source.error("the query is empty", 0, "a goal such as member(X, [1, 2])")
    return sentence
