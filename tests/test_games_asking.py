"""Deduction games as relations: answer, consistent and possible, from Python and in Prolog syntax."""

from __future__ import annotations

import random

import pytest

from logicpuzzles import Game, Model, Problem, PuzzleError, load, run, var
from logicpuzzles.errors import LimitReached


@pytest.fixture(scope="module")
def bulls_and_cows():
    return load("mastermind").game


@pytest.fixture(scope="module")
def mastermind():
    return load("mastermind", colours=6, repeats=True).game


@pytest.fixture(scope="module")
def coins():
    return load("coins").game


def code(digits):
    return tuple(map(int, digits))


def codes(text):
    return [code(digits) for digits in text.split()]


def test_consistency_is_a_relation_in_every_direction(bulls_and_cows):
    """Which codes are left, which answers a guess could have got, and which guesses get an answer."""
    file, unknown, answer = load("mastermind"), var(), var()
    turns = ((code("0123"), (0, 2)), (code("1045"), (0, 1)))
    left = run(0, unknown, file.consistent(unknown, turns))
    assert left == bulls_and_cows.left(turns)
    assert left[0] == code("2356")
    asked = (*turns, (code("2356"), answer))
    got = run(0, answer, file.consistent(unknown, asked))
    assert set(got) == {bulls_and_cows.answer(secret, code("2356")) for secret in left}
    assert run(0, unknown, file.consistent((6, 2, unknown, 1), turns)) == (7, 8, 9)
    assert codes("6271 6281 6291") == [secret for secret in left if (secret[0], secret[1], secret[3]) == (6, 2, 1)]
    assert run(0, True, file.consistent(code("6281"), turns)) == (True,)
    assert run(0, True, file.consistent(code("0123"), turns)) == ()
    assert run(2, unknown, file.answer(code("0123"), unknown, (3, 0))) == (code("0124"), code("0125"))
    assert run(1, unknown, file.answer(unknown, code("0123"), (0, 4))) == (code("1032"),)
    assert run(2, unknown, file.consistent(code("6281"), ((code("0123"), answer), unknown))) == (
        (code("0123"), (0, 2)),
        (code("0124"), (0, 2)),
    )


def test_consistency_is_the_constraint_model(mastermind):
    """The python-constraint problem with the turns has the secrets that are left for solutions."""
    draw = random.Random(3)
    for _ in range(5):
        secret, *guesses = draw.sample(mastermind.secrets, 3)
        turns = [(guess, mastermind.answer(secret, guess)) for guess in guesses]
        assert sorted(mastermind.solutions(turns)) == list(mastermind.left(turns))


def test_a_model_gives_the_secrets_and_explains_contradictions(bulls_and_cows):
    """Auxiliary variables are no part of a secret; what contradicts itself is found by the model too."""

    def build():
        problem = Problem()
        problem.addVariables("abs", range(4))
        problem.addConstraint(lambda a, b, s: a + b == s, "abs")
        problem.addConstraint(lambda a, b: a != b, "ab")
        return problem

    def answer(secret, guess):
        return sum(a == b for a, b in zip(secret, guess, strict=True))

    game = Game(Model(build, arguments="ab"), answer, solved=2)
    assert game.secrets == ((0, 1), (0, 2), (0, 3), (1, 0), (1, 2), (2, 0), (2, 1), (3, 0))
    assert game.left([((0, 1), 1)]) == tuple(sorted(game.solutions([((0, 1), 1)]))) == ((0, 2), (0, 3), (2, 1))
    assert game.model([((0, 1), 1)]).count() == 3
    turns = [(code("0123"), (0, 2)), (code("4567"), (0, 2)), (code("5476"), (0, 0))]
    assert bulls_and_cows.model(turns[:2]).count() == len(bulls_and_cows.left(turns[:2]))
    assert bulls_and_cows.model(turns).count() == 0
    told = str(bulls_and_cows.model(turns).explain())
    assert "answer to [4, 5, 6, 7] is [0, 2] (0, 1, 2, 3)" in told
    assert "answer to [5, 4, 7, 6] is [0, 0] (0, 1, 2, 3)" in told
    assert "[0, 1, 2, 3] is" not in told


def test_a_list_of_secrets_is_a_model_too(coins):
    """A game without a model of its own gets one with a single variable."""
    unknown, turns = var(), [(((1, 2, 3, 4), (5, 6, 7, 8)), "balance")]
    left = run(0, unknown, load("coins").consistent(unknown, turns))
    assert left == coins.left(turns)
    assert {coin for coin, _ in left} == {9, 10, 11, 12}


# -- every direction --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def three():
    """Codes of two different pegs in three colours: small enough to list every answer."""
    return load("mastermind", pegs=2, colours=3)


def test_all_unknown_gives_every_secret_guess_and_answer_once(three):
    """Every answer is whole: the secret is still there when the second guess comes."""
    secret, guess, answer = var(), var(), var()
    found = run(0, (secret, guess, answer), three.answer(secret, guess, answer))
    game = three.game
    assert found == tuple((s, g, game.answer(s, g)) for s in game.secrets for g in game.guesses)
    assert run(0, secret, three.answer(secret, secret, (2, 0))) == game.secrets


@pytest.mark.parametrize(
    ("query", "answers"),
    [
        ("answer([0,1], [1,0], A)", ["A = [0, 2]"]),
        ("answer(S, [0,1], [0,2])", ["S = [1, 0]"]),
        ("answer([0,1], [0|R], A)", ["R = [1], A = [2, 0]", "R = [2], A = [1, 0]"]),
        ("consistent(S, [[[0,1],[0,1]]])", ["S = [1, 2]", "S = [2, 0]"]),
        ("consistent([1,2], [[[0,1],A]])", ["A = [0, 1]"]),
        (
            "consistent([1,2], [T]), T = [G, [1,0]]",
            ["T = [[0, 2], [1, 0]], G = [0, 2]", "T = [[1, 0], [1, 0]], G = [1, 0]"],
        ),
        ("consistent(S, [[[0,1],[0,1]], [[1,0],A]])", ["S = [1, 2], A = [1, 0]", "S = [2, 0], A = [1, 0]"]),
        ("possible([1,0], A, [[[0,1],[0,1]]])", ["A = [1, 0]"]),
        ("possible([1,2], A, [[[0,1],[0,1]]])", ["A = [0, 1]", "A = [2, 0]"]),
        ("possible(G, [2,0], [[[0,1],[0,1]]])", ["G = [1, 2]", "G = [2, 0]"]),
        ("possible([0,1], [1,1], [])", []),
        ("consistent(S, [[[0,1],[9,9]]])", []),
    ],
)
def test_questions_in_prolog_syntax(three, query, answers):
    """The answers are written as a query gives them."""
    assert [str(answer) for answer in three.ask(query)] == answers


def test_possible_gives_each_answer_once(bulls_and_cows):
    """Which answers could this guess have got, and how many codes each of them leaves."""
    file = load("mastermind")
    found = {
        answer["A"]: answer["N"]
        for answer in file.ask("possible([0,1,2,3], A, []), aggregate_all(count, consistent(_, [[[0,1,2,3],A]]), N)")
    }
    assert list(found) == sorted(found)
    assert len(found) == 14
    assert sum(found.values()) == 5040
    assert (found[0, 2], found[2, 2], found[4, 0]) == (1260, 6, 1)


@pytest.mark.parametrize(
    ("query", "message"),
    [
        (
            "consistent(S, [[[0,0],[0,1]]])",
            "guess: .0, 0. has 0 more than once, the values of a guess are all different",
        ),
        ("consistent(S, [[[0,1,2],[0,1]]])", "guess: .0, 1, 2. has 3 values, a guess has 2"),
        ("consistent([0,7], [])", "secret: .0, 7. has 7, which is in no secret"),
        ("answer(12, G, A)", "secret: 12 has 1 value, a secret has 2"),
        ("possible(x, A, [])", "guess: x has 1 value, a guess has 2"),
        ("consistent(S, foo)", r"consistent: these are not turns; expected a list of pairs \[guess, answer\], got foo"),
        ("consistent(S, [a(1, 2)])", "these are not turns"),
        ("consistent(S, T)", "consistent needs a value for T"),
        ("consistent(S, [[[0,1],[0,1]]|T])", "consistent needs a value for T"),
        ("possible(G, A, [[[0,1],X]])", "possible needs a value for X"),
    ],
)
def test_what_cannot_be_asked_is_one_message(three, query, message):
    """The reason, and what is expected."""
    with pytest.raises(PuzzleError, match=message):
        three.ask(query).first()


def test_a_long_search_for_an_answer_that_no_one_gives_is_stopped():
    """25 million pairs are not gone through without a look at the clock."""
    with pytest.raises(LimitReached, match="stopped after 0.2 seconds"):
        load("mastermind").ask("answer(S, G, [9,9])", seconds=0.2).first()
