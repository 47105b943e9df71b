"""Searches that are cut into branches: whoever searches them, the same solutions, order, decisions and endings."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import pytest
from constraint import AllDifferentConstraint
from hypothesis import given, settings
from random_problems import RandomProblem, problems
from scale import scale
from test_models_automatic import halves, hurried
from test_models_learning import dense

from logicpuzzles import Limits, Model, Problem, PuzzleError, load
from logicpuzzles.endings import Stopped
from logicpuzzles.models import compiled, sharing
from logicpuzzles.models.automatic import AutomaticSearch
from logicpuzzles.models.compiled import CompiledSearch
from logicpuzzles.models.kernels import layout
from logicpuzzles.models.packed import Packed
from logicpuzzles.models.search import Helpers
from logicpuzzles.search.budget import Budget
from logicpuzzles.workers.processes import Processes
from logicpuzzles.workers.threads import Threads
from logicpuzzles.workers.together import together

Asked = tuple[list[Any], int, str, str]  # solutions, decisions, how it ended and why


def cut_soon(monkeypatch: pytest.MonkeyPatch, lasting: int = 3, size: int = 4) -> None:
    """Cut a search after so many decisions, and branches after so many."""
    monkeypatch.setattr(compiled, "LASTING", lasting)
    monkeypatch.setattr(sharing, "SIZE", size)


def asked(model: Model, workers: Any, engine: str = "compiled", limits: Limits | None = None) -> Asked:
    solutions = model.solutions(as_tuples=True, engine=engine, limits=limits, workers=workers)
    found = list(solutions)
    assert solutions.ending is not None
    return found, solutions.nodes, solutions.ending.status, solutions.ending.reason


def squares(order: int = 4) -> Model:
    model: Model = load("magic_square", order=order, corners=False).model
    return model


@pytest.fixture(scope="module")
def processes() -> Iterator[Processes]:
    executor = Processes(2)
    yield executor
    executor.close()


@settings(max_examples=scale(40, 2000), deadline=None)
@given(problem=problems())
def test_random_models(problem: RandomProblem) -> None:
    """All engines that are cut, by one worker and by two, against brute force."""
    with pytest.MonkeyPatch.context() as patch:
        cut_soon(patch, 2, 2)
        hurried(patch, 3)
        model = Model(problem.build)
        for engine in ("auto", "compiled"):
            alone = asked(model, 1, engine)
            assert asked(model, 2, engine) == alone
            assert sorted(map(repr, alone[0])) == sorted(map(repr, problem.brute_force()))


@pytest.mark.parametrize("engine", ["auto", "compiled", "learning", "reference"])
def test_every_engine(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same by two workers as by one, also where an engine is not cut."""
    cut_soon(monkeypatch)
    hurried(monkeypatch, 5)
    for seed in range(scale(4, 200)):
        model = Model(lambda seed=seed: dense(seed))
        limits = Limits(nodes=3_000)
        assert asked(model, 2, engine, limits) == asked(model, 1, engine, limits), seed


@pytest.mark.parametrize(("n", "size"), [(8, 1), (12, 7), (16, 300)])
def test_whoever_searches(n: int, size: int, monkeypatch: pytest.MonkeyPatch, processes: Processes) -> None:
    """One worker in slices of any size, threads, and processes."""
    cut_soon(monkeypatch, size, size)
    model = Model(lambda: halves(n))
    alone = asked(model, 1)
    assert len(set(alone[0])) == len(alone[0])
    uncut = CompiledSearch(model.reading.packed, {}, Budget())
    uncut.is_cut = False
    assert set(alone[0]) == {row for row in uncut.rows() if row is not None}
    assert asked(model, 2) == asked(model, Threads(3)) == asked(model, None) == alone
    assert asked(model, processes) == alone
    for name in ("SLICE", "LONGEST", "CALL"):  # after each call of the kernel, which gets shorter
        monkeypatch.setattr(sharing, name, 0)
    assert asked(model, 1) == asked(model, 2) == alone


@pytest.mark.parametrize("engine", ["auto", "compiled"])
def test_limits_of_nodes(engine: str, monkeypatch: pytest.MonkeyPatch, processes: Processes) -> None:
    """After exactly so many decisions, with what was found until then, whoever was ahead."""
    cut_soon(monkeypatch, 40, 30)
    hurried(monkeypatch, 20)
    model = Model(lambda: halves(20))
    for nodes in (39, 40, 41, 70, 71, 200, 333, 1_000):
        limits = Limits(nodes=nodes)
        alone = asked(model, 1, engine, limits)
        assert alone[1] == nodes
        assert alone[2] == "stopped"
        for workers in (2, 5, processes):
            assert asked(model, workers, engine, limits) == alone
            n, ending = model.tally(engine=engine, limits=limits, workers=workers)
            assert (n, ending.nodes, ending.reason) == (len(alone[0]), *alone[1::2])


def test_the_last_decision_that_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """With as many decisions as it takes the search ends by itself; with one less it does not."""
    cut_soon(monkeypatch, 40, 30)
    model = Model(lambda: halves(16))
    whole = asked(model, 1)
    for workers in (1, 2):
        assert asked(model, workers, limits=Limits(nodes=whole[1])) == whole
        assert asked(model, workers, limits=Limits(nodes=whole[1] - 1))[2] == "stopped"


def test_limits_between_branches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the last decision that is allowed is the last of a branch."""
    cut_soon(monkeypatch, 5, 4)
    model = load("queens").model
    whole = asked(model, 1)
    for nodes in range(4, 80):
        alone = asked(model, 1, limits=Limits(nodes=nodes))
        assert alone[1] == nodes
        assert alone[0] == whole[0][: len(alone[0])]
        assert asked(model, 2, limits=Limits(nodes=nodes)) == alone
    assert len(alone[0]) > 10


def test_turns_end_between_branches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Learning has turns after the other search was cut, the same whoever is ahead there."""
    cut_soon(monkeypatch)
    hurried(monkeypatch, 5)
    reading = load("magic_square", order=4).model.reading
    told = []
    for workers in (1, 2):
        search = AutomaticSearch(reading.packed, {}, Budget(), reading.main)
        search.share(Helpers(workers))
        assert search.count() == 880
        told.append([(member.nodes, member.found) for member in search.members])
    assert told[0] == told[1]
    assert told[0][1][1] > 100


def test_all_magic_squares() -> None:
    """All 7,040 of order 4, counted and listed, as they are cut by default."""
    alone = asked(squares(), 1)
    assert len(set(alone[0])) == 7040  # Frénicle: 880, in eight positions
    assert asked(squares(), 2) == alone
    assert squares().tally(workers=2)[1].nodes == alone[1]
    uncut = CompiledSearch(squares().reading.packed, {}, Budget())
    uncut.is_cut = False
    assert set(alone[0]) == {row for row in uncut.rows() if row is not None}


def test_what_is_large_is_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """The arrays of its branches would not fit the memory; then all is searched as it is by one."""
    monkeypatch.setattr(compiled, "MOST_NUMBERS", 1 << 10)
    search = CompiledSearch(squares().reading.packed, {}, Budget())
    search.is_cut = False
    search.count()
    assert squares().tally(engine="compiled", workers=2)[1].nodes == search.nodes


def test_as_many_as_are_asked_for() -> None:
    """The first of very many, as on one worker, and no search goes on behind."""
    first = [list(islice(squares(5).solutions(as_tuples=True, workers=n), 300)) for n in (1, 2)]
    assert first[0] == first[1]
    assert len(set(first[0])) == 300


def test_auxiliary_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solutions that differ in others than those of the relation count once, wherever the search is cut."""

    def build() -> Problem:
        problem = Problem()
        problem.addVariables("abc", range(5))
        problem.addVariables("xyz", range(6))
        problem.addConstraint(AllDifferentConstraint())
        problem.addConstraint(lambda a, x, y: a < x < y, "axy")
        return problem

    cut_soon(monkeypatch, 2, 2)
    model = Model(build, arguments="abc")
    alone = asked(model, 1)
    assert len(set(alone[0])) == len(alone[0])
    assert set(alone[0]) == {row[:3] for row in asked(Model(build), 1)[0]}
    assert asked(model, 2) == alone


@pytest.mark.parametrize("selection", [layout.LEFTMOST, layout.FEWEST, layout.GREATEST])
def test_an_order_that_is_asked_for(selection: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the order of the search is given, cutting it changes nothing at all."""
    packed = Model(lambda: halves(16)).reading.packed

    def rows() -> tuple[list[Any], int]:
        search = CompiledSearch(packed, {}, Budget(), selection)
        return [row for row in search.rows() if row is not None], search.nodes

    uncut = rows()
    cut_soon(monkeypatch, 5, 3)
    assert rows() == uncut


def test_functions_are_asked_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Python decides, the one who asks does all of it."""
    from threading import current_thread, main_thread

    calls = set()

    def odd(*values: int) -> bool:
        calls.add(current_thread() is main_thread())
        return hash(values) % 3 != 0

    def build() -> Problem:
        problem = Problem()
        problem.addVariables("abcd", range(30))
        problem.addConstraint(odd, "abcd")
        problem.addConstraint(lambda a, b, c, d: a < b < c < d, "abcd")
        return problem

    cut_soon(monkeypatch, 50, 20)
    model = Model(build)
    assert asked(model, 2, limits=Limits(nodes=2_000)) == asked(model, 1, limits=Limits(nodes=2_000))
    assert calls == {True}


HIDDEN = """
from logicpuzzles import Model, Problem


def puzzle(wrong: bool = False) -> Model:
    weights = {k: k * k % 7 for k in range(30)}

    def asked(*values):
        if wrong and values[0] > 24:
            raise LookupError("no such number")
        return sum(weights[value] for value in values) % 5 == 0  # looked up: it cannot be followed

    def build():
        problem = Problem()
        problem.addVariables("abcd", range(30))
        problem.addConstraint("a < b < c < d", "abcd")
        problem.addConstraint(asked, "abcd")
        return problem

    return Model(build)
"""


def test_functions_are_asked_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, processes: Processes) -> None:
    """A model that comes of a rule file goes to processes as content, and its functions are called there."""
    (tmp_path / "hidden.py").write_text(HIDDEN)
    cut_soon(monkeypatch, 100, 60)
    model = load(tmp_path / "hidden.py").model
    assert model.reading.packed.functions
    alone = asked(model, 1)
    weights = {k: k * k % 7 for k in range(30)}
    assert set(alone[0]) == {row for row in combinations(range(30), 4) if sum(map(weights.__getitem__, row)) % 5 == 0}
    answered = []
    answer = Packed.answer
    monkeypatch.setattr(Packed, "answer", lambda self, s: (answered.append(1), answer(self, s)))
    assert asked(model, 1)[1] == alone[1]
    n_alone = len(answered)
    answered.clear()
    assert asked(model, processes) == alone
    assert len(answered) < n_alone / 4  # before the search lasts


def test_functions_that_raise_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, processes: Processes) -> None:
    """What is raised by functions there is told as if it were raised here."""
    (tmp_path / "hidden.py").write_text(HIDDEN)
    cut_soon(monkeypatch, 100, 60)
    told = []
    for workers in (1, processes):
        with pytest.raises(PuzzleError, match="no such number") as error:
            load(tmp_path / "hidden.py", wrong=True).model.count(engine="compiled", workers=workers)
        told.append(str(error.value))
    assert told[0] == told[1]


@pytest.mark.parametrize("limits", [Limits(seconds=0.2), Limits(memory=200_000)])
def test_other_limits(limits: Limits) -> None:
    """Time and memory stop it as on one worker, with what was found until then."""
    n, ending = squares(5).tally(limits=limits, workers=2)
    assert isinstance(ending, Stopped)
    assert f"{n:,} solution" in ending.reason


@pytest.mark.parametrize("workers", [0, -1, True, "x" * 3, 2.5])
def test_what_is_no_worker(workers: Any) -> None:
    """Refused at once, whether or not the search lasts."""
    with pytest.raises(PuzzleError):
        list(squares(3 if not isinstance(workers, str) else 4).solutions(workers=workers))


def test_the_command_line(cli: Callable[..., tuple[int, str, str]]) -> None:
    """All squares as one worker lists them, and as many; only the seconds differ."""
    told = []
    for workers in "12":
        code, out, _ = cli("solve", "magic_square", "--order", "4", "--all", "--json", "--workers", workers)
        data = json.loads(out)
        assert (code, data.pop("seconds") > 0, data["count"]) == (0, True, 880)
        told.append(data)
    assert told[0] == told[1]


def test_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupt ends all workers, and what was found is said."""

    def interrupted(workers: int, work: Callable[[], object]) -> None:
        together(workers, work)
        raise KeyboardInterrupt

    monkeypatch.setattr(sharing, "together", interrupted)
    solutions = squares(5).solutions(workers=2)
    with pytest.raises(KeyboardInterrupt):
        list(solutions)
    assert isinstance(solutions.ending, Stopped)
    assert "interrupted" in solutions.ending.reason
