"""The graph of cheapest solutions where moves cost nothing: its paths are those of trying every one."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from logicpuzzles.search.cheapest import graph
from logicpuzzles.search.shortest_paths import Steps

Edges = dict[int, list[int]]
GOALS = {8, 9}
edges = st.fixed_dictionaries({row: st.lists(st.integers(0, 9), max_size=4, unique=True) for row in range(8)})


def simple_paths(edges: Edges, path: tuple[int, ...] = (0,)) -> Iterator[list[int]]:
    """Every path from the last row of `path` to a goal that comes to no row twice, in order."""
    for after in edges[path[-1]]:
        if after in GOALS:
            yield [*path, after]
        elif after not in path:
            yield from simple_paths(edges, (*path, after))


def steps_of(edges: Edges) -> Steps:
    """Those of the rows that the start leads to and that lead to a goal, as a search finds them."""
    ahead, back = {0}, set(GOALS)
    for _ in edges:
        ahead.update(after for row in ahead & edges.keys() for after in edges[row])
        back.update(row for row in edges if back.intersection(edges[row]))
    on = ahead & back
    return {row: [(after, after) for after in edges[row] if after in on] for row in edges if row in on}


@given(edges)
def test_every_simple_path_comes_once_and_in_order(edges: Edges) -> None:
    """However the circles lie within each other."""
    steps = steps_of(edges)
    if 0 in steps:
        assert [list(rows) for rows, _ in graph(steps, is_free=True)] == list(simple_paths(edges))


def test_the_first_path_of_a_wide_circle_is_found_soon() -> None:
    """Rows in a ring, with a chord from each: every step asks anew what the path has cut off."""
    size = 10_000
    steps: Steps = {row: [("on", (row + 1) % size), ("over", row * 7 % size)] for row in range(size)}
    steps[size - 1].append(("out", size))
    rows, vias = next(iter(graph(steps, is_free=True)))
    assert (len(rows), vias[-1]) == (size + 1, "out")
