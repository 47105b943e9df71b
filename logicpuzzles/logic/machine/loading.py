"""The kernel is brought into memory: loaded from the cache, or compiled by another process first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...background import load_kernels
from ...watchdog import uncounted
from .codes import N_STATE

if TYPE_CHECKING:
    from ...kernels.caching import Kernel

_there: list[bool] = []  # whether it is in memory


def is_there() -> bool:
    """Whether the kernel is in memory."""
    return bool(_there)


def is_compiled() -> bool:
    """Whether the kernel is in the cache. Where it is not, another process begins to compile it, and goes on."""
    if _there:
        return True
    load_kernels(__package__, "loop", "entry", "collect", "natives")
    from ...kernels.launch import are_compiled

    return are_compiled(*_calls())


def load() -> None:
    """Have the kernel in memory, and what is called between its runs."""
    if _there:
        return
    load_kernels(__package__, "loop", "entry", "collect", "natives")
    from ...kernels.launch import prepare_all

    with uncounted():
        prepare_all(*_calls())
    _there.append(True)


def natives() -> int:
    """The address of the kernel of the builtin relations, brought into memory."""
    load_kernels(__package__, "natives")
    from ...kernels.launch import address_of
    from .kernels.natives import native

    return address_of(native, 0)


def _calls() -> list[tuple[Kernel, tuple[object, ...]]]:
    """Each function that the driver calls, with arguments of the right types."""
    from .kernels import collect, entry, loop, natives

    state, none, marks = np.zeros(N_STATE, np.int64), np.zeros(0, np.int64), np.zeros(0, np.int8)
    arrays = (none,) * 13 + (state,)
    return [
        (loop.run, (arrays, 0, 0)),
        (natives.native, (0,)),
        (entry.equate, (arrays, 0, 0)),
        (entry.hold, (arrays, 0, 0, 0, 0, none)),
        (entry.open_now, (arrays, 0)),
        (collect.collect, (arrays, 0, 0, marks, none, none, marks, none, none)),
    ]
