"""Files that are kept between runs: each begins with a digest of the rest, so that damage is noticed.

The digest is no secret: it shows that a file is as it was written, not who wrote it. `cache_folder` sees to that.
"""

from __future__ import annotations

import os
from hashlib import blake2b
from typing import TYPE_CHECKING

from .cache_folder import opened

if TYPE_CHECKING:
    from pathlib import Path

MOST = 1 << 28  # bytes that are read from a file
_DIGEST = 8  # bytes


def digest_of(body: bytes) -> bytes:
    """A digest, for what is to be noticed when it changes by accident."""
    return blake2b(body, digest_size=_DIGEST).digest()


class Damaged(ValueError):
    """A file does not hold what was written into it."""


def sealed(body: bytes) -> bytes:
    """The bytes to write into a file to keep `body`."""
    return digest_of(body) + body


def unsealed(path: str | Path, most: int = MOST) -> bytes:
    """The bytes that were kept in a file of the cache folder, at most so many.

    `Damaged` is raised where it holds something else, or more; `OSError` where it is not there, or may not be read, or
    somebody else could have written it.
    """
    number = opened(path)
    try:
        size = os.fstat(number).st_size
        if size > _DIGEST + most:
            raise Damaged("this is no file that was kept")
        with open(number, "rb", closefd=False) as file:
            digest, body = file.read(_DIGEST), file.read(size)
    finally:
        os.close(number)
    if digest_of(body) != digest:
        raise Damaged("the file is not as it was written")
    return body
