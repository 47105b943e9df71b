"""Standard output and standard error without what would steer the terminal."""

from __future__ import annotations

import io
import os
import sys
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from ..printable import harmless

_COMPLETING = "_LOGICPUZZLES_COMPLETE"  # click's variable: what is printed then is for a shell to read, tabs and all


class HarmlessStream(io.TextIOBase):
    """Gives text on to another stream, harmless; so does its binary `buffer`, which else would lead past it."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.flush, self.isatty, self.fileno = stream.flush, stream.isatty, stream.fileno  # type: ignore[method-assign]
        self.buffer = _Bytes(self)
        self._tabs = _COMPLETING in os.environ

    def write(self, text: str) -> int:
        """Print `text`, its tabs as spaces: what is behind them lies where it should on every terminal."""
        if not isinstance(text, str):
            raise TypeError(f"only text can be made harmless, not {type(text).__name__}")
        shown = harmless(text)
        self.stream.write(shown if self._tabs else shown.expandtabs())
        return len(text)

    def close(self) -> None:
        """No-op: the stream stays open, as it is another's."""

    def writable(self) -> bool:
        """Always."""
        return True

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """That of the stream."""
        return self.stream.encoding

    @property
    def errors(self) -> str | None:  # type: ignore[override]
        """What the stream does with a character that its encoding lacks."""
        return self.stream.errors


class _Bytes(io.BufferedIOBase):
    """Takes text in UTF-8, as click prints it for shells, and makes it harmless."""

    def __init__(self, text: HarmlessStream) -> None:
        self._text, self._decoder = text, getincrementaldecoder("utf-8")("replace")
        self.flush = text.flush  # type: ignore[method-assign]

    def write(self, data: bytes | bytearray | memoryview) -> int:  # type: ignore[override]
        self._text.write(self._decoder.decode(bytes(data)))
        return len(data)

    def close(self) -> None:
        """No-op, as for the text."""

    def writable(self) -> bool:
        return True


@contextmanager
def harmless_output() -> Iterator[None]:
    """What is printed inside is harmless."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (HarmlessStream(stream) if stream is not None else stream for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def raw(stream: TextIO) -> TextIO:
    """The stream that is made harmless, for what steers the terminal itself and cleans what it is given."""
    return stream.stream if isinstance(stream, HarmlessStream) else stream
