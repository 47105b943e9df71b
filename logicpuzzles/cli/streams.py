"""The standard streams of the process: those it was started without, those that stop working, and what they show."""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
import threading
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn, TextIO

from ..printable import harmless
from .stopping import INTERRUPTED, leave_at_once

# What reading and writing a stream fails with; all but the first tell what they are.
_BROKEN = {
    errno.EBADF, errno.EAGAIN, errno.EDQUOT, errno.EFBIG, errno.EINVAL, errno.EIO, errno.EISDIR, errno.ENOSPC,
    errno.ENXIO, errno.EPIPE,
}  # fmt: skip


def open_all() -> None:
    """Open what was closed, as after `>&-`, so that no other file takes its number and its use fails as it should.

    Messages that nobody can read are dropped: they are beside the answer, which is what may not get lost.
    """
    if sys.stdin is None:
        sys.stdin = os.fdopen(_null(0, os.O_WRONLY))
    if sys.stdout is None:
        sys.stdout = os.fdopen(_null(1, os.O_RDONLY), "w")
    if sys.stderr is None:
        sys.stderr = os.fdopen(_null(2, os.O_WRONLY), "w")


def _null(wanted: int, flags: int) -> int:
    """The null device, under the number `wanted` where that is free."""
    found = os.open(os.devnull, flags)
    try:
        os.fstat(wanted)
    except OSError:
        os.dup2(found, wanted)
        os.close(found)
        return wanted
    return found


def why_broken(problem: OSError) -> str | None:
    """What is wrong with the stream that failed with `problem`; None if that was no stream."""
    if problem.filename is not None or problem.errno not in _BROKEN:
        return None
    closed = problem.errno == errno.EBADF
    return f"input or output failed: {'a standard stream is closed' if closed else problem.strerror}"


def leave(code: int) -> NoReturn:
    """Leave Python with this exit code, whatever becomes of what is still to be written."""
    from ..background import NAME

    # while a thread compiles or loads a kernel Python cannot leave in good order
    if code == INTERRUPTED or any(thread.name == NAME for thread in threading.enumerate()):
        leave_at_once(code)
    with suppress(ValueError):  # only the main thread may
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the command is done: Python may leave in peace
    for stream in (sys.stdout, sys.stderr):
        _let_go(stream)
    sys.exit(code)


def _let_go(stream: object) -> None:
    """Write out what `stream` holds; where that fails drop it, since Python would complain when it tries again."""
    try:
        stream.flush()  # type: ignore[attr-defined]
    except (OSError, ValueError):
        with suppress(OSError, ValueError, AttributeError):
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, stream.fileno())  # type: ignore[attr-defined]
            stream.flush()  # type: ignore[attr-defined]


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
