"""A process that only compiles a kernel into the cache; see `launch`."""

from __future__ import annotations

import pickle
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from numba.core.types import Type

from .caching import Kernel

_NEEDED = 1 << 20  # bytes of disk: about what a kernel takes with all that it calls


def main() -> None:
    """Compile the kernel that standard input names, unless another process has just done so."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    module, name, types = pickle.load(sys.stdin.buffer)
    compile_into_cache(getattr(import_module(module), name), types)


def compile_into_cache(kernel: Kernel, types: tuple[Type, ...]) -> None:
    """Compile `kernel` for arguments of `types` if the cache does not hold it but has room for it."""
    kept = kernel._cache
    with _alone(kept.lock):
        if kept.holds(types, kernel.targetctx):
            return
        with tempfile.TemporaryFile(dir=kept.cache_path) as room:  # raises where there is none
            room.write(bytes(_NEEDED))
            room.flush()
        kernel.compile(types)


@contextmanager
def _alone(path: str) -> Iterator[None]:
    """Other processes wait here until this one leaves, or dies."""
    try:
        import fcntl
    except ImportError:  # not every system has it; then two processes may compile the same
        yield
        return
    with open(path, "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
