"""Every shortest solution, lazily, in clause order; and how many there are."""

from __future__ import annotations

from itertools import islice

import pytest
from boards import blocks, ducks, jugs, six, sliding
from hypothesis import given
from hypothesis import strategies as st
from random_rules import boards, key, naive_length, naive_sequences, problems

from logicpuzzles.endings import Counted, Exhausted, Stopped
from logicpuzzles.rewriting.rewrite import Cell, Equals, Rewriting, Rule, pattern_of
from logicpuzzles.search import ALL_SOLUTIONS, Limits, SearchProblem, Solutions, count, plan, solve

ENGINES = ("rules", "compiled")
SHORTEST = ("bfs", "iddfs", "ida")


def moves_of(problem: SearchProblem, strategy: str, engine: str) -> list[str]:
    """The moves and states of every solution, for comparing."""
    return [key((path.moves, path.states)) for path in Solutions(problem, strategy, engine)]


@given(st.one_of(problems(st.integers(1, 3)), boards()))
def test_all_shortest_in_clause_order(problem: SearchProblem) -> None:
    """Every strategy and engine gives the shortest solutions that trying all sequences gives, in the same order."""
    length = naive_length(problem)
    if length is not None and length > 5:
        return
    expected = []
    if length == 0:
        expected = [key(((), (problem.start,)))]
    elif length is not None:
        for steps in naive_sequences(problem, length):
            states = (problem.start, *(state for _, state in steps))
            expected.append(key((tuple(label for label, _ in steps), states)))
    for strategy in SHORTEST:
        for engine in ENGINES:
            assert moves_of(problem, strategy, engine) == expected
            ending = count(problem, strategy, engine)
            assert (ending.count if isinstance(ending, Counted) else 0) == len(expected)


@pytest.mark.parametrize(
    ("problem", "number"),
    [
        (six((4, 6, 5, 1, 3, 2, 0)), 24),
        (six((1, 5, 2, 6, 3, 4, 0)), 11),
        (ducks("BBBWWW__"), 1),
        (blocks(), 1),
        (jugs((8, 5, 3), (8, 0, 0), (Equals(0, 4),)), 2),
        (sliding(2, 4, (0, 7, 2, 1, 4, 3, 6, 5)), 24),
    ],
)
def test_strategies_agree(problem: SearchProblem, number: int) -> None:
    """The same solutions from every strategy and engine; the first is the one that `solve` gives."""
    found = moves_of(problem, "bfs", "rules")
    assert len(found) == len(set(found)) == number
    for strategy, engine in (("bfs", "compiled"), ("ida", "rules"), ("ida", "compiled"), ("iddfs", "compiled")):
        assert moves_of(problem, strategy, engine) == found
    first = solve(problem)
    assert found[0] == key((first.moves, first.states))  # type: ignore[attr-defined]
    assert moves_of(problem, "auto", "auto") == found


@pytest.mark.parametrize("strategy", SHORTEST)
@pytest.mark.parametrize("engine", ENGINES)
def test_none(strategy: str, engine: str) -> None:
    """Where there is no solution the stream is empty, and its ending says why."""
    every = Solutions(sliding(2, 3, (2, 1, 3, 4, 5, 0)), strategy, engine)
    assert list(every) == []
    assert isinstance(every.ending, Exhausted)
    assert "all 360 states" in every.ending.reason


def many_ways(n_cells: int) -> SearchProblem:
    """Switches that must all be thrown, one at a time: as many solutions as orders."""
    rules = tuple(
        Rule((Equals(cell, 0),), tuple(1 if other == cell else Cell(other) for other in range(n_cells)), cell)
        for cell in range(n_cells)
    )
    return SearchProblem.of(
        Rewriting(n_cells, rules, ((0, 1),) * n_cells), (0,) * n_cells, (pattern_of((1,) * n_cells),)
    )


@pytest.mark.parametrize("engine", ENGINES)
def test_lazy(engine: str) -> None:
    """The first solutions of more than 10**12 come, and their number, without going through them all."""
    problem = many_ways(15)
    assert [path.moves[-3:] for path in islice(Solutions(problem, "bfs", engine), 3)] == [
        (12, 13, 14),
        (12, 14, 13),
        (13, 12, 14),
    ]
    ending = count(problem, "bfs", engine)
    assert isinstance(ending, Counted)
    assert ending.count == 1_307_674_368_000


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("strategy", ALL_SOLUTIONS)
def test_limits(strategy: str, engine: str) -> None:
    """A limit ends the stream, after the solutions that were found; the engines stop at the same one."""
    every = Solutions(many_ways(7), strategy, engine, Limits(nodes=100))
    found = len(list(every))
    assert isinstance(every.ending, Stopped)
    assert every.ending.nodes == 100
    assert found == (0 if strategy != "dfs" else len(list(Solutions(many_ways(7), "dfs", "rules", Limits(nodes=100)))))


def test_hand_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """When a kernel takes over, what was given already is not given again."""
    for patience in ("HAND_OVER", "NUMPY_IS_THERE"):
        monkeypatch.setattr(plan, patience, 0.0)
    problem = many_ways(7)
    every = Solutions(problem, "dfs", "auto")
    given = [next(every).moves]
    assert every.plan.engine == "rules"
    given += [path.moves for path in every]
    assert every.plan.engine == "compiled"
    assert given == [path.moves for path in Solutions(problem, "dfs", "compiled")]
    assert isinstance(every.ending, Counted)
    assert every.ending.count == len(given) == 5_040


@pytest.mark.parametrize("strategy", ALL_SOLUTIONS)
def test_start_is_goal(strategy: str) -> None:
    """Where the start is a goal there is one solution, the empty one."""
    every = Solutions(sliding(2, 3, (1, 2, 3, 4, 5, 0)), strategy)
    assert [path.moves for path in every] == [()]
    assert isinstance(every.ending, Counted)
    assert every.ending.count == 1
    assert list(every) == []


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("strategy", ["iddfs", "ida"])
def test_a_limit_after_the_first_solution(strategy: str, engine: str) -> None:
    """Deepening goes on under the limit of nodes: just enough does not stop it, one less does."""
    problem = six((1, 5, 2, 6, 3, 4, 0))
    nodes = count(problem, strategy, engine).nodes
    assert isinstance(count(problem, strategy, engine, Limits(nodes=nodes)), Counted)
    stopped = count(problem, strategy, engine, Limits(nodes=nodes - 1))
    assert isinstance(stopped, Stopped)
    assert stopped.nodes == nodes - 1
    assert stopped.reason.endswith("solutions of 11 moves were found so far")
