"""A limit on the addresses of a process (`ulimit -v`), under which libraries that are imported would end it.

OpenBLAS, which comes with numpy, ends the process with exit code 1 where it gets no memory; that code means that a
query has no answer. So whether there is room is asked before the library is imported.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

NEEDED = {"numpy": 112 << 20, "llvmlite": 256 << 20}  # bytes of addresses that importing them takes, and some more


class TooFewAddresses(Exception):
    """A library cannot be imported under the limit."""


class _Asking:
    """Asks before each of these libraries is looked for, once."""

    def __init__(self) -> None:
        self.needed = dict(NEEDED)

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: object = None) -> None:
        """Nothing is found here.

        Raises
        ------
        TooFewAddresses
            There is no room for it.
        """
        size = self.needed.get(name)
        if size is None:
            return
        import mmap

        try:
            mmap.mmap(-1, size).close()
        except (OSError, ValueError, MemoryError):
            said = f"too few addresses are left for {name}, which needs {size >> 20} MiB; they are limited (ulimit -v)"
            raise TooFewAddresses(f"{said}. Next: raise that limit; --limit-memory limits what is held") from None
        del self.needed[name]


def are_limited() -> bool:
    """Whether there is such a limit."""
    try:
        import resource
    except ImportError:  # not every system has them
        return False
    return resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY


def ask_before_importing() -> None:
    """Ask from now on, if there is such a limit."""
    if are_limited():
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # each thread takes some; nothing here needs any
        finders: list[Any] = sys.meta_path
        finders.insert(0, _Asking())
