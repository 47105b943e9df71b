"""The one door to the terminal: whatever is printed while it stands is shown without what would steer the terminal."""

from __future__ import annotations

import io
import os
import sys
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from ..printable import harmless

_COMPLETING = "_LOGICPUZZLES_COMPLETE"  # click's variable: what is printed then is for a shell to read, tabs and all


class Door(io.TextIOBase):
    """A stream that gives text on to another, harmless; so does its binary `buffer`, which would else lead past it."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.buffer = _Bytes(self)
        self._tabs = _COMPLETING in os.environ

    def write(self, text: str) -> int:
        """Print `text`, its tabs as spaces: what is behind them lies where it should on every terminal."""
        if not isinstance(text, str):
            raise TypeError(f"only text goes through the door, not {type(text).__name__}")
        shown = harmless(text)
        self.stream.write(shown if self._tabs else shown.expandtabs())
        return len(text)

    def flush(self) -> None:
        """Let the stream print what it still holds."""
        self.stream.flush()

    def close(self) -> None:
        """Nothing: the stream stays open, as it is another's."""

    def isatty(self) -> bool:
        """Whether the stream is a terminal."""
        return self.stream.isatty()

    def fileno(self) -> int:
        """The number of the stream in the system."""
        return self.stream.fileno()

    def writable(self) -> bool:
        """It is."""
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
    """Takes text in UTF-8, as click prints it for shells, and gives it to a door."""

    def __init__(self, door: Door) -> None:
        self._door, self._decoder = door, getincrementaldecoder("utf-8")("replace")

    def write(self, data: Any) -> int:
        self._door.write(self._decoder.decode(bytes(data)))
        return len(data)

    def flush(self) -> None:
        self._door.flush()

    def close(self) -> None:
        """Nothing, as for the door."""

    def writable(self) -> bool:
        return True


@contextmanager
def doors() -> Iterator[None]:
    """Standard output and standard error go through doors."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (Door(stream) if stream is not None else stream for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def behind(stream: Any) -> Any:
    """The stream behind a door, for what steers the terminal itself and cleans what it is given."""
    return stream.stream if isinstance(stream, Door) else stream
