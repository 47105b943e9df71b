"""The whole kernel: all that Python calls of it, as machine code; run as a process of its own, it fills the cache."""

from __future__ import annotations

from ...kernels.compiling import compiled
from ...kernels.executable import Code
from ...kernels.kernel import kernel_of
from ..loading import library
from . import learning, search


def kernel() -> Code:
    """The machine code."""
    found = (kernel_of(one) for module in (search, learning) for one in vars(module).values())
    return compiled(one for one in found if one is not None and one.entry)


def main() -> None:
    """Compile it into the cache, unless another process has just done so."""
    library.fill()
