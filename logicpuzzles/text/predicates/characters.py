"""What kind of character one is: for grammars, which read characters or their codes one by one."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from ...errors import PuzzleError
from ...logic.balls import error_term
from ...logic.resolver import Machine
from ...logic.terms import AnyTerm, Term
from ..code.given import Given
from .builtins import builtin
from .terms import unfit
from .texts import MOST_CODE, SURROGATES

KINDS: dict[str, Callable[[str], bool]] = {
    "alnum": str.isalnum,
    "alpha": lambda c: c.isalpha() or c.isdigit(),  # letters and digits, as in SWI-Prolog
    "csym": lambda c: c.isalnum() or c == "_",
    "csymf": lambda c: c.isalpha() or c == "_",
    "ascii": str.isascii,
    "cntrl": lambda c: unicodedata.category(c) == "Cc",
    "digit": lambda c: c in "0123456789",
    "end_of_line": lambda c: c in "\n\r\x0b\x0c",
    "graph": lambda c: c.isprintable() and not c.isspace(),
    "lower": str.islower,
    "newline": lambda c: c == "\n",
    "period": lambda c: c in ".?!",
    "print": str.isprintable,
    "prolog_symbol": lambda c: c in "#$&*+-./:<=>?@\\^~",
    "punct": lambda c: c.isprintable() and not c.isspace() and not c.isalnum(),
    "quote": lambda c: c in "'\"`",
    "space": str.isspace,
    "upper": str.isupper,
    "white": lambda c: c in " \t",
}
VALUES: dict[str, Callable[[str], int | str | None]] = {
    "digit": lambda c: int(c) if c in "0123456789" else None,
    "xdigit": lambda c: int(c, 16) if c in "0123456789abcdefABCDEF" else None,
    "lower": lambda c: c.upper() if c.islower() else None,
    "upper": lambda c: c.lower() if c.isupper() else None,
    "to_lower": str.upper,  # the character to which this one is the small one, as in SWI-Prolog
    "to_upper": str.lower,
}


def _typed(name: str, doc: str, is_code: bool) -> None:
    @builtin(name, system=True, doc=f"{doc} Needs its value.")
    def relation(machine: Machine, char: AnyTerm, kind: AnyTerm) -> bool:
        one = chr(char) if type(char) is int and 0 <= char <= MOST_CODE and char not in SURROGATES else char
        if char == -1 and is_code:
            return bool(kind == "end_of_file")
        if not isinstance(one, str) or len(one) != 1:
            raise unfit(machine, one, name, "a character")
        if isinstance(kind, str) and kind in KINDS:
            return KINDS[kind](one)
        if type(kind) is Term and len(kind.args) == 1 and kind.name in VALUES:
            value = VALUES[kind.name](one)
            if isinstance(value, str):
                value = one if len(value) != 1 else value
                value = ord(value) if is_code else value
            return value is not None and machine.unify(kind.args[0], value)
        if isinstance(kind, str) and kind != "end_of_file" or type(kind) is Term:
            value = machine.reify(kind)
            ball = error_term("type_error", "char_type", value)
            raise PuzzleError(f"{name} does not know this kind", got=Given(value), ball=ball)
        if kind == "end_of_file":
            return False
        raise unfit(machine, kind, name, "a kind such as alpha")


_typed("char_type", "The character Char is of this Kind, such as alpha, digit(Weight) or upper(Lower).", False)
_typed("code_type", "The character with the code Char is of this Kind, such as alpha, digit(Weight).", True)
