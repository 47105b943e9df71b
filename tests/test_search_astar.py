"""A*: optimal where the program that the 8 puzzle comes from is not, and with any bound that is never too large."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from random import Random

import pytest
from boards import blocks, ducks, gap_rules, grid, jugs, manhattan, six, sliding, sliding_task
from hypothesis import given
from hypothesis import strategies as st
from looked_up import bound, of_values
from random_rules import boards, key, naive_length, problems
from scale import scale

from logicpuzzles.endings import Ending, Exhausted, Path, Stopped
from logicpuzzles.rewriting.rewrite import Equals
from logicpuzzles.search import Limits, SearchProblem, solve
from logicpuzzles.search.budget import Budget
from logicpuzzles.search.driver import reach
from logicpuzzles.search.kernels import astar as kernel
from logicpuzzles.search.kernels import lean
from logicpuzzles.search.kernels.astar import CompiledBestFirst
from logicpuzzles.search.strategies import STRATEGIES

ENGINES = ("rules", "compiled")
LEFT_RIGHT_UP_DOWN = ((0, -1), (0, 1), (-1, 0), (1, 0))
EIGHT = gap_rules(grid(3, 3, LEFT_RIGHT_UP_DOWN))
FARTHEST = (8, 6, 7, 2, 5, 4, 3, 0, 1)


def eight(start: tuple[int, ...], bounded: bool = True) -> SearchProblem:
    """The 8 puzzle, the blank moved left, right, up, down."""
    return sliding_task(EIGHT, manhattan(3, 3) if bounded else None, start)


def told(ending: Ending) -> tuple[object, ...]:
    """Everything that the engines must agree on."""
    what = key(tuple(getattr(ending, name, None) for name in ("moves", "states", "bounds", "reason")))
    return type(ending), what, ending.nodes


@pytest.mark.parametrize("engine", ENGINES)
def test_nodes_of_the_original(engine: str) -> None:
    """14 moves, 65 states taken from the queue, and the sums of distances along the way."""
    ending = solve(eight((1, 8, 0, 4, 3, 2, 5, 7, 6)), "astar", engine)
    assert isinstance(ending, Path)
    assert ending.nodes == 65
    assert ending.moves == (2, 3, 8, 1, 4, 5, 7, 8, 5, 4, 1, 2, 3, 6)
    assert ending.bounds == (10, 9, 8, 7, 8, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
    assert (ending.strategy, ending.engine, ending.bound) == ("astar", engine, "distance")


@pytest.mark.parametrize("engine", ENGINES)
def test_where_the_original_fails(engine: str) -> None:
    """17 moves, where closing a state when it is met gives 23."""
    ending = solve(eight((3, 0, 4, 8, 2, 5, 1, 7, 6)), "astar", engine)
    assert isinstance(ending, Path)
    assert ending.length == 17


def depths_of_eight() -> dict[str, int]:
    """The depth of every state of the 8 puzzle by an obvious search of its own; all moves can be taken back."""
    neighbours = grid(3, 3)
    level, depths = ["123456780"], {"123456780": 0}
    for depth in count(1):
        following = []
        for state in level:
            gap = state.index("0")
            for other in neighbours[gap]:
                cells = list(state)
                cells[gap], cells[other] = cells[other], cells[gap]
                after = "".join(cells)
                if after not in depths:
                    depths[after] = depth
                    following.append(after)
        if not following:
            break
        level = following
    return depths


def test_optimal_from_every_start() -> None:
    """The length is the depth of the start: a sample, or all 181,440."""
    depths = depths_of_eight()
    assert (len(depths), max(depths.values())) == (181_440, 31)
    for start in Random(1).sample(sorted(depths), scale(300, 181_440)):
        ending = solve(eight(tuple(map(int, start))), "astar", "compiled")
        assert isinstance(ending, Path)
        assert ending.length == depths[start]


@pytest.mark.parametrize("strategy", ["astar", "bidirectional"])
@given(st.one_of(problems(st.integers(1, 4)), problems(st.integers(33, 40), 3, exact=True)))
def test_random_rules(strategy: str, problem: SearchProblem) -> None:
    """Both engines give the same answer and count the same nodes; the length is the shortest."""
    limits = Limits(nodes=5000)
    plain, compiled = (solve(problem, strategy, engine, limits) for engine in ENGINES)
    assert told(plain) == told(compiled)
    if not isinstance(plain, Stopped):
        assert naive_length(problem) == (plain.length if isinstance(plain, Path) else None)


@given(boards(), st.data())
def test_inconsistent_bounds(problem: SearchProblem, data: st.DataObject) -> None:
    """Rows of a right table that are left out here and there make a bound that is too low, and not consistent."""
    rows = (problem.table or {}).items()
    table = {piece: tuple(data.draw(st.sampled_from([0, entry])) for entry in row) for piece, row in rows}
    problem = SearchProblem.of(problem.rewriting, problem.start, problem.goals, table=table, bound_name="distance")  # type: ignore[arg-type]
    plain, compiled = (solve(problem, "astar", engine) for engine in ENGINES)
    assert told(plain) == told(compiled)
    assert naive_length(problem) == (plain.length if isinstance(plain, Path) else None)


@given(problems(st.integers(1, 4), bounded=True))
def test_engines_agree_under_any_table(problem: SearchProblem) -> None:
    """A table that is no bound may cost the optimum, but not the agreement."""
    plain, compiled = (solve(problem, "astar", engine, Limits(nodes=5000)) for engine in ENGINES)
    assert told(plain) == told(compiled)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("strategy", ["astar", "bidirectional"])
@pytest.mark.parametrize(
    ("problem", "length"),
    [
        (six((1, 5, 2, 6, 3, 4, 0)), 11),
        (six((4, 6, 5, 1, 3, 2, 0), bounded=False), 15),
        (ducks("BBBWWW__"), 4),
        (blocks(), 5),
        (jugs((8, 5, 3), (8, 0, 0), (Equals(0, 4),)), 7),
        (eight(FARTHEST), 31),
        (eight(FARTHEST, bounded=False), 31),
        (sliding(2, 4, (0, 7, 2, 1, 4, 3, 6, 5)), 36),
    ],
)
def test_known_lengths(problem: SearchProblem, length: int, strategy: str, engine: str) -> None:
    """The published lengths."""
    ending = solve(problem, strategy, engine)
    assert isinstance(ending, Path)
    assert ending.length == length


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("strategy", ["astar", "bidirectional"])
def test_limits(strategy: str, engine: str) -> None:
    """Limits on nodes and on memory stop with what is proved so far; the first is exact."""
    stopped = solve(eight(FARTHEST), strategy, engine, Limits(nodes=500))
    assert isinstance(stopped, Stopped)
    assert stopped.nodes == 500
    assert "the limit of 500 nodes was reached; no solution has" in stopped.reason
    stopped = solve(eight(FARTHEST), strategy, engine, Limits(memory=150_000))
    assert isinstance(stopped, Stopped)
    assert "150,000 bytes" in stopped.reason


def test_states_take_few_bytes() -> None:
    """A state of one word that its rule tells the state before of: 24 bytes and what is left empty for more."""
    search = CompiledBestFirst(eight(FARTHEST, bounded=False))
    budget = Budget(Limits())
    assert reach(search, budget) is None
    assert search.met > 100_000
    assert search.memory() < 36 * search.met


@given(problems(st.integers(1, 4), bounded=True))
def test_arrays_grow_in_the_middle_of_a_state(problem: SearchProblem) -> None:
    """From almost no room, and with costs that outgrow their bits: the same nodes and solution."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lean, "FIRST_CAPACITY", 3)
        patch.setattr(kernel, "FIRST_ENTRIES", 1)
        patch.setattr(lean.LeanStates, "most_made", property(lambda states: 1 if states.is_narrow else lean.NONE))
        plain, compiled = (told(solve(problem, "astar", engine, Limits(nodes=5000))) for engine in ENGINES)
    assert plain == compiled


@pytest.mark.parametrize("engine", ENGINES)
def test_nothing_to_find(engine: str) -> None:
    """Exchanged pieces: all states that can be reached were seen."""
    ending = solve(sliding(2, 4, (1, 2, 3, 4, 5, 7, 6, 0)), "astar", engine)
    assert isinstance(ending, Exhausted)
    assert (ending.nodes, ending.reason[:17]) == (20_160, "all 20,160 states")


@pytest.mark.parametrize("engine", ENGINES)
def test_tables_count_as_memory(engine: str) -> None:
    """Tables that are looked up are held as well."""
    problem = sliding(2, 3, (4, 5, 0, 1, 2, 3))
    looked_up = replace(problem, lookups=bound(problem, [of_values(problem, [1, 2, 3, 4, 5])]))
    assert looked_up.table_bytes >= 6**5
    for name in ("astar", "greedy"):
        without, search = (STRATEGIES[name].engines[engine](each) for each in (problem, looked_up))
        assert search.memory() >= without.memory() + looked_up.table_bytes
        assert (search.tables, without.tables) == (looked_up.table_bytes, 0)
