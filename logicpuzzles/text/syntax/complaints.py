"""What is wrong with a text that does not fit the grammar, in the words of a person."""

from __future__ import annotations

import re

from lark import Token, UnexpectedInput, UnexpectedToken

from ...errors import PuzzleError
from ..refusals import refusal
from .lexical import COMMENT, QUOTED, STRING, Sentence
from .operators import INFIX, PREFIX, SYMBOLS

_FLOAT = re.compile(r"-?\d+\.\d+(?:[eE][+-]?\d+)?|-?\d+[eE][+-]?\d+")
_SYMBOL = re.compile(rf"[{SYMBOLS}]+")
_BRACKETS = re.compile(rf"{QUOTED}|{STRING}|{COMMENT}|[][(){{}}]", re.DOTALL)
_CLOSING = {")": "(", "]": "[", "}": "{"}
_SOLO = {
    "{": "curly brackets are not part of the language",
    "}": "curly brackets are not part of the language",
    "`": "back quotes are not part of the language; a text stands in single quotes",
    "'": "the quote is not closed on its line",
    '"': "the string is not closed on its line",
}


def explain(error: UnexpectedInput, sentence: Sentence) -> PuzzleError:
    """The error that `error` of lark means for `sentence`."""
    at = _offset(error, sentence)
    bracket = _bracket(sentence.text, at)
    if bracket is not None:
        return sentence.error(*bracket)
    text = sentence.text[at:]
    if text[:1] in _SOLO:
        return sentence.error(_SOLO[text[0]], at)
    if _FLOAT.match(text):
        return sentence.error("numbers are integers", at, hint="write tenths, cents or the like as whole numbers")
    operand = _wants_operand(error)
    symbol = _SYMBOL.match(text) or re.match("!=+", text)
    if symbol is not None and symbol[0] not in INFIX and symbol[0] not in PREFIX:
        return _unknown_symbol(sentence, symbol[0], at)
    if not text.strip():
        return sentence.error("something is missing before the end", at, "a term")
    if operand:
        return sentence.error("a term is missing here", at, got=f"`{_word(text)}`")
    return sentence.error(
        f"an operator or a comma is missing before `{_word(text)}`", at, hint=_hint(sentence.text, at)
    )


def _offset(error: UnexpectedInput, sentence: Sentence) -> int:
    token = error.token if isinstance(error, UnexpectedToken) else None
    if isinstance(token, Token) and token.type == "$END":
        return len(sentence.text.rstrip())
    at = token.start_pos if isinstance(token, Token) else error.pos_in_stream
    return len(sentence.text.rstrip()) if at is None else at


def _wants_operand(error: UnexpectedInput) -> bool:
    expected = getattr(error, "accepts", None) or getattr(error, "expected", None) or getattr(error, "allowed", None)
    return "VARIABLE" in (expected or ())


def _bracket(text: str, at: int) -> tuple[str, int] | None:
    """What is wrong with the brackets up to `at`, and where; None if they are in order."""
    opened: list[tuple[str, int]] = []
    for found in _BRACKETS.finditer(text):
        mark = found[0]
        if found.start() > at:
            break
        if mark in "([{":
            opened.append((mark, found.start()))
        elif mark in _CLOSING:
            if not opened:
                return f"`{mark}` closes nothing", found.start()
            if opened[-1][0] != _CLOSING[mark]:
                return f"`{mark}` does not close `{opened[-1][0]}`", found.start()
            opened.pop()
    if opened and at >= len(text.rstrip()):
        return f"`{opened[-1][0]}` is not closed", opened[-1][1]
    return None


def _unknown_symbol(sentence: Sentence, symbol: str, at: int) -> PuzzleError:
    for cut in range(len(symbol) - 1, 0, -1):
        if symbol[:cut] in INFIX and symbol[cut:] in PREFIX:
            hint = f"put a space between `{symbol[:cut]}` and `{symbol[cut:]}`"
            return sentence.error(f"`{symbol}` is no operator", at, hint=hint)
    if (reason := refusal(symbol, 2)) is not None:
        return sentence.error(f"`{symbol}` is not part of the language", at, hint=reason)
    return sentence.error(f"`{symbol}` is no operator", at, hint=_SIMILAR.get(symbol))


_SIMILAR = {
    ".": "a full stop ends a sentence where white space follows it",
    "<=": "less or equal is written `=<`",
    "=>": "greater or equal is written `>=`",
    "!=": "different is written `\\=` or dif(X, Y)",
    "!==": "not the same is written `\\==`",
    "<>": "different is written `\\=` or dif(X, Y)",
    "===": "the same is written `==`",
    "&&": "`and` is written as a comma",
    "&": "`and` is written as a comma",
    "||": "`or` is written `;`",
    "<-": "`if` is written `:-`",
    "<--": "`if` is written `:-`",
    "=:": "equal numbers are written `=:=`",
}
_WORDS = {"and": "`and` is written as a comma", "or": "`or` is written `;`", "not": "`not` is written `\\+`"}


def _word(text: str) -> str:
    found = re.match(rf"\s*(?:{QUOTED}|{STRING}|\w+|[{SYMBOLS}]+|\S)", text)
    return (found[0].strip() if found else text[:1])[:40]


def _hint(text: str, at: int) -> str | None:
    if text[at : at + 1] == "(" and re.search(r"\w\s+\Z", text[:at]):
        return "no space may stand between a name and its `(`"
    if text[at : at + 1] == "(" and re.search(r"\b[A-Z_]\w*\Z", text[:at]):
        return "the name of a relation begins with a small letter"
    if re.search(r"\bnot\s+\Z", text[:at]):
        return "a negation is written `\\+ Goal` or not(Goal)"
    if (word := _word(text[at:])) in _WORDS:
        return _WORDS[word]
    if word in ("xor", "in", "ins"):
        return refusal(word, 2)
    if "\n" in text[:at] and re.search(r"\n\s*\Z", text[:at]):
        return "the clause before may lack its full stop"
    return None
