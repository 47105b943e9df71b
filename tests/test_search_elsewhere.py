"""Deepening by workers elsewhere: what one core finds, in its order, with its counts; and what stops it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from boards import six, sliding
from random_rules import key

from logicpuzzles import load
from logicpuzzles.endings import Counted, Exhausted, Stopped
from logicpuzzles.errors import PuzzleError
from logicpuzzles.search import Limits, SearchProblem, Solutions, count, plan, solve
from logicpuzzles.search.asked_workers import Workers
from logicpuzzles.search.budget import UNLIMITED, Outcome
from logicpuzzles.search.deepening import deepening_compiled
from logicpuzzles.search.kernels import deepening, sent, sharing
from logicpuzzles.workers.processes import Processes

FAR = (0, 12, 9, 13, 15, 11, 10, 14, 8, 3, 6, 2, 4, 7, 5, 1)  # 80 moves


@pytest.fixture(autouse=True, scope="module")
def _soon() -> Iterator[None]:
    """Share small searches too, in short slices."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deepening, "LASTS", 20)
        patch.setattr(sharing, "BRANCHES", 6)
        patch.setattr(sharing, "BRANCHES_EACH", 3)
        patch.setitem(plan.SLICES, "compiled", (16, 0.01))
        yield


@pytest.fixture(scope="module")
def executor() -> Iterator[Processes]:
    """Two processes."""
    made = Processes(2)
    yield made
    made.close()


def told(problem: SearchProblem, strategy: str, workers: Any, limits: Limits | None = None) -> Any:
    """Everything that must be the same."""
    ending = solve(problem, strategy, "compiled", limits, workers=workers)
    what = key(tuple(getattr(ending, name, None) for name in ("moves", "states", "bounds", "reason")))
    return type(ending), what, ending.nodes, ending.limits


def every(problem: SearchProblem, strategy: str, workers: Any) -> Any:
    """The same of all solutions."""
    found = Solutions(problem, strategy, "compiled", workers=workers)
    paths = [(key(path.moves), path.nodes) for path in found]
    assert found.ending is not None
    return paths, type(found.ending), found.ending.nodes, found.ending.limits


def looked_up() -> SearchProblem:
    """A hardest state of eight with tables for two groups of its pieces."""
    return load("eight").puzzle.problem((8, 6, 7, 2, 5, 4, 3, 0, 1), bound=[[1, 2, 3, 4], [5, 6, 7, 8]])


HARD = [
    (lambda: six((4, 6, 5, 1, 3, 2, 0)), "ida"),
    (lambda: six((4, 6, 5, 1, 3, 2, 0)), "iddfs"),
    (looked_up, "ida"),
    (lambda: load("eight").puzzle.problem((8, 6, 7, 2, 5, 4, 3, 0, 1), bound="distance"), "auto"),
]


@pytest.mark.parametrize(("made", "strategy"), HARD)
def test_the_same_as_one_core(executor: Processes, made: Any, strategy: str) -> None:
    """Solutions, their order, nodes and limits; also where a limit of nodes stops it."""
    problem = made()
    expected = told(problem, strategy, 1)
    assert told(problem, strategy, executor) == expected
    limits = Limits(nodes=expected[2] - 1)
    assert told(problem, strategy, executor, limits) == told(problem, strategy, 1, limits)
    if strategy == "ida":
        assert every(problem, strategy, executor) == every(problem, strategy, 1)


@pytest.mark.parametrize(("made", "strategy"), HARD)
def test_threads_of_a_pool(made: Any, strategy: str) -> None:
    """An executor that shares memory, but is not one of ours; at several limits of nodes, and all solutions."""
    problem = made()
    expected, all_expected = told(problem, strategy, 1), every(problem, strategy, 1)
    nodes = expected[2]
    with ThreadPoolExecutor(2) as pool:
        assert told(problem, strategy, pool) == expected
        assert every(problem, strategy, pool) == all_expected
        counted = count(problem, strategy, "compiled", workers=pool)
        assert isinstance(counted, Counted)
        assert counted.count == len(all_expected[0])
        for most in (1, nodes // 3, nodes - 1, nodes):
            limits = Limits(nodes=most)
            assert told(problem, strategy, pool, limits) == told(problem, strategy, 1, limits)


def test_no_solution() -> None:
    """A start of the other parity: it ends when every state was seen, however the search is shared."""
    problem = sliding(2, 3, (0, 2, 1, 3, 4, 5), bounded=False)
    expected = told(problem, "iddfs", 1)
    assert expected[0] is Exhausted
    with ThreadPoolExecutor(2) as pool:
        assert told(problem, "iddfs", pool) == expected


@pytest.mark.parametrize(("made", "strategy"), HARD)
def test_branches_that_come_back_unfinished(made: Any, strategy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are gone on with, in clause order; results are taken one by one."""
    monkeypatch.setattr(sent, "LASTING", 0.0)
    monkeypatch.setattr(sent, "FIRST", 7)
    monkeypatch.setattr(sent, "TAKING", 0.001)
    problem = replace(made(), stronger=None)
    expected = told(problem, strategy, 1)
    limits = Limits(nodes=expected[2] // 2)
    with ThreadPoolExecutor(2) as pool:
        assert told(problem, strategy, pool) == expected
        assert told(problem, strategy, pool, limits) == told(problem, strategy, 1, limits)


def test_searches_are_sent(executor: Processes) -> None:
    """Here; else the tests of this file would say nothing."""
    search, workers = deepening_compiled(six((4, 6, 5, 1, 3, 2, 0)), bounded=True), Workers(executor)
    search.share(workers)
    while search.run(16, UNLIMITED) == Outcome.PAUSED:
        pass
    assert isinstance(search.search, deepening.CompiledDepth)
    assert isinstance(search.search.shared, sent.SharedElsewhere)
    assert search.search.path().length == 15  # the greatest depth of six
    workers.close()


def test_limits_and_an_interrupt(executor: Processes) -> None:
    """Nothing is left under way; the executor is ready for the next search."""
    problem = replace(load("fifteen").puzzle.problem(FAR, bound="distance"), stronger=None)
    ending = solve(problem, "ida", "compiled", Limits(seconds=1.0), workers=executor)
    assert isinstance(ending, Stopped)
    assert ending.nodes > 20

    def interrupt(line: str) -> None:
        if "state" in line:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(problem, "ida", "compiled", progress=interrupt, workers=executor)
    assert told(six((4, 6, 5, 1, 3, 2, 0)), "ida", executor) == told(six((4, 6, 5, 1, 3, 2, 0)), "ida", 1)


@pytest.mark.parametrize("wrong", ["", "nowhere", "tcp://127.0.0.1", 0, object()])
def test_wrong_workers(wrong: Any) -> None:
    """One message, whatever is searched."""
    with pytest.raises(PuzzleError, match="workers"):
        load("six").puzzle.solve(workers=wrong)
