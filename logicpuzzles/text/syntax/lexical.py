"""Tokens and sentences: the regular expressions that the grammar and the splitter share.

No repetition gives anything back, so that matching takes time linear in the text whatever the text is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ...errors import PuzzleError
from ...logic.notation import caret


def repeated(pattern: str, times: str = "*") -> str:
    """A regular expression for as many matches of `pattern` as there are, none of them given back.

    Each match is an atomic group: Python before 3.11.5 forgets to step back after the last, partial match of a
    possessive repetition of any other group (https://github.com/python/cpython/issues/106052). An atomic group around a
    greedy repetition would be right too, but takes 240 bytes for each match.
    """
    return rf"(?:(?>{pattern})){times}+"


_ESCAPE = r"\\(?:x[0-9a-fA-F]++\\|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]++\\|.)"
QUOTED = "'" + repeated(rf"[^'\\\n]|{_ESCAPE}|''") + "'"
STRING = '"' + repeated(rf'[^"\\\n]|{_ESCAPE}|""') + '"'
BACKQUOTED = "`" + repeated(rf"[^`\\\n]|{_ESCAPE}|``") + "`"
CODE = rf"0'(?:{_ESCAPE}|''?|[^'\\\n])"
BLOCK = r"/\*" + repeated(r"[^*]|\*(?!/)") + r"\*/"
COMMENT = rf"%[^\n]*+|{BLOCK}"
END = r"\.(?=\s|%|\Z)"
LAYOUT = repeated(rf"\s++|{COMMENT}")
_LAYOUT = re.compile(LAYOUT, re.DOTALL)
_BODY = re.compile(
    repeated(rf"{CODE}|=?\.\.|\w++|{QUOTED}|{STRING}|{BACKQUOTED}|{COMMENT}|[^\w.'\"`%/]|/(?!\*)|\.(?!\s|%|\Z)"),
    re.DOTALL,
)
_END = re.compile(END)
_CODE = re.compile(r"(?<!\w)0'\Z")
_TRAILING = re.compile(r"\A[ \t]*%[^\n]*")  # a comment behind the sentence before
_UNCLOSED = {
    "'": "the quote is not closed on its line",
    '"': "the string is not closed on its line",
    "`": "the back quote is not closed on its line",
}
LONGEST_COMMENT = 10_000  # characters of one that help shows
LIBRARY = "library"  # the name of the text that is part of the engine


@dataclass(frozen=True, slots=True)
class Source:
    """A text and what it is called in messages; `dialect` is how it is read, None as any text is."""

    text: str
    name: str
    dialect: Any = None

    def place(self, offset: int) -> str:
        """Where `offset` is, as name:line:column, both counted from 1."""
        line = self.text.count("\n", 0, offset) + 1
        return f"{self.name}:{line}:{offset - self.text.rfind(chr(10), 0, offset)}"

    def error(
        self, problem: str, offset: int, expected: str | None = None, got: object = None, hint: str | None = None
    ) -> PuzzleError:
        """An error that points at `offset`."""
        excerpt = caret(self.text, min(offset, len(self.text)))
        return PuzzleError(problem, place=self.place(offset), expected=expected, got=got, hint=hint, excerpt=excerpt)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One clause or query: `text` without its full stop, which begins at `start` of the source.

    `comment` is the comment that stands directly above it.
    """

    source: Source
    text: str
    start: int
    comment: str = ""

    def read_as(self, dialect: Any) -> Sentence:
        """The same, read with `dialect` where its source says nothing else."""
        source = self.source
        return self if source.dialect is not None else replace(self, source=replace(source, dialect=dialect))

    @property
    def end(self) -> int:
        """Where the next may begin."""
        return self.start + len(self.text) + 1

    def place(self, at: int) -> str:
        """Where the offset `at` of this sentence is."""
        return self.source.place(self.start + at)

    def error(
        self, problem: str, at: int, expected: str | None = None, got: object = None, hint: str | None = None
    ) -> PuzzleError:
        """An error that points at the offset `at` of this sentence."""
        return self.source.error(problem, self.start + at, expected, got, hint)


def sentences(source: Source) -> Iterator[Sentence]:
    """The sentences of a text, each of which ends with a full stop and white space.

    Raises
    ------
    PuzzleError
        A sentence, a quote or a comment is not ended.
    """
    at = 0
    while (sentence := sentence_at(source, at)) is not None:
        yield sentence
        at = sentence.end


def sentence_at(source: Source, at: int) -> Sentence | None:
    """The sentence that begins at `at`, where another ends, or behind layout there; None at the end of the text.

    Raises
    ------
    PuzzleError
        It, or a quote or a comment in it or before it, is not ended.
    """
    text = source.text
    start = layout_end(text, at)
    if start == len(text):
        return None
    end = body_end(source, start)
    if end is None:
        raise source.error("the sentence that begins here has no end", start, hint="end it with a full stop")
    layout = text[at:start] if at == 0 else _TRAILING.sub("", text[at:start])
    return Sentence(source, text[start:end], start, _comment_above(layout))


def next_sentence(source: Source, at: int) -> int:
    """Where to read on where no sentence could be read at `at`: behind the next full stop after what is wrong."""
    text = source.text
    end = _BODY.match(text, layout_end(text, at)).end()  # type: ignore[union-attr]
    if text.startswith("/*", end):
        return len(text)
    found = _END.search(text, end)
    return len(text) if found is None else found.end()


def layout_end(text: str, start: int) -> int:
    """The offset where the white space and the comments at `start` end."""
    return _LAYOUT.match(text, start).end()  # type: ignore[union-attr]


def body_end(source: Source, start: int) -> int | None:
    """The offset of the full stop that ends the sentence at `start`; None where the text ends before one.

    Raises
    ------
    PuzzleError
        A quote or a comment is not ended.
    """
    end = _BODY.match(source.text, start).end()  # type: ignore[union-attr]
    if end == len(source.text):
        return None
    if _END.match(source.text, end):
        return end
    if _CODE.search(source.text, max(0, end - 2), end + 1):
        raise source.error("a character is missing after `0'`", end - 1)
    raise source.error(_UNCLOSED.get(source.text[end], "the comment is not closed"), end)


def _comment_above(layout: str) -> str:
    """The last comment in `layout`, if no empty line follows it; without its marks."""
    line = r"%[^\n]*+\n?[ \t]*+"
    blocks = re.findall(rf"{BLOCK}|{repeated(line, '+')}", layout)
    if not blocks or re.search(r"\n\s*\n", layout[layout.rindex(blocks[-1]) + len(blocks[-1].rstrip()) :]):
        return ""
    lines = blocks[-1].strip()[:LONGEST_COMMENT].removeprefix("/*").removesuffix("*/").splitlines()
    return "\n".join(re.sub(r"^\s*(?:%+!?|\*+(?!/))? ?", "", line).rstrip() for line in lines).strip()


def one_sentence(text: str) -> Sentence:
    """The one sentence that `text` is; its full stop may be left out.

    Raises
    ------
    PuzzleError
        There is none, or more than one.
    """
    source = Source(text, "query")
    end = body_end(source, 0)
    rest = "" if end is None else text[end + 1 :]
    if rest.strip() and any(True for _ in sentences(Source(rest + " .", source.name))):
        start = end + 1 + len(rest) - len(rest.lstrip())  # type: ignore[operator]
        hint = "ask them one by one, or all of a file with `logicpuzzles query --file`"
        raise source.error("a query is one sentence; here another begins", start, hint=hint)
    sentence = Sentence(source, text if end is None else text[:end], 0)
    if layout_end(sentence.text, 0) == len(sentence.text):
        raise source.error("the query is empty", 0, "a goal such as member(X, [1, 2])")
    return sentence
