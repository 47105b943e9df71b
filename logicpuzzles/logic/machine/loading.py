"""The kernel is brought into memory: its machine code from the cache, which another process fills where it is empty."""

from __future__ import annotations

import subprocess

from ...background import COMPILING, in_background
from ...kernels.apart import start
from ...kernels.executable import Code, Function
from ...watchdog import uncounted
from .kept import read, write

_COMPILER = f"{__package__}.kernels.whole"
_there: dict[str, Function] = {}  # the kernel, once it is in memory
_begun: list[subprocess.Popen[bytes] | None] = []  # the process that compiles it


def is_compiled() -> bool:
    """Whether the kernel can be had soon. Where it is not in the cache, another process compiles it, and goes on."""
    if _there or _take():
        return True
    if not _begun:
        _begun.append(start(_COMPILER))
    return _begun[0] is None or _begun[0].poll() is not None


def load() -> None:
    """Have the kernel in memory. Limits and Ctrl-C get through while it is compiled, which then goes on."""
    if not _there and not _take():
        with uncounted():
            _there.update(in_background(_compiled, lambda: COMPILING).functions())


def function(name: str) -> Function:
    """A function of the kernel, which takes integers and addresses."""
    if not _there:
        load()
    return _there[name]


def _take() -> bool:
    """Load the kernel from the cache; whether it is there."""
    code = read()
    if code is not None:
        _there.update(code.functions())
    return code is not None


def _compiled() -> Code:
    """The kernel, compiled by another process, or by this one where that one did not keep it."""
    apart = start(_COMPILER)
    if apart is not None:
        apart.wait()
    code = read()
    if code is None:
        from .kernels.whole import kernel

        code = kernel()
        write(code)
    return code
