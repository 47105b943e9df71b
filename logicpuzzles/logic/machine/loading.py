"""The query machine's kernel in memory."""

from __future__ import annotations


from ...kernels.executable import Function, why_uncompiled
from ...kernels.library import Library
from .clauses import Unsupported

library = Library("machine", f"{__package__}.kernels.build", __file__)
is_compiled = library.is_compiled


def load() -> None:
    """Have it in memory.

    Raises
    ------
    Unsupported
        This system lets no compiled code be run.
    """
    why = why_uncompiled()
    if why is not None:
        raise Unsupported(why)
    library.load()


def function(name: str) -> Function:
    """A function of it, which takes integers and addresses; it is loaded first, as by `load`."""
    if name not in library.functions:
        load()
    return library.function(name)
