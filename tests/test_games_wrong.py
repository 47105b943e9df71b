"""Deduction games that cannot be: one message each."""

from __future__ import annotations

import constraint
import pytest
from tiny_games import game_of

from logicpuzzles import Game, Limits, Model, Problem, PuzzleError, load
from logicpuzzles.errors import LimitReached
from logicpuzzles.games import secrets, table


@pytest.fixture(scope="module")
def bulls_and_cows():
    return load("mastermind").game


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"pegs": 5, "colours": 4}, "colours of a code cannot all differ; expected at most 4.*Next: allow repeats"),
        ({"pegs": 0}, "pegs: there is no such code; expected 1 to 1,000, got 0"),
        ({"pegs": -3}, "pegs: there is no such code; expected 1 to 1,000, got -3"),
        ({"colours": 10**20, "pegs": 1}, "colours: there is no such code; expected 1 to 1,000, got 1000000"),
    ],
)
def test_impossible_parameters_are_refused(parameters, message):
    """Each is one message that says what is possible."""
    with pytest.raises(PuzzleError, match=message):
        load("mastermind", **parameters)


@pytest.mark.parametrize(
    ("guess", "message"),
    [
        ((0, 0, 1, 2), "0, 0, 1, 2. has 0 more than once, the values of a guess are all different"),
        ((0, 1, 2), "0, 1, 2. has 3 values, a guess has 4; expected a guess such as .0, 1, 2, 3., "),
        ((0, 1, 2, "x"), "has x, which is in no guess"),
        ((0, True, 2, 3), "is no guess of this game"),
        ([0, {}], "has 1 value, a guess has 4"),
        (123, "123 has 1 value, a guess has 4"),
    ],
)
def test_what_is_no_guess_is_refused_with_the_reason(bulls_and_cows, guess, message):
    """Repeated digits, the wrong length, an unknown value: each is one message."""
    with pytest.raises(PuzzleError, match=message):
        bulls_and_cows.guess(guess)


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (lambda: Game([1, 1], lambda s, g: 0).secrets, "secrets: this comes twice, got 1"),
        (lambda: Game([], lambda s, g: 0).secrets, "there are no secrets"),
        (lambda: Game("ab", lambda s, g: 0), "these are not terms; expected a list of terms"),
        (lambda: Game([1, 2], "answer"), "this is not a function; expected answer"),
        (lambda: Game([{}], lambda s, g: 0).secrets, "this is not a term"),
        (lambda: Game([1, 2], lambda s, g: {}).explore(), "an answer is not a term"),
        (lambda: Game([1, 2], lambda s, g: s / 0).explore(), r"answer\(1, 1\): ZeroDivisionError"),
        (lambda: Game(lambda: 7, lambda s, g: 0).secrets, "the function builds no problem"),
        (lambda: Game([1, 2], lambda s, g: s == g).explore("luck"), "there is no such strategy; expected first"),
        (lambda: load("coins").game.explore("first"), "the strategy first asks secrets"),
        (lambda: game_of([["a"] * 2] * 2, False).explore("optimum"), "2 secrets cannot be told apart"),
        (lambda: Game([1, 2], lambda s, g: s == g, solved={}), "solved: an answer is not a term; expected an integer"),
        (lambda: Game([1, 2], lambda s, g: s == g, ask="x"), "ask: this is not a function; expected a function to"),
        (
            lambda: Game([1, 2], lambda s, g: "right" if s == g else "wrong", solved="rigt").explore(),
            "solved: no guess gets the answer rigt, which ends the game, from the secret 1; expected one of its "
            "answers, right or wrong. Next: did you mean right?",
        ),
        (
            lambda: Game(["ab", "cd"], lambda s, g: s == g, guesses=["ab", "xy"], solved=True).explore("optimum"),
            "no guess gets the answer True, which ends the game, from the secret cd; .*Next: let some guess get it",
        ),
    ],
)
def test_a_wrong_game_is_one_message(made, message):
    """Each wrong part of a declaration is named."""
    with pytest.raises(PuzzleError, match=message):
        made()


@pytest.mark.parametrize("question", ["left", "model", "problem", "solutions"])
@pytest.mark.parametrize(
    ("turns", "message"),
    [
        ([((0, 1, 2), (0, 2))], "guess: .0, 1, 2. has 3 values, a guess has 4"),
        ([((0, 1, 2, 2), (0, 2))], "guess: .0, 1, 2, 2. has 2 more than once"),
        ([((0, 1, 2, 3), {})], "answer: an answer is not a term; expected an integer, "),
        ([(0, 1, 2)], "turns: these are not turns; expected a list of pairs, a guess and the answer it got"),
        (5, "turns: these are not turns; expected a list of pairs, .* got 5"),
    ],
)
def test_turns_that_cannot_be_are_refused(bulls_and_cows, question, turns, message):
    """Whatever is asked about them."""
    with pytest.raises(PuzzleError, match=message):
        getattr(bulls_and_cows, question)(turns)


def test_the_answer_that_ends_a_game_may_be_a_list():
    """As any answer."""
    assert Game([1, 2], lambda s, g: [s == g, 0], solved=[True, 0]).explore().total == 3


def test_a_table_that_is_too_large_is_refused(monkeypatch):
    """A game whose table cannot be worked out in time says so, and what to do."""
    monkeypatch.setattr(table, "MOST_CALLS", 100)
    game = Game(range(20), lambda secret, guess: secret < guess)
    with pytest.raises(PuzzleError, match="400 entries; expected at most 100.*take the strategy first"):
        game.explore("entropy")


# -- secrets from a problem -------------------------------------------------------------------------


def built(constraint_of, domain=(0, 1)):
    """A function that builds a problem over a, b (always 2) and c."""

    def build():
        problem = constraint.Problem()
        problem.addVariables("ab", [2])
        problem.addVariable("c", domain)
        constraint_of(problem)
        return problem

    return build


def no_answer(secret, guess):
    return 0


@pytest.mark.parametrize("wrapped", [lambda build: build, Model])
def test_constraints_that_lose_solutions_lose_no_secrets(wrapped):
    """python-constraint itself finds nothing here: its MaxProd drops 2 * 2 * 0 <= 3."""
    build = built(lambda problem: problem.addConstraint(constraint.MaxProdConstraint(3), "abc"))
    assert build().getSolutions() == []
    assert Game(wrapped(build), no_answer).secrets == ((2, 2, 0),)


@pytest.mark.parametrize("wrapped", [lambda build: build, Model])
@pytest.mark.parametrize(
    ("build", "message"),
    [
        (built(lambda problem: problem.addConstraint("a % 2 == q")), "there is no variable q"),
        (built(lambda problem: None, domain=()), r"test_games_wrong.py:\d+: secrets: ValueError: Domain is empty"),
        (built(lambda problem: {}["x"]), r"test_games_wrong.py:\d+: secrets: KeyError: 'x'"),
        (built(lambda problem: problem.addConstraint(lambda a, c: a / c, "ac")), "the constraint raises ZeroDivision"),
        (built(lambda problem: problem.addConstraint(lambda a, c: a < c, "ac")), "secrets: there are no secrets"),
    ],
)
def test_a_wrong_problem_is_one_message(wrapped, build, message):
    """Text, an empty domain, a function that raises, nothing left: with the line where there is one."""
    with pytest.raises(PuzzleError, match=message):
        Game(wrapped(build), no_answer).secrets  # noqa: B018


def test_what_the_answer_function_raises_has_its_line():
    """The line of the file, and the secret and guess."""
    game = Game(range(3), lambda secret, guess: secret // guess)
    with pytest.raises(PuzzleError, match=r"test_games_wrong.py:\d+: answer\(0, 0\): ZeroDivisionError") as caught:
        game.explore("entropy")
    assert caught.value.hint == "the function must give an answer to every guess"


# -- too large --------------------------------------------------------------------------------------


def test_too_many_secrets_are_refused(monkeypatch):
    """Whether they are listed or found, before the memory is full."""
    monkeypatch.setattr(secrets, "MOST", 100)
    with pytest.raises(PuzzleError, match="there are too many secrets; expected at most 100, .*make the game smaller"):
        load("mastermind").game.explore("first")
    with pytest.raises(PuzzleError, match="there are too many secrets"):
        Game(range(101), no_answer).secrets  # noqa: B018
    with pytest.raises(PuzzleError, match="there are too many guesses"):
        Game(range(10), no_answer, guesses=range(10**9)).guesses  # noqa: B018
    assert len(Game(range(100), no_answer).secrets) == 100


def test_long_secrets_are_refused_sooner(monkeypatch):
    """The values of all secrets together count."""
    monkeypatch.setattr(secrets, "_MOST_VALUES", 4 * 5000)
    with pytest.raises(PuzzleError, match="there are too many secrets; expected at most 5,000"):
        load("mastermind").game.secrets  # noqa: B018


def test_a_limit_holds_while_secrets_are_looked_for(monkeypatch):
    """The secrets of a slow problem are searched for under the limits, by either engine."""

    def build():
        problem = Problem()
        problem.addVariables(range(12), range(12))
        problem.addConstraint(constraint.AllDifferentConstraint())
        return problem

    monkeypatch.setattr(secrets, "MOST", 10**9)
    monkeypatch.setattr(secrets, "_MOST_VALUES", 10**12)
    for patience in (10, 0.05):
        monkeypatch.setattr(secrets, "_PATIENCE", patience)
        with pytest.raises(LimitReached, match="secrets: the limit of 0.1 seconds was reached; [0-9,]+ secrets? w"):
            Game(build, no_answer).explore("entropy", limits=Limits(seconds=0.1))
