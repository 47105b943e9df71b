"""Exhaustive search: tours, ways that come to no state twice, and a stated order of the moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from boards import ASCENDING, blocks, ducks, effect, grid, knight, no, sliding
from hypothesis import given
from hypothesis import strategies as st
from random_rules import key, problems

from logicpuzzles.endings import Counted, Ending, Exhausted, Path, State, Stopped
from logicpuzzles.rewriting.rewrite import Among, Cell, Equals, Rewriting, Rule, pattern_of
from logicpuzzles.search import Limits, SearchProblem, Solutions, count, solve
from logicpuzzles.search.budget import UNLIMITED, Outcome
from logicpuzzles.search.coding.tour import tour_of
from logicpuzzles.search.dfs import PlainSimplePaths
from logicpuzzles.search.size import same_length
from logicpuzzles.search.space import space_of

ENGINES = ("rules", "compiled")


def number(ending: Ending) -> int:
    """How many solutions there are."""
    assert isinstance(ending, Counted | Exhausted)
    return ending.count if isinstance(ending, Counted) else 0


@pytest.mark.parametrize("engine", [*ENGINES, "auto"])
def test_the_two_tours(engine: str) -> None:
    """On 4 rows of 3 there are exactly two tours from square 0; `auto` searches depth first by itself."""
    every = Solutions(knight(4, 3, 0), "auto", engine)
    squares = [(0, *path.moves) for path in every]
    assert squares == [(0, 7, 2, 3, 10, 5, 6, 1, 8, 9, 4, 11), (0, 7, 2, 3, 10, 5, 6, 11, 4, 9, 8, 1)]
    assert isinstance(every.ending, Counted)
    assert (every.ending.count, every.ending.strategy) == (2, "dfs")


@pytest.mark.parametrize(
    ("rows", "cols", "square", "closed", "tours"),
    [
        (5, 5, 0, False, 304),
        (5, 5, 12, False, 64),
        (5, 5, 6, False, 56),
        (5, 5, 1, False, 0),
        (3, 3, 0, False, 0),
        (4, 4, 5, False, 0),
        (4, 3, 0, True, 0),
        (5, 5, 0, True, 0),
        (6, 6, 0, True, 2 * 9862),  # 9862 undirected
        (3, 10, 7, True, 2 * 16),  # A. J. Schwenk, Which rectangular chessboards have a knight's tour?, 1991
    ],
)
def test_numbers_of_tours(rows: int, cols: int, square: int, closed: bool, tours: int) -> None:
    """The published numbers."""
    assert number(count(knight(rows, cols, square, closed), engine="compiled")) == tours


def test_all_tours_of_the_board() -> None:
    """1728 directed open tours on 5x5, 304 from each corner, none from a square of the other colour."""
    found = [number(count(knight(5, 5, square))) for square in range(25)]
    assert sum(found) == 1728
    assert [found[corner] for corner in (0, 4, 20, 24)] == [304] * 4
    assert not any(found[1::2])


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("engine", ENGINES)
def test_fewest_onward_moves_first(engine: str, closed: bool) -> None:
    """With the fewest onward moves first a tour of 8x8 is found from every square nearly without a step back."""
    for square in range(64):
        problem = knight(8, 8, square, closed, order="fewest")
        found = solve(problem, engine=engine, limits=Limits(nodes=5000))
        assert isinstance(found, Path)
        assert found.length == 63
        assert len(set(found.moves) | {square}) == 64


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("order", [None, "fewest"])
@pytest.mark.parametrize("size", [(4, 3), (3, 4), (9, 8)])
def test_tours_engines_agree(size: tuple[int, int], order: Any, closed: bool) -> None:
    """Same tours, same nodes, at every limit; on more than 64 cells too."""
    rows, cols = size
    for nodes in (1, 2, 17, 300, 3000):
        problem = knight(rows, cols, 0, closed, order=order)
        limits = Limits(nodes=nodes)
        plain, compiled = (Solutions(problem, "dfs", engine, limits) for engine in ENGINES)
        assert [key(path.moves) for path in plain] == [key(path.moves) for path in compiled]
        assert plain.ending is not None
        assert compiled.ending is not None
        assert (plain.ending.nodes, type(plain.ending)) == (compiled.ending.nodes, type(compiled.ending))


@pytest.mark.parametrize("square", range(12))
def test_hopeless_states_hold_no_tour(square: int) -> None:
    """Leaving out hopeless states loses no tour: the general search finds the same ones."""
    for problem in (knight(3, 4, square), knight(3, 4, square, closed=True)):
        general = PlainSimplePaths(space_of(problem), fewest_first=False)
        found = []
        while general.run(UNLIMITED, UNLIMITED) == Outcome.FOUND:
            found.append(general.path().moves)
        assert [path.moves for path in Solutions(problem, "dfs")] == found


@given(st.data())
def test_random_graphs(data: st.DataObject) -> None:
    """Tours of random directed graphs, some cells blocked, from and to any cells: the same as without pruning."""
    n_cells = data.draw(st.integers(2, 7))
    cells = st.integers(0, n_cells - 1)
    edges = sorted(data.draw(st.sets(st.tuples(cells, cells).filter(lambda edge: edge[0] != edge[1]), min_size=1)))
    rules = tuple(Rule((Equals(a, "k"), Equals(b, ".")), effect(n_cells, {a: "x", b: "k"}), (a, b)) for a, b in edges)
    blocked = data.draw(st.sets(cells, max_size=2)) - {0}
    start = tuple("k" if cell == 0 else "x" if cell in blocked else "." for cell in range(n_cells))
    goal = tuple(Among(cell, ("k", "x")) for cell in range(n_cells))
    ends = data.draw(st.sets(cells))
    goals = tuple((*goal, Equals(end, "k")) for end in sorted(ends)) or (goal,)
    problem = SearchProblem.of(Rewriting(n_cells, rules, (("k", "x", "."),) * n_cells), start, goals)
    expected = [key(tuple(moves)) for moves in naive_ways(problem)]
    for engine in ENGINES:
        assert [key(path.moves) for path in Solutions(problem, "dfs", engine)] == expected


def naive_ways(problem: SearchProblem) -> Iterator[list[Any]]:
    """The moves of every way to a goal that comes to no state twice, in clause order."""

    def extend(states: list[State], moves: list[Any]) -> Iterator[list[Any]]:
        if problem.is_goal(states[-1]):
            yield moves
            return
        known = set(map(key, states))
        for label, after in problem.successors(states[-1]):
            if key(after) not in known:
                yield from extend([*states, after], [*moves, label])

    yield from extend([problem.start], [])


@pytest.mark.parametrize("order", [None, "fewest"])
@given(data=st.data())
def test_random_rules(order: Any, data: st.DataObject) -> None:
    """Both engines find the same ways and look at the same states; in clause order they are all there are."""
    problem = data.draw(problems(st.integers(1, 3), 3))
    assert problem.rewriting is not None
    problem = SearchProblem.of(problem.rewriting, problem.start, problem.goals, order=order)
    limits = Limits(nodes=2000)
    plain, compiled = (Solutions(problem, "dfs", engine, limits) for engine in ENGINES)
    found = [key((path.moves, path.states, path.nodes)) for path in plain]
    assert found == [key((path.moves, path.states, path.nodes)) for path in compiled]
    assert plain.ending is not None
    assert compiled.ending is not None
    assert (plain.ending.nodes, type(plain.ending)) == (compiled.ending.nodes, type(compiled.ending))
    assert count(problem, "dfs", "compiled", limits).nodes == plain.ending.nodes
    if not isinstance(plain.ending, Stopped):
        assert len(found) == sum(1 for _ in naive_ways(problem))


def test_onward_moves() -> None:
    """The order is by the number of onward moves, not counting the one straight back; clause order among equals."""

    def tried(start: tuple[int, ...], engine: str) -> list[Any]:
        moved = (no(start.index(0), 0),)  # every state after one move is a goal
        problem = sliding(3, 3, start, bounded=False, order="fewest", goals=(moved,))
        return [path.moves for path in Solutions(problem, "dfs", engine)]

    for engine in ENGINES:
        assert tried((1, 2, 3, 4, 0, 5, 7, 8, 6), engine) == [(2,), (4,), (5,), (8,)]  # two onward moves each
        assert tried((1, 4, 3, 0, 2, 5, 7, 8, 6), engine) == [(1,), (7,), (2,)]  # into a corner 1, into the centre 3


# Coins are turned in pairs, and an odd number of them is wanted: no number of moves would do.
PAIRS = SearchProblem.of(
    Rewriting(3, (Rule((Equals(0, 0), Equals(1, 0)), (1, 1, Cell(2)), "turn"),), ((0, 1),) * 3),
    (0, 0, 0),
    (pattern_of((1, 1, 1)),),
)


@pytest.mark.parametrize(
    ("problem", "length", "tour"),
    [
        (knight(3, 4, 0), 11, True),
        (knight(5, 5, 0, closed=True), 24, True),
        (sliding(2, 3, (1, 2, 3, 4, 5, 0)), None, False),
        (blocks(), None, False),
        (ducks("BBBWWW__"), None, False),
        (PAIRS, None, False),
    ],
)
def test_what_is_told_without_search(problem: SearchProblem, length: int | None, tour: bool) -> None:
    """Which puzzles have solutions of one length only, and which are tours."""
    assert (same_length(problem), tour_of(problem) is not None) == (length, tour)


def test_partial_tours_are_no_tours() -> None:
    """Where not every cell must be entered, the general search does it, and finds ways of all lengths."""
    problem = knight(3, 4, 0)
    assert problem.rewriting is not None
    visit = SearchProblem.of(problem.rewriting, problem.start, ((Equals(11, "k"),),))
    assert tour_of(visit) is None
    assert same_length(visit) is None
    ways = [path.moves for path in Solutions(visit, "dfs", "compiled")]
    assert ways == [path.moves for path in Solutions(visit, "dfs", "rules")]
    assert sorted(map(key, ways)) == sorted(key(tuple(moves)) for moves in naive_ways(visit))
    assert min(map(len, ways)) == getattr(solve(visit, "bfs"), "length", None)


def test_rook_tours() -> None:
    """Steps to orthogonal neighbours, with two labels for the same step: each counts."""
    squares = grid(3, 3, ASCENDING)
    rules = tuple(
        Rule((Equals(a, "k"), Equals(b, ".")), effect(9, {a: "x", b: "k"}), (b, twice))
        for a in squares
        for b in squares[a]
        for twice in ((0, 1) if a == 0 else (0,))
    )
    start = ("k", *"........")
    problem = SearchProblem.of(
        Rewriting(9, rules, (("k", "x", "."),) * 9), start, (tuple(Among(c, ("k", "x")) for c in range(9)),)
    )
    for engine in ENGINES:
        assert number(count(problem, engine=engine)) == 16  # 8 tours from a corner of 3x3
        assert len(list(Solutions(problem, engine=engine))) == 16


@pytest.mark.parametrize("engine", ENGINES)
def test_stopped(engine: str) -> None:
    """A limit stops the count and tells what was found so far."""
    ending = count(knight(6, 6, 0), "dfs", engine, Limits(nodes=3000))
    assert isinstance(ending, Stopped)
    assert ending.nodes == 3000
    assert ending.reason.startswith("the limit of 3,000 nodes was reached; ")
    assert ending.reason.endswith(" solutions were found so far")
