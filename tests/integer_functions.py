"""What the operations, comparisons and connectives of constraints over integers mean, apart from the engine."""

from __future__ import annotations

from collections.abc import Callable


class Undefined(Exception):
    """An operation has no value."""


def truncated(a: int, b: int) -> int:
    """The quotient without its fraction."""
    if b == 0:
        raise Undefined
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def floored(a: int, b: int) -> int:
    """The quotient, rounded down."""
    if b == 0:
        raise Undefined
    return a // b


def power(a: int, b: int) -> int:
    """a to the power of b."""
    if b < 0 and a not in (1, -1):
        raise Undefined
    return a**b if b >= 0 else (a if b % 2 else 1)


BINARY: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": truncated,
    "div": floored,
    "mod": lambda a, b: a - b * floored(a, b),
    "rem": lambda a, b: a - b * truncated(a, b),
    "min": min,
    "max": max,
    "^": power,
}
COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "#=": lambda a, b: a == b,
    "#\\=": lambda a, b: a != b,
    "#<": lambda a, b: a < b,
    "#=<": lambda a, b: a <= b,
    "#>": lambda a, b: a > b,
    "#>=": lambda a, b: a >= b,
}
CONNECTIVES: dict[str, Callable[[bool, bool], bool]] = {
    "#<==>": lambda a, b: a == b,
    "#==>": lambda a, b: not a or b,
    "#<==": lambda a, b: a or not b,
    "#\\/": lambda a, b: a or b,
    "#/\\": lambda a, b: a and b,
    "#\\": lambda a, b: a != b,
}
