"""Colours of values that people see apart who are colour-blind too.

Numbers have shades from dark to light in their order: those of cividis (J. R. Nunez, C. R. Anderton, R. S. Renslow,
Optimizing colormaps with consideration for color vision deficiency, PLOS ONE 13, 2018), sampled. Other values have the
eight colours of M. Okabe and K. Ito (Color universal design, 2008), and then the same shades. No picture needs colours
to be read: what a cell holds is written in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from ..endings import Value
from ..logic.notation import plain
from ..logic.terms import typed

Colour = tuple[int, int, int]  # red, green and blue, 0 to 255

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
    """Colours for `values`, which are alike in all pictures that have the same values.

    >>> Palette([3, 1, 2]).fill(1), Palette([3, 1, 2]).ink(1)
    ('#00224e', '#ffffff')
    """

    def __init__(self, values: Iterable[Value]) -> None:
        distinct = {typed(value): value for value in values}
        numbers = sorted(key for key, value in distinct.items() if _is_number(value))
        words = sorted(
            (key for key, value in distinct.items() if not _is_number(value)), key=lambda key: plain(distinct[key])
        )
        self._colours = {key: _shade(at, len(numbers)) for at, key in enumerate(numbers)}
        more = max(1, len(words) - len(WORDS))
        for at, key in enumerate(words):
            self._colours[key] = WORDS[at] if at < len(WORDS) else _shade(at - len(WORDS), more)

    def fill(self, value: Value) -> str:
        """The colour of a value, as in a style sheet."""
        return "#{:02x}{:02x}{:02x}".format(*self._colours[typed(value)])

    def ink(self, value: Value) -> str:
        """Black or white: what can be read on that colour (W3C, Web content accessibility guidelines 2.2, contrast)."""
        light = _luminance(self._colours[typed(value)])
        return "#000000" if (light + 0.05) ** 2 > 0.05 * 1.05 else "#ffffff"


def _is_number(value: Value) -> bool:
    return isinstance(value, int | float | Fraction) and not isinstance(value, bool) and value == value


def _shade(at: int, of: int) -> Colour:
    """The colour at `at` of `of` places, in equal steps from the darkest to the lightest."""
    steps, span = at * (len(SHADES) - 1), max(1, of - 1)
    left, right = SHADES[steps // span], SHADES[min(steps // span + 1, len(SHADES) - 1)]
    part = steps % span
    red, green, blue = ((low * (span - part) + high * part) // span for low, high in zip(left, right, strict=True))
    return red, green, blue


def _luminance(colour: Colour) -> float:
    """The relative luminance, from 0 to 1."""
    red, green, blue = (c / 3294.6 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
