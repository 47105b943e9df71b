"""Calls a kernel. The first call loads it or has another process compile it; limits and Ctrl-C work meanwhile."""

from __future__ import annotations

import pickle
import subprocess
import sys

from numba import typeof
from numba.core.types import Type

from ...background import LOADING, in_background
from .caching import Kernel

COMPILING = "compiling the search, which is done once on a machine and goes on"
_BEGIN = f"""\
import pickle, sys
sys.path[:] = pickle.load(sys.stdin.buffer)
from {__package__}.compiling import main
main()
"""
_ready: set[tuple[object, ...]] = set()  # kernels that are loaded, each with the classes of its arguments
_left: list[subprocess.Popen[bytes]] = []  # processes that may still compile


def launch(kernel: Kernel, *arguments: object) -> int:
    """What `kernel` returns. If this is interrupted while the kernel is compiled, the compilation goes on."""
    prepare(kernel, *arguments)
    return int(kernel(*arguments))


def prepare(kernel: Kernel, *arguments: object) -> None:
    """Load or compile `kernel` for such arguments.

    What the arrays hold is always the same, so the classes of the arguments tell for which moves it is compiled.
    """
    classes = kernel, *map(type, arguments)
    if classes in _ready:
        return
    types = tuple(map(typeof, arguments))
    doing = [LOADING]

    def make() -> None:
        if hasattr(kernel._cache, "holds") and not kernel._cache.holds(types, kernel.targetctx):
            doing.append(COMPILING)
            _compile_apart(kernel, types)
        kernel.compile(types)  # loads it; where nothing can be kept on disk, compiles it here

    in_background(make, lambda: doing[-1])
    _ready.add(classes)


def _compile_apart(kernel: Kernel, types: tuple[Type, ...]) -> None:
    """Compile `kernel` into the cache in a process of its own, which outlives this one and does not slow it down."""
    function = kernel.py_func
    asked = pickle.dumps(sys.path) + pickle.dumps((function.__module__, function.__name__, types))
    try:
        apart = subprocess.Popen(
            [sys.executable, "-c", _BEGIN],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C does not reach it
        )
        _left[:] = [*(one for one in _left if one.poll() is None), apart]
        apart.communicate(asked)
    except (OSError, TypeError):  # no process can be started, or there is no `sys.executable`
        pass
