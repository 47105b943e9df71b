"""The size of deepening's tree, estimated: right on average, exact where nothing is left to chance, always the same."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from boards import sliding
from turning import free_ring, pancakes, top_spin

from logicpuzzles.search import SearchProblem
from logicpuzzles.search.budget import UNLIMITED, Outcome
from logicpuzzles.search.depth import PlainDepth
from logicpuzzles.search.estimate import MOST, probe, tree_size
from logicpuzzles.search.growth import taken_to_come
from logicpuzzles.search.space import Space, space_of


def tree(space: Space, limit: int) -> int:
    """The states that deepening looks at under `limit`, every solution passed."""
    search = PlainDepth(space)
    search.begin(limit)
    while search.run(UNLIMITED, UNLIMITED) != Outcome.ENDED:
        pass
    return search.nodes


PROBLEMS: list[tuple[Callable[[], SearchProblem], int]] = [
    (lambda: pancakes((4, 6, 2, 1, 5, 3)).problem(), 5),
    (lambda: top_spin((3, 1, 2, 4, 6, 5), 3).problem(), 6),
    (lambda: sliding(3, 3, (8, 6, 7, 2, 5, 4, 3, 0, 1)), 27),
    (lambda: sliding(2, 4, (0, 7, 2, 1, 4, 3, 6, 5)), 30),
]


@pytest.mark.parametrize(("make", "limit"), PROBLEMS)
def test_right_on_average(make: Callable[[], SearchProblem], limit: int) -> None:
    """The mean of many probes is near the number of states that the search looks at."""
    space = space_of(make(), bounded=True)
    draw, nodes = Random(3), tree(space, limit)
    found = [probe(space, limit, draw)[0] for _ in range(30)]
    assert abs(sum(found) / len(found) - nodes) < nodes / 8
    assert len(set(found)) > 1 or found[0] == nodes


@pytest.mark.parametrize(("make", "limit"), PROBLEMS)
def test_small_trees_are_counted(make: Callable[[], SearchProblem], limit: int) -> None:
    """Under a limit of one move nothing is left to chance, nor is it without a move."""
    space = space_of(make())
    assert [tree_size(space, few) for few in (0, 1)] == [1, tree(space, 1)]
    assert tree_size(space, limit) == tree_size(space, limit)


def test_deep_trees_end() -> None:
    """An estimate expands few states however deep the tree is."""
    _, expanded = probe(space_of(sliding(3, 3, (8, 6, 7, 2, 5, 4, 3, 0, 1)), bounded=True), 10**6, Random(1))
    assert expanded <= MOST


def test_best_first_to_come() -> None:
    """What A* will take is judged by how much more it took for the least that it has now."""
    assert taken_to_come([], 10, 100, 10) == 0
    assert taken_to_come([], 10, 100, 12) == 300  # a guess: twice as many for each
    assert taken_to_come([(8, 10)], 10, 40, 12) == 120
    assert taken_to_come([(8, 10), (10, 20)], 10, 40, 12) == 120  # what was taken since for the same least counts too
    assert taken_to_come([(8, 40)], 10, 40, 14) > 0


def test_free_moves_lead_to_more_states_than_any_number_that_is_counted_in() -> None:
    """Turning a ring costs nothing, so that the tree never ends; the sample of it does, though."""
    problem = free_ring((2, 9, 3, 6, 5, 1, 8, 7, 4), tuple(range(1, 10))).problem(bound="none")
    assert 1 << 100 < tree_size(space_of(problem, bounded=True), 0) < 1 << 200
