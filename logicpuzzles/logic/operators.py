"""The operators of the query language, with their priorities: the one table that reading and writing use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

TABLE: tuple[tuple[int, str, tuple[str, ...]], ...] = (
    (1200, "xfx", (":-", "-->")),
    (1200, "fx", (":-", "?-")),
    (1150, "fx", ("table", "dynamic", "discontiguous", "multifile", "initialization")),
    (1100, "xfy", (";", "|")),
    (1050, "xfy", ("->", "*->")),
    (1000, "xfy", (",",)),
    (900, "fy", ("\\+",)),
    (760, "yfx", ("#<==>",)),
    (750, "xfy", ("#==>",)),
    (750, "yfx", ("#<==",)),
    (740, "yfx", ("#\\/",)),
    (730, "yfx", ("#\\",)),
    (720, "yfx", ("#/\\",)),
    (710, "fy", ("#\\",)),
    (700, "xfx", ("=", "\\=", "==", "\\==", "is", "<", ">", "=<", ">=", "=:=", "=\\=", "=..", "=@=", "\\=@=")),
    (700, "xfx", ("@<", "@>", "@=<", "@>=")),
    (700, "xfx", ("#=", "#\\=", "#<", "#=<", "#>", "#>=", "in", "ins")),
    (500, "yfx", ("+", "-", "/\\", "\\/", "xor", "#")),
    (450, "xfx", ("..",)),
    (400, "yfx", ("*", "/", "//", "div", "rdiv", "mod", "rem", "<<", ">>")),
    (300, "fy", ("~",)),
    (200, "xfx", ("**",)),
    (200, "xfy", ("^", ":")),
    (200, "fy", ("-", "+", "\\")),
)
HIGHEST = 1200
# The highest priority of an argument and of an element of a list as they are written; read is any, as in SWI-Prolog.
ARGUMENT = 999
SYMBOLS = r"+\-*/\\^<>=~:.?@#&$"  # characters that stick together, as in a class of a regular expression


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator: its priority, and the highest priority of what may stand left (0: a prefix) and right of it."""

    name: str
    priority: int
    left: int
    right: int


def _operators(prefix: bool) -> dict[str, Operator]:
    found = {}
    for priority, kind, names in TABLE:
        if (len(kind) == 2) == prefix:
            left = 0 if prefix else priority - (kind[0] == "x")
            right = priority - (kind[-1] == "x")
            found.update({name: Operator(name, priority, left, right) for name in names})
    return found


INFIX = _operators(prefix=False)
PREFIX = _operators(prefix=True)


@dataclass(frozen=True)
class Operators:
    """Those between two terms and those before one, each by its name."""

    infix: Mapping[str, Operator]
    prefix: Mapping[str, Operator]


STANDARD = Operators(INFIX, PREFIX)
