"""Arrays of int64 by their bare address: indexing is one load, without a look at the sign of the index.

A kernel of many arrays that calls functions spends most of its time on passing several words for each; measured on the
naive reverse of a list, this makes the machine almost twice as fast. Nothing is checked: the kernel keeps its indexes
in bounds.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any, TypeAlias

Cells: TypeAlias = MutableSequence[int]  # an array of int64
Marks: TypeAlias = MutableSequence[int]  # an array of int8
Arrays: TypeAlias = Cells  # the addresses of those of `loop.run`, in its order


def cells_at(address: int) -> Cells:
    """The cells at an address, which must stay what it is for as long as they are used; only in compiled kernels."""
    raise NotImplementedError


def address(cells: Cells) -> int:
    """The address of cells as a number."""
    raise NotImplementedError


def scratch(size: int) -> Any:
    """Cells for so many numbers, a constant, that only this call of a kernel needs; what they hold at first is open."""
    return [0] * size
