"""`auto`: whichever searches run, the answer is right, and the same in every engine and at every hand-over."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from math import inf
from typing import Any

import pytest
from boards import six, sliding
from hypothesis import given
from hypothesis import strategies as st
from random_rules import boards, key, naive_length, problems
from scale import scale
from turning import CUBE_GOAL, STICKERS, cube, cube_moves, free_ring, lights_out, pancakes, top_spin, turned

from logicpuzzles import load
from logicpuzzles.endings import Counted, Ending, Exhausted, Path, Stopped
from logicpuzzles.rewriting.rewrite import Equals, Rewriting, pattern_of
from logicpuzzles.search import (
    STRATEGIES,
    Limits,
    SearchProblem,
    Solutions,
    count,
    plan,
    portfolio,
    portfolio_entry,
    solve,
)
from logicpuzzles.search.budget import Budget
from logicpuzzles.search.driver import finish
from logicpuzzles.search.growth import level_sizes, levels_to_come, rounds_to_come, space_size

# A state that needs 11 half turns, as many as any: from a breadth-first search of the whole space.
HARDEST_CUBE = (1, 4, 3, 0, 5, 3, 4, 3, 0, 5, 2, 1, 3, 1, 5, 2, 1, 4, 2, 5, 0)


@pytest.fixture
def early(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other searches begin after a few nodes, so that small puzzles show what large ones do."""
    for name, nodes in (("SMALL", 8), ("PROVED", 16), ("TURN", 16)):
        monkeypatch.setattr(portfolio, name, nodes)


def told(ending: Ending) -> tuple[Any, ...]:
    """What the engines must agree on."""
    what = key(tuple(getattr(ending, name, None) for name in ("moves", "states", "reason", "count")))
    return type(ending), what, ending.nodes, ending.limits, ending.strategy, ending.why


def all_ways(problem: SearchProblem, strategy: str, engine: str) -> tuple[list[str], Ending | None]:
    """The moves and states of every solution, and how the stream ended."""
    every = Solutions(problem, strategy, engine)
    return [key((path.moves, path.states)) for path in every], every.ending


def check_all(problem: SearchProblem) -> set[str | None]:
    """`auto` is right from every engine, alone, listing and counting; the strategies that ended it."""
    length = naive_length(problem)
    plain, compiled = (solve(problem, "auto", engine) for engine in ("rules", "compiled"))
    assert told(plain) == told(compiled)
    assert isinstance(plain, Exhausted) if length is None else isinstance(plain, Path) and plain.length == length
    if isinstance(plain, Path):
        for before, move, after in zip(plain.states, plain.moves, plain.states[1:], strict=False):
            assert key((move, after)) in map(key, problem.successors(before))
        assert problem.is_goal(plain.states[-1])
    expected, _ = all_ways(problem, "bfs", "rules")
    endings = []
    for engine in ("rules", "compiled"):
        found, ending = all_ways(problem, "auto", engine)
        assert found == expected
        number = count(problem, "auto", engine)
        assert (number.count if isinstance(number, Counted) else 0) == len(expected)
        endings.append((told(number), ending and told(ending)))
    assert endings[0] == endings[1]
    return {plain.strategy, number.strategy}


@pytest.mark.usefixtures("early")
@given(st.one_of(problems(st.integers(1, 4), exact=True), boards(bounded=False), boards()))
def test_random(problem: SearchProblem) -> None:
    """Random rules, boards with and without a table: right lengths, and all ways in clause order."""
    length = naive_length(problem)
    if length is None or length <= 8:
        check_all(problem)


def small_puzzles(draw: random.Random) -> list[Any]:
    """Puzzles at a random state, each with its own kind of moves."""
    flips = list(range(1, 7))
    draw.shuffle(flips)
    ring = [1, 2, 3, 4, 5, 6]
    draw.shuffle(ring)
    lights = [draw.randrange(2) for _ in range(9)]
    row = [draw.randrange(2) for _ in range(8)]  # half of all states cannot be reached
    moves = cube_moves()
    near = turned(moves, CUBE_GOAL, draw.choices(list(moves), k=4))
    return [pancakes(flips), top_spin(ring), lights_out(3, 3, lights), lights_out(2, 4, row), cube(near)]


@pytest.mark.usefixtures("early")
@pytest.mark.parametrize("seed", range(scale(4, 40)))
def test_small_puzzles(seed: int) -> None:
    """Pancakes, top-spin, lights out and the cube from random states."""
    for puzzle in small_puzzles(random.Random(seed)):
        check_all(puzzle.problem())


@pytest.mark.usefixtures("early")
@pytest.mark.parametrize("name", ["six", "blocks", "oshidori", "jugs", "river", "hanoi"])
def test_shipped_puzzles(name: str) -> None:
    """The small shipped puzzles."""
    problem = load(name).puzzle.problem()
    plain, compiled = (solve(problem, "auto", engine) for engine in ("rules", "compiled"))
    assert told(plain) == told(compiled)
    assert isinstance(plain, Path)
    assert plain.length == solve(problem, "bfs", "rules").length  # type: ignore[attr-defined]
    assert all_ways(problem, "auto", "rules")[0] == all_ways(problem, "bfs", "rules")[0]


@pytest.mark.usefixtures("early")
def test_each_search_gets_to_run() -> None:
    """The tests above go through every search of the portfolio."""
    puzzles = [puzzle.problem() for seed in range(4) for puzzle in small_puzzles(random.Random(seed))]
    ran = {ending.strategy for problem in puzzles for ending in (solve(problem), count(problem))}
    assert ran == {"bfs", "bidirectional", "ida"}


@pytest.mark.parametrize("patience", [0.0, 0.002, 0.02, inf])
@pytest.mark.parametrize(
    "problem",
    [
        pancakes((4, 6, 2, 1, 5, 3, 8, 7)).problem(),
        top_spin((3, 1, 2, 4, 7, 5, 6)).problem(),
        cube(HARDEST_CUBE).problem(),
    ],
)
def test_hand_over(monkeypatch: pytest.MonkeyPatch, patience: float, problem: SearchProblem) -> None:
    """Whenever a kernel takes over: the same strategy, solution and nodes."""
    for name in ("HAND_OVER", "NUMPY_IS_THERE"):
        monkeypatch.setattr(plan, name, patience)
    for name, nodes in (("SMALL", 512), ("TURN", 256)):
        monkeypatch.setattr(portfolio, name, nodes)
    assert told(solve(problem)) == told(solve(problem, "auto", "compiled"))
    assert told(count(problem)) == told(count(problem, "auto", "compiled"))


def test_hardest_cube() -> None:
    """Where the bound is weak, both ends do it: few times as many states as they alone, not as many as deepening."""
    problem = cube(HARDEST_CUBE).problem()
    alone, ending = solve(problem, "bidirectional", "compiled"), solve(problem)
    assert isinstance(ending, Path)
    assert (ending.length, ending.strategy) == (11, "bidirectional")
    assert ending.nodes < 4 * alone.nodes
    number = count(problem)
    assert isinstance(number, Counted)
    assert (number.count, number.strategy) == (count(problem, "bidirectional", "rules").count, "bidirectional")  # type: ignore[attr-defined]


def test_unsolvable_ends_by_enumeration(monkeypatch: pytest.MonkeyPatch) -> None:
    """A twisted corner, two layers turned: all 120 * 3**5 states are seen, at a small multiple of what these cost."""
    monkeypatch.setattr(portfolio, "SMALL", 64)
    whole = cube().rewriting
    rules = tuple(rule for rule in whole.rules if rule.label[0] != "x")
    twisted = list(CUBE_GOAL)
    corner = [cell for cell, (place, _) in enumerate(STICKERS) if place == (1, 1, 1)]
    for cell, colour in zip(corner, corner[1:] + corner[:1], strict=True):
        twisted[cell] = CUBE_GOAL[colour]
    problem = SearchProblem.of(Rewriting(len(STICKERS), rules, whole.domains), tuple(twisted), (pattern_of(CUBE_GOAL),))
    for bound in ({}, {"table": {0: (0,) * len(STICKERS)}, "bound_name": "derived"}):
        ending = solve(replace(problem, **bound), "auto", "compiled")
        assert isinstance(ending, Exhausted)
        assert "29,160" in ending.reason
        assert ending.strategy == "bidirectional"
        assert ending.nodes < 29_160 * 4


@pytest.mark.usefixtures("early")
@pytest.mark.parametrize("nodes", [1, 8, 9, 20, 100, 333])
def test_limit_of_nodes(nodes: int) -> None:
    """The limit is on the nodes of all searches together, and what any of them proved is told."""
    problem = pancakes((4, 6, 2, 1, 5, 3, 8, 7)).problem()
    length = solve(problem, "bfs").length  # type: ignore[attr-defined]
    for engine in ("rules", "compiled"):
        ending = solve(problem, "auto", engine, Limits(nodes=nodes))
        assert isinstance(ending, Stopped)
        assert ending.nodes == nodes
        least = int(ending.reason.rpartition("fewer than ")[2].split()[0])
        assert 1 <= least <= length


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("small", [8, portfolio.SMALL])
def test_what_a_stopped_search_proved_is_true(monkeypatch: pytest.MonkeyPatch, small: int, seed: int) -> None:
    """Stopped just before the solution, or earlier: no more is claimed than is so, and at the end hardly less."""
    monkeypatch.setattr(portfolio, "SMALL", small)
    monkeypatch.setattr(portfolio, "TURN", 16)
    for puzzle in small_puzzles(random.Random(seed)):
        problem = puzzle.problem()
        solved = solve(problem, "auto", "rules")
        if not isinstance(solved, Path) or solved.nodes < 3:
            continue
        for nodes in range(solved.nodes - 1, 0, -max(1, solved.nodes // 20)):
            ending = solve(problem, "auto", "rules", Limits(nodes=nodes))
            assert isinstance(ending, Stopped)
            least = int(ending.reason.rpartition("fewer than ")[2].split()[0])
            assert least <= solved.length
            assert least >= solved.length - 1 or nodes < solved.nodes - 1


@pytest.mark.parametrize("engine", ["rules", "compiled"])
def test_stopped_while_counting(engine: str) -> None:
    """Stopped under the limit of the solutions: it tells how many were found."""
    problem = six((1, 5, 2, 6, 3, 4, 0))
    nodes = count(problem, "auto", engine).nodes
    stopped = count(problem, "auto", engine, Limits(nodes=nodes - 1))
    assert isinstance(stopped, Stopped)
    assert (stopped.strategy, stopped.nodes) == ("ida", nodes - 1)
    assert stopped.reason.endswith("solutions of 11 moves were found so far")


@pytest.mark.parametrize("engine", ["rules", "compiled"])
def test_balanced_ends(engine: str) -> None:
    """Where one end is far larger than the other, the smaller one does most of the work."""
    problem = sliding(2, 4, (0, 7, 2, 1, 4, 3, 6, 5), goals=((Equals(0, 7), Equals(7, 0)),), bounded=False)
    search: Any = STRATEGIES["bidirectional"].engines[engine]
    other = search(problem)
    other.balanced = True
    taking_turns, balanced = finish(search(problem), Budget()), finish(other, Budget())
    assert isinstance(taking_turns, Path)
    assert isinstance(balanced, Path)
    assert balanced.length == taking_turns.length == naive_length(problem)
    assert balanced.nodes < taking_turns.nodes


def test_relational_engine_where_all_lengths_are_the_same() -> None:
    """Depth first is not written for that engine: then another search does it."""
    puzzle = load("knights_tour").puzzle
    assert solve(puzzle.problem()).strategy == "dfs"
    ending = puzzle.solve(engine="relational", limits=Limits(nodes=50))
    assert isinstance(ending, Stopped)
    assert ending.strategy == "bfs"


def test_limit_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that does not fit is given up, and deepening goes on; where there is none, the limit stops it."""
    monkeypatch.setattr(portfolio, "SMALL", 64)
    problem = pancakes((4, 6, 2, 1, 5, 3, 8, 7)).problem()
    for engine in ("rules", "compiled"):
        ending = solve(problem, "auto", engine, Limits(memory=10_000))
        assert isinstance(ending, Path)
        assert (ending.length, ending.strategy) == (solve(problem, "bfs").length, "ida")  # type: ignore[attr-defined]
    without = SearchProblem.of(problem.rewriting, problem.start, problem.goals)  # type: ignore[arg-type]
    ending = solve(without, "auto", "rules", Limits(memory=10_000))
    assert isinstance(ending, Stopped)
    assert "10,000 bytes" in ending.reason


def test_growth() -> None:
    """What a search will cost, judged by levels and limits."""
    assert level_sizes([1, 4, 13]) == [1, 3, 9]
    assert levels_to_come([[1, 3, 9]], 0, 0, 1) == 27
    assert levels_to_come([[1, 3, 9]], 0, 20, 1) == 20  # as many again as there are, where there are more than expected
    assert levels_to_come([[1, 2], [1, 10]], 0, 0, 3) == 4 + 8 + 16  # the smaller side goes on
    assert rounds_to_come([(3, 10), (4, 50)], 5, 0, 6) == 250
    assert rounds_to_come([(3, 10), (4, 0), (5, 30), (6, 0)], 7, 0, 8) == 90
    assert space_size([1, 3, 7]) is None
    sizes = [1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072]  # of the cube, which has 3,674,160 states
    ends = [sum(sizes[: n + 1]) for n in range(len(sizes))]
    assert 3_674_160 / 2 < (space_size(ends) or 0) < 3_674_160 * 2


@pytest.mark.usefixtures("early")
@pytest.mark.parametrize("engine", ["rules", "compiled"])
def test_best_first_beside_the_others(monkeypatch: pytest.MonkeyPatch, engine: str) -> None:
    """A* begins once the others have lasted; where it promises most it ends the search, with a shortest solution."""
    monkeypatch.setattr(portfolio, "QUEUED", 300)
    price = portfolio_entry.Member.price
    free = "astar"
    monkeypatch.setattr(
        portfolio_entry.Member, "price", lambda self, least: 0 if self.name == free else price(self, least)
    )
    board = sliding(2, 3, (4, 5, 0, 1, 2, 3), bound_name="derived")
    for problem in (board, pancakes((4, 6, 2, 5, 1, 3)).problem()):
        ending = solve(problem, "auto", engine)
        assert isinstance(ending, Path)
        assert ending.length == naive_length(problem)
        assert ending.strategy == "astar"
        assert (ending.why or "").startswith("astar: about 0 states to go at ")


@pytest.mark.parametrize(
    ("problem", "why"),
    [
        (six((1, 5, 2, 6, 3, 4, 0)), "ida: the distance table is proved; others begin at 1,048,576 nodes"),
        (load("blocks").puzzle.problem(), "bfs: there are at most 125 states"),
        (lights_out(3, 3).problem(), "ida: linear algebra tells the exact distance"),
        (load("knights_tour").puzzle.problem(), "dfs: every solution has 11 moves"),
        (pancakes((2, 4, 6, 1, 5, 3, 7, 8, 9)).problem(), "bfs: others begin at 32,768 states"),
        (
            cube(HARDEST_CUBE).problem(),
            r"bidirectional: about [\d,]+ states to go at 11 moves, ida about \d\.\de\d nodes",
        ),
        (
            top_spin((3, 1, 2, 4, 7, 5, 6, 9, 8)).problem(),
            "bidirectional: over 32,768 states, and no lower bound is known",
        ),
    ],
)
def test_why(problem: SearchProblem, why: str) -> None:
    """The sentence on the choice; none for what the caller chose."""
    assert re.fullmatch(why, solve(problem).why or "")
    assert solve(problem, "iddfs" if len(problem.start) < 5 else "bidirectional", limits=Limits(nodes=9)).why is None


@pytest.mark.parametrize("engine", ["rules", "compiled"])
def test_where_moves_cost_nothing_no_deepening_follows_them(monkeypatch: pytest.MonkeyPatch, engine: str) -> None:
    """A bound leads A* there: deepening would follow each of the endless sequences of turns of a ring of 720 states."""
    monkeypatch.setattr(portfolio, "SMALL", 100)
    ring = free_ring((2, 3, 6, 5, 1, 4), (1, 2, 3, 4, 5, 6))
    ending = ring.solve(bound=[[1, 2], [3, 4]], engine=engine, limits=Limits(nodes=2500))
    assert isinstance(ending, Path)
    assert ending.cost == ring.explore().table.depth(ring.start)
    assert ending.nodes <= 2 * 720
