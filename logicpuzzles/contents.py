"""What is in a file, read so that an interrupt (Ctrl-C, a limit) leaves nothing open.

No file object is made: one that is left behind unclosed warns when it goes.
"""

from __future__ import annotations

import errno
import os
from stat import S_ISREG

BLOCK = 1 << 16  # bytes


def contents(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a file.

    Raises
    ------
    OSError
        It is not there, or may not be read.
    """
    file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    try:
        return b"".join(iter(lambda: os.read(file, BLOCK), b""))
    finally:
        os.close(file)


class NotRegular(OSError):
    """A path leads to something other than a regular file: a folder, a pipe, a device that has no end."""


def open_regular(path: str | os.PathLike[str], follow: bool = True) -> int:
    """The number of the regular file at `path`, opened to be read; to open it never waits.

    Without `follow` a symbolic link is not followed.

    Raises
    ------
    OSError
        It is not there, or may not be read; `NotRegular` if it is something else.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    file = os.open(path, flags if follow else flags | getattr(os, "O_NOFOLLOW", 0))
    if not S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise NotRegular(errno.EINVAL, "not a regular file", os.fspath(path))
    return file
