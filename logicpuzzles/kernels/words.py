"""Words of 64 bits: the types of numbers in kernels, conversions, and operations on bits, each one instruction there.

Uncompiled, words are not negative, or taken as if they were; then results are not negative.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeAlias, TypeVar

Int64: TypeAlias = Annotated[int, "int64"]  # a number of 64 bits with a sign, as `int` is in kernels
Word: TypeAlias = Annotated[int, "uint64"]  # one without
F = TypeVar("F", bound=Callable[..., int])
_ALL = 0xFFFFFFFFFFFFFFFF
_SWAPS = ((1, 0x5555555555555555), (2, 0x3333333333333333), (4, 0x0F0F0F0F0F0F0F0F))


def instruction(function: F) -> F:
    """A function that kernels call, and whose name in `instructions` tells how it is compiled."""
    function.instruction = function.__name__  # type: ignore[attr-defined]
    return function


def conversion(function: F) -> F:
    """A function that takes a number as one of the kind that it is named after."""
    function.converts = function.__name__  # type: ignore[attr-defined]
    return function


@conversion
def int64(number: float) -> int:
    """A number as a signed integer of 64 bits: what is above them is cut off.

    >>> int64(0xFFFFFFFFFFFFFFFF), int64(-2.5)
    (-1, -2)
    """
    return ((int(number) + (1 << 63)) & _ALL) - (1 << 63)


@conversion
def uint64(number: float) -> int:
    """A number as an unsigned integer of 64 bits: what is above them is cut off.

    >>> uint64(-1) == (1 << 64) - 1
    True
    """
    return int(number) & _ALL


@conversion
def uint32(number: float) -> int:
    """A number as an unsigned integer of 32 bits: what is above them is cut off.

    >>> uint32(-1) == (1 << 32) - 1
    True
    """
    return int(number) & 0xFFFFFFFF


@conversion
def uint16(number: float) -> int:
    """A number as an unsigned integer of 16 bits: what is above them is cut off.

    >>> uint16(-1) == (1 << 16) - 1
    True
    """
    return int(number) & 0xFFFF


@conversion
def uint8(number: float) -> int:
    """A number as an unsigned integer of 8 bits: what is above them is cut off.

    >>> uint8(-1), uint8(256)
    (255, 0)
    """
    return int(number) & 0xFF


@instruction
def lowest_bit(word: int) -> int:
    """The index of the lowest set bit of a word that is not 0.

    >>> lowest_bit(12)
    2
    """
    return (word & -word).bit_length() - 1


@instruction
def highest_bit(word: int) -> int:
    """The index of the highest set bit of a word that is not 0.

    >>> highest_bit(12), highest_bit(-1)
    (3, 63)
    """
    return (word & _ALL).bit_length() - 1


@instruction
def count_bits(word: int) -> int:
    """The number of set bits.

    >>> count_bits(12), count_bits(-1)
    (2, 64)
    """
    return (word & _ALL).bit_count()


@instruction
def reverse_bits(word: int) -> int:
    """The word with bit k at 63 - k.

    >>> reverse_bits(reverse_bits(12)), reverse_bits(1) == 1 << 63
    (12, True)
    """
    word &= _ALL
    for places, mask in _SWAPS:
        word = (word & mask) << places | (word >> places) & mask
    return int.from_bytes(word.to_bytes(8, "little"), "big")


@instruction
def shift_right(word: int, places: int) -> int:
    """The word moved down by 0 to 63 places, zeros coming in at the top.

    >>> shift_right(-1, 62)
    3
    """
    return (word & _ALL) >> places
