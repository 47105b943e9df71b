"""Integers of any length as text: Python itself refuses more than 4300 digits at once."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

_DIGITS = 4000  # digits in a piece
_PIECE = 10**_DIGITS
_BITS = 256  # of an integer that becomes a decimal at once
LONGEST = 400_000  # digits of a number in a text
_MOST_BITS = 1_328_771  # that so many digits write
_TOO_LONG = f"the number has more than {LONGEST:,} digits"
LONGEST_VALUE = 1000  # digits of one in a state, a label or a parameter


def read_integer(digits: str) -> int:
    """The integer that decimal digits write, maybe after a sign; `ValueError` for more than `LONGEST` digits."""
    if len(digits) <= _DIGITS:
        return int(digits)
    if len(digits) > LONGEST:
        raise ValueError(_TOO_LONG)
    sign = -1 if digits[0] == "-" else 1
    digits = digits.lstrip("-")
    first = len(digits) % _DIGITS
    value = int(digits[:first] or "0")
    for at in range(first, len(digits), _DIGITS):
        value = value * _PIECE + int(digits[at : at + _DIGITS])
    return sign * value


def read_radix(word: str) -> int:
    """The integer that a word such as 0x1f writes; `ValueError` for one of more than `LONGEST` decimal digits."""
    if len(word) > LONGEST // 2:  # no shorter one has more
        mark, digits = word.lstrip("-")[1:2], word.lstrip("-")[2:].lstrip("0")
        bits = len(digits) * {"x": 4, "o": 3, "b": 1}[mark]
        if bits > _MOST_BITS:
            raise ValueError(_TOO_LONG)
    return int(word, 0)


def in_digits(value: int, most: int = 40) -> str:
    """`value` for a message: its digits, or how many there are if that is more than `most`.

    >>> in_digits(-7), in_digits(10**5000)
    ('-7', 'an integer of 5,001 digits')
    """
    text = write_integer(value)
    return text if len(text) <= most else f"an integer of {len(text.lstrip('-')):,} digits"


def represented(value: object) -> str:
    """`repr` of `value`, with integers of any length; only its type where it is nested too deep or `repr` fails."""
    return _safe_text(repr, value)


def as_text(value: object) -> str:
    """`str` of `value`, as `represented` gives `repr`."""
    return _safe_text(str, value)


def _safe_text(text: Callable[[object], str], value: object) -> str:
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
    from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal, Inexact, localcontext

    powers: dict[int, Decimal] = {}

    def power(bits: int) -> Decimal:
        """2 ** bits."""
        if bits not in powers:
            powers[bits] = Decimal(1 << bits) if bits <= _BITS else power(bits // 2) * power(bits - bits // 2)
        return powers[bits]

    def decimal(rest: int, bits: int) -> Decimal:
        """`rest`, which has so many bits, of its halves: decimals are multiplied in little more than linear time."""
        if bits <= _BITS:
            return Decimal(rest)
        low = bits // 2
        high = rest >> low
        return decimal(rest & (1 << low) - 1, low) + decimal(high, bits - low) * power(low)

    with localcontext(Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[Inexact])):
        return ("-" if value < 0 else "") + str(decimal(abs(value), value.bit_length()))
