"""Kernels run as ordinary Python on the same arrays, whose elements are Python's numbers there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from logicpuzzles.kernels.kinds import ELEMENTS, Number


def as_python(function: Callable[..., Any], *arguments: Any) -> Any:
    """What a kernel gives as Python, and leaves in these arrays."""
    return function(*map(viewed, arguments))


def viewed(value: Any) -> Any:
    """A value as kernels see it that run as Python."""
    if isinstance(value, np.ndarray):
        return View(value)
    if isinstance(value, np.generic):
        return value.item()
    return type(value)(*map(viewed, value)) if isinstance(value, tuple) else value


class View:
    """An array whose elements are read as Python's numbers, and cut to their size when they are written."""

    def __init__(self, array: Any) -> None:
        self.array, self.shape, self.ctypes = array, array.shape, array.ctypes

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, place: Any) -> Any:
        assert all(index >= 0 for index in (place if isinstance(place, tuple) else (place,)))
        found = self.array[place]
        return Fields(found) if isinstance(found, np.void) else viewed(found)

    def __setitem__(self, place: Any, value: Any) -> None:
        if isinstance(value, Fields):
            self.array[place] = value.item.copy()
        else:
            self.array[place] = cut(value, self.array.dtype)


class Fields:
    """An element of an array of structures."""

    item: Any

    def __init__(self, item: Any) -> None:
        object.__setattr__(self, "item", item)

    def __getattr__(self, name: str) -> Any:
        return self.item[name].item()

    def __setattr__(self, name: str, value: Any) -> None:
        self.item[name] = cut(value, self.item.dtype[name])


def cut(value: Any, kind: np.dtype[Any]) -> Any:
    """A number as an element of an array holds it."""
    number: Number = ELEMENTS[kind.name]
    if number.is_float:
        return value
    rest = int(value) & ((1 << number.bits) - 1)
    return rest - (1 << number.bits) if number.is_signed and rest >> number.bits - 1 else rest
