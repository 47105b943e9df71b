"""Calls a kernel; the first time it is compiled, or loaded from the cache, where Ctrl-C gets through."""

from __future__ import annotations

from typing import Any

from numba import typeof

from ..background import in_background


def launch(kernel: Any, *arguments: Any) -> int:
    """What `kernel` returns; each kernel is only ever called with the same types, so one signature is all of them.

    Interrupted while it compiles, it goes on doing so and is there for the next call.
    """
    if not kernel.signatures:
        types = tuple(map(typeof, arguments))
        in_background(lambda: kernel.compile(types))
    return int(kernel(*arguments))
