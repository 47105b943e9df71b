"""A model is a relation: asked with any values given, lazily, several times at once, and with three endings."""

from __future__ import annotations

import os
import signal
from gc import collect
from itertools import islice
from threading import Timer
from threading import enumerate as enumerate_threads
from typing import Any

import pytest
from constraint import AllDifferentConstraint, ExactSumConstraint

from logicpuzzles import (
    Assignment,
    Circuit,
    Exhausted,
    LimitReached,
    Limits,
    Model,
    Problem,
    PuzzleError,
    Stopped,
    load,
)
from logicpuzzles.models import cpsat
from logicpuzzles.search.budget import Teller
from logicpuzzles.wording import counted

ENGINES = ("compiled", "learning", "reference", "cp-sat")


def three() -> Problem:
    """Three different numbers from 1 to 4, the last the sum of the others, with their difference on the side."""
    problem = Problem()
    problem.addVariables("abc", [1, 2, 3, 4])
    problem.addVariable("difference", range(-3, 4))
    problem.addConstraint(AllDifferentConstraint(), "abc")
    problem.addConstraint(ExactSumConstraint(0, [1, 1, -1]), "abc")
    problem.addConstraint(lambda a, b, difference: a - b == difference, ["a", "b", "difference"])
    return problem


SUMS = {(1, 2, 3), (2, 1, 3), (1, 3, 4), (3, 1, 4)}


@pytest.mark.parametrize("engine", ENGINES)
def test_every_direction(engine: str) -> None:
    """Whatever is given, the answers are those that agree with it."""
    model = Model(three, arguments="abc")
    for given in [{}, {"a": 1}, {"c": 4}, {"a": 1, "b": 2}, {"a": 1, "b": 2, "c": 3}, {"a": 1, "b": 1}, {"a": 9}]:
        expected = {s for s in SUMS if all(s["abc".index(name)] == value for name, value in given.items())}
        assert {tuple(s.values()) for s in model.solutions(given, engine=engine)} == expected
        assert model.count(given, engine=engine) == len(expected)


@pytest.mark.parametrize("engine", ENGINES)
def test_round_trips(engine: str) -> None:
    """Through three places there is one in either direction."""

    def build() -> Problem:
        problem = Problem()
        problem.addVariables("abc", "abc")
        problem.addConstraint(Circuit())
        return problem

    found = ["".join(solution.values()) for solution in Model(build).solutions(engine=engine)]
    assert sorted(found) == ["bca", "cab"]


def test_given_values_are_told_apart_as_terms() -> None:
    """1 is given, not True or 1.0; what cannot be hashed is in no domain."""
    model = Model(three, arguments="abc")
    assert model.count({"a": 1}) == 2
    assert model.count({"a": True}) == model.count({"a": 1.0}) == model.count({"a": [1]}) == 0  # type: ignore[dict-item]


def test_given_unknown_variable() -> None:
    """A name that is no variable is an error."""
    with pytest.raises(PuzzleError, match="unknown variable 'x'"):
        Model(three).solve({"x": 1})


def test_variables_in_order() -> None:
    """The arguments are the variables as added, or as the model lists them."""
    assert Model(three).variables == ("a", "b", "c", "difference")
    assert Model(three, arguments="ca").variables == ("c", "a")
    with pytest.raises(PuzzleError, match="a variable is there twice"):
        Model(three, arguments="aa").solve()
    with pytest.raises(PuzzleError, match="unknown variable 'z'"):
        Model(three, arguments="az").solve()


@pytest.mark.parametrize("engine", ENGINES)
def test_auxiliary_variables_do_not_multiply_solutions(engine: str) -> None:
    """Solutions that agree on the arguments are one."""
    model = Model(three, arguments="c")
    assert sorted(s["c"] for s in model.solutions(engine=engine)) == [3, 4]
    assert model.count(engine=engine) == 2


def test_queries_do_not_disturb_each_other() -> None:
    """Two streams from one model, taken in turns, are each the same as alone."""
    model = Model(three)
    alone = list(model.solutions())
    one, other = model.solutions(), model.solutions({"a": 1})
    mixed = [next(one), next(other), next(one), next(other), *one]
    assert [s for i, s in enumerate(mixed) if i not in (1, 3)] == alone


@pytest.mark.parametrize("engine", ENGINES)
def test_solutions_come_as_they_are_found(engine: str) -> None:
    """The first of very many is there at once, and the rest is not searched for."""
    model = Model(lambda: queens(20))
    solutions = model.solutions(engine=engine, limits=Limits(seconds=600))
    assert len(list(islice(solutions, 3))) == 3
    assert solutions.ending is None
    solutions.close()


def queens(n: int) -> Problem:
    """n queens on a board of n by n."""
    built: Problem = load("queens", n=n).model.build()
    return built


def test_the_same_order_every_time() -> None:
    """Two queries give the solutions in one order."""
    model = Model(lambda: queens(7))
    assert list(model.solutions()) == list(model.solutions()) == list(Model(lambda: queens(7)).solutions())


def test_three_endings() -> None:
    """Solved, exhausted, stopped; each tells its engine and nodes."""
    model = Model(three)
    solved, exhausted, stopped = model.solve(), model.solve({"a": 4}), model.solve(limits=Limits(nodes=0))
    assert isinstance(solved, Assignment)
    assert isinstance(exhausted, Exhausted)
    assert isinstance(stopped, Stopped)
    assert (solved.engine, exhausted.engine, stopped.engine) == ("compiled",) * 3
    assert exhausted.reason == "the constraints contradict each other"
    assert stopped.reason == "the limit of 0 nodes was reached; 0 solutions were found until then"


def large() -> Problem:
    """More solutions than anyone can count."""
    problem = Problem()
    problem.addVariables(range(30), range(30))
    problem.addConstraint(AllDifferentConstraint())
    problem.addConstraint(ExactSumConstraint(45), [0, 1, 2])
    return problem


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("limits", [Limits(nodes=500), Limits(seconds=0.3)], ids=["nodes", "seconds"])
def test_limits_stop_a_count(engine: str, limits: Limits) -> None:
    """It ends soon, as stopped, and tells how many were found."""
    if engine == "cp-sat" and limits.nodes:
        limits = Limits(nodes=0)  # here the solver meets hardly a contradiction
    n, ending = Model(large).tally(engine=engine, limits=limits)
    assert isinstance(ending, Stopped)
    assert f"{counted(n, 'solution')} w{'as' if n == 1 else 'ere'} found until then" in ending.reason
    if limits.nodes and engine != "cp-sat":
        assert ending.nodes == limits.nodes


def asked() -> Problem:
    """More combinations than anyone can try, under a function that Python decides."""
    problem = Problem()
    problem.addVariables("abcdef", range(40))
    problem.addConstraint(lambda *values: len(set(values)) == 7, "abcdef")
    return problem


@pytest.mark.parametrize("build", [large, asked])
def test_limits_stop_a_stream(build: Any) -> None:
    """Also while solutions are taken one by one, or Python is asked about functions."""
    solutions = Model(build).solutions(limits=Limits(seconds=0.3))
    for _ in solutions:
        pass
    assert isinstance(solutions.ending, Stopped)


def test_limit_on_memory() -> None:
    """A model that needs more than is allowed is not searched."""
    ending = Model(large).solve(limits=Limits(memory=1000))
    assert isinstance(ending, Stopped)
    assert ending.reason.startswith("the limit of 1,000 bytes of memory was reached")


def test_undecided_questions_raise() -> None:
    """A number or a yes is never given where a limit left it open."""
    model = Model(large)
    with pytest.raises(LimitReached, match="the limit of 500 nodes was reached"):
        model.count(limits=Limits(nodes=500))
    with pytest.raises(LimitReached):
        model.is_unique(limits=Limits(nodes=3))
    assert not model.is_unique()
    assert Model(three).is_unique({"a": 1, "c": 3})


def test_progress_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a search runs, lines tell how far it is."""
    monkeypatch.setattr(Teller, "tell", lambda teller, text, now: teller.progress(text()))
    lines: list[str] = []
    Model(large).tally(limits=Limits(nodes=100_000), progress=lines.append)
    assert "assignments tried" in lines[-1]


@pytest.mark.parametrize("engine", ENGINES)
def test_interrupts_get_through(engine: str) -> None:
    """Ctrl-C ends a search soon, and the model can be used again."""
    model = Model(large)
    model.solve()  # compiled by now

    def count() -> None:
        Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        model.count(engine=engine, limits=Limits(seconds=600))

    with pytest.raises(KeyboardInterrupt):
        count()
    assert isinstance(model.solve(), Assignment)


def test_nothing_is_proved_by_an_interrupt() -> None:
    """A stream that was interrupted has ended as stopped, though it gives no more."""

    def build() -> Problem:
        problem = Problem()
        problem.addVariables("ab", range(300))
        problem.addConstraint(lambda a, b: interrupt(b) if a * b in {899} else a * b > 0)
        return problem

    def interrupt(b: int) -> bool:
        raise KeyboardInterrupt

    solutions = Model(build).solutions()
    with pytest.raises(KeyboardInterrupt):
        list(solutions)
    assert list(solutions) == []
    assert isinstance(solutions.ending, Stopped)
    assert solutions.ending.reason.startswith("it was interrupted; ")


def test_the_time_of_a_search_ends_with_it() -> None:
    """What is done after the last solution does not count."""
    solutions = Model(three).solutions()
    list(solutions)
    assert solutions.ending is not None
    assert solutions.seconds == solutions.ending.seconds == solutions.seconds


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("size", [20, 150])  # few combinations of values, which are tried at once, and many
def test_what_raises_is_never_counted_as_a_solution(size: int, engine: str) -> None:
    """A count ends with the error of a function that raises for a solution, as the solutions one by one do."""

    def build() -> Problem:
        problem = Problem()
        problem.addVariables("ab", range(size))
        problem.addConstraint(lambda a, b: 100 // (a - 7) > 50 * b)
        return problem

    with pytest.raises(PuzzleError, match="ZeroDivisionError"):
        Model(build).count(engine=engine)


def test_what_is_no_function() -> None:
    """A model is made of a function, not of a problem, which could only be used once."""
    with pytest.raises(PuzzleError, match="a model takes a function that builds a problem"):
        Model(three())  # type: ignore[arg-type]


def test_what_is_no_picture() -> None:
    """Text or a function."""
    with pytest.raises(PuzzleError, match="picture: this is no picture; expected text, or a function to it, got 3"):
        Model(three, picture=3)  # type: ignore[arg-type]


@pytest.mark.parametrize("values", [3, {"a"}, [("a", 1)]])
def test_given_values_are_a_mapping(values: Any) -> None:
    """What else is given is one message."""
    with pytest.raises(PuzzleError, match="given: these are not values; expected a mapping"):
        Model(three).count(values)


def test_what_solve_gives_is_drawn() -> None:
    """As its values are."""
    model = Model(three, picture="{a}{b}{c}")
    solution = model.solve()
    assert isinstance(solution, Assignment)
    assert model.draw(solution) == model.draw(solution.values) == "123"


def test_solutions_after_the_end() -> None:
    """A stream that has ended stays so, and tells how."""
    solutions = Model(three).solutions({"a": 1})
    assert solutions.ending is None
    assert len(list(solutions)) == solutions.found == 2
    assert next(solutions, None) is None
    assert isinstance(solutions.ending, Exhausted)
    assert solutions.ending.reason == "all 2 solutions were found"


def test_tally_of_a_stream_that_has_begun() -> None:
    """It counts what is left."""
    solutions = Model(lambda: queens(6)).solutions()
    next(solutions)
    assert solutions.tally()[0] == 3


def test_check_of_values() -> None:
    """`violated` names what does not hold, without an engine."""
    model = Model(three)
    good = {"a": 1, "b": 2, "c": 3, "difference": -1}
    assert model.violated(good) == ()
    assert [posted.name for posted in model.violated({**good, "a": 2})] == ["AllDifferent", "ExactSum", "function"]
    for wrong in ({"a": 1}, {**good, "a": 7}):
        with pytest.raises(PuzzleError, match="the values are not those of a solution"):
            model.violated(wrong)


def test_an_abandoned_search_ends_in_whatever_thread_it_is_collected(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the solver's own thread too, where it cannot wait for its end."""
    found = load("queens", n=8).model.solutions(engine="cp-sat")
    next(iter(found))
    (solver,) = (thread for thread in enumerate_threads() if thread.name == "cp-sat")
    monkeypatch.setattr(cpsat, "current_thread", lambda: solver)
    del found
    collect()
    solver.join(60)
    assert not solver.is_alive()


def test_missing_ortools(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra the engine cp-sat says how to install it."""
    monkeypatch.setitem(__import__("sys").modules, "ortools.sat.python", None)
    with pytest.raises(PuzzleError, match=r'pip install "logicpuzzles\[cpsat\]"'):
        Model(three).solve(engine="cp-sat")


@pytest.mark.parametrize(
    ("picture", "drawn"),
    [
        (None, "a          = 1\nb          = 2\nc          = 3\ndifference = -1"),
        ("{a}+{b}={c:3}", "1+2=  3"),
        (lambda values: "abc"[: values["c"]], "abc"),
    ],
)
def test_pictures(picture: Any, drawn: str) -> None:
    """A solution is drawn by a template or a function; else a line for each variable."""
    assert Model(three, picture=picture).draw({"a": 1, "b": 2, "c": 3, "difference": -1}) == drawn
