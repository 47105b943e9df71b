"""Machine code of a kernel on disk: one file for each kind of system, valid for what its sources say.

Which files these are takes as long to find out as all else, so their names are kept with the code.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..cache_folder import KERNELS, UNREADABLE, folder, writing
from ..contents import contents
from ..sealed import digest_of, sealed, unsealed
from .executable import Code, machine

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
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
        """The file in the cache folder."""
        here = digest_of(self.sources.encode())[:4].hex()  # other installations use the folder too
        return folder() / KERNELS / f"{self.name}-{here}.{sys.platform}-{machine()}.code"

    def read(self) -> Code | None:
        """The machine code, if it is there and of these sources; what is damaged is told, and dropped."""
        path = self.path()
        try:
            digest, size, rest = unsealed(path).split(b"\n", 2)
            sources = rest[: int(size)].decode().split("\n")
            if not digest or digest.decode() != _digest(sources):
                return None
            return Code.of(rest[int(size) :])
        except FileNotFoundError:
            return None
        except Exception as problem:
            from .sources import described, not_kept, tell

            if isinstance(problem, UNREADABLE):
                not_kept(problem)
                return None
            with suppress(OSError):  # what cannot be removed cannot be replaced either: that is reported then
                os.unlink(path)
            tell(f"the compiled kernel in {path} is damaged ({described(problem)})", "it is compiled anew")
            return None

    def write(self, code: Code) -> None:
        """Keep machine code, where that can be done."""
        from .sources import not_kept, sources_of

        try:
            sources = [str(path) for path in sources_of(self.sources)]
            named = "\n".join(sources).encode()
            with writing(self.path()) as file:
                file.write(sealed(f"{_digest(sources)}\n{len(named)}\n".encode() + named + code.dump()))
        except OSError as problem:
            not_kept(problem)


def _digest(sources: Sequence[str]) -> str:
    """A digest of what files say, and of their names; empty where one is gone, or there is none."""
    try:
        texts = [digest_of(contents(path)) for path in sources if path]
    except OSError:
        return ""
    return digest_of(b"".join((*texts, *map(str.encode, sources)))).hex() if texts else ""
