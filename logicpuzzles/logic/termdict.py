"""Dictionaries by terms: 1, True and 1.0 are three keys here, but one in Python's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableMapping
from typing import Any, TypeVar

from .terms import AnyTerm, same, typed

T = TypeVar("T")


def is_among(term: AnyTerm, terms: Iterable[AnyTerm]) -> bool:
    """Whether a ground term is one of `terms`."""
    return any(same(term, other) for other in terms)


class TermDict(MutableMapping[AnyTerm, T]):
    """A dictionary whose keys are ground terms; the same terms are the same key.

    >>> found = TermDict([(1, "one"), (True, "true")])
    >>> found[1], found[True], 1.0 in found
    ('one', 'true', False)
    """

    def __init__(self, items: Iterable[tuple[AnyTerm, T]] = ()) -> None:
        self._items: dict[Any, tuple[AnyTerm, T]] = {typed(term): (term, value) for term, value in items}

    def __getitem__(self, term: AnyTerm) -> T:
        return self._items[typed(term)][1]

    def __setitem__(self, term: AnyTerm, value: T) -> None:
        self._items[typed(term)] = (term, value)

    def __delitem__(self, term: AnyTerm) -> None:
        del self._items[typed(term)]

    def __contains__(self, term: object) -> bool:
        return typed(term) in self._items

    def __iter__(self) -> Iterator[AnyTerm]:
        return (term for term, _ in self._items.values())

    def __len__(self) -> int:
        return len(self._items)
