"""Error messages for text that does not fit the grammar: what is wrong, where, and what to write instead."""

from __future__ import annotations

import re

from ...errors import PuzzleError
from ...logic.operators import INFIX, PREFIX, SYMBOLS
from ..refusals import REFUSED
from .lexical import BACKQUOTED, COMMENT, QUOTED, STRING, Sentence

_FLOAT = re.compile(r"-?\d+\.\d+(?:[eE][+-]?\d+)?|-?\d+[eE][+-]?\d+")
_SYMBOL = re.compile(rf"[{SYMBOLS}]+")
_BRACKETS = re.compile(rf"{QUOTED}|{STRING}|{BACKQUOTED}|{COMMENT}|[][(){{}}]", re.DOTALL)
_CLOSING = {")": "(", "]": "[", "}": "{"}
_SOLO = {
    "`": ("the back quote is not closed on its line", None),
    "'": ("the quote is not closed on its line", None),
    '"': ("the string is not closed on its line", None),
}
_TEXT = re.compile(f"{QUOTED}|{STRING}|{BACKQUOTED}", re.DOTALL)
LONGEST = 40  # characters of a word that a message repeats
_COMMENT = "a comment begins with %"


def explain(sentence: Sentence, at: int, operand: bool) -> PuzzleError:
    """What is wrong with `sentence` at the offset `at`: before an `operand`, or behind one."""
    opened = _open_brackets(sentence, at)
    text = sentence.text[at:]
    if opened and not text.strip():
        return sentence.error(f"`{opened[-1][0]}` is not closed", opened[-1][1])
    if text[:1] in _SOLO and not _TEXT.match(text):
        problem, hint = _SOLO[text[0]]
        return sentence.error(problem, at, hint=hint)
    if _FLOAT.match(text):
        hint = "write 3r2 for 1.5, or tenths, cents or the like as whole numbers"
        return sentence.error("numbers are integers and fractions", at, hint=hint)
    symbol = _SYMBOL.match(text) or re.match("!=+", text)
    if symbol is not None and symbol[0] not in INFIX and symbol[0] not in PREFIX:
        return _unknown_symbol(sentence, symbol[0], at)
    if not text.strip():
        return sentence.error("something is missing before the end", at, "a term")
    if operand:
        hint = _hint_of_operand(sentence.text, at)
        return sentence.error("a term is missing here", at, got=f"`{_word(text)}`", hint=hint)
    hint = _hint(sentence.text, at, bool(opened) and opened[-1][0] == "[")
    return sentence.error(f"an operator or a comma is missing before `{_word(text)}`", at, hint=hint)


def _open_brackets(sentence: Sentence, at: int) -> list[tuple[str, int]]:
    """The brackets that are open at `at`, and where they are.

    Raises
    ------
    PuzzleError
        A bracket closes nothing, or another than the one that is open.
    """
    opened: list[tuple[str, int]] = []
    for found in _BRACKETS.finditer(sentence.text):
        mark, place = found[0], found.start()
        if place > at:
            break
        if mark in _CLOSING:
            if not opened:
                raise sentence.error(f"`{mark}` closes nothing", place)
            if opened[-1][0] != _CLOSING[mark]:
                raise sentence.error(f"`{mark}` does not close `{opened[-1][0]}`", place)
            opened.pop()
        elif mark in _CLOSING.values():
            opened.append((mark, place))
    return opened


def _unknown_symbol(sentence: Sentence, symbol: str, at: int) -> PuzzleError:
    symbol = symbol[:LONGEST]
    similar = _COMMENT if at == 0 and symbol == "--" else _SIMILAR.get(symbol)
    for cut in range(len(symbol) - 1, 0, -1):
        if symbol[:cut] in INFIX and symbol[cut:] in PREFIX and similar != _COMMENT:
            hint = f"put a space between `{symbol[:cut]}` and `{symbol[cut:]}`"
            hint = hint if similar is None else f"{hint}; {similar}"
            return sentence.error(f"`{symbol}` is no operator", at, hint=hint)
    if (reason := REFUSED.get(symbol)) is not None:
        return sentence.error(f"`{symbol}` is not part of the language", at, hint=reason)
    return sentence.error(f"`{symbol}` is no operator", at, hint=similar)


_SIMILAR = {
    ".": "a full stop ends a sentence where white space follows it",
    "<=": "less or equal is written `=<`",
    "=>": "greater or equal is written `>=`, and `if` in a clause `:-`",
    "!=": "different is written `\\=` or dif(X, Y)",
    "!==": "not the same is written `\\==`",
    "<>": "different is written `\\=` or dif(X, Y)",
    "===": "the same is written `==`",
    "&&": "`and` is written as a comma",
    "&": "`and` is written as a comma",
    "<-": "`if` is written `:-`",
    "<--": "`if` is written `:-`",
    "=:": "equal numbers are written `=:=`",
    ":=": "equal is written `=`, and the value of an expression `is`",
    "##": _COMMENT,
}
_OR = "`or` is written `;`"
_IF = "a condition is written (Condition -> Then ; Else)"
_QUOTES = "a text stands in straight quotes: ' '"
_WORDS = {
    "and": "`and` is written as a comma",
    "where": "`and` is written as a comma",
    "or": _OR,
    "not": "`not` is written `\\+`",
    "if": "`if` is written `:-`",
    "then": _IF,
    "else": _IF,
    "≠": _SIMILAR["!="],
    "≤": _SIMILAR["<="],
    "≥": "greater or equal is written `>=`",
    "∧": _SIMILAR["&"],
    "∨": _OR,
    "¬": "`not` is written `\\+`",
    "←": _SIMILAR["<-"],
    "→": "`then` is written `->`",
    "−": "minus is written `-`",
    "×": "times is written `*`",
    **dict.fromkeys("“”‘’„‚«»´", _QUOTES),
}


def _word(text: str) -> str:
    found = re.match(rf"\s*(?:{QUOTED}|{STRING}|{BACKQUOTED}|\w+|[{SYMBOLS}]+|\S)", text)
    return (found[0].strip() if found else text[:1])[:LONGEST]


def _hint_of_operand(text: str, at: int) -> str | None:
    """What to write where a term is missing."""
    word = _word(text[at:])
    if word == "|" and text[:at].rstrip()[-1:] == "|":
        return _OR
    if word in ("//", "#") or at == 0 and word == ";":
        return _COMMENT
    if word == ")" and re.search(r"\w\(\s*\Z", text[:at]):
        return "a relation without arguments is written without brackets"
    if word[0].isdigit():
        return "a name begins with a small letter; any other text stands in single quotes"
    return _WORDS.get(word)


def _hint(text: str, at: int, in_list: bool) -> str | None:
    """What to write where an operator or a comma is missing."""
    before, word = text[:at], _word(text[at:])
    if word[0] in "|," and in_list:
        return "one term follows the bar: the rest of the list"
    if word == "(" and re.search(r"\w\s+\Z", before):
        return "no space may stand between a name and its `(`"
    if word == "(" and re.search(r"\b[A-Z_]\w*\Z", before):
        return "the name of a relation begins with a small letter"
    if re.search(r"\bnot\s+\Z", before):
        return "a negation is written `\\+ Goal` or not(Goal)"
    if re.search(r"\b(?:if|else)\s+\Z", before):
        return _IF
    if re.search(r"\bfor\s+\Z", before):
        return "each of some values is X in member(X, List), or in between(Low, High, X)"
    if word == "|":
        return _OR
    if word == "{":
        return "write a list such as [a, b], or a compound such as f(a)"
    if word == "[" and re.search(r"\b[a-z]\w*\Z", before):
        return "what a relation holds of stands in round brackets: ( )"
    if word in _WORDS:
        return _WORDS[word]
    if word == "xor":
        return REFUSED[word]
    if re.search(r"\n\s*\Z", before):
        return "the clause before may lack its full stop"
    if re.match(r"[a-z]\w*\s+\w+\s*(?:[,;)]|\Z)", text[at:]) and re.search(r"\w\s+\Z", before):
        return f"a relation stands before what it holds of: {word}(X, Y)"
    return None
