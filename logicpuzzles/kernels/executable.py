"""Machine code in memory, whose functions are called by their names."""

from __future__ import annotations

import _ctypes  # the module around it takes as long as all else of this
import mmap
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

_INT = 0xFFFFFFFF  # what the system's functions give of a word
Function: TypeAlias = Callable[..., int]  # of integers and addresses
_held: list[mmap.mmap] = []  # code in memory, for good


class _Word(_ctypes._SimpleCData):  # type: ignore[type-arg]
    """64 bits, as an integer."""

    _type_ = "q"


class _Byte(_ctypes._SimpleCData):  # type: ignore[type-arg]
    _type_ = "c"


@dataclass(frozen=True)
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
        lines = [f"{name} {place} {size}" for name, (place, size) in self.entries.items()]
        return "\n".join((*lines, "", "")).encode() + self.body

    @classmethod
    def of(cls, dumped: bytes) -> Code:
        """What was dumped."""
        lines, _, body = dumped.partition(b"\n\n")
        entries = {name: (int(place), int(size)) for name, place, size in map(str.split, lines.decode().split("\n"))}
        return cls(body, entries)

    def functions(self) -> dict[str, Function]:
        """Bring it into memory, where it stays. No other thread of Python runs while one of its functions does."""
        places = self.addresses()
        return {name: _function(places[name], size) for name, (_, size) in self.entries.items()}

    def addresses(self) -> dict[str, int]:
        """Bring it into memory, where it stays: where each function begins."""
        if any(place < 0 for place, _ in self.entries.values()):
            from .objects import addresses

            return addresses(self.body, self.entries)
        base = _placed(self.body)
        return {name: base + place for name, (place, _) in self.entries.items()}


@cache
def why_uncompiled() -> str | None:
    """Why compiled code cannot be run in this process, which is said once; None where it can.

    Some systems never let memory be executed that was written: SELinux can, and services of systemd with
    MemoryDenyWriteExecute.
    """
    if sys.platform != "linux":
        return None  # elsewhere LLVM has its own ways
    try:
        _placed(b"\0")
        return None
    except OSError as problem:
        from .sources import described, tell

        why = f"this system lets no compiled code be run here ({described(problem)})"
        tell(why, "all goes on uncompiled, and takes longer")
        return why


def require_compiled() -> None:
    """Raise `PuzzleError` where compiled code cannot be run, for what nothing else can do."""
    if why := why_uncompiled():
        from ..errors import PuzzleError

        raise PuzzleError(f"this needs compiled code, and {why}", hint="allow memory that is written to be executed")


def is_flat() -> bool:
    """Whether code is kept as one piece here, which this module loads by itself."""
    return sys.platform == "linux" and machine() == "x86_64"


def machine() -> str:
    """The kind of processor."""
    if hasattr(os, "uname"):
        return os.uname().machine
    import platform  # here: it takes longer than to load the code

    return platform.machine()


def released(function: Function) -> Function:
    """The same function; while it runs, other threads of Python run too."""
    place: int = _Word.from_buffer(function).value  # type: ignore[arg-type]  # a pointer, in memory
    return _function(place, len(type(function)._argtypes_), 0)  # type: ignore[attr-defined]


def _placed(body: bytes) -> int:
    """The address of `body` in memory that may be run, and no longer be written."""
    room = mmap.mmap(-1, len(body), mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    room[:] = body
    _held.append(room)
    base = _ctypes.addressof(_Byte.from_buffer(room))
    protect = _function(_ctypes.dlsym(_ctypes.dlopen(None, 0), "mprotect"), 3, _ctypes.FUNCFLAG_USE_ERRNO)  # type: ignore[arg-type]
    if protect(base, len(body), 1 | 4) & _INT:  # PROT_READ | PROT_EXEC
        number = _ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return base


def _function(address: int, size: int, flags: int = _ctypes.FUNCFLAG_PYTHONAPI) -> Function:
    """The function at an address, which takes so many words and gives one."""
    kind = {"_argtypes_": (_Word,) * size, "_restype_": _Word, "_flags_": _ctypes.FUNCFLAG_CDECL | flags}
    made: Function = type("Compiled", (_ctypes.CFuncPtr,), kind)(address)
    return made
