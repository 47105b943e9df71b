"""Searches that go on with a stronger bound once they have lasted: the same answer, and what was proved stays so."""

from __future__ import annotations

from dataclasses import replace

import pytest
from boards import sliding
from hypothesis import given, settings
from hypothesis import strategies as st
from looked_up import bound, of_values
from random_rules import boards, key, naive_length
from scale import scale

from logicpuzzles.endings import Exhausted, Path
from logicpuzzles.proofs.lookups import PatternBound
from logicpuzzles.search import (
    Limits,
    SearchProblem,
    Solutions,
    count,
    deepening,
    greedy,
    portfolio,
    restarting_astar,
    solve,
)


@pytest.fixture
def early(monkeypatch):
    """What lasts is over soon."""

    def set_to(nodes):
        monkeypatch.setattr(deepening, "LASTING", nodes)
        monkeypatch.setattr(portfolio, "LASTING", nodes)
        monkeypatch.setattr(restarting_astar, "LASTING", nodes)
        monkeypatch.setattr(greedy, "LASTING", nodes)

    return set_to


def tables(problem):
    """The bound of two groups of pieces."""
    return bound(problem, [of_values(problem, [1, 2, 3]), of_values(problem, [4, 5])])


def asked_once(problem):
    """The problem with a stronger bound; and how often that was asked for."""
    made: list[PatternBound] = []

    def stronger():
        made.append(tables(problem))
        return made[-1]

    return replace(problem, stronger=stronger), made


FAR = (4, 5, 0, 1, 2, 3)  # 21 moves away, the most there are


@pytest.mark.parametrize("engine", ["rules", "compiled"])
@pytest.mark.parametrize("bounded", [True, False])
@pytest.mark.parametrize("strategy", ["ida", "astar"])
def test_the_same_length_and_by_deepening_the_same_solution(early, strategy, bounded, engine):
    problem = sliding(2, 3, FAR, bounded)
    before = solve(problem, strategy, engine)
    early(30)
    lasts, made = asked_once(problem)
    after = solve(lasts, strategy, engine)
    assert len(made) == 1
    assert isinstance(after, Path)
    assert (after.length, after.bound) == (21, "patterns")
    assert after.groups == ((1, 2, 3), (4, 5))
    assert after.proof == made[0].proof
    assert after.bounds == tuple(map(replace(problem, lookups=made[0]).bound, after.states))
    assert after.nodes >= 30
    if strategy == "ida":
        assert after.nodes < before.nodes
        assert after.moves == before.moves
        limits = [limit for limit, _ in after.limits]
        assert limits == list(range(limits[0], 22))
        assert sum(nodes for _, nodes in after.limits) == after.nodes


@pytest.mark.parametrize("strategy", ["ida", "astar", "auto"])
def test_engines_count_the_same_nodes(early, strategy):
    early(40)
    problem = sliding(2, 3, FAR)
    plain, compiled = (solve(asked_once(problem)[0], strategy, engine) for engine in ("rules", "compiled"))
    assert (plain.nodes, plain.limits, plain.moves) == (compiled.nodes, compiled.limits, compiled.moves)


def test_what_ends_before_asks_for_nothing():
    problem, made = asked_once(sliding(2, 3, FAR))
    assert solve(problem, "ida").bound == "distance"
    assert not made


def test_there_may_be_no_stronger_bound(early):
    early(30)
    problem = sliding(2, 3, FAR)
    for strategy in ("ida", "astar", "auto"):
        ending = solve(replace(problem, stronger=lambda: None), strategy, "rules")
        assert (ending.length, ending.bound, ending.groups) == (21, "distance", None)


@pytest.mark.parametrize("bounded", [True, False])
def test_auto_turns_to_deepening(early, monkeypatch, bounded):
    """Where breadth first or both ends have lasted; what is proved of the start counts at once."""
    early(1000)
    monkeypatch.setattr(portfolio, "SMALL", 8)
    problem, made = asked_once(sliding(2, 3, FAR, bounded))
    ending = solve(problem, "auto", "rules")
    assert (ending.length, len(made)) == (21, 1)
    assert ending.strategy == "ida"
    assert ending.bound == "patterns"


def test_all_solutions_stay_all(early):
    problem = sliding(2, 3, FAR)
    known = [path.moves for path in Solutions(problem, "ida")]
    early(30)
    lasts, made = asked_once(problem)
    assert [path.moves for path in Solutions(lasts, "ida", "rules")] == known
    assert count(lasts, "ida", "rules").count == len(known)
    assert len(made) == 2


def test_a_limit_tells_what_was_proved_before(early):
    """Rounds under the weaker bound count as proof."""
    early(30)
    lasts, made = asked_once(sliding(2, 3, FAR))
    ending = solve(lasts, "ida", "rules", Limits(nodes=31))
    assert made
    assert ending.status == "stopped"
    assert ending.nodes <= 31
    first, last = ending.limits[0][0], ending.limits[-1][0]
    assert first < last
    assert f"no solution has fewer than {last} moves" in ending.reason


@pytest.mark.parametrize("bounded", [True, False])
def test_any_solution_goes_on_with_a_stronger_bound(early, bounded):
    """With limits, since without these it ends soon; both engines alike, and the gap is true."""
    early(60)
    problem = sliding(2, 3, FAR, bounded)
    for most in (61, 100, 150, 250, 10_000):
        found, compiled = (
            solve(asked_once(problem)[0], "greedy", engine, Limits(nodes=most)) for engine in ("rules", "compiled")
        )
        assert (found.moves, found.gap, found.nodes) == (compiled.moves, compiled.gap, compiled.nodes)
        assert found.cost - found.gap <= 21 <= found.cost
        assert found.bound == "patterns"
    assert found.gap == 0
    lasts, made = asked_once(problem)
    solve(lasts, "greedy", "rules")
    assert not made


@settings(max_examples=scale(15, 500))
@given(boards(), st.integers(5, 60), st.integers(1, 80))
def test_any_solution_of_random_boards(problem, nodes, more):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(greedy, "LASTING", nodes)
        ending = solve(asked_once(problem)[0], "greedy", "rules", Limits(nodes=nodes + more))
    best = naive_length(problem)
    if isinstance(ending, Path):
        assert ending.cost - (ending.gap or 0) <= best <= ending.cost
    elif isinstance(ending, Exhausted):
        assert best is None


def test_goals_look_nothing_up():
    """The reference tells no reason that it does not have, and no bound that it does not use."""
    problem = sliding(2, 3, (1, 2, 0, 3, 4, 5), bounded=False)
    looked_up = replace(problem, lookups=tables(problem))
    ending = solve(looked_up, "auto", "relational")
    assert (ending.strategy, ending.bound, ending.groups) == ("bfs", None, None)
    assert ending.why.startswith("bfs: ")
    assert solve(looked_up, "auto", "rules").why.startswith("ida: patterns are looked up")


def test_an_unsolvable_start_ends(early):
    early(30)
    start = (5, 4, 3, 1, 2, 0)
    problem = sliding(2, 3, start)
    assert naive_length(problem) is None
    for strategy in ("ida", "astar", "auto"):
        assert isinstance(solve(asked_once(problem)[0], strategy, "rules"), Exhausted)


@settings(max_examples=scale(30, 1000))
@given(boards(), st.integers(1, 60), st.sampled_from(["ida", "astar", "auto"]))
def test_random_boards(problem: SearchProblem, lasts: int, strategy: str) -> None:
    """The length is that of breadth first, whenever the bound comes; of deepening, the first solution too."""
    pieces = [piece for piece in set(problem.start) - {0} if problem.start.count(piece) == 1]
    length = naive_length(problem)
    if length is None or not pieces or set(problem.start) - {0} - set(problem.program.values.values):
        return
    before = solve(problem, strategy, "rules")
    stronger = bound(problem, [of_values(problem, pieces[:2])])
    with pytest.MonkeyPatch.context() as patch:
        for module in (deepening, portfolio, restarting_astar):
            patch.setattr(module, "LASTING", lasts)
        after = solve(replace(problem, stronger=lambda: stronger), strategy, "rules")
    assert isinstance(after, Path)
    assert after.length == length
    if strategy == "ida":
        assert key(after.states) == key(before.states)
