"""How arrays, records and numbers of Python are handed to machine code: what kind each is, and its words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .kinds import ELEMENTS, FLOAT, INT, TRUTH, WORD, Array, Kind, Record, Struct

_SIGN, _ALL = 1 << 63, (1 << 64) - 1


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
        struct = struct_of(value.dtype)
        if struct is None and (value.dtype.name not in ELEMENTS or not value.dtype.isnative):
            raise TypeError(f"a kernel takes arrays of numbers, not of {value.dtype}")
        return Array(struct or ELEMENTS[value.dtype.name], value.ndim)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return Record(type(value), tuple(zip(value._fields, map(kind_of, value), strict=True)))
    if isinstance(value, bool | np.bool_):
        return TRUTH
    if isinstance(value, int | np.integer):
        return WORD if isinstance(value, np.uint64) else INT
    if isinstance(value, float):
        return FLOAT
    raise TypeError(f"a kernel takes arrays, named tuples of arrays and numbers, not {type(value).__name__}")


def struct_of(kind: np.dtype[Any]) -> Struct | None:
    """The structure that elements of such an array are; None if they are numbers."""
    if kind.fields is None:
        return None
    fields = tuple((name, ELEMENTS[of.name], at) for name, (of, at, *_) in kind.fields.items())
    if any(at * 8 % number.bits or kind.itemsize * 8 % number.bits for _, number, at in fields):
        raise TypeError(f"a kernel takes structures whose fields are aligned, not {kind}")
    return Struct(fields, kind.itemsize)


class Passed:
    """Arguments as machine code takes them. What they refer to must live as long as the call lasts.

    Attributes
    ----------
    key
        Equal for arguments of the same kinds.
    words
        Integers and addresses.
    """

    __slots__ = ("_slots", "key", "words")

    def __init__(self, arguments: Sequence[Any]) -> None:
        self.words: list[int] = []
        self._slots: list[Any] = []  # of the records
        key: list[Any] = []
        for argument in arguments:
            if isinstance(argument, tuple):
                words: list[int] = []
                _add(argument, key, words)
                slots = np.array([word - (_ALL + 1) if word >= _SIGN else word for word in words], np.int64)
                self._slots.append(slots)
                self.words.append(slots.ctypes.data)
            else:
                _add(argument, key, self.words)
        self.key = tuple(key)


def _add(value: Any, key: list[Any], words: list[int]) -> None:
    """Append the kind of a value, and its words: of an array its address and shape, of a record those of its fields."""
    if isinstance(value, np.ndarray):
        if not value.flags.c_contiguous:
            raise TypeError("a kernel takes arrays in C order")
        key.append((value.dtype, value.ndim))
        words.append(value.ctypes.data)
        words += value.shape
    elif isinstance(value, tuple):
        key.append(type(value))
        for part in value:
            _add(part, key, words)
    elif isinstance(value, float):
        key.append(float)
        words.append(int(np.float64(value).view(np.int64)))
    else:
        key.append(type(value))
        words.append(int(value))
