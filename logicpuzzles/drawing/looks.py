"""What a rule file says of the look of values: their colours and shapes.

`colours={"red": "crimson", 1: "#0072b2"}` and `shapes={"disc": "round"}` of a puzzle or a model, or facts `colour/2`
and `shape/2` in Prolog text. Whoever wrote them may be a stranger: nothing but a known colour or shape gets into a
picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice

from ..endings import Value
from ..errors import PuzzleError, must_be
from ..integers import represented
from ..logic.notation import plain
from ..logic.terms import typed
from ..wording import did_you_mean
from .colours import NAMES, as_hex, colour

SHAPES = ("square", "round", "disc", "solid", "none", "king", "queen", "rook", "bishop", "knight", "pawn")
EMPTY = frozenset({"", ".", "_", "-"})  # labels of a cell that holds nothing
MOST = 2_000  # values that are looked at for the colours of all boards


@dataclass(frozen=True)
class Looks:
    """The colours and shapes of values, checked.

    Attributes
    ----------
    colours, shapes
        Pairs of a value and its colour, as #rrggbb, or its shape, one of `SHAPES`.
    values
        All values that boards like this hold, so that each has one colour on all of them.

    >>> looks({"red": "Crimson"}).colours
    (('red', '#dc143c'),)
    """

    colours: tuple[tuple[Value, str], ...] = ()
    shapes: tuple[tuple[Value, str], ...] = ()
    values: tuple[Value, ...] = ()


def number_or_text(value: Value) -> Value:
    """A value, or the number that is written as it: pictures that are text have numbers as text.

    >>> number_or_text("3"), number_or_text("x3")
    (3, 'x3')
    """
    is_written = isinstance(value, str) and len(value) < 10 and value.isascii() and value.isdecimal()
    return int(value) if is_written else value


def key(value: Value) -> object:
    """What values have in common that look alike.

    >>> key("3") == key(3), key(True) == key(1)
    (True, False)
    """
    return typed(number_or_text(value))


def looks(
    colours: Mapping[Value, str] | None = None, shapes: Mapping[Value, str] | None = None, values: Iterable[Value] = ()
) -> Looks:
    """The looks that these mappings tell, for boards that hold these values.

    Raises
    ------
    PuzzleError
        One of them is no mapping, or names what is no colour or shape; its place is "colours" or "shapes".
    """
    must_be(Mapping | None, colours, "these are no colours", place="colours", expected='such as {"red": "crimson"}')
    must_be(Mapping | None, shapes, "these are no shapes", place="shapes", expected='such as {"disc": "round"}')
    return Looks(
        tuple((value, _colour(value, of)) for value, of in (colours or {}).items()),
        tuple((value, _shape(value, of)) for value, of in (shapes or {}).items()),
        tuple({key(value): number_or_text(value) for value in islice(values, MOST)}.values()),
    )


def _colour(value: Value, of: object) -> str:
    found = colour(of) if isinstance(of, str) else None
    if found is None:
        raise PuzzleError(
            f"what {plain(value)} has is no colour",
            place="colours",
            expected="a name as in style sheets, such as crimson, or #rrggbb",
            got=represented(of),
            hint=did_you_mean(of, NAMES) if isinstance(of, str) else None,
        )
    return as_hex(found)


def _shape(value: Value, of: object) -> str:
    if of not in SHAPES:
        raise PuzzleError(
            f"what {plain(value)} has is no shape",
            place="shapes",
            expected=f"one of {', '.join(SHAPES)}",
            got=represented(of),
            hint=did_you_mean(of, SHAPES) if isinstance(of, str) else None,
        )
    return str(of)
