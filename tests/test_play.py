"""Playing deduction games: turns, contradictions, both sides, and the commands."""

from __future__ import annotations

import builtins
import json
import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_games import tiny_games

from logicpuzzles import Game, PuzzleError, load
from logicpuzzles.cli import run
from logicpuzzles.games.naming import Reader
from logicpuzzles.games.play import Contradiction, Deduction, Guesser, Keeper
from logicpuzzles.games.strategies import NAMES


@pytest.fixture(scope="module")
def game():
    return load("mastermind").game


@pytest.fixture
def typed(monkeypatch):
    """What the person types, line by line; then the input ends."""

    def lines(*texts):
        rest = iter(texts)

        def answer(prompt):
            print(prompt, end="")
            try:
                text = next(rest)
            except StopIteration:
                raise EOFError from None
            print(text)
            return text

        monkeypatch.setattr(builtins, "input", answer)

    return lines


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
    game = load("coins", coins=8).game
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
    assert after.undone() == begin
    with pytest.raises(PuzzleError, match="nothing was answered yet"):
        begin.undone()


def test_the_parts_of_a_guess_are_what_it_could_still_get(game):
    """Every answer that is possible, with the number of secrets that give it."""
    assert Deduction.begin(game).parts(code("0123")) == {
        (0, 0): 360, (0, 1): 1440, (0, 2): 1260, (0, 3): 264, (0, 4): 9, (1, 0): 480, (1, 1): 720,
        (1, 2): 216, (1, 3): 8, (2, 0): 180, (2, 1): 72, (2, 2): 6, (3, 0): 24, (4, 0): 1,
    }  # fmt: skip
    after = Deduction.begin(game).told(code("0123"), (0, 2)).told(code("1045"), (0, 1))
    assert sum(after.parts(code("6281")).values()) == len(after.left)


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


def test_a_keeper_has_only_secrets(game):
    """A secret that is none is refused; without one, a secret is drawn."""
    with pytest.raises(PuzzleError, match="secret: .*has 1 more than once"):
        Keeper(game, code("1123"))
    drawn = {Keeper(game, draw=random.Random(seed)).secret for seed in range(20)}
    assert len(drawn) > 15
    assert drawn <= set(game.secrets)


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
        ("4 bulls", None),
        ("", None),
        ("3 1", None),
        ("cows", None),
    ],
)
def test_answers_are_read_as_people_write_them(game, text, answer):
    """Numbers with anything between them; what is not clear is no answer."""
    assert Reader(game.possible_answers(code("0123")), game.tell).find(text) == answer


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
    assert game.naming.read_guess("1 12") == (1, 12)
    assert game.naming.read_guess("11-2") == (11, 2)
    with pytest.raises(PuzzleError, match="112. has 1 values, a guess has 2"):
        game.naming.read_guess("112")


# -- the commands -----------------------------------------------------------------------------------


def test_the_program_guesses(typed, capsys):
    """A whole game, with a contradiction, a typing error, and an answer taken back."""
    typed("0 0", "0 0", "nonsense", "undo", "0 2", "left", "0 1", "0 2", "1 0", "0b2c", "4 0")
    assert run(["play", "mastermind", "--guesser", "you", "--strategy", "first"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "Question 2: 4567? 0 0 4567 cannot get 0 bulls 0 cows: it contradicts question 1: 0123 got" in told
    assert "this is no answer that is possible here; expected 0 bulls 0 cows, " in told
    assert "Question 2: 1045? left 1,260 secrets left: 1045, " in told
    assert told.endswith("Question 6: 6281? 4 0 Your secret is 6281: 6 questions.")


def test_the_person_guesses(typed, capsys, monkeypatch):
    """Guesses are answered, wrong ones explained, and a hint is a guess of the strategy."""
    monkeypatch.setattr(random, "SystemRandom", lambda: random.Random(5))
    secret = Keeper(load("mastermind").game).secret
    typed("0012", "hint", "0123", "".join(map(str, secret)))
    assert run(["play", "mastermind", "--strategy", "first"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "[0, 0, 1, 2] has 0 more than once, the values of a guess are all different" in told
    assert "hint I would guess 0123." in told
    assert told.endswith(f"You found {''.join(map(str, secret))} with 2 questions.")


@pytest.mark.parametrize("last", [["quit"], []])
@pytest.mark.parametrize("guesser", ["me", "you"])
def test_a_game_can_be_left(typed, guesser, last):
    """By a word or by the end of the input; then nothing was found."""
    typed(*last)
    assert run(["play", "coins", "--guesser", guesser]) == 1


def test_coins_are_played(typed, capsys):
    """The game ends as soon as one possibility is left."""
    typed("b", "l", "b")
    assert run(["play", "coins", "--guesser", "you"]) == 0
    assert capsys.readouterr().out.endswith(": 3 questions.\n")


def test_explore_prints_one_object(capsys):
    """The figures of a strategy as JSON."""
    assert run(["explore", "mastermind", "--strategy", "first", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["status"], found["total"], found["worst"], found["secrets"]) == ("solved", 28024, 9, 5040)
    assert found["counts"]["9"] == 5
    assert sorted(found["hardest"]) == [[5, 2, 9, 3], [9, 2, 0, 4], [9, 2, 1, 4], [9, 2, 4, 1], [9, 4, 3, 1]]
    assert (found["first"], found["least"], found["reason"]) == ([0, 1, 2, 3], None, None)


def test_explore_draws_the_distribution(capsys):
    """A line with a bar for each number of questions, and the figures."""
    assert run(["explore", "mastermind", "--strategy", "first"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "questions  secrets"
    assert [line.split()[:2] for line in lines[1:10]] == [
        [str(number), f"{count:,}"] for number, count in enumerate((1, 13, 108, 596, 1668, 1768, 752, 129, 5), 1)
    ]
    assert len(lines[6]) == max(map(len, lines)) == 80
    assert "in all  28,024 questions for 5,040 secrets" in lines
    assert "worst   9: 5293, 9204, 9214, 9241, 9431" in lines


def test_explore_stops_at_a_limit(capsys):
    """A search that is stopped says so, and tells the best tree so far."""
    code = run(["explore", "mastermind", "--colours", "7", "--strategy", "optimum", "--limit-nodes", "100", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert (code, found["status"]) == (3, "stopped")
    assert "the limit of 100 nodes was reached" in found["reason"]
    assert found["least"] < found["total"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "seven"], "a puzzle is not played"),
        (["play", "mastermind", "--strategy", "luck"], "Invalid value for '--strategy'"),
        (["play", "mastermind", "--pegs", "11"], "the colours of a code cannot all differ; expected at most 10"),
        (["explore", "mastermind", "--from-start"], "--from-start and --hardest are for state puzzles"),
        (["explore", "seven", "--strategy", "entropy"], "--strategy is for deduction games"),
        (["play", "coins", "--guesser", "you", "--strategy", "first"], "the strategy first asks secrets"),
    ],
)
def test_wrong_arguments_are_one_message(arguments, message, capsys):
    """Exit code 2 and no traceback."""
    assert run(arguments) == 2
    error = capsys.readouterr().err
    assert message in error
    assert "Traceback" not in error


def test_check_tells_whether_a_game_can_be_won(tmp_path, capsys):
    """Sizes, answers, and the first two secrets that no guess tells apart."""
    assert run(["check", "coins"]) == 0
    assert "every two secrets answer some guess differently" in capsys.readouterr().out
    file = tmp_path / "alike.py"
    file.write_text(
        "from logicpuzzles import Game\n"
        "game = Game(['a', 'b'], lambda secret, guess: 'no', guesses=['x'], solved='yes')\n"
    )
    assert run(["check", str(file)]) == 1
    told = " ".join(capsys.readouterr().out.split())
    assert "never for the secret a: no guess gets yes" in told
    assert "a and b answer every guess alike" in told


def test_every_strategy_is_offered():
    """The choices of the commands are those of the registry."""
    from logicpuzzles.cli.commands import logicpuzzles

    for command in ("play", "explore"):
        (option,) = [p for p in logicpuzzles.commands[command].params if p.name == "strategy"]
        assert tuple(option.type.choices) == NAMES


def test_a_game_without_an_end_answer_is_over_with_one_secret():
    """Nothing needs to be asked where there is only one secret."""
    assert Deduction.begin(Game(["only"], lambda secret, guess: 0)).over
