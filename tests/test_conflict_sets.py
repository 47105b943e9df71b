"""Minimal and smallest conflicts, against all sets of items by brute force."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st
from scale import scale

from logicpuzzles.conflict_sets import ConflictSets, Undecided, bits, quickxplain, set_of

MUCH = 10**9


class Family(ConflictSets):
    """Items conflict where one of some sets is among them; questions about `open_` sets are never decided."""

    def __init__(self, n_items: int, sets: list[int], open_: frozenset[int], order: list[int]) -> None:
        super().__init__(n_items)
        self.sets, self.open, self.order = sets, open_, order

    def is_conflict(self, items: int) -> bool:
        return any(one & items == one for one in self.sets)

    def correction(self, items: int, most: int | None = None) -> int | None:
        self.spent += 1
        if items in self.open:
            raise Undecided
        if self.is_conflict(items):
            return None
        for number in self.order:  # not all items that could stay do
            if not self.is_conflict(items | 1 << number):
                items |= 1 << number
        return (1 << self.n_items) - 1 ^ items


@st.composite
def families(draw: st.DrawFn) -> Family:
    """Some sets of up to eight items; some questions about them stay open."""
    n_items = draw(st.integers(0, 8))
    some = st.integers(0, (1 << n_items) - 1)
    sets = draw(st.lists(some, min_size=1, max_size=6))
    order = draw(st.lists(st.integers(0, max(0, n_items - 1)), max_size=n_items and 5))
    return Family(n_items, sets, draw(st.frozensets(some, max_size=6) | st.just(frozenset())), order)


@settings(max_examples=scale(300, 20_000))
@given(families(), st.integers(0, 60))
def test_what_is_called_minimal_or_smallest_is(family: Family, most: int) -> None:
    """The first of the smallest where that is proved; a conflict always."""
    whole = (1 << family.n_items) - 1
    found, is_minimal = family.minimal()
    assert family.is_conflict(found) or family.open
    is_least = family.is_conflict(found) and not any(family.is_conflict(found ^ item) for item in bits(found))
    assert is_least or not is_minimal
    assert is_minimal or family.open
    if not is_minimal:
        return
    numbers = range(family.n_items)
    sizes = (map(set_of, combinations(numbers, size)) for size in numbers)
    smallest = next((one for some in sizes for one in some if family.is_conflict(one)), whole)
    for allowed in (most, MUCH):
        best, is_smallest = family.smallest(found, allowed)
        assert best in (found, smallest)
        assert not is_smallest or best.bit_count() == smallest.bit_count()
        assert best == found or is_smallest
        if allowed == MUCH and not family.open:
            assert (best, is_smallest) == (smallest, True)


@given(st.sets(st.integers(0, 9), max_size=5))
def test_quickxplain_finds_the_only_conflict_in_few_questions(wanted: set[int]) -> None:
    """For k of 10 items it takes 8 k + 1 at most, each once."""
    asked: list[list[int]] = []

    def conflict(items: list[int]) -> bool:
        asked.append(items)
        return wanted <= {*items}

    assert quickxplain(range(10), conflict) == sorted(wanted)
    assert len(asked) <= 1 + 2 * len(wanted) * 4
    assert len(asked) == len({tuple(items) for items in asked})
