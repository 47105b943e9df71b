"""Stores at the URLs that fsspec knows, and which store is meant by what a user gives."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any
from uuid import uuid4

from ...errors import PuzzleError
from .store import UNFINISHED, Folder, Store, failed, missing

_ERRORS = (OSError, NotImplementedError)  # the latter where a kind of URL can only be read


def store_of(given: object) -> Store:
    """A store: `given` itself, the folder at a path, or what a URL such as s3://bucket/folder names.

    Raises
    ------
    PuzzleError
        It is nothing of the kind, or fsspec does not know such URLs.
    """
    if isinstance(given, str) and "://" in given:
        return Remote(given)
    if isinstance(given, str | os.PathLike) and str(given):
        return Folder(Path(given).absolute())
    if all(hasattr(given, name) for name in ("size", "read", "write", "sizes", "remove", "place", "is_shared")):
        return given  # type: ignore[return-value]  # it has all that a store has
    raise PuzzleError("this is no store", place="store", expected="a folder, a URL or a Store", got=repr(given))


class Remote:
    """A store at a URL that fsspec knows: an object store, a server, a folder that is mounted elsewhere."""

    def __init__(self, url: str) -> None:
        self.place = url.rstrip("/")
        self.is_shared = not url.startswith("memory:")
        self._files  # noqa: B018  # what is wrong with the URL is said at once

    def __reduce__(self) -> tuple[Any, ...]:
        return Remote, (self.place,)

    @cached_property
    def _files(self) -> tuple[Any, str]:
        """The file system of fsspec, and the path in it."""
        try:
            from fsspec.core import url_to_fs
        except ImportError:
            hint = "pip install 'logicpuzzles[dask]', or give a folder"
            raise PuzzleError("a store at a URL needs fsspec", place=self.place, hint=hint) from None
        try:
            return url_to_fs(self.place)  # type: ignore[no-any-return]  # fsspec has no types
        except (ValueError, ImportError, OSError) as problem:
            hint = "give a folder, or install what fsspec needs for such URLs"
            raise PuzzleError(f"fsspec cannot open it ({problem})", place=self.place, hint=hint) from None

    def _at(self, name: str) -> tuple[Any, str]:
        files, root = self._files
        return files, f"{root}/{name}"

    def size(self, name: str) -> int | None:
        """The bytes of a file; None where there is none."""
        files, path = self._at(name)
        try:
            files.invalidate_cache()  # other workers write too
            return int(files.size(path))
        except FileNotFoundError:
            return None
        except _ERRORS as problem:
            raise failed(self, name, problem) from None

    def read(self, name: str, begin: int = 0, end: int | None = None) -> bytes:
        """The bytes of a file from `begin` to before `end`; fewer where it is shorter."""
        files, path = self._at(name)
        try:
            return bytes(files.cat_file(path, start=begin, end=end))
        except FileNotFoundError:
            raise missing(self, name) from None
        except _ERRORS as problem:
            raise failed(self, name, problem) from None

    def write(self, name: str, chunks: Iterable[bytes], lasting: bool = False) -> None:
        """Make or replace a file; it is there when all is written."""
        files, path = self._at(name)
        unfinished = f"{path}.{uuid4().hex}{UNFINISHED}"
        try:
            files.makedirs(path.rpartition("/")[0], exist_ok=True)
            try:
                with files.open(unfinished, "wb") as file:
                    for chunk in chunks:
                        file.write(chunk)
                files.mv(unfinished, path)
            except BaseException:
                with suppress(*_ERRORS):
                    files.rm_file(unfinished)
                raise
        except _ERRORS as problem:
            raise failed(self, name, problem) from None

    def sizes(self, under: str) -> dict[str, int]:
        """The files in a folder of the store, by name, with their bytes."""
        files, path = self._at(under)
        try:
            files.invalidate_cache()
            found = sorted((each["name"].rpartition("/")[2], each["size"]) for each in files.ls(path, detail=True))
            return {f"{under}/{name}": int(size or 0) for name, size in found}
        except FileNotFoundError:
            return {}
        except _ERRORS as problem:
            raise failed(self, under, problem) from None

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        files, path = self._at(name)
        try:
            files.rm_file(path)
        except FileNotFoundError:
            return
        except _ERRORS as problem:
            raise failed(self, name, problem) from None
