"""Machine code in memory, whose functions are called by their names."""

from __future__ import annotations

import ctypes
import marshal
import os
import sys
from collections.abc import Callable, Mapping
from mmap import mmap
from typing import TypeAlias

from ..records import frozen

Function: TypeAlias = Callable[..., int]  # of integers and addresses
_held: list[mmap] = []  # code in memory, for good


@frozen()
class Code:
    """Machine code.

    Attributes
    ----------
    entries
        Where each function begins, and how many arguments it takes; -1 where `body` is an object file.
    """

    body: bytes
    entries: Mapping[str, tuple[int, int]]

    def dump(self) -> bytes:
        """It as bytes."""
        entries = marshal.dumps(dict(self.entries))
        return len(entries).to_bytes(4, "little") + entries + self.body

    @classmethod
    def of(cls, dumped: bytes) -> Code:
        """What was dumped."""
        end = 4 + int.from_bytes(dumped[:4], "little")
        return cls(dumped[end:], marshal.loads(dumped[4:end]))

    def functions(self) -> dict[str, Function]:
        """Bring it into memory, where it stays. No other thread of Python runs while one of its functions does."""
        places, word = self.addresses(), ctypes.c_int64
        return {name: ctypes.PYFUNCTYPE(word, *[word] * size)(places[name]) for name, (_, size) in self.entries.items()}

    def addresses(self) -> dict[str, int]:
        """Bring it into memory, where it stays: where each function begins."""
        if any(place < 0 for place, _ in self.entries.values()):
            from .objects import addresses

            return addresses(self.body, self.entries)
        base = _placed(self.body)
        return {name: base + place for name, (place, _) in self.entries.items()}


def is_flat() -> bool:
    """Whether code is kept as one piece here, which this module loads by itself."""
    return sys.platform == "linux" and machine() == "x86_64"


def machine() -> str:
    """The kind of processor."""
    if hasattr(os, "uname"):
        return os.uname().machine
    import platform  # here: it takes longer than to load the code

    return platform.machine()


def _placed(body: bytes) -> int:
    """The address of `body` in memory that may be run, and no longer be written."""
    room = mmap(-1, len(body))
    room[:] = body
    _held.append(room)
    base = ctypes.addressof(ctypes.c_char.from_buffer(room))
    protect = ctypes.CDLL(None, use_errno=True).mprotect
    protect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    if protect(base, len(body), 1 | 4):  # PROT_READ | PROT_EXEC
        raise OSError(ctypes.get_errno(), "the system does not let the compiled kernel be run")
    return base
