"""What kernels are compiled from, and what is told of the files that keep them."""

from __future__ import annotations

import errno
import re
import sys
import warnings
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

from ..cache_folder import PLACE, folder
from ..contents import contents
from ..errors import CacheWarning

_told: list[str] = []
_IMPORT = re.compile(r"^from (\.{2,})([\w.]*) import (\([^)]*\)|.*)", re.MULTILINE)
_CAPITALS = re.compile(r"\b[A-Z][A-Z0-9_]*\b")


@cache
def digest_of(folder: str | Path) -> str:
    """A digest of `sources_of` a folder."""
    found = sha256()
    for path in sources_of(folder):
        found.update(contents(path))
    return found.hexdigest()


def sources_of(folder: str | Path) -> list[Path]:
    """The sources in a folder and in this one, and those that they take constants from."""
    paths = {*Path(folder).glob("*.py"), *Path(__file__).parent.glob("*.py")}
    return sorted(paths.union(*map(_constants, sorted(paths))))


def _constants(path: Path) -> Iterator[Path]:
    """The files of other folders that the file at `path` imports as a whole, or names in capitals from."""
    for dots, module, names in _IMPORT.findall(contents(path).decode()):
        folder = path.parents[len(dots) - 1]
        if not module:
            yield from filter(Path.is_file, (folder / f"{name}.py" for name in re.findall(r"\w+", names)))
        elif _CAPITALS.search(names) and (named := folder.joinpath(*module.split(".")).with_suffix(".py")).is_file():
            yield named


def described(problem: Exception) -> str:
    return str(problem.strerror) if isinstance(problem, OSError) else f"{type(problem).__name__}: {problem}"


def not_kept(problem: Exception) -> None:
    """Say that what is compiled cannot be kept, and what to do."""
    full = isinstance(problem, OSError) and problem.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
    then = "make room there" if full else f"name a folder of your own in {PLACE}"
    tell(f"compiled kernels cannot be kept in {folder()} ({described(problem)})", then)


def tell(what: str, then: str) -> None:
    """Warn once in a process: one damaged file is rarely alone. Processes that work for another leave it to that."""
    others = sys.modules.get("multiprocessing.process")
    if not _told and (others is None or others.parent_process() is None):
        _told.append(what)
        warnings.warn(f"{what}; {then}", CacheWarning, stacklevel=3)
