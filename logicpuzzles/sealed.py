"""Files that are kept between runs: each begins with a digest of the rest, so that damage is noticed."""

from __future__ import annotations

import os
from contextlib import suppress
from importlib import import_module
from stat import S_ISREG
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

MOST = 1 << 28  # bytes that are read from a file
_DIGEST = 32  # bytes


def _lightest() -> Any:
    """Python's own sha256, as `random` takes it: hashlib loads OpenSSL, which takes longer than to read a kernel."""
    for name in ("_sha2", "_sha256"):
        with suppress(ImportError):
            return import_module(name).sha256
    return import_module("hashlib").sha256


_sha256 = _lightest()


def _digest(body: bytes) -> bytes:
    digest: bytes = _sha256(body).digest()
    return digest


class Damaged(ValueError):
    """A file does not hold what was written into it."""


def sealed(body: bytes) -> bytes:
    """The bytes to write into a file to keep `body`."""
    return _digest(body) + body


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
    if _digest(body) != digest:
        raise Damaged("the file is not as it was written")
    return body
