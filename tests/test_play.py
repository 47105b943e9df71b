"""Playing deduction games: turns, contradictions, both sides, and the commands."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_games import tiny_games

from logicpuzzles import Game, PuzzleError, load
from logicpuzzles.games.answer_parsing import Reader
from logicpuzzles.games.play import Contradiction, Deduction, Guesser, Keeper


@pytest.fixture(scope="module")
def game():
    return load("mastermind").game


def code(digits):
    return tuple(map(int, digits))


# -- turns ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", ["first", "minimax", "entropy"])
def test_guesser_and_keeper_play_as_the_tree_says(game, strategy):
    """Turn by turn the same number of questions as in the strategy's tree."""
    explored = game.explore(strategy)
    guesser = Guesser(game, strategy)
    for secret in random.Random(1).sample(game.secrets, 2):
        keeper, deduction = Keeper(game, secret), Deduction.begin(game)
        while not deduction.over:
            guess = guesser.guess(deduction)
            deduction = deduction.told(guess, keeper.answer(guess))
        assert deduction.secrets == (secret,)
        assert len(deduction.turns) == explored.questions[secret]


def test_the_optimum_guesses_along_its_tree():
    """A program that plays the optimum asks what the optimal tree asks."""
    game = load("coins", coins=6).game
    guesser, worst = Guesser(game, "optimum"), game.explore("optimum").worst
    for secret in game.secrets:
        keeper, deduction = Keeper(game, secret), Deduction.begin(game)
        while not deduction.over:
            guess = guesser.guess(deduction)
            deduction = deduction.told(guess, keeper.answer(guess))
        assert deduction.secrets == (secret,)
        assert len(deduction.turns) <= worst


def test_a_turn_leaves_the_game_before_it_as_it_was(game):
    """Turns make new games; the last one can be taken back."""
    begin = Deduction.begin(game)
    after = begin.told(code("0123"), (0, 2))
    assert (len(begin.left), len(after.left)) == (5040, 1260)
    assert after.before(1) == begin
    with pytest.raises(PuzzleError, match="nothing was answered yet"):
        begin.before(1)


def test_the_parts_of_a_guess_are_what_it_could_still_get(game):
    """Every answer that is possible, with the number of secrets that give it."""

    def parts(deduction, guess):
        found = game.table.split(game.guess_names.find(guess), deduction.left)
        return {answer: len(secrets) for answer, secrets in found.items()}

    assert parts(Deduction.begin(game), code("0123")) == {
        (0, 0): 360, (0, 1): 1440, (0, 2): 1260, (0, 3): 264, (0, 4): 9, (1, 0): 480, (1, 1): 720,
        (1, 2): 216, (1, 3): 8, (2, 0): 180, (2, 1): 72, (2, 2): 6, (3, 0): 24, (4, 0): 1,
    }  # fmt: skip
    after = Deduction.begin(game).told(code("0123"), (0, 2)).told(code("1045"), (0, 1))
    assert sum(parts(after, code("6281")).values()) == len(after.left)


def test_a_contradiction_names_the_answers_that_it_contradicts(game):
    """Only the answers that matter are named."""
    begin = Deduction.begin(game)
    with pytest.raises(Contradiction) as caught:
        begin.told(code("0123"), (0, 2)).told(code("4567"), (0, 2)).told(code("5476"), (0, 0))
    assert caught.value.numbers == (2,)
    assert "5476 cannot get 0 bulls 0 cows: it contradicts question 2: 4567 got 0 bulls 2 cows" in str(caught.value)
    with pytest.raises(Contradiction) as caught:
        begin.told(code("0123"), (0, 0)).told(code("4567"), (0, 2)).told(code("8901"), (0, 1))
    assert caught.value.numbers == (1, 2)


@pytest.mark.parametrize("answer", [(3, 1), (5, 0), (0, 5), 7, "left", (1,)])
def test_an_impossible_answer_is_refused(game, answer):
    """What no secret answers is told apart from what contradicts earlier answers."""
    with pytest.raises(PuzzleError, match="no secret gives this answer to 0123; expected 0 bulls 0 cows, ") as caught:
        Deduction.begin(game).told(code("0123"), answer)
    assert not isinstance(caught.value, Contradiction)


@given(tiny_games(), st.data())
def test_what_is_contradicted_is_the_fewest_answers(game, data):
    """No smaller set of earlier answers excludes the new one, by trying all sets."""
    deduction = Deduction.begin(game)
    for _ in range(4):
        guess = data.draw(st.sampled_from(game.guesses))
        answer = data.draw(st.sampled_from(sorted({game.answer(secret, guess) for secret in game.secrets})))

        def excluded(turns, guess=guess, answer=answer):
            return not any(
                game.answer(secret, guess) == answer and all(game.answer(secret, g) == a for g, a in turns)
                for secret in game.secrets
            )

        try:
            deduction = deduction.told(guess, answer)
        except Contradiction as contradiction:
            named = [deduction.turns[number - 1] for number in contradiction.numbers]
            assert excluded(named)
            assert not any(excluded(fewer) for fewer in combinations(deduction.turns, len(named) - 1))
        else:
            assert not excluded(deduction.turns[:-1])


def test_a_contradiction_with_many_answers_is_told_at_once():
    """Where the fewest cannot be found by trying, what is named still cannot be left out."""
    game = Game(range(40), lambda secret, guess: secret == guess, solved=True)
    deduction = Deduction.begin(game)
    for guess in (*range(39), 0):
        deduction = deduction.told(guess, False)
    with pytest.raises(Contradiction) as caught:
        deduction.told(39, False)
    assert caught.value.numbers == tuple(range(1, 40))


def test_taking_back_goes_to_any_question(game):
    """Before question 2 only the first answer is known; what was not asked cannot be taken back."""
    begin = Deduction.begin(game)
    first = begin.told(code("0123"), (0, 2))
    after = first.told(code("1045"), (0, 1))
    assert after.before(2) == first
    assert after.before(1) == begin
    for number in (0, 3, -1):
        with pytest.raises(PuzzleError, match="undo: this was not answered yet; expected a question from 1 to 2"):
            after.before(number)


def test_a_keeper_has_only_secrets(game):
    """A secret that is none is refused; without one, a secret is drawn."""
    with pytest.raises(PuzzleError, match="secret: .*has 1 more than once"):
        Keeper(game, code("1123"))
    drawn = {Keeper(game, draw=random.Random(seed)).secret for seed in range(20)}
    assert len(drawn) > 15
    assert drawn <= set(game.secrets)


def test_a_game_without_an_end_answer_is_over_with_one_secret():
    """Nothing needs to be asked where there is only one secret."""
    assert Deduction.begin(Game(["only"], lambda secret, guess: 0)).over


# -- reading ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("0 2", (0, 2)),
        ("02", (0, 2)),
        ("0,2", (0, 2)),
        ("(0, 2)", (0, 2)),
        ("0 bulls 2 cows", (0, 2)),
        ("0 Bulls, 2 Cows!", (0, 2)),
        ("0b2c", (0, 2)),
        ("1 bull 1 cow", (1, 1)),
        ("4 bulls", (4, 0)),
        ("2 cows, 0 bulls", (0, 2)),
        ("2c 0b", (0, 2)),
        ("bulls 0 cows 2", (0, 2)),
        ("no bulls and 2 cows", None),
        ("2 cows", None),
        ("5 bulls", None),
        ("0 cows 2 cows", None),
        ("", None),
        ("3 1", None),
        ("cows", None),
    ],
)
def test_answers_are_read_as_people_write_them(game, text, answer):
    """Numbers with anything between them; what is not clear is no answer."""
    assert Reader(game.possible_answers(code("0123")), game.tell).find(text) == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("----G", "----G"),
        ("---- g", "----G"),
        ("-----", "-----"),
        ("G----", None),
        ("g", None),
        ("--g-y", None),
        ("ggggg", "GGGGG"),
        ("", None),
    ],
)
def test_symbols_must_be_typed_where_they_tell_answers_apart(text, answer):
    """What is not there is not taken for something that sounds like it."""
    assert Reader(["----G", "-G--G", "G--YG", "-----", "GGGGG"], str).find(text) == answer


def test_signs_and_capitals_can_be_the_only_difference():
    """Numbers below 0, comparisons, and letters that differ in their size."""
    assert [Reader([-1, 0, 1], str).find(text) for text in ("-1", "1", "0", "- 1")] == [-1, 1, 0, -1]
    assert [Reader(["<", "=", ">"], str).find(text) for text in ("<", " = ", "<=")] == ["<", "=", None]
    assert [Reader(["a", "A", "b"], str).find(text) for text in ("a", "A", "B")] == ["a", "A", "b"]


def test_a_word_may_be_abbreviated_where_it_stays_clear():
    """A beginning will do, unless two words begin so."""
    reader = Reader(["left", "right", "balance", "rig"], str)
    assert [reader.find(text) for text in ("l", "BAL", "r", "rig", "righ", "x")] == [
        "left",
        "balance",
        None,
        "rig",
        "right",
        None,
    ]


def test_colours_above_nine_are_typed_with_spaces():
    """1 12 and 11 2 are two codes: without the space it is not clear which."""
    game = load("mastermind", pegs=2, colours=13).game
    assert game.guess_names.read("1 12") == (1, 12)
    assert game.guess_names.read("11-2") == (11, 2)
    with pytest.raises(PuzzleError, match="'112' may mean 1 12 or 11 2. Next: type more of it"):
        game.guess_names.read("112")
    with pytest.raises(PuzzleError, match="3 has 1 value, a guess has 2"):
        game.guess_names.read("3 ")
