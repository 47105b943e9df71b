"""Which of some items conflict: a minimal set of them, and the fewest. A set is an integer with a bit for each item.

Sources: U. Junker, QuickXplain: preferred explanations and relaxations for over-constrained problems (2004);
M. Liffiton, K. Sakallah, Algorithms for computing minimal unsatisfiable subsets of constraints (2008): a conflict is
what meets every correction set; A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, Smallest MUS extraction with
minimal hitting set dualization (2015).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
_PATIENCE = 1000  # what it may cost to see whether a correction is smaller: some such questions are as hard as can be


class Undecided(Exception):
    """Whether some items conflict was not found out."""


class ConflictSets:
    """Items that conflict as a whole, and what was found out about parts of them.

    More items than some that conflict must conflict too.

    Attributes
    ----------
    corrections
        Sets of which each, left out, leaves no conflict.
    spent
        What all that cost, in nodes of a search.
    """

    def __init__(self, n_items: int) -> None:
        self.n_items, self.spent = n_items, 0
        self.corrections: list[int] = []

    def correction(self, items: int, most: int | None = None) -> int | None:
        """Some of the other items, without which there is no conflict; None where `items` conflict. Adds to `spent`.

        Raises
        ------
        Undecided
            It was not found out, or not for the cost `most`.
        """
        raise NotImplementedError

    def minimal(self) -> tuple[int, bool]:
        """Some that conflict, and whether it is proved that none of them can be left out.

        What is not decided is taken for no conflict.
        """
        found = set_of(quickxplain(range(self.n_items), lambda some: self._conflict(set_of(some))))
        for item in list(bits(found)):
            if not self._is_needed(item, found) and self._conflict(found ^ item):
                found ^= item
        return found, all(self._is_needed(item, found) for item in bits(found))

    def smallest(self, known: int, most: int) -> tuple[int, bool]:
        """The fewest that conflict, of these the first, and whether it is proved that no fewer do.

        Where that would cost more than `most`, it is `known`, a minimal set.
        """
        end, size = self.spent + most, 1
        while True:
            found: int | None = None
            try:
                while found is None:
                    found = self._first_hitting(self.corrections, size, end)
                    size += found is None
                if found == known:
                    return known, True
                correction = self._find_correction(found, end - self.spent)
                if correction is None:
                    return found, True
                self._shrink(correction, end)
            except Undecided:
                return known, size >= known.bit_count()

    def _conflict(self, items: int) -> bool:
        if any(not correction & items for correction in self.corrections):
            return False
        try:
            return self._find_correction(items) is None
        except Undecided:
            return False

    def _find_correction(self, items: int, most: int | None = None) -> int | None:
        found = self.correction(items, most)
        if found is not None:
            self.corrections.append(found)
        return found

    def _is_needed(self, item: int, items: int) -> bool:
        return any(correction & items == item for correction in self.corrections)

    def _shrink(self, correction: int, end: int) -> None:
        """Find smaller corrections: the smaller one is, the more it tells."""
        everything = (1 << self.n_items) - 1
        tried, size = 0, (correction.bit_count() + 1) // 2
        while size:
            left = list(bits(correction & ~tried))
            for at in range(0, len(left), size):
                if self.spent >= end:
                    raise Undecided
                chunk = sum(left[at : at + size])
                if chunk & correction != chunk or chunk == correction:
                    continue
                try:
                    smaller = self._find_correction(everything ^ correction | chunk, _PATIENCE)
                except Undecided:
                    smaller = None
                if smaller is not None:
                    correction = smaller
                elif size == 1:
                    tried |= chunk
            size //= 2

    def _first_hitting(self, sets: Sequence[int], size: int, end: int) -> int | None:
        """The first set of at most so many items that has one in common with each of `sets`; None for none."""
        self.spent += 1 + len(sets)
        if self.spent > end:
            raise Undecided
        if not sets:
            return 0
        if _disjoint(sets) > size:
            return None
        last = min(sets, key=int.bit_length)  # it has to be hit, so an item behind all of it comes too late
        for item in bits((1 << last.bit_length()) - 1):
            later = -2 * item
            left = [one & later for one in sets if not one & item]
            if len(left) < len(sets) and all(left):
                found = self._first_hitting(left, size - 1, end)
                if found is not None:
                    return item | found
        return None


def _disjoint(sets: Sequence[int]) -> int:
    """How many of the sets were found to have no item in common: so many items it takes at least to hit them."""
    seen = number = 0
    for one in sorted(sets, key=int.bit_count):
        if not one & seen:
            seen |= one
            number += 1
    return number


def quickxplain(items: Sequence[T], conflict: Callable[[list[T]], bool]) -> list[T]:
    """A minimal part of `items` that conflicts, in their order; they conflict as a whole.

    >>> quickxplain([1, 2, 3, 4, 5], lambda items: 2 in items and 4 in items)
    [2, 4]
    """

    def needed(fixed: list[T], is_new: bool, some: Sequence[T]) -> list[T]:
        """A minimal part of `some` that conflicts together with `fixed`, which `is_new` or does not conflict."""
        if is_new and conflict(fixed):
            return []
        if len(some) < 2:
            return [*some]
        half = len(some) // 2
        first, second = some[:half], some[half:]
        later = needed([*fixed, *first], True, second)
        return [*needed([*fixed, *later], bool(later), first), *later]

    return needed([], True, items)


def bits(items: int) -> Iterator[int]:
    """The items of a set, each as a set of its own, in their order."""
    while items:
        item = items & -items
        items ^= item
        yield item


def set_of(numbers: Iterable[int]) -> int:
    """The set of the items with these numbers.

    >>> set_of([0, 3])
    9
    """
    return sum(1 << number for number in set(numbers))
