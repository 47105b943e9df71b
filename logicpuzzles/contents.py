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


def open_regular(path: str | os.PathLike[str], follow: bool = True, flags: int = os.O_RDONLY) -> int:
    """The number of the regular file at `path`, opened with `flags`, by default to be read; to open it never waits.

    Without `follow` a symbolic link is not followed. A file that is made can be read and written by its user alone.

    Raises
    ------
    OSError
        It is not there, or may not be read; `NotRegular` if it is something else.
    """
    if not follow and not hasattr(os, "O_NOFOLLOW") and os.path.islink(path):  # on Windows
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), os.fspath(path))
    for name in ("O_NONBLOCK", "O_BINARY", *(() if follow else ("O_NOFOLLOW",))):  # a pipe would be waited for
        flags |= getattr(os, name, 0)
    file = os.open(path, flags, 0o600)
    if not S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise NotRegular(errno.EINVAL, "not a regular file", os.fspath(path))
    return file
