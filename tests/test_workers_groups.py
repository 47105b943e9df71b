"""Items in groups: all of them once and in order, no longer groups than are wanted, the last ones short."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st
from worker_items import squared

from logicpuzzles.workers import groups
from logicpuzzles.workers.calls import Answers
from logicpuzzles.workers.futures import Futures
from logicpuzzles.workers.groups import GROWTH, MOST, SHORTEST, Groups

LONG_AGO = 60.0  # seconds in which all items are read ahead, however slow the machine is


def same(item: int) -> int:
    return item


ASKED = st.one_of(
    st.just(("many", 0, 0.0)),
    st.tuples(st.just("next"), st.integers(0, 40), st.just(0.0)),
    st.tuples(st.just("learn"), st.integers(1, 50), st.floats(0, 3)),
)


@given(st.integers(0, 300), st.integers(1, 4), st.lists(ASKED, max_size=60))
def test_all_items_are_given_once_in_order_whatever_is_asked(count, workers, asked):
    """A group has one item at least while there are some, and no more than were wanted."""
    made = Groups(range(count), same, 0.4, workers)
    given_ones: list[int] = []
    for what, number, seconds in asked:
        if what == "learn":
            before = made.size
            made.learn(number, seconds)
            assert 1 <= made.size <= min(MOST, GROWTH * before)
            continue
        most = number if what == "next" else made.size
        group = made.next(number) if what == "next" else made.next_of_many()
        assert min(1, most, count - len(given_ones)) <= len(group) <= most
        given_ones += group
    while group := made.next_of_many():
        given_ones += group
    assert given_ones == list(range(count))
    assert not made.has_more


def test_the_last_groups_are_short(monkeypatch):
    """A worker that is given the last items soon ends; none is shorter than an eighth of the others."""
    monkeypatch.setattr(groups, "READING", LONG_AGO)
    made = Groups(range(1000), same, 0.4, 2, 100)
    sizes = [len(group) for group in iter(made.next_of_many, [])]
    assert sum(sizes) == 1000
    assert sizes == sorted(sizes, reverse=True)
    assert (sizes[0], sizes[-2]) == (100, 100 // SHORTEST)


@pytest.mark.parametrize("most", [1, 5])
def test_no_item_is_taken_before_it_is_needed(most):
    """Where a caller bounds what is under way, items may be endless or dear."""
    taken = []

    def items() -> Iterator[int]:
        for n in range(100):
            taken.append(n)
            yield n

    made = Groups(items(), same, 0.4, 2)
    assert made.next(most) == taken == list(range(most))
    assert made.next(0) == []
    assert len(taken) == most


def test_what_taking_an_item_raises_is_kept_for_its_place():
    def items() -> Iterator[int]:
        yield from range(3)
        raise ValueError("no fourth")

    made = Groups(items(), same, 0.4, 2, 10)
    assert made.next_of_many() == [0]  # the last of few: two workers, two groups for each
    assert [n for group in iter(made.next_of_many, []) for n in group] == [1, 2]
    assert str(made.problem) == "no fourth"


class Counted(Futures):
    """A worker in a thread that is sent items as another process is; it keeps how many go together."""

    lasting = LONG_AGO

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        super().__init__(pool, 1)
        self.shares_memory = False
        self.sizes: list[int] = []

    def submitted(self, pool, work, items) -> Future[Answers]:
        self.sizes.append(len(items))
        return super().submitted(pool, work, items)


def test_what_was_learned_of_a_function_is_known_when_it_is_called_again():
    """So a first item alone tells how many of the others go together; another function begins with one."""
    with ThreadPoolExecutor(1) as pool:
        counted = Counted(pool)
        assert counted.run(squared, [0]) == [0]
        assert list(counted.each(squared, range(5000))) == [n * n for n in range(5000)]
        assert counted.sizes[:2] == [1, GROWTH]
        counted.sizes.clear()
        assert counted.run(abs, range(50)) == list(range(50))
        assert counted.sizes[0] == 1
