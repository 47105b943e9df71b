"""Machine code of a kernel on disk: one file for each kind of system, valid for the sources that it was made from.

The sources are not read where their times and sizes are as they were, by which Python knows compiled modules again.
"""

from __future__ import annotations

import marshal
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from ..records import frozen
from ..sealed import sealed, unsealed
from .executable import Code, machine

if TYPE_CHECKING:  # what is only read needs none of it
    from pathlib import Path

Seen = list[tuple[str, int, int]]  # files, with their times in nanoseconds, and their sizes in bytes


@frozen()
class CodeFile:
    """Where the machine code of a folder of sources is kept.

    Attributes
    ----------
    name
        What the name of the file begins with.
    sources
        The folder.
    """

    name: str
    sources: str

    def path(self) -> Path:
        """The file; its folder is the first that can be written of those where numba keeps kernels too, and is made.

        Raises
        ------
        OSError
            There is none.
        """
        from pathlib import Path

        return Path(self._place())

    def _place(self) -> str:
        given = os.environ.get("NUMBA_CACHE_DIR")
        problem = None
        for find in [lambda: given] if given else [lambda: os.path.join(self.sources, "__pycache__"), _user_folder]:
            try:
                folder = find()
                os.makedirs(folder, exist_ok=True)
            except OSError as error:
                problem = error
                continue
            if os.access(folder, os.W_OK):
                here = sealed(self.sources.encode())[:4].hex()  # other installations may use the folder too
                return os.path.join(folder, f"{self.name}-{here}.{sys.platform}-{machine()}.code")
        raise problem or PermissionError(13, os.strerror(13))

    def read(self) -> Code | None:
        """The machine code, if it is there and as it was written; what is damaged is told, and dropped."""
        path = None
        try:
            path = self._place()
            head, rest = unsealed(path).split(b"\n", 1)
            digest, _, size = head.decode().partition(" ")
            if not size:
                return None  # as it was written by an earlier version
            is_seen = unchanged(marshal.loads(rest[: int(size)]))
            if not is_seen and digest != self._digest():
                return None
            code = Code.of(rest[int(size) :])
            if not is_seen:
                self.write(code)  # the sources were touched and say the same: the next process need not read them
            return code
        except FileNotFoundError:
            return None
        except Exception as problem:
            from .sources import described, tell

            if path is None:
                tell("there is no folder to keep compiled kernels in", "set NUMBA_CACHE_DIR to one")
                return None
            with suppress(OSError):  # what cannot be removed cannot be replaced either: that is reported then
                os.unlink(path)
            tell(f"the compiled kernel in {path} is damaged ({described(problem)})", "it is compiled anew")
            return None

    def write(self, code: Code) -> None:
        """Keep machine code, where that can be done."""
        from ..cache_folder import replacing
        from .sources import described, sources_of, tell

        try:
            seen = marshal.dumps(_seen(map(str, sources_of(self.sources))))
            with replacing(self.path()) as file:
                file.write(sealed(f"{self._digest()} {len(seen)}\n".encode() + seen + code.dump()))
        except OSError as problem:
            tell(f"the compiled kernel cannot be kept ({described(problem)})", "make room there")

    def _digest(self) -> str:
        from .sources import digest_of

        return digest_of(self.sources)


def _user_folder() -> str:
    from ..cache_folder import folder

    return str(folder())


def _seen(paths: Iterable[str]) -> Seen:
    """The files as they are now."""
    found = []
    for path in paths:
        status = os.stat(path)
        found.append((path, status.st_mtime_ns, status.st_size))
    return found


def unchanged(seen: Seen) -> bool:
    """Whether these files are as they were when they were seen."""
    try:
        return _seen(path for path, *_ in seen) == seen
    except OSError:
        return False
