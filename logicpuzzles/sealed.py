"""Files that are kept between runs: each begins with a digest of the rest, so that damage is noticed."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path
from stat import S_ISREG

MOST = 1 << 28  # bytes that are read from a file
_DIGEST = 32  # bytes


class Damaged(ValueError):
    """A file does not hold what was written into it."""


def sealed(body: bytes) -> bytes:
    """The bytes to write into a file to keep `body`."""
    return sha256(body).digest() + body


def unsealed(path: str | Path) -> bytes:
    """The bytes that were kept in a file.

    `Damaged` is raised where it holds something else, or is not a regular file: a folder, or a device without end;
    `OSError` where it is not there, or may not be read.
    """
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        status = os.fstat(number)
        if not S_ISREG(status.st_mode) or status.st_size > MOST:
            raise Damaged("this is no file that was kept")
        with open(number, "rb", closefd=False) as file:
            digest, body = file.read(_DIGEST), file.read(MOST)
    finally:
        os.close(number)
    if sha256(body).digest() != digest:
        raise Damaged("the file is not as it was written")
    return body
