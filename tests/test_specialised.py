"""Sliding by code made for the moves alone: the nodes, order and endings of the loop over arrays."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from boards import sliding
from hypothesis import given, settings
from random_rules import boards, key
from scale import scale

from logicpuzzles import load
from logicpuzzles.logic.termdict import TermDict
from logicpuzzles.rewriting.rewrite import pattern_of
from logicpuzzles.search import Limits, SearchProblem, Solutions, plan, solve
from logicpuzzles.search.budget import UNLIMITED, Outcome
from logicpuzzles.search.deepening import deepening_compiled
from logicpuzzles.search.kernels import deepening, sharing, slide, specialising
from logicpuzzles.search.kernels.specialised import code_of
from logicpuzzles.search.kernels.specialising import ENTER


@pytest.fixture(autouse=True)
def _short() -> Iterator[None]:
    """Short slices, shared soon."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deepening, "LASTS", 200)
        patch.setattr(sharing, "BRANCHES", 6)
        patch.setitem(plan.SLICES, "compiled", (50, 0.01))
        yield


class AtOnce(specialising.Specialising):
    """Code that is there from the beginning."""

    def __init__(self, moves: Any, place: Any) -> None:
        super().__init__(moves, place)
        if not place[0]:
            MADE[moves] = place[0] = code_of(moves).addresses()[ENTER]
        USED.append(moves)


USED: list[Any] = []
MADE: dict[Any, int] = {}


def told(problem: SearchProblem, strategy: str, at_once: bool, limits: Limits | None = None, workers: int = 1) -> Any:
    """Everything that must be the same."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(specialising, "_addresses", MADE if at_once else {})
        if at_once:
            patch.setattr(slide, "Specialising", AtOnce)
        ending = solve(problem, strategy, "compiled", limits, workers=workers)
        what = key(tuple(getattr(ending, name, None) for name in ("moves", "states", "bounds", "reason")))
        if limits is not None:
            return type(ending), what, ending.nodes, ending.limits
        found = Solutions(problem, strategy, "compiled", workers=workers)
        paths = [(key(path.moves), path.nodes) for path in found]
        assert found.ending is not None
        return type(ending), what, ending.nodes, ending.limits, paths, found.ending.nodes


def check(problem: SearchProblem, strategy: str, cuts: int = 4) -> int:
    """Compare at some limits of nodes; how many nodes a search takes."""
    USED.clear()
    expected = told(problem, strategy, at_once=False)
    assert not USED
    assert told(problem, strategy, at_once=True) == expected
    assert USED
    assert told(problem, strategy, at_once=True, workers=2) == expected
    nodes = int(expected[2])
    for part in range(1, cuts):
        limits = Limits(nodes=1 + nodes * part // cuts)
        assert told(problem, strategy, at_once=True, limits=limits) == told(problem, strategy, False, limits)
    return nodes


@pytest.mark.parametrize("strategy", ["ida", "iddfs"])
def test_hardest_states(strategy: str) -> None:
    """A state of five pieces that is far from the goal, with and without a table."""
    assert check(sliding(2, 3, (4, 5, 0, 1, 2, 3)), strategy) > 100


@pytest.mark.parametrize("number", range(3))
def test_several_goals_and_odd_limits(number: int) -> None:
    """Goals at several depths, whose sums of the table are not 0, or differ; and a table that is not one of steps."""
    problem = sliding(2, 3, (4, 5, 0, 1, 2, 3))
    near = [problem.goal_states()[0]]
    for _ in range(3):
        near += [after for state in near for _, after in problem.successors(state) if after not in near]
    goals = ([near[-1]], [near[-1], near[-2]], [near[0], near[-1]])[number]
    check(replace(problem, goals=tuple(map(pattern_of, goals))), "ida")
    table = TermDict((value, tuple(n * number for n in row)) for value, row in problem.rows.items())
    check(replace(problem, start=near[-1], table=dict(table.items())), "ida")


@settings(max_examples=scale(4, 300), deadline=None)
@given(boards())
def test_random_boards(problem: SearchProblem) -> None:
    """Boards of any shape, equal pieces included, with a table of distances."""
    limits = Limits(nodes=3000)
    for strategy in ("ida", "iddfs"):
        assert told(problem, strategy, at_once=True, limits=limits) == told(problem, strategy, False, limits)


def test_going_over_in_the_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search goes over to code that another process has made, at the same point with the same nodes."""
    monkeypatch.setattr(specialising, "_addresses", {})
    problem = replace(load("eight").puzzle.problem((8, 6, 7, 2, 5, 4, 3, 0, 1), bound="distance"), stronger=None)
    expected: Any = solve(problem, "ida", "compiled", workers=1)
    monkeypatch.setattr(deepening, "SPECIALISED", 100)
    search: Any = deepening_compiled(problem, bounded=True)
    while search.nodes < 3000:
        assert search.run(100, UNLIMITED) == Outcome.PAUSED
    making = search.search.specialise
    making.process.wait(60)
    assert making.place[0] == 0
    while search.run(100, UNLIMITED) == Outcome.PAUSED:
        pass
    assert making.place[0] != 0
    assert (search.nodes, search.limits, search.path().moves) == (expected.nodes, expected.limits, expected.moves)


@pytest.mark.parametrize("fault", [None, b"", b"nonsense"])
def test_where_no_code_comes(monkeypatch: pytest.MonkeyPatch, fault: bytes | None) -> None:
    """No process can be begun, or it fails: the search goes on as it was."""

    class Gone:
        returncode = 1

        def poll(self) -> int:
            return self.returncode

    def start(_module: str, _work: object, result: Any) -> Any:
        if fault is None:
            return None
        result.write(fault)
        return Gone()

    monkeypatch.setattr(specialising, "start", start)
    monkeypatch.setattr(deepening, "SPECIALISED", 10)
    problem = sliding(2, 4, (0, 7, 2, 1, 4, 3, 6, 5))
    assert told(problem, "ida", at_once=False) == told(problem, "ida", at_once=False, workers=2)


def test_a_search_loads_no_compiler() -> None:
    """Another process makes the code."""
    import subprocess

    asked = "import sys, logicpuzzles.search.kernels.depth; sys.exit('llvmlite' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], check=False).returncode == 0
