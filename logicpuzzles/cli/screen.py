"""How wide the screen is, and text that fits it. What is no terminal is 80 columns wide and gets long lines whole."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TextIO

from ..drawing.folding import WIDTH, fitted

NARROWEST, WIDEST = 40, 120  # columns: less is drawn over, and text that is wider is hard to read


def width(stream: TextIO | None = None) -> int:
    """The columns to draw boards in: those of the terminal that `stream` is (standard output), or 80."""
    stream = sys.stdout if stream is None else stream
    if not stream.isatty():
        return WIDTH
    return max(NARROWEST, _columns(stream))


def _columns(stream: TextIO) -> int:
    """As the variable COLUMNS says, or the terminal itself."""
    if os.environ.get("COLUMNS", "").isdigit():
        return shutil.get_terminal_size().columns
    try:
        return os.get_terminal_size(stream.fileno()).columns or WIDTH
    except (OSError, ValueError):
        return WIDTH


def text_width(stream: TextIO | None = None) -> int:
    """The columns to write text in."""
    return min(WIDEST, width(stream))


def on(stream: TextIO, text: str) -> str:
    """`text` as it is shown on `stream`: on a terminal its long lines are folded between words."""
    return fitted(text, text_width(stream)) if stream.isatty() else text
