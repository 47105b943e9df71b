"""What is in a file, read so that an interrupt (Ctrl-C, a limit) leaves nothing open.

No file object is made: one that is left behind unclosed warns when it goes.
"""

from __future__ import annotations

import os

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
