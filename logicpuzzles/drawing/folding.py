"""Text that fits the width of a terminal. Pure functions returning str."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Iterable

WIDTH = 80  # columns, where there is no terminal to tell
WIDEST = 120  # columns: text that is wider is hard to read
_CARET = re.compile(r" *\^")


def columns(text: str) -> int:
    """How many columns of a terminal `text` takes: wide characters take two, combining ones none."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def fitted(text: str, width: int) -> str:
    """`text` with every line folded between words that is wider than `width`.

    What follows is indented like the second column of the line, if it has one. The line above a caret is cut instead,
    where the caret is.

    >>> print(fitted("make.   read again what was edited\\nX = 1", 24))
    make.   read again what
            was edited
    X = 1
    """
    lines = text.split("\n")
    done: list[str] = []
    while lines:
        line = lines.pop(0)
        if lines and _CARET.fullmatch(lines[0]):
            done += _around(line, lines.pop(0), width)
        else:
            done += folded(line, width)
    return "\n".join(done)


def folded(line: str, width: int, hang: int = 0) -> list[str]:
    """One line as one or more; what follows the first is indented by `hang` more, or like its second column."""
    if len(line) <= width:
        return [line]
    column = re.match(r" *\S.*?  +(?=\S)", line)
    start = len(column[0]) if column and len(column[0]) <= width // 2 else len(line) - len(line.lstrip()) + hang
    return textwrap.wrap(line, width, subsequent_indent=" " * start, break_long_words=False, break_on_hyphens=False)


def _around(line: str, caret: str, width: int) -> tuple[str, str]:
    """The part of `line` around the caret below it."""
    over = len(line) - width
    if over <= 0:
        return line, caret
    indent = len(line) - len(line.lstrip())
    cut = max(0, min(len(caret) - (width + indent) // 2, over))
    return line[:indent] + line[indent + cut : width + cut], caret[cut:]


def facts(rows: Iterable[tuple[str, str]], width: int) -> str:
    """A fact a line, after its name; what does not fit goes on below.

    >>> print(facts([("nodes", "151"), ("time", "1.56 ms; ida, engine rules")], 24))
    nodes   151
    time    1.56 ms; ida,
            engine rules
    """
    lines = (f"{name:<7} {text}" for name, text in rows)
    return "\n".join(textwrap.fill(line, width, subsequent_indent=" " * 8, break_on_hyphens=False) for line in lines)


def cut(line: str, width: int) -> str:
    """A line no wider than `width`.

    >>> cut("one two three", 10)
    'one two...'
    """
    return line if len(line) <= width else f"{line[: width - 3]}..."
