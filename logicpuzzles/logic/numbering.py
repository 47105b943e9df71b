"""A numbering of ground terms."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from .terms import same


class Numbering:
    """Finitely many ground terms by number, no two of which are equal in Python.

    Attributes
    ----------
    terms
        By number.
    numbers
        The number of each term, by Python's equality: True finds the number of 1 here, but not in `find`.

    >>> colours = Numbering([("red", 1), ("blue", 2)])
    >>> colours.find(("blue", 2)), colours.find(("red", True)), colours.find(["red", 1])
    (1, None, None)
    """

    def __init__(self, terms: Iterable[Hashable]) -> None:
        self.terms = tuple(terms)
        self.numbers = {term: number for number, term in enumerate(self.terms)}

    def find(self, term: object) -> int | None:
        """The number of `term`; None if it is not one of the terms, even where Python finds it equal to one."""
        try:
            number = self.numbers.get(term)
        except TypeError:
            return None
        return number if number is not None and same(self.terms[number], term) else None
