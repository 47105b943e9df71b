"""Numbers in texts, as the language writes them."""

from __future__ import annotations

import re
from fractions import Fraction

from ...errors import PuzzleError
from ...logic.functions import Number
from .lexical import Sentence, Source
from .nodes import Constant
from .parser import parse

_PLAIN = re.compile(r"[+-]?[0-9]{1,17}")


def number_in(text: str) -> Number | None:
    """The number that `text` is; None where it is none.

    >>> number_in("12"), number_in("-0x1f"), number_in("0'a"), number_in("1 2"), number_in("2r6")
    (12, -31, 97, None, Fraction(1, 3))
    """
    if _PLAIN.fullmatch(text):
        return int(text)
    if not text or text[-1].isspace():
        return None
    digits = text[1:] if text[0] in "+-" else text
    if not digits[:1].isdigit():
        return None
    try:
        node = parse(Sentence(Source(digits, "number"), digits, 0))
    except PuzzleError:
        return None
    if type(node) is not Constant or type(node.value) not in (int, Fraction):
        return None
    value: Number = node.value
    return -value if text[0] == "-" else value
