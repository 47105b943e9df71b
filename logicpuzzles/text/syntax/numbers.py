"""Integers of any length as text: Python itself refuses more than 4300 digits at once."""

from __future__ import annotations

_DIGITS = 4000  # digits in a piece
_PIECE = 10**_DIGITS
LONGEST = 400_000  # digits of a number in a text


def read_integer(digits: str) -> int:
    """The value of decimal digits, of which there may be `LONGEST`; the sign may stand before them.

    Raises
    ------
    ValueError
        There are more.
    """
    if len(digits) <= _DIGITS:
        return int(digits)
    if len(digits) > LONGEST:
        raise ValueError(f"the number has more than {LONGEST:,} digits")
    sign = -1 if digits[0] == "-" else 1
    digits = digits.lstrip("-")
    first = len(digits) % _DIGITS
    value = int(digits[:first] or "0")
    for at in range(first, len(digits), _DIGITS):
        value = value * _PIECE + int(digits[at : at + _DIGITS])
    return sign * value


def write_integer(value: int) -> str:
    """The decimal digits of `value`."""
    if -_PIECE < value < _PIECE:
        return str(value)
    pieces = []
    rest = abs(value)
    while rest >= _PIECE:
        rest, piece = divmod(rest, _PIECE)
        pieces.append(f"{piece:0{_DIGITS}d}")
    return ("-" if value < 0 else "") + str(rest) + "".join(reversed(pieces))
