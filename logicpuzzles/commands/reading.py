"""What the text of a parameter means; a ValueError tells what it should be."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from fractions import Fraction

from ..wording import cut_short

MOST = 10**18  # nothing is ever counted beyond this, and no machine has more bytes
_COUNT = re.compile(r"[0-9]+(?:[,_][0-9]+)*")
_SECONDS = re.compile(r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_SIZE = re.compile(r"([0-9]+(?:\.[0-9]+)?) *([kmgt]?)(i?)b?", re.IGNORECASE)


def size(text: str) -> int:
    """An amount of memory in bytes.

    >>> size("500MB"), size("2 KiB")
    (500000000, 2048)
    """
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"{cut_short(text)} is no size; expected one such as 500MB, 2GB or 64MiB.")
    number, prefix, binary = found.groups()
    bytes_ = int(Fraction(number) * (1024 if binary else 1000) ** " kmgt".index(prefix.lower() or " "))
    if not 1 <= bytes_ <= MOST:
        raise ValueError(f"{cut_short(text)} is no size; expected 1 byte to {MOST:,}.")
    return bytes_


def seconds(text: str) -> float:
    """A positive number of seconds."""
    number = float(text) if _SECONDS.fullmatch(text) else math.nan
    if not 0 < number < math.inf:
        raise ValueError(f"{cut_short(text)} is no time; expected a number of seconds above 0.")
    return number


def count(least: int) -> Callable[[str], int]:
    """What reads a whole number of at least `least`.

    >>> count(1)("1_000"), count(0)("1,000")
    (1000, 1000)
    """

    def read(text: str) -> int:
        digits = re.sub("[,_]", "", text)
        if not _COUNT.fullmatch(text) or len(digits) > 19 or not least <= int(digits) <= MOST:
            raise ValueError(f"{cut_short(text)} is no such number; expected a whole number from {least} on.")
        return int(digits)

    return read
