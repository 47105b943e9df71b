"""Calls a kernel. The first call loads it or has another process compile it; limits and Ctrl-C work meanwhile."""

from __future__ import annotations

import pickle
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib import import_module
from typing import TypeAlias

from numba import typeof
from numba.core.types import Type

from ..background import COMPILING, LOADING, in_background
from ..cache_folder import alone
from .apart import start
from .caching import Kernel

Typed: TypeAlias = tuple[Kernel, tuple[Type, ...]]  # a kernel with the types of its arguments
_NEEDED = 1 << 20  # bytes of disk: about what a kernel takes with all that it calls
_ready: set[tuple[object, ...]] = set()  # kernels that are loaded, each with the classes of its arguments


def launch(kernel: Kernel, *arguments: object) -> int:
    """What `kernel` returns. If this is interrupted while the kernel is compiled, the compilation goes on."""
    prepare(kernel, *arguments)
    return int(kernel(*arguments))


def prepare(kernel: Kernel, *arguments: object) -> None:
    """Load or compile `kernel` for such arguments.

    What the arrays hold is always the same, so the classes of the arguments tell for which moves it is compiled.
    """
    if (kernel, *map(type, arguments)) not in _ready:
        prepare_all((kernel, arguments))


def prepare_all(*calls: tuple[Kernel, tuple[object, ...]]) -> None:
    """Load or compile several kernels, each for such arguments; those that must be compiled, in one process."""
    if _ready.issuperset((kernel, *map(type, arguments)) for kernel, arguments in calls):
        return
    todo = [(kernel, tuple(map(typeof, arguments))) for kernel, arguments in calls]
    doing = [LOADING]

    def make() -> None:
        missing = _missing(todo)
        if missing:
            doing.append(COMPILING)
            _compile_apart(missing)
        for kernel, types in todo:
            kernel.compile(types)  # loads it; where nothing can be kept on disk, compiles it here

    in_background(make, lambda: doing[-1])
    _ready.update((kernel, *map(type, arguments)) for kernel, arguments in calls)


def _missing(todo: Sequence[Typed]) -> list[Typed]:
    """Those of these kernels that the cache does not hold."""
    return [
        (kernel, types)
        for kernel, types in todo
        if hasattr(kernel._cache, "holds") and not kernel._cache.holds(types, kernel.targetctx)
    ]


def _compile_apart(todo: Sequence[Typed]) -> None:
    """Compile kernels into the cache in a process of its own, and wait for it."""
    apart = _start(todo)
    if apart is not None:
        apart.wait()


def _start(todo: Sequence[Typed]) -> subprocess.Popen[bytes] | None:
    """A process that compiles kernels into the cache; None if none can be started."""
    named = [(kernel.py_func.__module__, kernel.py_func.__name__, types) for kernel, types in todo]
    return start(__name__, named)


def main() -> None:
    """Compile the kernels that standard input names, unless another process has just done so, and end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for module, name, types in pickle.load(sys.stdin.buffer):
        compile_into_cache(getattr(import_module(module), name), types)


def compile_into_cache(kernel: Kernel, types: tuple[Type, ...]) -> None:
    """Compile `kernel` for arguments of `types` if the cache does not hold it but has room for it."""
    kept = kernel._cache
    with alone(kept.lock):
        if kept.holds(types, kernel.targetctx):
            return
        with tempfile.TemporaryFile(dir=kept.cache_path) as room:  # raises where there is none
            room.write(bytes(_NEEDED))
            room.flush()
        kernel.compile(types)
