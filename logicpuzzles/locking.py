"""A file that one process holds at a time, by the means of the system."""

from __future__ import annotations

import os
import sys

_BEYOND = 1 << 40  # the byte that is locked on Windows, behind all content: there nobody else could read a locked one


def hold(number: int) -> bool:
    """Whether this process now holds the file with this number, until it closes it or dies; False if another does.

    Raises
    ------
    OSError
        The file system has no locks.
    """
    if sys.platform == "win32":
        import msvcrt

        at = os.lseek(number, 0, os.SEEK_CUR)
        os.lseek(number, _BEYOND, os.SEEK_SET)
        try:
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        finally:
            os.lseek(number, at, os.SEEK_SET)
        return True
    try:
        import fcntl
    except ImportError:  # in WebAssembly there may be none, and no other process either
        return True
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
