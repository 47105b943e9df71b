"""Where in a rule file something was written, found by walking up the calls; and what is written there."""

from __future__ import annotations

import linecache
import os
import sys
import tokenize
from contextlib import suppress
from itertools import count

_OWN = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_RULES = _OWN + "rules" + os.sep  # rule files that come with an installed package are the author's code, not ours
_LONGEST = 120  # characters of a statement that are shown


def caller() -> str | None:
    """The file and line, as "file:line", of the innermost call from outside this package; None if there is none."""
    frame = sys._getframe(1)
    while frame is not None:
        file = frame.f_code.co_filename
        if not file.startswith(_OWN) or file.startswith(_RULES):
            return f"{file}:{frame.f_lineno}"
        frame = frame.f_back  # type: ignore[assignment]
    return None


def statement(place: str | None) -> str:
    """The statement that begins at "file:line", with the comment behind it, on one line; "" where it is not known."""
    file, _, line = (place or "").rpartition(":")
    if not line.isdigit():
        return ""
    linecache.checkcache(file)  # it may have been edited, and loaded again
    first = last = int(line)
    read = (linecache.getline(file, number) for number in count(first))
    with suppress(tokenize.TokenError, SyntaxError, StopIteration):  # it does not end: its first line
        last += next(t.end[0] - 1 for t in tokenize.generate_tokens(read.__next__) if t.type == tokenize.NEWLINE)
    text = " ".join(linecache.getline(file, number).strip() for number in range(first, last + 1))
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 4]} ..."
