"""Stores of named files, which are written whole or not at all: a folder, or memory."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from stat import S_ISLNK, S_ISREG
from typing import Protocol
from uuid import uuid4

from ...contents import NotRegular, open_regular
from ...errors import PuzzleError

UNFINISHED = ".new"  # how the name of a file ends while it is written
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_DENIED = {errno.EACCES, errno.EPERM, errno.EROFS}


class Store(Protocol):
    """Files by name; a name is made of letters, digits, dots and hyphens, with slashes between folders.

    A store can be pickled where other processes can reach the same files.

    Attributes
    ----------
    place
        How messages call it.
    is_shared
        Whether other processes can reach it.
    """

    is_shared: bool

    @property
    def place(self) -> str: ...

    def size(self, name: str) -> int | None:
        """The bytes of a file; None where there is none."""

    def read(self, name: str, begin: int = 0, end: int | None = None) -> bytes:
        """The bytes of a file from `begin` to before `end`; fewer where it is shorter."""

    def write(self, name: str, chunks: Iterable[bytes], lasting: bool = False) -> None:
        """Make or replace a file; it is there when all is written, and, if `lasting`, when the machine fails then.

        To wait for the disk takes 15 ms. What a failing machine leaves of other files is noticed when it is read.
        """

    def sizes(self, under: str) -> dict[str, int]:
        """The files in a folder of the store, by name, with their bytes."""

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""


class Memory:
    """A store in the memory of this process, for its threads."""

    is_shared = False
    place = "the store in memory"

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}

    def size(self, name: str) -> int | None:
        """The bytes of a file; None where there is none."""
        found = self.files.get(name)
        return None if found is None else len(found)

    def read(self, name: str, begin: int = 0, end: int | None = None) -> bytes:
        """The bytes of a file from `begin` to before `end`; fewer where it is shorter."""
        if name not in self.files:
            raise missing(self, name)
        return self.files[name][begin:end]

    def write(self, name: str, chunks: Iterable[bytes], lasting: bool = False) -> None:
        """Make or replace a file; it is there when all is written."""
        self.files[name] = b"".join(chunks)

    def sizes(self, under: str) -> dict[str, int]:
        """The files in a folder of the store, by name, with their bytes."""
        return {name: len(content) for name, content in sorted(self.files.items()) if name.startswith(f"{under}/")}

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        self.files.pop(name, None)

    def __reduce__(self) -> str:
        raise PuzzleError("a store in memory belongs to one process", hint="use one worker, or a folder as the store")


class Folder:
    """A store in a folder, which is made with its first file.

    The folder may have come from elsewhere. So links in it are not followed, and only regular files are read: none of
    its names can lead to files outside, to be read, written or removed, nor to a device that has no end.
    """

    is_shared = True

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def place(self) -> str:
        """How messages call it."""
        return str(self.path)

    def _at(self, name: str) -> str:
        folder = name.rpartition("/")[0]
        with suppress(OSError):  # what is not there is told by who looks for it
            if folder and S_ISLNK(os.lstat(f"{self.path}/{folder}").st_mode):
                raise self._link(folder)
        return f"{self.path}/{name}"

    def _link(self, name: str) -> PuzzleError:
        hint = "remove the link; links in a store are not followed"
        return PuzzleError(f"{name} is a link or no regular file", place=self.place, hint=hint)

    def size(self, name: str) -> int | None:
        """The bytes of a file; None where there is none."""
        try:
            status = os.lstat(self._at(name))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as problem:
            raise failed(self, name, problem) from None
        if not S_ISREG(status.st_mode):
            raise self._link(name)
        return status.st_size

    def read(self, name: str, begin: int = 0, end: int | None = None) -> bytes:
        """The bytes of a file from `begin` to before `end`; fewer where it is shorter."""
        try:
            with open(open_regular(self._at(name), follow=False), "rb") as file:
                file.seek(begin)
                return file.read(-1 if end is None else max(0, end - begin))
        except FileNotFoundError:
            raise missing(self, name) from None
        except OSError as problem:
            if isinstance(problem, NotRegular) or problem.errno == errno.ELOOP:
                raise self._link(name) from None
            raise failed(self, name, problem) from None

    def write(self, name: str, chunks: Iterable[bytes], lasting: bool = False) -> None:
        """Make or replace a file; it is there when all is written."""
        path, unfinished = self._at(name), self._at(f"{name}.{uuid4().hex}{UNFINISHED}")
        folder = os.path.dirname(path)
        try:
            os.makedirs(folder, exist_ok=True)
            try:
                with open(unfinished, "wb") as file:
                    for chunk in chunks:
                        file.write(chunk)
                    if lasting:
                        file.flush()
                        os.fsync(file.fileno())
                os.replace(unfinished, path)
                if lasting:
                    _keep_names(folder)
            except BaseException:
                with suppress(OSError):
                    os.unlink(unfinished)
                raise
        except OSError as problem:
            raise failed(self, name, problem) from None

    def sizes(self, under: str) -> dict[str, int]:
        """The files in a folder of the store, by name, with their bytes."""
        found = {}
        try:
            for path in sorted(Path(self._at(f"{under}/")).iterdir()):
                with suppress(FileNotFoundError):  # renamed meanwhile
                    found[f"{under}/{path.name}"] = path.lstat().st_size
            return found
        except FileNotFoundError:
            return {}
        except OSError as problem:
            raise failed(self, under, problem) from None

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        try:
            Path(self._at(name)).unlink(missing_ok=True)
        except OSError as problem:
            raise failed(self, name, problem) from None


def _keep_names(folder: str) -> None:
    """Have the names in a folder written to the disk, where the system can do that."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def missing(store: Store, name: str) -> PuzzleError:
    """What is said of a file that should be there."""
    hint = "give the folder where the exploration was begun, or remove it and begin anew"
    return PuzzleError(f"the store has no file {name}", place=store.place, hint=hint)


def failed(store: Store, name: str, problem: OSError | NotImplementedError) -> PuzzleError:
    """What is said of a file that cannot be read or written."""
    if isinstance(problem, NotImplementedError):
        hint = "give a folder, or a URL of an object store"
        return PuzzleError("nothing can be written to such a URL", place=store.place, hint=hint)
    if isinstance(problem, FileNotFoundError):  # some systems say so where no folder can be made
        return PuzzleError(
            f"{name} cannot be made there", place=store.place, hint="give a folder where files can be made"
        )
    if isinstance(problem, FileExistsError | NotADirectoryError):
        return PuzzleError("a file is there or above it, so it is no folder", place=store.place, hint="give a folder")
    why = problem.strerror or str(problem)
    if problem.errno in _FULL:
        hint = "make room there and run the same again: what is complete is kept"
        return PuzzleError(f"there is no room for {name} ({why})", place=store.place, hint=hint)
    hint = "see who may read and write there" if problem.errno in _DENIED else "see what is there, then run it again"
    return PuzzleError(f"{name} cannot be read or written ({why})", place=store.place, hint=hint)
