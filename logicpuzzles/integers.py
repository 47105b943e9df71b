"""Integers of any length as text: Python itself refuses more than 4300 digits at once."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

_DIGITS = 4000  # digits in a piece
_PIECE = 10**_DIGITS
LONGEST = 400_000  # digits of a number in a text
LONGEST_VALUE = 1000  # digits of one in a state, a label or a parameter


def read_integer(digits: str) -> int:
    """The integer that decimal digits write, maybe after a sign; `ValueError` for more than `LONGEST` digits."""
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


def in_digits(value: int, most: int = 40) -> str:
    """`value` for a message: its digits, or how many there are if that is more than `most`.

    >>> in_digits(-7), in_digits(10**5000)
    ('-7', 'an integer of 5,001 digits')
    """
    text = write_integer(value)
    return text if len(text) <= most else f"an integer of {len(text.lstrip('-')):,} digits"


def represented(value: object) -> str:
    """`repr` of `value`, with integers of any length; only its type where it is nested too deep or `repr` fails."""
    return _told(repr, value)


def as_text(value: object) -> str:
    """`str` of `value`, as `represented` gives `repr`."""
    return _told(str, value)


def _told(text: Callable[[object], str], value: object) -> str:
    try:
        return text(value)
    except ValueError:
        with any_length(), suppress(Exception):
            return text(value)
    except Exception:  # the class may be the user's
        pass
    return f"{type(value).__name__}(...)"


@contextmanager
def any_length() -> Iterator[None]:
    """Lift Python's limit on digits, which holds for the whole process: only where no other code runs."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


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
