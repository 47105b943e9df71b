"""Searching with bounds that are looked up: the same answer and nodes from every engine, and never too long a one."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from boards import six, sliding
from hypothesis import given, settings
from hypothesis import strategies as st
from looked_up import bound, lowered, of_cells, of_values
from random_rules import boards, key, naive_first, naive_length, naive_levels, problems, reached
from scale import scale

from logicpuzzles.endings import Ending, Exhausted, Path, Stopped
from logicpuzzles.proofs.patterns import build
from logicpuzzles.rewriting.rewrite import Cell, Equals, Rewriting, Rule
from logicpuzzles.search import Limits, SearchProblem, solve
from logicpuzzles.search.coding.index_words import flat

ENGINES = ("rules", "compiled")


def told(ending: Ending) -> tuple[object, ...]:
    """Everything that the engines must agree on."""
    what = key(tuple(getattr(ending, name, None) for name in ("moves", "states", "bounds", "reason", "limits")))
    return type(ending), what, ending.nodes, ending.bound


def check(problem: SearchProblem) -> None:
    """Both strategies by both engines: a shortest solution, by deepening the first."""
    length = naive_length(problem)
    for strategy in ("ida", "astar"):
        plain, compiled = (solve(problem, strategy, engine, Limits(nodes=20_000)) for engine in ENGINES)
        assert told(plain) == told(compiled)
        if isinstance(plain, Path):
            assert plain.length == length
            assert plain.bounds == () or plain.bounds == tuple(map(problem.bound, plain.states))
            if strategy == "ida" and length:
                assert key([(m, s) for m, s in zip(plain.moves, plain.states[1:], strict=True)]) == key(
                    naive_first(problem, plain.length)
                )
        elif not isinstance(plain, Stopped):
            assert length is None


@settings(max_examples=scale(10, 1000))
@given(problems(st.integers(1, 4)), st.data())
def test_random_rules(problem: SearchProblem, data: st.DataObject) -> None:
    """Rules of any kind, with patterns of cells, and entries that are lowered at random."""
    if naive_levels(problem) is None:
        return
    cells = st.lists(st.integers(0, len(problem.start) - 1), min_size=1, max_size=2, unique=True)
    lookups = [of_cells(problem, data.draw(cells)) for _ in range(data.draw(st.integers(1, 3)))]
    if data.draw(st.booleans()):
        lookups = [lowered(of, data.draw(st.integers(0, 99)), data.draw(st.booleans())) for of in lookups]
    check(replace(problem, lookups=bound(problem, *([of] for of in lookups))))


@settings(max_examples=scale(10, 1000))
@given(boards(), st.data())
def test_random_boards(problem: SearchProblem, data: st.DataObject) -> None:
    """Sliding puzzles of any shape, with patterns of pieces whose moves are added, beside a table or alone."""
    pieces = [piece for piece in set(problem.start) - {0} if problem.start.count(piece) == 1]
    if set(problem.start) - {0} - set(problem.program.values.values) or naive_length(problem) is None:
        return
    sums = []
    for _ in range(data.draw(st.integers(1, 2))):
        order = data.draw(st.permutations(pieces))
        cut = data.draw(st.integers(0, len(order)))
        several = [of_values(problem, group) for group in (order[:cut], order[cut:]) if group]
        if data.draw(st.booleans()):
            several = [lowered(of, data.draw(st.integers(0, 99)), data.draw(st.booleans())) for of in several]
        sums.append(several)
    table = problem.table if data.draw(st.booleans()) else None
    divisor = data.draw(st.integers(1, 2))
    check(replace(problem, table=table, divisor=divisor, lookups=bound(problem, *sums)))


@pytest.fixture(scope="module")
def hexagon() -> SearchProblem:
    """The hardest of the 6 puzzle with two groups of three pieces, and two others."""
    problem = six((4, 6, 5, 1, 3, 2, 0), bounded=False)
    sums = [[of_values(problem, (1, 2, 3)), of_values(problem, (4, 5, 6))], [of_values(problem, (1, 3, 5, 6))]]
    return replace(problem, lookups=bound(problem, *sums))


@pytest.mark.parametrize("engine", ENGINES)
def test_what_was_used(hexagon: SearchProblem, engine: str) -> None:
    """The result names the patterns and has their bounds along the path."""
    ending = solve(hexagon, "ida", engine)
    assert isinstance(ending, Path)
    assert ending.bound == "patterns"
    assert ending.moves == (1, 3, 1, 2, 5, 3, 6, 1, 2, 5, 6, 4, 1, 2, 5)
    assert hexagon.lookups is not None
    numbers = map(hexagon.program.values.encode, ending.states)
    assert ending.bounds == tuple(map(hexagon.lookups.value, numbers))
    assert ending.limits[0][0] == ending.bounds[0]


def test_the_larger_counts(hexagon: SearchProblem) -> None:
    """Beside a table, the larger of both counts for every state."""
    distance = six(hexagon.start)
    both = replace(hexagon, table=distance.table, bound_name="distance")
    assert hexagon.rewriting is not None
    larger = set()
    for state in reached(hexagon.rewriting, hexagon.start, 500):
        ours, theirs = hexagon.bound(state), distance.bound(state)
        assert both.bound(state) == max(ours or 0, theirs or 0)
        larger.add((ours or 0) > (theirs or 0))
    assert larger == {True, False}
    check(replace(both, start=(1, 5, 2, 6, 3, 4, 0)))


@pytest.mark.parametrize("strategy", ["ida", "astar"])
@pytest.mark.parametrize("engine", ENGINES)
def test_dead_ends(strategy: str, engine: str) -> None:
    """A state whose pattern comes to no goal is cut, and does not raise the next limit: the search ends."""
    trap = Rule((Equals(0, 0),), (3, Cell(1)), "trap")  # out of 3 there is no way
    steps = [Rule((Equals(0, n),), (n + 1, Cell(1)), "step") for n in (0, 1)]
    rounds = [Rule((Equals(1, n),), (Cell(0), (n + 1) % 5), "round") for n in range(5)]
    rules = Rewriting(2, (trap, *steps, *rounds), ((0, 1, 2, 3), (0, 1, 2, 3, 4)))
    problem = SearchProblem.of(rules, (0, 0), ((Equals(0, 2), Equals(1, 0)),))
    problem = replace(problem, lookups=bound(problem, [of_cells(problem, (0,))]))
    ending = solve(problem, strategy, engine)
    assert isinstance(ending, Path)
    assert (ending.moves, ending.bounds) == (("step", "step"), (2, 1, 0))
    assert ending.nodes < solve(replace(problem, lookups=None), strategy, engine).nodes
    trapped = replace(problem, start=(3, 0))
    assert trapped.bound((3, 0)) is None
    ending = solve(trapped, strategy, engine)
    assert isinstance(ending, Exhausted)
    assert ending.nodes <= 2


def test_patterns_that_do_not_fit(hexagon: SearchProblem) -> None:
    """Look-ups are left alone where a state might have no entry, or values that no row counts."""
    assert hexagon.patterns is hexagon.lookups
    assert replace(hexagon, start=(4, 6, 5, 1, 3, 2, "x")).patterns is None
    assert hexagon.lookups is not None
    ((one, *_), *_) = hexagon.lookups.sums
    short = replace(one, entries=one.entries[:-50])
    assert replace(hexagon, lookups=bound(hexagon, [short])).patterns is None
    assert replace(hexagon, rewriting=None).patterns is None


def test_tables_in_one_array() -> None:
    """Parts of one array are read where they are; others are joined, a table that is given twice once."""
    one = np.arange(8, dtype=np.uint8)
    entries, begins = flat([one[2:5], one[0:2], one[2:5]])
    assert entries is one
    assert begins == [2, 0, 2]
    other, wide = one[::2].copy(), np.array([7, 65_535], dtype=np.uint16)
    entries, begins = flat([one, other, one])
    assert (entries.tolist(), begins) == ([*range(8), 0, 2, 4, 6], [0, 8, 0])
    entries, begins = flat([np.array([255, 254], dtype=np.uint8), wide])
    assert (entries.tolist(), begins) == ([65_535, 254, 7, 65_535], [0, 2])


KORF = """
9 46 3 14 9 11 5 4 8 2 13 12 6 7 10 1 15 0
12 45 14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15
16 42 1 3 2 5 10 9 15 6 8 14 13 11 12 4 7 0
42 42 4 5 7 2 9 14 12 13 0 3 6 11 8 1 15 10
55 41 13 8 14 3 9 1 0 7 15 5 4 10 12 2 6 11
79 42 0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15
97 44 9 14 5 7 8 15 1 2 10 4 13 6 12 0 11 3
"""  # R. E. Korf, Depth-first iterative-deepening, 1985: number, length, and the start for a goal with the blank first


def test_fifteen() -> None:
    """Some of Korf's instances have their published lengths; one sum of small groups, and another beside it."""
    board = sliding(4, 4, (*range(1, 16), 0), bounded=False)
    groups = [(1, 2, 5, 6), (3, 4, 7, 8), (9, 10, 13, 14), (11, 12, 15)]
    ours = build(board.program, board.goals, groups, start=board.start)
    others = build(board.program, board.goals, [(2, 3, 4), (6, 7, 8)], start=board.start)
    two = replace(ours, sums=(*ours.sums, *others.sums))
    for line in KORF.strip().splitlines():
        _, length, *given = map(int, line.split())
        start = [0] * 16
        for cell, piece in enumerate(given):  # turned by 180 degrees
            start[15 - cell] = 16 - piece if piece else 0
        one, both = (
            solve(replace(board, start=tuple(start), lookups=bound), "ida", "compiled") for bound in (ours, two)
        )
        assert isinstance(one, Path)
        assert isinstance(both, Path)
        assert one.length == both.length == length
        assert both.moves == one.moves
        assert all(less <= more for less, more in zip(one.bounds, both.bounds, strict=True))


@pytest.mark.parametrize("table", [True, False])
def test_boards_of_several_words(table: bool) -> None:
    """The 24 puzzle takes three words: the same nodes as in plain Python, with sums of one group and of several."""
    board = sliding(5, 5, (*range(1, 25), 0), bounded=table)
    groups = [(1, 2), (6, 7), (3, 4), (24, 20), (19, 18), (23, 22)]
    bound = build(board.program, board.goals, groups, start=board.start)
    ((*lookups,),) = bound.sums
    bound = replace(bound, sums=(tuple(lookups[:4]), tuple(lookups[3:]), tuple(lookups)))
    before = state = board.start
    random = Random(3)
    assert board.rewriting is not None
    for _ in range(24 if table else 12):
        onward = [after for _, after in board.rewriting.successors(state) if after != before]
        before, state = state, random.choice(onward)
    problem = replace(board, start=state, lookups=bound)
    plain, compiled = (solve(problem, "ida", engine) for engine in ENGINES)
    assert told(plain) == told(compiled)
    assert isinstance(plain, Path)
    assert plain.nodes > 40
