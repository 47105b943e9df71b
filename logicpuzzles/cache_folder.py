"""The user's cache folder: files that are kept there between runs, written whole or not at all, listed and removed.

A file is written beside its place under a name that ends in `.new`, and renamed: who reads sees the file before or the
one after. What a killed process leaves is never taken for a file that was kept, and goes with a later write.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import time
from typing import IO

from .records import frozen

PLACE = "LOGICPUZZLES_CACHE"  # the environment variable that names another folder
UNFINISHED = ".new"
STALE = 3600.0  # seconds after which nobody writes an unfinished file any more


def folder() -> Path:
    """The folder, which may not be there yet."""
    given = os.environ.get(PLACE)
    if given:
        return Path(given)
    from platformdirs import user_cache_path  # here: few commands need it

    return user_cache_path("logicpuzzles")


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A file to write into, which takes the place of `path` when the block ends without an error; its folder is made.

    Raises
    ------
    OSError
        It cannot be written; then nothing is left of it.
    """
    from tempfile import NamedTemporaryFile  # here: what only reads needs none of it

    path.parent.mkdir(parents=True, exist_ok=True)
    _remove_stale(path.parent)
    with NamedTemporaryFile(dir=path.parent, suffix=UNFINISHED, delete=False) as unfinished:
        try:
            yield unfinished
            unfinished.close()
            os.replace(unfinished.name, path)
        except BaseException:
            with suppress(OSError):
                unfinished.close()  # which writes what is buffered: on a full disk it fails again
            with suppress(OSError):
                os.unlink(unfinished.name)
            raise


def _remove_stale(where: Path) -> None:
    """Remove what killed processes left; what another process is writing is younger."""
    for left in where.glob(f"*{UNFINISHED}"):
        with suppress(OSError):
            if time() - left.stat().st_mtime > STALE:
                left.unlink()


@frozen()
class Kept:
    """A file in the cache folder: its size in bytes, and the seconds since it was written."""

    path: Path
    size: int
    age: float

    @property
    def kind(self) -> str:
        """The name of its folder in the cache; empty for what lies in the cache folder itself."""
        return self.path.parent.name if self.path.parent != folder() else ""

    @property
    def is_unfinished(self) -> bool:
        """Whether it is being written, or was when its process was killed."""
        return self.path.suffix == UNFINISHED


def kept_files() -> list[Kept]:
    """The files in the cache folder, in the order of their names.

    Raises
    ------
    OSError
        The folder is there and cannot be read.
    """
    found, now = [], time()
    for where, folders, names in os.walk(folder(), onerror=_unless_missing):
        folders.sort()
        for name in sorted(names):
            path = Path(where, name)
            with suppress(FileNotFoundError):  # another process has just removed it
                status = path.lstat()
                found.append(Kept(path, status.st_size, max(0.0, now - status.st_mtime)))
    return found


def _unless_missing(problem: OSError) -> None:
    if not isinstance(problem, FileNotFoundError):
        raise problem
