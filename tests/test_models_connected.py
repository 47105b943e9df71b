"""`Connected`: places with a value hang together, in every engine, and no value is left that no solution has."""

from __future__ import annotations

from itertools import product
from typing import Any

import constraint as library
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from propagation import Left, propagated, supported
from scale import scale

from logicpuzzles import Connected, Model, Problem, PuzzleError
from logicpuzzles.models.engines import ENGINES


def grid(rows: int, cols: int) -> list[tuple[int, int]]:
    """The cells of a grid."""
    return list(product(range(rows), range(cols)))


@pytest.mark.parametrize("engine", ENGINES)
def test_parts_of_a_grid(engine: str) -> None:
    """Connected induced subgraphs of the 3 by 3 grid: 218 with a cell (OEIS A059525), and the empty one."""
    problem = Problem()
    problem.addVariables(grid(3, 3), [0, 1])
    problem.addConstraint(Connected(1))
    assert Model(lambda: problem).count(engine=engine) == 219


def test_polyominoes() -> None:
    """The fixed polyominoes of 4 cells lie in 5 by 5 in so many ways: 9 free to move of 2x3, 2 of 1x4, 1 of 2x2."""
    problem = Problem()
    problem.addVariables(grid(5, 5), [0, 1])
    problem.addConstraint(Connected(1, size=4))
    shapes_of_two_by_three = 4 + 2 + 2  # L, S and T in a box of 2 by 3: L in 4 positions, S in 2, T in 2
    places = {(2, 3): 4 * 3, (3, 2): 3 * 4, (1, 4): 5 * 2, (4, 1): 2 * 5, (2, 2): 4 * 4}
    expected = shapes_of_two_by_three * (places[2, 3] + places[3, 2])
    expected += places[1, 4] + places[4, 1] + places[2, 2]
    assert Model(lambda: problem).count() == expected


@pytest.mark.parametrize(
    "solver",
    [
        library.BacktrackingSolver(),
        library.BacktrackingSolver(forwardcheck=False),
        library.OptimizedBacktrackingSolver(),
        library.RecursiveBacktrackingSolver(),
        library.MinConflictsSolver(),
    ],
)
def test_by_itself(solver: Any) -> None:
    """python-constraint's own solvers take it."""
    problem = library.Problem(solver)
    problem.addVariables("abcd", [0, 1])
    problem.addConstraint(Connected(1, [("a", "b"), ("b", "c"), ("c", "d")], size=(2, 3)))
    if isinstance(solver, library.MinConflictsSolver):
        solution = problem.getSolution()
        assert "".join(str(solution[v]) for v in "abcd") in PATHS
    else:
        assert sorted("".join(str(s[v]) for v in "abcd") for s in problem.getSolutions()) == PATHS


PATHS = ["0011", "0110", "0111", "1100", "1110"]


Drawn = tuple[list[list[int]], list[tuple[int, int]], set[int], Any]


@st.composite
def graphs(draw: Any, sized: bool = False) -> Drawn:
    """Domains, edges, the values that count, and a size: mostly a tree, in which many places are cut vertices."""
    n = draw(st.integers(1, 7))
    domains = [draw(st.sampled_from([[0, 1], [0, 1, 2], [1], [0, 1], [1], [0], [2, 0]])) for _ in range(n)]
    place = st.integers(0, n - 1)
    edges = [(i, draw(st.integers(0, i - 1))) for i in range(1, n)]
    edges += draw(st.lists(st.tuples(place, place), max_size=2))
    low = draw(st.integers(0, n))
    return (
        domains,
        draw(st.permutations(edges)),
        draw(st.sampled_from([{1}, {1, 2}])),
        (low, draw(st.integers(low, n))) if sized else None,
    )


def posed(drawn: Drawn) -> Problem:
    """The problem with only that constraint."""
    domains, edges, values, size = drawn
    problem = Problem()
    for v, domain in enumerate(domains):
        problem.addVariable(v, domain)
    problem.addConstraint(Connected(values, edges, size=size))
    return problem


def brute(drawn: Drawn) -> list[dict[int, int]]:
    """The solutions: what is inside is merged along the edges until nothing changes."""
    domains, edges, values, size = drawn
    found = []
    for row in product(*domains):
        group = {i: i for i, x in enumerate(row) if x in values}
        for _ in row:
            for i, j in edges:
                if i in group and j in group:
                    group[i] = group[j] = min(group[i], group[j])
        if len(set(group.values())) <= 1 and (size is None or size[0] <= len(group) <= size[1]):
            found.append(dict(enumerate(row)))
    return found


@settings(max_examples=scale(300, 20_000))
@given(graphs())
def test_no_value_without_a_solution_is_left(drawn: Drawn) -> None:
    """Without sizes propagation alone leaves the values that solutions have, and no other."""
    assert propagated(posed(drawn)) == supported(drawn[0], dict(enumerate(drawn[0])), brute(drawn))


@pytest.mark.parametrize("engine", ["compiled", "learning"])
@settings(max_examples=scale(200, 20_000))
@given(drawn=graphs(sized=True))
def test_no_solution_is_lost(engine: str, drawn: Drawn) -> None:
    """With sizes no value of a solution is removed, and all solutions are found."""
    expected = brute(drawn)
    left = propagated(posed(drawn))
    exact: Left | None = supported(posed(drawn), dict(enumerate(drawn[0])), expected)
    assert exact is None or (left is not None and all(exact[v] <= left[v] for v in left))
    found = list(Model(lambda: posed(drawn)).solutions(engine=engine))
    assert sorted(map(repr, found)) == sorted(map(repr, expected))


def test_cut_vertices_are_in() -> None:
    """Between two places that are in there is one way, and what leads elsewhere stays open."""
    tree = [(0, 1), (1, 2), (2, 3), (1, 4), (4, 5)]
    problem = posed(([[1], [0, 1], [0, 1], [1], [0, 1], [0, 1]], tree, {1}, None))
    assert propagated(problem) == {0: {1}, 1: {1}, 2: {1}, 3: {1}, 4: {0, 1}, 5: {0, 1}}
    ring = [*tree, (3, 5)]
    problem = posed(([[1], [0, 1], [0, 1], [1], [0, 1], [0, 1]], ring, {1}, None))
    assert propagated(problem) == {0: {1}, 1: {1}, 2: {0, 1}, 3: {1}, 4: {0, 1}, 5: {0, 1}}


def test_sizes_are_seen_through() -> None:
    """Along a path of nine with its middle inside: five are too few for the ends, and eight leave all but one end."""
    path = [(i, i + 1) for i in range(8)]
    problem = posed(([[0, 1]] * 4 + [[1]] + [[0, 1]] * 4, path, {1}, (1, 4)))
    assert propagated(problem) == {i: {0} if i in (0, 8) else {1} if i == 4 else {0, 1} for i in range(9)}
    problem = posed(([[0, 1]] * 4 + [[1]] + [[0, 1]] * 4, path, {1}, (8, 9)))
    assert propagated(problem) == {i: {0, 1} if i in (0, 8) else {1} for i in range(9)}
    problem = posed(([[0, 1]] * 3 + [[0]] + [[0, 1]] * 5, path, {1}, (4, 9)))
    assert propagated(problem) == {i: {0} if i < 4 else {0, 1} for i in range(9)}


WRONG = [
    (Connected(1, [("a", "x")]), "an edge leads to a variable that Connected is not on; expected one of a, b, got 'x'"),
    (Connected(1, ["a"]), "this is no edge; expected a pair of variables, got 'a'"),
    (Connected(1), "variables of Connected are cells (row, column) where their neighbours are not told, got 'a'"),
    (Connected(1, [("a", "b")], size=(3, 2)), "this is no size; expected a number of variables, or the least"),
    (Connected(1, [("a", "b")], size=-1), "this is no size"),
]


@pytest.mark.parametrize(("given", "message"), WRONG)
def test_wrong_arguments(given: Connected, message: str) -> None:
    """What is no graph is told in one message."""
    problem = Problem()
    problem.addVariables("ab", [0, 1])
    problem.addConstraint(given)
    with pytest.raises(PuzzleError) as caught:
        Model(lambda: problem).count()
    assert message in str(caught.value)
