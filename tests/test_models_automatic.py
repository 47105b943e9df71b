"""The engine auto: propagation alone and learning in turns give every solution once, the same every time."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from constraint import ExactSumConstraint
from hypothesis import given, settings
from random_problems import RandomProblem, problems
from scale import scale
from test_models_learning import Stepwise, dense

from logicpuzzles import Assignment, Limits, Model, Problem, load
from logicpuzzles.endings import Stopped
from logicpuzzles.models import automatic
from logicpuzzles.models.automatic import AutomaticSearch
from logicpuzzles.models.compiled import CompiledSearch
from logicpuzzles.search.budget import Budget, Halt


def hurried(monkeypatch: pytest.MonkeyPatch, patience: int = 2) -> None:
    """Turns begin after so many decisions."""
    monkeypatch.setattr(automatic, "PATIENCE", patience)
    monkeypatch.setattr(automatic, "LEAST", patience)
    monkeypatch.setattr(automatic, "SHARE", 1)


def halves(n: int) -> Problem:
    """The numbers from 1 to n in two halves with the same sum, and the same sum of squares."""
    problem = Problem()
    numbers = list(range(1, n + 1))
    problem.addVariables(numbers, [0, 1])
    for power in range(3):
        factors = [i**power for i in numbers]
        problem.addConstraint(ExactSumConstraint(sum(factors) // 2, factors), numbers)
    return problem


def test_turns_lose_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Handing over again and again, all solutions are given once, and counted."""
    hurried(monkeypatch, 2)
    n_learned = 0
    for seed in range(scale(40, 10_000)):
        model = Model(lambda seed=seed: dense(seed))
        packed, main = model.reading.packed, model.reading.main
        expected = [row for row in CompiledSearch(packed, {}, Budget()).rows() if row is not None]
        search = AutomaticSearch(packed, {}, Budget(), main)
        found = [row for row in search.rows() if row is not None]
        assert len(found) == len(set(found)) == search.found, seed
        assert set(found) == set(expected), seed
        assert AutomaticSearch(packed, {}, Budget(), main).count() == len(expected), seed
        n_learned += len(search.members) > 1
    assert n_learned > 10


def test_few_solutions_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond so many, the one whose turn it is goes on alone; still every solution comes once."""
    hurried(monkeypatch)
    monkeypatch.setattr(automatic, "MOST_KEPT", 10)
    found = [tuple(solution.values()) for solution in load("magic_square", order=4).model.solutions()]
    assert len(set(found)) == len(found) == 880


def test_what_costs_less_goes_on() -> None:
    """Magic squares of order 5: learning meets more of them in its decisions, propagation alone for what these cost."""
    reading = load("magic_square", order=5).model.reading
    search = AutomaticSearch(reading.packed, {}, Budget(Limits(nodes=50_000)), reading.main)
    with pytest.raises(Halt):
        search.count()
    propagation, learning = search.members
    assert search.engine == propagation.engine == "compiled"
    assert propagation.found / propagation.nodes < learning.found / learning.nodes
    assert learning.nodes <= 3 * automatic.LEAST


@settings(max_examples=scale(100, 2000))
@given(problem=problems())
def test_turns_agree_with_brute_force(problem: RandomProblem) -> None:
    """Also with constraints of every class."""
    with pytest.MonkeyPatch.context() as patch:
        hurried(patch)
        found = [tuple(solution.values()) for solution in Model(problem.build).solutions()]
    assert sorted(map(repr, found)) == sorted(map(repr, problem.brute_force()))


@pytest.mark.parametrize("patience", [3, 100])
def test_slices_change_nothing(patience: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Paused after every decision or not, the same solutions come in the same order, after the same decisions."""
    hurried(monkeypatch, patience)
    reading = load("magic_square", order=4).model.reading

    def rows(budget: Budget) -> tuple[list[Any], int]:
        search = AutomaticSearch(reading.packed, {}, budget, reading.main)
        return [row for row in search.rows() if row is not None], search.nodes

    assert rows(Stepwise()) == rows(Budget(work=10)) == rows(Budget(work=100_000))


def test_what_lasts_is_handed_over() -> None:
    """A model on which propagation alone works for a million decisions is solved by learning, and says so."""
    model = Model(lambda: halves(48))
    ending = model.solve()
    assert isinstance(ending, Assignment)
    assert ending.engine == "learning"
    assert ending.nodes < 100_000
    assert model.solve().nodes == ending.nodes
    assert load("queens").model.solve().engine == "compiled"


def test_limits_hold_for_both_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """The nodes of both are counted."""
    hurried(monkeypatch, 10)
    ending = Model(lambda: halves(48)).solve(limits=Limits(nodes=60))
    assert isinstance(ending, Stopped)
    assert ending.nodes == 60


@pytest.mark.parametrize("engine", ["auto", "learning"])
def test_the_best_solution_is_proved(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bound that one of both has found counts for the other; the least is that of all solutions."""
    hurried(monkeypatch)
    names = [f"x{i}" for i in range(1, 17)]

    def build() -> Problem:
        problem = Problem()
        problem.addVariables(names, [0, 1])
        for power in range(3):
            factors = [i**power for i in range(1, 17)]
            problem.addConstraint(ExactSumConstraint(sum(factors) // 2, factors), names)
        return problem

    weights = [i * 7919 % 101 for i in range(16)]
    totals = [
        sum(w * solution[name] for w, name in zip(weights, names, strict=True))
        for solution in Model(build).solutions(engine="compiled")
    ]
    model = Model(build, minimize=" + ".join(f"{w} * {name}" for w, name in zip(weights, names, strict=True)))
    best = model.solve(engine=engine)
    assert isinstance(best, Assignment)
    assert (best.objective, best.gap) == (min(totals), 0)
    assert model.count(engine=engine) == totals.count(min(totals))


def test_a_limit_before_the_search_stops_a_count_too() -> None:
    """Where reading the model takes longer than allowed, nothing is found, and that is told."""

    def build() -> Problem:
        sleep(0.3)
        return halves(8)

    n, ending = Model(build).tally(limits=Limits(seconds=0.05))
    assert n == 0
    assert isinstance(ending, Stopped)


def test_why_learning_takes_turns_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """By every ending, once it does; before, and by an engine that was chosen, nothing is."""
    assert Model(lambda: halves(8)).solve().why is None
    model = Model(lambda: halves(16))
    hurried(monkeypatch, 5)
    assert model.solve(engine="compiled").why is model.solve(engine="learning").why is None
    ending = model.solve()
    assert ending.why == (
        "learning takes turns with propagation alone, which met no solution for long (5 assignments tried)"
    )
    _, exhausted = model.tally()
    assert exhausted.why is not None
    assert "no further solution" in exhausted.why or exhausted.why == ending.why
    stopped = model.solve(limits=Limits(nodes=12))
    assert isinstance(stopped, Stopped)
    assert stopped.why == ending.why


def test_why_learning_takes_turns_is_printed(
    monkeypatch: pytest.MonkeyPatch, cli: Callable[..., tuple[int, str, str]]
) -> None:
    """As a line of the text, folded, and by a key of the object."""
    hurried(monkeypatch, 1)
    path = str(Path(__file__).parent.parent / "rules" / "magic_square.py")
    code, out, _ = cli("solve", path)
    assert code == 0
    assert "why     learning takes turns with propagation alone, which met no solution for\n        long" in out
    code, out, _ = cli("solve", path, "--json")
    assert json.loads(out)["why"].startswith("learning takes turns with propagation alone")
