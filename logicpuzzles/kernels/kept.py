"""Machine code of a kernel on disk: one file for each kind of system, valid for the sources that it was made from."""

from __future__ import annotations

import os
import platform
import sys
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from ..cache_folder import folder as user_folder
from ..cache_folder import replacing
from ..sealed import sealed, unsealed
from .executable import Code
from .sources import described, digest_of, tell


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
    sources: Path

    def path(self) -> Path:
        """The file; its folder is the first that can be written of those where numba keeps kernels too, and is made.

        Raises
        ------
        OSError
            There is none.
        """
        given = os.environ.get("NUMBA_CACHE_DIR")
        problem = None
        for find in [lambda: Path(given)] if given else [lambda: self.sources / "__pycache__", user_folder]:
            try:
                folder = find()
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                problem = error
                continue
            if os.access(folder, os.W_OK):
                here = sha256(str(self.sources).encode()).hexdigest()[:8]  # other installations may use the folder too
                return folder / f"{self.name}-{here}.{sys.platform}-{platform.machine()}.code"
        raise problem or PermissionError(13, os.strerror(13))

    def read(self) -> Code | None:
        """The machine code, if it is there and as it was written; what is damaged is told, and dropped."""
        path = None
        try:
            path = self.path()
            stamp, dumped = unsealed(path).split(b"\n", 1)
            return Code.of(dumped) if stamp == self._stamp() else None
        except FileNotFoundError:
            return None
        except Exception as problem:
            if path is None:
                tell("there is no folder to keep compiled kernels in", "set NUMBA_CACHE_DIR to one")
                return None
            with suppress(OSError):  # what cannot be removed cannot be replaced either: that is reported then
                path.unlink()
            tell(f"the compiled kernel in {path} is damaged ({described(problem)})", "it is compiled anew")
            return None

    def write(self, code: Code) -> None:
        """Keep machine code, where that can be done."""
        try:
            path = self.path()
            with replacing(path) as file:
                file.write(sealed(self._stamp() + b"\n" + code.dump()))
        except OSError as problem:
            tell(f"the compiled kernel cannot be kept ({described(problem)})", "make room there")

    def _stamp(self) -> bytes:
        return digest_of(self.sources).encode()
