"""Machine code in memory, whose functions are called by their names.

What `ctypes` itself is made of is taken here: to import all of it takes longer than to load the code.
"""

from __future__ import annotations

import marshal
import os
import sys
from _ctypes import (
    FUNCFLAG_CDECL,
    FUNCFLAG_PYTHONAPI,
    FUNCFLAG_USE_ERRNO,
    CFuncPtr,
    _SimpleCData,
    addressof,
    get_errno,
)
from collections.abc import Callable, Mapping
from functools import cache
from mmap import mmap
from typing import Any, TypeAlias

from ..records import frozen

Function: TypeAlias = Callable[..., int]  # of integers and addresses
_held: list[mmap] = []  # code in memory, for good


class Int64(_SimpleCData):  # type: ignore[type-arg]  # it takes none when it runs
    """A machine word, as `ctypes.c_int64`."""

    _type_ = "q"


class _Byte(_SimpleCData):  # type: ignore[type-arg]
    _type_ = "c"


@cache
def _signature(n: int, flags: int) -> Any:
    """The class of functions from `n` machine words to one."""
    return type("Function", (CFuncPtr,), {"_restype_": Int64, "_argtypes_": (Int64,) * n, "_flags_": flags})


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
        places, flags = self.addresses(), FUNCFLAG_CDECL | FUNCFLAG_PYTHONAPI
        return {name: _signature(size, flags)(places[name]) for name, (_, size) in self.entries.items()}

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
    base = addressof(_Byte.from_buffer(room))
    protect = _signature(3, FUNCFLAG_CDECL | FUNCFLAG_USE_ERRNO)(_of_system("mprotect"))
    if protect(base, len(body), 1 | 4) & 0xFFFFFFFF:  # PROT_READ | PROT_EXEC; it gives a C int
        raise OSError(get_errno(), "the system does not let the compiled kernel be run")
    return base


def _of_system(name: str) -> int:
    """The address of a function of the C library."""
    from _ctypes import dlopen, dlsym  # here: only Unix has them

    return int(dlsym(dlopen(None, 0), name))  # type: ignore[arg-type]  # None is this program and what it has loaded
