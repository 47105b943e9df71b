"""How arrays, records and numbers of Python are handed to machine code: what kind each is, and its words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .kinds import ELEMENTS, FLOAT, INT, TRUTH, Array, Kind, Record


def kind_of(value: Any) -> Kind:
    """The kind of an array, of a named tuple of such, or of a number.

    >>> str(kind_of(np.zeros((2, 3), np.uint8)))
    'uint8[:, :]'

    Raises
    ------
    TypeError
        It is none of these.
    """
    if isinstance(value, np.ndarray):
        return Array(ELEMENTS[value.dtype.name], value.ndim)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return Record(type(value), tuple(zip(value._fields, map(kind_of, value), strict=True)))
    if isinstance(value, bool | np.bool_):
        return TRUTH
    if isinstance(value, int | np.integer):
        return INT
    if isinstance(value, float):
        return FLOAT
    raise TypeError(f"a kernel takes arrays, named tuples of arrays and numbers, not {type(value).__name__}")


class Passed:
    """Arguments as machine code takes them. What they refer to must live as long as the call lasts.

    Attributes
    ----------
    words
        Integers and addresses.
    """

    def __init__(self, arguments: Sequence[Any]) -> None:
        self.words: list[int] = []
        self._slots: list[Any] = []  # of the records
        for argument in arguments:
            if isinstance(argument, tuple):
                slots = np.array(_slots_of(argument), np.int64)
                self._slots.append(slots)
                self.words.append(slots.ctypes.data)
            else:
                self.words += _slots_of(argument)


def _slots_of(value: Any) -> list[int]:
    """The words of a value: of an array its address and its shape, of a record those of its fields."""
    if isinstance(value, np.ndarray):
        if not value.flags.c_contiguous:
            raise TypeError("a kernel takes arrays in C order")
        return [value.ctypes.data, *value.shape]
    if isinstance(value, tuple):
        return [word for part in value for word in _slots_of(part)]
    if isinstance(value, float):
        return [int(np.float64(value).view(np.int64))]
    return [int(value)]
