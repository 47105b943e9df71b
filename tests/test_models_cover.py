"""`Cover`: exact cover, in every engine, by itself in python-constraint, and as strong as each item alone."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import constraint as library
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from propagation import Left, propagated
from scale import scale

from logicpuzzles import Cover, Model, Problem, PuzzleError
from logicpuzzles.models.engines import ENGINES

KNUTH = [{2, 4}, {0, 3, 6}, {1, 2, 5}, {0, 3, 5}, {1, 6}, {3, 4, 6}]  # D. E. Knuth, TAOCP 7.2.2.1, (6)


@pytest.mark.parametrize("engine", ENGINES)
def test_the_textbook_cover(engine: str) -> None:
    """Of six options the one exact cover of seven items is found."""
    problem = Problem()
    problem.addVariables(range(6), [0, 1])
    problem.addConstraint(Cover(KNUTH))
    found = list(Model(lambda: problem).solutions(engine=engine))
    assert [[v for v in solution if solution[v]] for solution in found] == [[0, 3, 4]]


@pytest.mark.parametrize("engine", ENGINES)
def test_langford(engine: str) -> None:
    """Pairs of 1 to 7 in a row, those of k with k numbers between: 26 and their mirror images (M. Gardner, 1978)."""
    slots, problem = range(14), Problem()
    for k in range(1, 8):
        problem.addVariable(k, [(i, i + k + 1) for i in slots if i + k + 1 < 14])
    problem.addConstraint(Cover(items=slots))
    assert Model(lambda: problem).count(engine=engine) == 52


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
    """python-constraint's own solvers take it, in both statements."""
    for places in (False, True):
        problem = library.Problem(solver)
        if places:
            problem.addVariable("x", [(0, 3, 5), (2, 4)])
            problem.addVariable("y", [(1, 6), (0, 3, 6)])
            problem.addVariable("z", [(2, 4), (1, 2, 5)])
            problem.addConstraint(Cover(items=range(7)))
        else:
            problem.addVariables(range(6), [0, 1])
            problem.addConstraint(Cover(KNUTH))
        expected = {"x": (0, 3, 5), "y": (1, 6), "z": (2, 4)} if places else dict(enumerate((1, 0, 0, 1, 1, 0)))
        if isinstance(solver, library.MinConflictsSolver):  # it knows no other question, and may give up
            assert problem.getSolution() in (None, expected)
        else:
            assert problem.getSolutions() == [expected]


def test_optional_items() -> None:
    """Queens on a board of n by n: rows and columns are covered, a diagonal once at most (D. E. Knuth, as above)."""
    n, problem = 6, Problem()
    squares = list(product(range(n), repeat=2))
    problem.addVariables(squares, [0, 1])
    lines = [(("row", r), ("column", c), ("up", r + c), ("down", r - c)) for r, c in squares]
    diagonals = {item for line in lines for item in line if item[0] in ("up", "down")}
    problem.addConstraint(Cover(lines, optional=diagonals))
    assert Model(lambda: problem).count() == 4


def test_beside_other_constraints_and_auxiliary_variables() -> None:
    """What is covered by auxiliary variables is no reason to count a solution twice."""

    def build() -> Problem:
        problem = Problem()
        problem.addVariables("abcdef", [0, 1])
        problem.addVariable("n", range(7))
        problem.addConstraint(Cover([{0}, {0, 1}, {1}, {2}, {2, 3}, {3}]), "abcdef")
        problem.addConstraint(library.ExactSumConstraint(0, [1] * 6 + [-1]), [*"abcdef", "n"])
        return problem

    assert Model(build).count() == 4
    assert sorted(s["n"] for s in Model(build, arguments="n").solutions()) == [2, 3, 4]


@st.composite
def covers(draw: Any) -> tuple[dict[int, list[int]], list[dict[int, tuple[int, ...]]], int, int]:
    """Domains, what each value covers, and how many items there are, first those that must be covered."""
    n_items, n = draw(st.integers(1, 6)), draw(st.integers(1, 5))
    n_primary = draw(st.integers(0, n_items))
    some = st.sets(st.integers(0, n_items - 1), max_size=3).map(lambda items: tuple(sorted(items)))
    options = [dict(enumerate(draw(st.lists(some, min_size=1, max_size=5)))) for _ in range(n)]
    return {v: list(option) for v, option in enumerate(options)}, options, n_primary, n_items


def posed(drawn: Any) -> Problem:
    """The problem with only that cover."""
    domains, options, n_primary, n_items = drawn
    problem = Problem()
    for v, domain in domains.items():
        problem.addVariable(v, domain)
    problem.addConstraint(Cover(options, range(n_primary), range(n_primary, n_items)))
    return problem


def item_by_item(drawn: Any) -> Left | None:
    """What is left where each item, by itself, excludes and chooses options, and each variable is an item too."""
    domains, options, n_primary, n_items = drawn
    left = {v: set(values) for v, values in domains.items()}
    while True:
        before = {v: set(values) for v, values in left.items()}
        for item in range(n_items):
            of_item = [(v, x) for v in left for x in left[v] if item in options[v][x]]
            chosen = [(v, x) for v, x in of_item if len(left[v]) == 1]
            if len(chosen) > 1 or (not of_item and item < n_primary):
                return None
            if len({v for v, _ in of_item}) == 1 and item < n_primary:
                left[of_item[0][0]] = {x for _, x in of_item}
            for v, x in of_item if chosen else ():
                if (v, x) != chosen[0]:
                    left[v].discard(x)
            if not all(left.values()):
                return None
        if left == before:
            return left


@settings(max_examples=scale(300, 20_000))
@given(covers())
def test_as_strong_as_each_item_alone(drawn: Any) -> None:
    """Before anything is tried, exactly what no item alone allows is gone."""
    left = propagated(posed(drawn))
    assert left == item_by_item(drawn)


@pytest.mark.parametrize("engine", ["compiled", "learning"])
@settings(max_examples=scale(150, 20_000))
@given(drawn=covers())
def test_all_covers(engine: str, drawn: Any) -> None:
    """The solutions are those of brute force, whatever the order in which items are chosen."""
    domains, options, n_primary, _ = drawn
    expected = set()
    for row in product(*domains.values()):
        taken = [item for v, x in enumerate(row) for item in options[v][x]]
        if len(set(taken)) == len(taken) and set(range(n_primary)) <= set(taken):
            expected.add(row)
    found = [tuple(solution.values()) for solution in Model(lambda: posed(drawn)).solutions(engine=engine)]
    assert len(found) == len(set(found))
    assert set(found) == expected


@pytest.mark.parametrize("engine", ["compiled", "learning"])
def test_partitions_of_a_set(engine: str) -> None:
    """All subsets of n elements as options: their exact covers are the partitions, counted by Bell numbers."""
    for n, bell in enumerate((1, 2, 5, 15, 52), start=1):
        subsets = [some for k in range(1, n + 1) for some in combinations(range(n), k)]
        problem = Problem()
        problem.addVariables(subsets, [0, 1])
        problem.addConstraint(Cover(subsets))
        assert Model(lambda problem=problem: problem).count(engine=engine) == bell


WRONG = [
    (Cover(), [0, 1], "a cover needs its options or its items"),
    (Cover([{1}]), [0, 1], "a cover needs an option for each variable; expected 2 options, got 1"),
    (
        Cover([{"left"}, {"rihgt"}], ["left", "right"]),
        [0, 1],
        "the option b = 1 covers an unknown item; expected some of left, right, got 'rihgt'. Next: did you mean right?",
    ),
    (Cover([{1}, [2, 2]]), [0, 1], "the option b = 1 covers an item twice, got 2"),
    (Cover([{1}, 2]), [0, 1], "the option b = 1 is no collection of items; expected items, such as (1, 2), got 2"),
    (Cover([{1}, {2}]), [0, 1, 2], "the variable a of a cover has other values than 0 and 1, got 2"),
    (Cover([{0: [1]}, {2}]), [0, 1], "the options of a do not tell what a value covers; expected items for 1"),
    (Cover(items=[1]), [0, 1], "the option a = 0 is no collection of items"),
    (Cover(items=[1]), [(1,), (2,)], "the option a = (2,) covers an unknown item; expected some of 1, got 2"),
]


@pytest.mark.parametrize(("given", "domain", "message"), WRONG)
def test_wrong_covers(given: Cover, domain: list[Any], message: str) -> None:
    """What is no cover is told in one message, with the place."""
    problem = Problem()
    problem.addVariables("ab", domain)
    problem.addConstraint(given)
    with pytest.raises(PuzzleError) as caught:
        Model(lambda: problem).count()
    assert message in str(caught.value)
    assert "test_models_cover.py" in str(caught.value)


def test_a_variable_twice() -> None:
    """A variable stands for one option."""
    problem = Problem()
    problem.addVariables("ab", [0, 1])
    with pytest.raises(PuzzleError, match="a variable is there twice in a cover, got a"):
        problem.addConstraint(Cover([{1}, {2}, {3}]), "aba")


def test_a_cover_that_cannot_be_is_refuted_by_learning() -> None:
    """Dominoes on 6 by 6 without two squares of one colour (M. Black, 1946)."""
    squares = [(y, x) for y, x in product(range(6), repeat=2) if (y, x) not in ((0, 0), (5, 5))]
    places = [(a, b) for a, b in combinations(squares, 2) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    problem = Problem()
    problem.addVariables(places, [0, 1])
    problem.addConstraint(Cover(places))
    for engine in ("compiled", "learning"):
        assert Model(lambda: problem).count(engine=engine) == 0
