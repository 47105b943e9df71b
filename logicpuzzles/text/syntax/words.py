"""The words of the query language: which may stand before an operand or behind one, and the value of each constant."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction

from ...integers import read_integer, read_radix
from ...logic.functions import MOST_FRACTION_BITS, Number, whole
from ...logic.operators import INFIX, PREFIX, SYMBOLS
from . import lexical
from .priorities import Misread

OPERATOR = rf"(?:{'|'.join(sorted((n for n in {*INFIX, *PREFIX} if n[0].isalpha()), key=len, reverse=True))})\b"
_WORD = r"[^\W\d_A-Z]\w*"


def _one_of(names: Iterable[str], after_word: str) -> str:
    """A regular expression for the longest of `names` that ends where a word or a row of symbols does."""
    follows = {True: after_word, False: rf"(?![{SYMBOLS}])"}
    ordered = sorted(names, key=len, reverse=True)
    return "|".join(re.escape(n) + (follows[n[0].isalpha()] if n != ";" else "") for n in ordered)


_LAYOUT = {"LAYOUT": rf"(?:\s+|{lexical.COMMENT})+"}
_OPERANDS = {
    "RADIX": r"-?0(?:x[0-9a-fA-F]+|o[0-7]+|b[01]+)(?!\w)",
    "CODE": rf"-?{lexical.CODE}",
    "FUNCTOR": rf"(?:{_WORD}|{lexical.QUOTED}|[{SYMBOLS}]+)(?=\()",
    "LONE": "",
    "RATIONAL": r"-?\d++" + lexical.repeated(r"_\d++") + r"r\d++(?!\w)",
    "INTEGER": r"-?\d++" + lexical.repeated(r"_\d++") + r"(?!\w|'|\.\d)",
    "PREFIX": "",
    "VARIABLE": r"[A-Z_]\w*",
    "WORD": _WORD,
    "QUOTED": lexical.QUOTED,
    "STRING": lexical.STRING,
    "CODES": lexical.BACKQUOTED,
}


def _first_of(patterns: dict[str, str]) -> re.Pattern[str]:
    """One regular expression for the first of `patterns` that fits, under its name."""
    return re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in patterns.items()), re.DOTALL)


def words_before(infix: Iterable[str], prefix: Iterable[str]) -> re.Pattern[str]:
    """The words that may stand before an operand, where these are the operators."""
    side = "|".join(re.escape(name) for name in infix if name[0] in "=<>@\\")  # between two terms to compare
    # What follows an operator that is a term itself, as in [+, -] and in `- = X`.
    alone = rf"\s*(?:[,)\]}}|]|\Z)|\s+(?:{side}|is)\s"
    words = "|".join(re.escape(name) for name in infix if name[0].isalpha())
    operand = rf"(?=\s+(?!(?:{words})\b)"
    own = [name for name in prefix if name not in PREFIX]  # before a variable too
    given = [name for name in prefix if name in PREFIX]
    known = [_one_of(own, rf"{operand}[\w'\"(\[])")] if own else []
    patterns = {
        "LONE": rf"(?:[{SYMBOLS}]+|;)(?={alone})|!",  # a symbol that stands for itself
        "PREFIX": "|".join([_one_of(given, rf"{operand}[a-z'(])"), *known]),
    }
    return _first_of({**_LAYOUT, **_OPERANDS, **patterns, "MARK": r"[(\[\]{}]"})


def words_behind(infix: Iterable[str]) -> re.Pattern[str]:
    """The words that may stand behind an operand."""
    return _first_of({"INFIX": _one_of(set(infix) - {",", "|"}, r"(?!\w)"), **_LAYOUT, "MARK": r"[,|)\]}]"})


BEFORE, BEHIND = words_before(INFIX, PREFIX), words_behind(INFIX)

_HEX = r"(?:x([0-9a-fA-F]+)\\?|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))"
_ESCAPE = re.compile(rf"\\(?:{_HEX}|([0-7]+)\\?|(.))|''|\"\"|``", re.DOTALL)
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


def unquoted(word: str, at: int) -> str:
    """The characters that `word`, in quotes and at the offset `at`, stands for.

    Raises
    ------
    Misread
        There is no such escape, or no such character.
    """
    return _unescaped(word[1:-1], at + 1)


def _unescaped(text: str, at: int) -> str:
    if not any(mark in text for mark in ("\\", "''", '""', "``")):
        return text

    def character(found: re.Match[str]) -> str:
        if found[0][0] != "\\":
            return found[0][0]
        *hexadecimal, octal, letter = found.groups()
        if letter is not None:
            if letter not in _ESCAPED:
                problem = f"`\\{letter}` stands for no character"
                raise Misread(problem, at + found.start(), "a backslash is written twice")
            return _ESCAPED[letter]
        digits = next(filter(None, hexadecimal), None)
        code = int(digits, 16) if digits else int(octal, 8)
        if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
            raise Misread("there is no such character", at + found.start())
        return chr(code)

    return _ESCAPE.sub(character, text)


def _integer(word: str, at: int, read: Callable[[str], int] = read_integer) -> int:
    try:
        return read(word.replace("_", ""))
    except ValueError as error:
        raise Misread(str(error), at) from None


def _rational(word: str, at: int) -> Number:
    above, below = (_integer(part, at) for part in word.split("r"))
    if below == 0:
        raise Misread("the denominator of a fraction is 0", at, "write one of at least 1")
    if max(abs(above), below).bit_length() > MOST_FRACTION_BITS:
        raise Misread("the fraction is too large", at, f"each part may have {MOST_FRACTION_BITS:,} bits at most")
    return whole(Fraction(above, below))


def _code(word: str, at: int) -> int:
    sign, quoted = (-1, word[3:]) if word[0] == "-" else (1, word[2:])
    character = _unescaped(quoted, at + len(word) - len(quoted))
    if not character:
        raise Misread("a character is missing after `0'`", at)
    return sign * ord(character)


# The value of a constant, by its kind, out of the word and its offset; they raise `Misread`.
VALUES: dict[str, Callable[[str, int], Number | str]] = {
    "RATIONAL": _rational,
    "INTEGER": _integer,
    "RADIX": lambda word, at: _integer(word, at, read_radix),
    "CODE": _code,
    "LONE": lambda word, at: word,
    "QUOTED": unquoted,
    "STRING": unquoted,
    "CODES": unquoted,
}
