"""Deepening on several cores: what one core finds, in its order, with its counts; and what stops it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from threading import enumerate as all_threads
from typing import Any

import pytest
from boards import six, sliding
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from looked_up import bound, of_cells
from random_rules import boards, key, problems
from scale import scale
from test_costs import weighted

from logicpuzzles import load
from logicpuzzles.endings import Counted, Path, Stopped
from logicpuzzles.errors import PuzzleError
from logicpuzzles.rewriting.rewrite import pattern_of
from logicpuzzles.search import Limits, SearchProblem, Solutions, count, plan, solve
from logicpuzzles.search.asked_workers import Workers
from logicpuzzles.search.budget import UNLIMITED, Outcome
from logicpuzzles.search.deepening import deepening_compiled
from logicpuzzles.search.kernels import deepening, sharing

SHARED = (2, 3)
FAR = (0, 12, 9, 13, 15, 11, 10, 14, 8, 3, 6, 2, 4, 7, 5, 1)  # 80 moves


@pytest.fixture(autouse=True, scope="module")
def _soon() -> Iterator[None]:
    """Share small searches too, in short slices."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deepening, "LASTS", 20)
        patch.setattr(sharing, "BRANCHES", 6)
        patch.setitem(plan.SLICES, "compiled", (16, 0.01))
        yield


def fifteen() -> SearchProblem:
    """The 15 puzzle with the table of distances."""
    return replace(load("fifteen").puzzle.problem(bound="distance"), stronger=None)


def told(problem: SearchProblem, strategy: str, workers: int, limits: Limits | None = None) -> Any:
    """Everything that must be the same."""
    ending = solve(problem, strategy, "compiled", limits, workers=workers)
    what = key(tuple(getattr(ending, name, None) for name in ("moves", "states", "bounds", "reason")))
    return type(ending), what, ending.nodes, ending.limits


def every(problem: SearchProblem, strategy: str, workers: int, limits: Limits | None = None) -> Any:
    """The same of all solutions."""
    found = Solutions(problem, strategy, "compiled", limits, workers=workers)
    paths = [(key(path.moves), path.nodes) for path in found]
    assert found.ending is not None
    return paths, type(found.ending), found.ending.nodes, found.ending.limits


def many_shared() -> Any:
    """How many examples: threads take a while."""
    health = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
    return settings(max_examples=scale(15, 1000), suppress_health_check=health)


@many_shared()
@given(
    st.one_of(problems(st.integers(2, 4), bounded=True), boards()),
    st.sampled_from(["ida", "iddfs", "auto"]),
    st.integers(1, 3000),
)
def test_random_rules(problem: SearchProblem, strategy: str, most: int) -> None:
    """The same ending, first solution, order and counts with 1, 2 and 3 workers; also where a limit stops it."""
    limits = Limits(nodes=most)
    expected = told(problem, strategy, 1, limits)
    all_expected = every(problem, strategy, 1, limits)
    for workers in SHARED:
        assert told(problem, strategy, workers, limits) == expected
        assert every(problem, strategy, workers, limits) == all_expected


@many_shared()
@given(boards(), st.data())
def test_bounds_that_are_looked_up(problem: SearchProblem, data: st.DataObject) -> None:
    """Beside the words of a state, index words follow it into a branch."""
    cells = st.lists(st.integers(0, len(problem.start) - 1), min_size=1, max_size=2, unique=True)
    sums = [[of_cells(problem, data.draw(cells))] for _ in range(data.draw(st.integers(1, 2)))]
    same_with_workers(replace(problem, lookups=bound(problem, *sums)), Limits(nodes=data.draw(st.integers(1, 3000))))


@many_shared()
@given(weighted(), st.integers(1, 3000))
def test_moves_that_cost(problem: SearchProblem, most: int) -> None:
    """Limits on cost; where moves may cost nothing, one core searches alone."""
    same_with_workers(problem, Limits(nodes=most))


def same_with_workers(problem: SearchProblem, limits: Limits) -> None:
    """Compare deepening by 1, 2 and 3 workers."""
    for workers in SHARED:
        for strategy in ("ida", "iddfs"):
            assert told(problem, strategy, workers, limits) == told(problem, strategy, 1, limits)


@pytest.mark.parametrize(
    ("problem", "strategy"),
    [
        (six((4, 6, 5, 1, 3, 2, 0)), "ida"),
        (six((4, 6, 5, 1, 3, 2, 0)), "iddfs"),
        (sliding(2, 4, (0, 7, 2, 1, 4, 3, 6, 5)), "ida"),
        (load("eight").puzzle.problem((8, 6, 7, 2, 5, 4, 3, 0, 1), bound="distance"), "ida"),
    ],
)
def test_hard_states(problem: SearchProblem, strategy: str) -> None:
    """The hardest of six, seven and eight, at every limit of nodes of a few: solutions in all parts of the tree."""
    expected, all_expected = told(problem, strategy, 1), every(problem, strategy, 1)
    nodes = expected[2]
    for workers in SHARED:
        assert told(problem, strategy, workers) == expected
        assert every(problem, strategy, workers) == all_expected
        counted = count(problem, strategy, "compiled", workers=workers)
        assert isinstance(counted, Counted)
        assert counted.count == len(all_expected[0])
        for most in (1, nodes // 3, nodes - 1, nodes):
            limits = Limits(nodes=most)
            assert told(problem, strategy, workers, limits) == told(problem, strategy, 1, limits)


def test_searches_are_shared() -> None:
    """Here; else the tests of this file would say nothing."""
    search = deepening_compiled(six((4, 6, 5, 1, 3, 2, 0)), bounded=True)
    search.share(Workers(2))
    while search.run(16, UNLIMITED) == Outcome.PAUSED:
        pass
    assert isinstance(search.search, deepening.CompiledDepth)
    assert search.search.shared is not None
    assert search.search.path().length == 15  # the greatest depth of six


@pytest.mark.parametrize("place", range(6))
def test_solutions_anywhere_in_the_tree(place: int) -> None:
    """One state after the other of a level is the goal: it is met in an early, a late or the last branch."""
    problem = sliding(2, 4, (0, 7, 2, 1, 4, 3, 6, 5), bounded=False)
    level = [problem.start]
    for _ in range(13):
        level = [after for state in level for _, after in problem.successors(state) if len({state, after}) == 2]
        level = list(dict.fromkeys(level))[-400:]
    goal = level[place * (len(level) - 1) // 5]
    other = replace(problem, goals=(pattern_of(goal),))
    expected = told(other, "iddfs", 1)
    assert expected[0] is Path
    for workers in SHARED:
        assert told(other, "iddfs", workers) == expected


def test_an_early_solution_ends_the_later_branches() -> None:
    """What is searched beyond it is not counted."""
    problem = fifteen()
    state, before, random = problem.goal_states()[0], None, Random(3)
    for _ in range(40):
        following = [after for _, after in problem.successors(state) if after != before]
        state, before = random.choice(following), state
    problem = replace(problem, start=state)
    assert told(problem, "ida", 3) == told(problem, "ida", 1)


def test_a_limit_of_time_leaves_no_thread() -> None:
    """What runs is waited for."""
    before = set(all_threads())
    ending = solve(replace(fifteen(), start=FAR), "ida", "compiled", Limits(seconds=0.4), workers=3)
    assert isinstance(ending, Stopped)
    assert set(all_threads()) <= before


def test_an_interrupt_leaves_no_thread() -> None:
    """Ctrl-C arrives between two slices, or while the workers are waited for."""
    lines: list[str] = []

    def interrupt(line: str) -> None:
        lines.append(line)
        if "state" in line:
            raise KeyboardInterrupt

    before = set(all_threads())
    with pytest.raises(KeyboardInterrupt):
        solve(replace(fifteen(), start=FAR), "ida", "compiled", progress=interrupt, workers=3)
    assert "limit" in lines[-1]
    assert set(all_threads()) <= before


@pytest.mark.parametrize("wrong", [0, -1, 1.5, True])
def test_a_wrong_number_of_workers(wrong: Any) -> None:
    """One message, whatever is searched."""
    with pytest.raises(PuzzleError, match="workers"):
        load("six").puzzle.solve(workers=wrong)
