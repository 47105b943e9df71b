"""Variables that are elements of lists: in messages they are called by their places, such as row 2, column 1."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from ..integers import as_text
from ..wording import runs


class Element(str):
    """The name of a variable that is an element of a list, or of one of a list of lists.

    It is equal to its name as text, and stands for it everywhere; messages say `called` in its place.

    Attributes
    ----------
    places
        Its place in each of the lists, the outermost first; counted from 1.
    whole
        The name of the outermost list; "" if there is no other.
    """

    __slots__ = ("places", "whole")
    places: tuple[int, ...]
    whole: str

    def __new__(cls, name: str, places: tuple[int, ...], whole: str) -> Element:
        made = super().__new__(cls, name)
        made.places, made.whole = places, whole
        return made

    def __getnewargs__(self) -> tuple[Any, ...]:
        return str(self), self.places, self.whole

    @property
    def words(self) -> str:
        """What it is called in a sentence."""
        return _in_words(self, [self.places[-1]])

    @property
    def short(self) -> str:
        """The same without a comma, as in a list of terms."""
        return self.words.replace(",", "")


def called(variable: Any) -> str:
    """What a variable is called in messages.

    >>> called(Element("Rows_2_1", (2, 1), "")), called(Element("Xs_3", (3,), "Xs")), called("A1")
    ('row 2, column 1', 'element 3 of Xs', 'A1')
    """
    return variable.words if isinstance(variable, Element) else as_text(variable)


def listed(things: Iterable[Any], written: Callable[[Any], str] = as_text) -> str:
    """Variables, or values, in a row; elements side by side of one list are named together, others are `written`.

    >>> grid = [Element(f"Rows_{y}_{x}", (y, x), "") for y in (1, 2) for x in (1, 2, 3, 5)]
    >>> listed(grid), listed(grid[1::4]), listed(["A1", "A2"])
    ('row 1, columns 1 to 3, 5; row 2, columns 1 to 3, 5', 'column 2, rows 1, 2', 'A1, A2')
    """
    things = list(things)
    elements = [thing for thing in things if isinstance(thing, Element)]
    if len(elements) == len(things) > 1 and len({(e.whole, e.places[1:]) for e in elements if len(e.places) == 2}) == 1:
        return _in_words(elements[0], [element.places[0] for element in elements], "row", "column")
    return ("; " if any(len(element.places) > 1 for element in elements) else ", ").join(_grouped(things, written))


def _grouped(things: Sequence[Any], written: Callable[[Any], str]) -> Iterator[str]:
    for group, alike in groupby(things, lambda one: (one.whole, one.places[:-1]) if isinstance(one, Element) else None):
        together = list(alike)
        if group is None:
            yield from map(written, together)
        else:
            yield _in_words(together[0], [element.places[-1] for element in together])


def _in_words(element: Element, places: Sequence[int], each: str = "column", other: str = "row") -> str:
    """What an element is called with others, that differ from it in one place."""
    of = f" of {element.whole}" * bool(element.whole)
    if len(element.places) == 1:
        return f"{_counted('element', places)}{of}"
    fixed = element.places[0] if each == "column" else element.places[1]
    return f"{other} {fixed}, {_counted(each, places)}{of}"


def _counted(noun: str, numbers: Sequence[int]) -> str:
    parts: list[str] = []
    for run in runs(numbers):
        parts += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run)
    return f"{noun}{'s' * (len(numbers) > 1)} {', '.join(parts)}"
