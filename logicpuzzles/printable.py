"""How to show characters that control a terminal or reverse text, so that no text looks like another."""

from __future__ import annotations

import re

# C0 without tab and newline, DEL, C1, Unicode's line separators, and direction marks.
_MARKS = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
STEERING = f"[{_MARKS}]"  # compiled when a text has such: most processes meet none
_IN_A_LINE = rf"[\t\n{_MARKS}]"
_ESCAPES = str.maketrans({"\\": "\\\\", "'": "\\'", "\n": "\\n", "\t": "\\t"})
INSTEAD = "\N{REPLACEMENT CHARACTER}"


def harmless(text: str) -> str:
    r"""`text` with each such character shown as �; tabs and newlines stay.

    >>> harmless("red\x1b[2J")
    'red�[2J'
    """
    return text if text.isprintable() else re.sub(STEERING, INSTEAD, text)


def in_a_line(text: str) -> str:
    r"""`text` as `harmless` shows it, and tabs and newlines as � too.

    >>> in_a_line("one\ntwo")
    'one�two'
    """
    return text if text.isprintable() else re.sub(_IN_A_LINE, INSTEAD, text)


def quoted(text: str) -> str:
    r"""`text` as a quoted atom that reads back; unprintable characters are written as numbers.

    >>> print(quoted("it's"), quoted("\x1b[2J"))
    'it\'s' '\x1b\[2J'
    """
    return f"'{escaped(text.translate(_ESCAPES))}'"


def escaped(text: str) -> str:
    r"""`text` with unprintable characters written as numbers, such as \x1b\ for an escape."""
    return text if text.isprintable() else "".join(c if c.isprintable() else f"\\x{ord(c):x}\\" for c in text)
