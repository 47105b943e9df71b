"""The published figures of known puzzles, from every engine."""

from __future__ import annotations

from math import factorial
from typing import Any

import pytest
from boards import blocks, ducks, jugs, six, sliding

from logicpuzzles.endings import Ending, Exhausted, Path
from logicpuzzles.rewriting.rewrite import Equals, pattern_of
from logicpuzzles.search import SearchProblem, solve

ENGINES = ("rules", "compiled")
SEVEN = (0, 7, 2, 1, 4, 3, 6, 5)
SEVEN_MOVES = tuple(map(int, "721561274312562574315267431526743267"))
SIX_MOVES = (1, 3, 1, 2, 5, 3, 6, 1, 2, 5, 6, 4, 1, 2, 5)
BLOCK_MOVES = (("red", "y"), ("blue", "red"), ("green", "z"), ("blue", "green"), ("red", "blue"))


def path(ending: Ending) -> Path:
    """The ending, which must be a solution."""
    assert isinstance(ending, Path)
    return ending


def replayed(problem: SearchProblem, found: Path) -> bool:
    """Whether every move of a solution is one of the moves from the state before, and the last state is a goal."""
    steps = zip(found.states, found.moves, found.states[1:], strict=False)
    legal = all((move, after) in problem.successors(before) for before, move, after in steps)
    return legal and problem.is_goal(found.states[-1])


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("problem", "strategy", "length", "nodes"),
    [
        (six((1, 5, 2, 6, 3, 4, 0)), "bfs", 11, 2818),
        (six((4, 6, 5, 1, 3, 2, 0)), "bfs", 15, None),
        (ducks("BBBWWW__"), "bfs", 4, 64),
        (ducks("WWWBBB__"), "bfs", 4, None),
        (blocks(), "bfs", 5, None),
        (blocks(), "iddfs", 5, None),
        (ducks("BBBWWW__"), "iddfs", 4, None),
        (sliding(3, 3, (8, 6, 7, 2, 5, 4, 3, 0, 1)), "bfs", 31, None),
        (sliding(3, 3, (6, 4, 7, 8, 5, 0, 3, 2, 1)), "bfs", 31, None),
        (sliding(3, 3, (1, 8, 0, 4, 3, 2, 5, 7, 6)), "ida", 14, None),
        (sliding(2, 4, SEVEN), "bfs", 36, 20159),  # all 20160 but the goal, which is the farthest state
        (jugs((8, 5, 3), (8, 0, 0), (Equals(0, 4), Equals(1, 4))), "bfs", 7, None),
    ],
)
def test_length_and_nodes(problem: SearchProblem, strategy: str, length: int, nodes: int | None, engine: str) -> None:
    """Lengths and nodes are the known ones, and the moves replay."""
    found = path(solve(problem, strategy, engine))
    assert found.length == length
    assert nodes in (None, found.nodes)
    assert replayed(problem, found)
    assert (found.strategy, found.engine) == (strategy, engine)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("strategy", ["ida", "iddfs"])
def test_hardest_six(strategy: str, engine: str) -> None:
    """The last of the hardest 6 puzzles: limits from the bound 10, or from 1, up to 15; the same moves."""
    found = path(solve(six((4, 6, 5, 1, 3, 2, 0)), strategy, engine))
    assert found.moves == SIX_MOVES
    assert [limit for limit, _ in found.limits] == list(range(10 if strategy == "ida" else 1, 16))
    assert found.nodes == sum(nodes for _, nodes in found.limits)
    assert found.bounds is None if strategy == "iddfs" else found.bounds and found.bounds[0] == 10


@pytest.mark.parametrize("engine", ENGINES)
def test_hardest_seven_with_bound(engine: str) -> None:
    """The hardest 7 puzzle: limits 16 to 36, of which parity empties every other one."""
    found = path(solve(sliding(2, 4, SEVEN), "ida", engine))
    assert found.moves == SEVEN_MOVES
    assert [limit for limit, _ in found.limits] == list(range(16, 37))
    assert all((nodes == 0) == (limit % 2 == 1) for limit, nodes in found.limits)
    assert (found.bound, found.bounds and found.bounds[0], found.bounds and found.bounds[-1]) == ("distance", 16, 0)


def test_hardest_seven_without_bound() -> None:
    """Without the bound: limits 1 to 36, each searched, and the same moves."""
    found = path(solve(sliding(2, 4, SEVEN), "iddfs", "compiled"))
    assert found.moves == SEVEN_MOVES
    assert [limit for limit, nodes in found.limits if nodes] == list(range(1, 37))
    assert (found.bound, found.bounds) == (None, None)


@pytest.mark.parametrize("engine", ENGINES)
def test_block_moves(engine: str) -> None:
    """Blocks tried red, blue, green, places red, blue, green, x, y, z."""
    assert path(solve(blocks(), "auto", engine)).moves == BLOCK_MOVES


@pytest.mark.parametrize("engine", ENGINES)
def test_duck_states(engine: str) -> None:
    """The five lines on the way of the mandarin ducks."""
    lines = ["BWBWBW__", "BWB__WWB", "BWBWW__B", "B__WWWBB", "BBBWWW__"]
    assert ["".join(state) for state in path(solve(ducks("BBBWWW__"), "bfs", engine)).states] == lines


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("strategy", ["bfs", "ida", "iddfs"])
def test_exchanged_pieces_exhaust(strategy: str, engine: str) -> None:
    """With 6 and 7 exchanged, half of the arrangements of the 7 puzzle are seen, and none is the goal."""
    ending = solve(sliding(2, 4, (1, 2, 3, 4, 5, 7, 6, 0)), strategy, engine)
    assert isinstance(ending, Exhausted)
    assert f"all {factorial(8) // 2:,} states" in ending.reason
    if strategy == "bfs":
        assert ending.nodes == factorial(8) // 2


@pytest.mark.parametrize("engine", [*ENGINES, "auto"])
@pytest.mark.parametrize("strategy", ["bfs", "ida", "iddfs", "auto"])
def test_start_is_goal(strategy: str, engine: str) -> None:
    """Where the start is a goal, the solution is empty and there are no limits."""
    found = path(solve(sliding(2, 4, (1, 2, 3, 4, 5, 6, 7, 0)), strategy, engine))
    assert (found.length, found.nodes, found.limits, len(found.states)) == (0, 1, (), 1)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("strategy", ["bfs", "ida", "iddfs"])
def test_several_goals(strategy: str, engine: str) -> None:
    """With several goals the nearest is reached."""
    far = (1, 2, 3, 4, 5, 6, 7, 0)
    near = path(solve(sliding(2, 4, SEVEN), "ida", "rules")).states[8]
    problem = sliding(2, 4, SEVEN, bounded=False, goals=(pattern_of(far), pattern_of(near)))
    found = path(solve(problem, strategy, engine))
    assert (found.moves, found.states[-1]) == (SEVEN_MOVES[:8], near)


def test_relation_without_rules() -> None:
    """A relation that did not compile is searched in plain Python, with the same answer and the same nodes."""
    compiled: Any = six((1, 5, 2, 6, 3, 4, 0))
    plain = SearchProblem(
        compiled.start, compiled.goals, compiled.successors, None, compiled.table, bound_name="distance"
    )
    for strategy in ("bfs", "ida", "iddfs"):
        known, found = path(solve(compiled, strategy, "rules")), path(solve(plain, strategy))
        assert (found.moves, found.states, found.nodes, found.limits) == (
            (known.moves, known.states, known.nodes, known.limits)
        )
        assert found.engine == "relational"
