"""The user's cache folder: files that are kept there between runs, opened, written, listed and removed safely.

What is read from there is trusted, compiled code more than anything: so it is read and written only where nobody but
this user, and the administrator, could have put it, and no link is followed. It is written whole or not at all: beside
its place, under a name of ours that ends in `.new`, and renamed. Folders that are made here are marked as caches.
Nothing is removed but files with names that only this package gives, in a folder that has the mark.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from errno import ETIMEDOUT
from pathlib import Path
from stat import S_ISVTX, S_IWGRP, S_IWOTH
from time import monotonic, sleep, time
from typing import IO

from .contents import contents, open_regular
from .locking import hold

PLACE = "LOGICPUZZLES_CACHE"  # the environment variable that names another folder
BOUNDS, TREES, KERNELS = "bounds", "trees", "kernels"  # the folders in it
PREFIX, UNFINISHED = "logicpuzzles-", ".new"
STALE = 3600.0  # seconds after which nobody writes an unfinished file any more
MARK = "CACHEDIR.TAG"  # by which programs that keep copies of files leave a folder out
MARKED = b"Signature: 8a477f597d28d172789f06886806bc55\n# A cache of logicpuzzles: all here can be made again.\n"
PATIENCE = 600.0  # seconds for which another process may hold a lock
_OURS = re.compile(
    r"[0-9a-f]{40}\.(bound|groups|json)|[\w.-]+-[0-9a-f]{8}\.\w+-\w+\.code(\.lock)?"
    rf"|[\w.-]+\.sealed\.v[0-9]+(\.[0-9]+\.nbc|\.nbi|\.lock)|{PREFIX}\w+\{UNFINISHED}"
)
UNREADABLE = (PermissionError, NotADirectoryError)  # what is raised where there may be a file that is in order


class Unsafe(PermissionError):
    """Others could have written what is to be read; the message says where."""

    def __init__(self, why: str) -> None:
        super().__init__(13, why)


def folder() -> Path:
    """The folder, which may not be there yet; where the one that is named is not this user's, a part of it."""
    given = os.environ.get(PLACE)
    if not given:
        from platformdirs import user_cache_path  # here: few commands need it

        return user_cache_path("logicpuzzles").absolute()
    path = Path(given).absolute()
    with suppress(OSError):
        if _why_shared(path.stat(), str(path)):
            return path / f"logicpuzzles-{os.getuid()}"
    return path


def require_private(where: str | Path) -> str:
    """The real path of a folder in which nobody but this user and the administrator can change anything.

    As `sshd` looks at a user's files: none of the folders above may be somebody else's, or be written in by others,
    unless each may remove only his own there, as in /tmp.

    Raises
    ------
    Unsafe
        Others can.
    OSError
        It is not there.
    """
    path = os.path.realpath(where)
    if hasattr(os, "getuid"):  # elsewhere what is a user's own is kept from others by other means
        for here in (path, *map(str, Path(path).parents)):
            why = _why_shared(os.stat(here), here, is_last=here == path)
            if why is not None:
                raise Unsafe(why)
    elif not os.path.isdir(path):
        raise FileNotFoundError(2, os.strerror(2), path)
    return path


def _why_shared(status: os.stat_result, path: str, is_last: bool = True) -> str | None:
    """How others can change what is in a folder, as a sentence; None if they cannot."""
    if not hasattr(os, "getuid"):
        return None
    if status.st_uid != os.getuid() and (is_last or status.st_uid != 0):
        return f"{path} belongs to another user"
    shared = status.st_mode & S_IWOTH or (status.st_mode & S_IWGRP and not _is_mine_alone(status.st_gid))
    return f"others can write in {path}" if shared and (is_last or not status.st_mode & S_ISVTX) else None


def _is_mine_alone(group: int) -> bool:
    """Whether a group is the one that many systems make for each user, with nobody else in it."""
    import grp
    import pwd

    try:
        me, found = pwd.getpwuid(os.getuid()), grp.getgrgid(group)
    except KeyError:
        return False
    return group == me.pw_gid and found.gr_name == me.pw_name and set(found.gr_mem) <= {me.pw_name}


def opened(path: str | Path) -> int:
    """The number of a file that was kept, opened to read; the caller closes it.

    Raises
    ------
    OSError
        It is not there, or may not be read; it is a link, or no file, or others could have written it.
    """
    name = os.path.join(require_private(os.path.dirname(path)), os.path.basename(path))
    return _open(name, os.O_RDONLY)


def _open(name: str, flags: int) -> int:
    """The number of a file that is one, and that nobody else can write."""
    try:
        number = open_regular(name, follow=False, flags=flags)
    except OSError as problem:
        if os.path.islink(name):
            raise OSError(problem.errno, "it is a link") from None
        raise
    why = _why_shared(os.fstat(number), name)
    if why is not None:
        os.close(number)
        raise Unsafe(why)
    return number


@contextmanager
def writing(path: str | Path) -> Iterator[IO[bytes]]:
    """A file to write into, which takes the place of `path` in the cache when the block ends without an error.

    Its folder is made. What killed processes left there is removed.

    Raises
    ------
    OSError
        It cannot be written, or others could change it; then nothing is left of it.
    """
    where = made(os.path.dirname(path))
    for left in _files(where):
        if left.suffix == UNFINISHED:  # one that another process is writing is younger
            with suppress(OSError):
                if time() - left.lstat().st_mtime > STALE:
                    left.unlink()
    with replacing(Path(where, os.path.basename(path))) as file:
        yield file


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A file to write into, which takes the place of `path` when the block ends without an error.

    Raises
    ------
    OSError
        It cannot be written; then nothing is left of it.
    """
    with open(_new(path.parent), "xb", opener=lambda name, flags: os.open(name, flags, 0o600)) as unfinished:
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


def probe(folder: Path) -> None:
    """Raise `OSError` where no file can be made in a folder: to know it one is made, as permissions do not tell all."""
    name = _new(folder)
    os.close(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    os.unlink(name)


def _new(folder: Path) -> str:
    """A name for a file to begin. The module tempfile on Windows tries 10,000 of them where none may be made."""
    return os.path.join(folder, f"{PREFIX}{os.urandom(8).hex()}{UNFINISHED}")


def made(where: str | Path) -> str:
    """The real path of a folder of the cache, made and marked if need be.

    Raises
    ------
    OSError
        It cannot be made; others can write there; it has files that are not the package's.
    """
    _make(os.path.abspath(where))
    path = require_private(where)
    if not _is_marked(path):
        names = [name for name in os.listdir(path) if not os.path.isdir(os.path.join(path, name))]
        others = [name for name in names if not _OURS.fullmatch(name)]
        if others and not _is_marked(path):  # another process may just have marked it
            raise Unsafe(f"{path} has other files")
        with replacing(Path(path, MARK)) as file:
            file.write(MARKED)
    return path


def _make(path: str) -> None:
    if not os.path.isdir(path):
        _make(os.path.dirname(path))
        with suppress(FileExistsError):
            os.mkdir(path, 0o700)
        if not os.path.isdir(path):
            raise NotADirectoryError(20, os.strerror(20), path)


def _is_marked(path: str | Path) -> bool:
    try:
        return contents(os.path.join(path, MARK)) == MARKED
    except OSError:
        return False


@contextmanager
def alone(path: str | Path) -> Iterator[None]:
    """Other processes wait here until this one leaves, or dies; `path` is a file in the cache, which is made.

    Raises
    ------
    OSError
        It cannot be made; `TimeoutError` where another process never leaves.
    """
    name = os.path.join(made(os.path.dirname(path)), os.path.basename(path))
    number = _open(name, os.O_RDWR | os.O_CREAT)
    try:
        until = monotonic() + PATIENCE
        while not hold(number):
            if monotonic() > until:
                raise TimeoutError(ETIMEDOUT, f"another process holds {name}")
            sleep(0.05)
        yield
    finally:
        os.close(number)


@dataclass(frozen=True)
class Kept:
    """A file in the cache folder: its size in bytes, and the seconds since it was written."""

    path: Path
    size: int
    age: float

    @property
    def kind(self) -> str:
        """The name of its folder in the cache."""
        return self.path.relative_to(folder()).parts[0]

    @property
    def is_unfinished(self) -> bool:
        """Whether it is being written, or was when its process was killed."""
        return self.path.suffix == UNFINISHED


def kept_files(*kinds: str) -> list[Kept]:
    """The files of these kinds in the cache folder, in the order of their names.

    Raises
    ------
    OSError
        The folder is there and cannot be read.
    """
    found, now = [], time()
    for kind in kinds:
        for where, folders, _ in os.walk(folder() / kind, onerror=_unless_missing):
            folders.sort()
            for path in _files(where):
                with suppress(FileNotFoundError):  # another process has just removed it
                    status = path.lstat()
                    found.append(Kept(path, status.st_size, max(0.0, now - status.st_mtime)))
    return found


def _files(where: str | Path) -> list[Path]:
    """The files in a folder that this package made: it has the mark, and they have names that nobody else gives."""
    if not _is_marked(where):
        return []
    return [Path(where, name) for name in sorted(os.listdir(where)) if _OURS.fullmatch(name)]


def _unless_missing(problem: OSError) -> None:
    if not isinstance(problem, FileNotFoundError):
        raise problem
