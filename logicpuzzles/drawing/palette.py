"""Colours of values that people see apart who are colour-blind too.

Numbers have shades from dark to light in their order: those of cividis (J. R. Nunez, C. R. Anderton, R. S. Renslow,
Optimizing colormaps with consideration for color vision deficiency, PLOS ONE 13, 2018), sampled. Other values have the
eight colours of M. Okabe and K. Ito (Color universal design, 2008), and then the same shades; a word that names a
colour has that. No picture needs colours to be read: what a cell holds is written in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from ..endings import Value
from ..logic.notation import plain
from .colours import Colour, as_hex, colour, ink
from .looks import key, number_or_text

SHADES: tuple[Colour, ...] = (
    (0, 34, 78),
    (38, 57, 111),
    (64, 77, 107),
    (87, 97, 109),
    (110, 117, 114),
    (133, 138, 118),
    (159, 160, 115),
    (187, 183, 105),
    (216, 207, 89),
    (254, 232, 56),
)
WORDS: tuple[Colour, ...] = (
    (230, 159, 0),
    (86, 180, 233),
    (0, 158, 115),
    (240, 228, 66),
    (0, 114, 178),
    (213, 94, 0),
    (204, 121, 167),
    (119, 119, 119),
)


class Palette:
    """Colours for `values`, which are alike in all pictures that have the same values; `given` are said by a rule file.

    >>> Palette([3, 1, 2]).fill(1), Palette([3, 1, 2]).ink(1)
    ('#00224e', '#ffffff')
    >>> Palette([3, 1, 2], [(1, "#dc143c")]).fill(1)
    '#dc143c'
    """

    def __init__(self, values: Iterable[Value], given: Iterable[tuple[Value, str]] = ()) -> None:
        values = list(values)
        said = {key(value): colour(value) for value in values if isinstance(value, str)}
        said |= {key(value): colour(text) for value, text in given}
        self._colours: dict[object, Colour] = {at: of for at, of in said.items() if of is not None}
        distinct = {at: number_or_text(value) for value in values if (at := key(value)) not in self._colours}
        numbers = [at for at, value in distinct.items() if _is_number(value)]
        numbers.sort(key=lambda at: (distinct[at], type(distinct[at]).__name__))
        words = sorted(distinct.keys() - set(numbers), key=lambda at: plain(distinct[at]))
        self._colours |= {at: _shade(n, len(numbers)) for n, at in enumerate(numbers)}
        more = max(1, len(words) - len(WORDS))
        for n, at in enumerate(words):
            self._colours[at] = WORDS[n] if n < len(WORDS) else _shade(n - len(WORDS), more)

    def fill(self, value: Value) -> str:
        """The colour of a value, as in a style sheet."""
        return as_hex(self._colours[key(value)])

    def ink(self, value: Value) -> str:
        """Black or white: what can be read on that colour."""
        return ink(self._colours[key(value)])


def _is_number(value: Value) -> bool:
    return isinstance(value, int | float | Fraction) and not isinstance(value, bool) and value == value


def _shade(at: int, of: int) -> Colour:
    """The colour at `at` of `of` places, in equal steps from the darkest to the lightest."""
    steps, span = at * (len(SHADES) - 1), max(1, of - 1)
    left, right = SHADES[steps // span], SHADES[min(steps // span + 1, len(SHADES) - 1)]
    part = steps % span
    red, green, blue = ((low * (span - part) + high * part) // span for low, high in zip(left, right, strict=True))
    return red, green, blue
