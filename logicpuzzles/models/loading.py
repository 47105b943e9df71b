"""The propagation kernel in memory, and how it is called."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from importlib import import_module
from typing import TypeAlias

from ..kernels.library import Library

Numbers: TypeAlias = "list[int] | array[int]"  # cells: a list while the kernel runs uncompiled, else int64
library = Library("models", f"{__package__}.kernels.build", __file__)


def call(entry: str, cells: Sequence[Numbers], *numbers: int, alone: bool = True) -> int:
    """What a function of the kernel, "module:name", gives for cells and numbers; it runs uncompiled on lists.

    Other threads of Python run meanwhile where it is not `alone`.
    """
    module, _, name = entry.partition(":")
    if isinstance(cells[0], list):
        found: int = getattr(import_module(f"{__package__}.kernels.{module}"), name)(*cells, *numbers)
        return found
    addresses = [one.buffer_info()[0] for one in cells if isinstance(one, array)]
    return (library.function if alone else library.released)(name)(*addresses, *numbers)


def room(size: int, compiled: bool) -> Numbers:
    """So many cells."""
    return array("q", bytes(8 * size)) if compiled else [0] * size


def int64s(numbers: Sequence[int]) -> array[int]:
    """The numbers as the compiled kernel takes them: words are signed there.

    >>> int64s([1, 2**63])
    array('q', [1, -9223372036854775808])
    """
    try:
        return array("q", numbers)
    except OverflowError:
        return array("q", [x - (1 << 64) if x >> 63 == 1 else x for x in numbers])
