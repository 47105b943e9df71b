"""The whole kernel: all that Python calls of it, as machine code; run as a process of its own, it fills the cache."""

from __future__ import annotations

from ....kernels.compiling import compiled
from ....kernels.executable import Code
from ....kernels.kernel import kernel_of
from ..loading import library
from . import batches, collect, entry, indexes, interning, loop, notes, snapshots


def kernel() -> Code:
    """The machine code."""
    named = [
        kernel_of(one)
        for module in (loop, entry, collect, batches, interning, indexes, notes, snapshots)
        for one in vars(module).values()
    ]
    entries = {one.name: one for one in named if one is not None and one.entry}
    return compiled(entries.values())


def main() -> None:
    """Compile it into the cache, unless another process has just done so."""
    library.fill()
