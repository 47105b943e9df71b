"""The standard streams of the process: those it was started without, and those that stop working."""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
from contextlib import suppress
from typing import NoReturn

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
    if code == INTERRUPTED or _is_busy():
        leave_at_once(code)
    with suppress(ValueError):  # only the main thread may
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the command is done: Python may leave in peace
    for stream in (sys.stdout, sys.stderr):
        _let_go(stream)
    sys.exit(code)


def _is_busy() -> bool:
    """Whether a thread still compiles or loads a kernel, during which Python cannot leave in good order."""
    from ..background import NAME

    return any(thread.name == NAME for thread in threading.enumerate())


def _let_go(stream: object) -> None:
    """Write out what `stream` holds; where that fails drop it, since Python would complain when it tries again."""
    try:
        stream.flush()  # type: ignore[attr-defined]
    except (OSError, ValueError):
        with suppress(OSError, ValueError, AttributeError):
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, stream.fileno())  # type: ignore[attr-defined]
            stream.flush()  # type: ignore[attr-defined]
