"""The commands about deduction games: play and explore, from a pipe and at a real pseudo-terminal."""

from __future__ import annotations

import io
import json
import os
import random
import re
import sys
from pathlib import Path

import pytest

import logicpuzzles
from logicpuzzles import load
from logicpuzzles.cli import run
from logicpuzzles.games import secrets, tree_cache
from logicpuzzles.games.play import Keeper
from logicpuzzles.games.strategies import NAMES


@pytest.fixture(autouse=True)
def wide(monkeypatch, tmp_path):
    """A terminal of 80 columns, and no trees of earlier searches."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(tree_cache, "folder", lambda: tmp_path)


@pytest.fixture
def typed(monkeypatch):
    """What comes through the pipe, line by line; then the input ends."""

    def lines(*texts):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{text}\n" for text in texts)))

    return lines


GAME = """\
Bulls and cows, and Mastermind: find a hidden code by asking codes.

Think of a secret: one of 5,040, such as 0123 or 9876. I ask, and you answer
such as 1 bull 2 cows, or 1 2 for short. You may also type help, list, undo or
quit.

Question 1: 0123? 0 0
  0 bulls 0 cows; 360 secrets left
Question 2: 4567? 0 0
  4567 cannot get 0 bulls 0 cows: it contradicts question 1: 0123 got 0 bulls 0
  cows. Next: answer again, or type undo 1 to go back to question 1
Question 2: 4567? 5 bulls
  5 bulls has 1 value, an answer has 2; expected an answer such as 0 bulls 0
  cows, 0 bulls 1 cow or 4 bulls 0 cows. Next: try again, or type help
Question 2: 4567? undo 3
  undo: this was not answered yet; expected question 1, got 3. Next: try again,
  or type help
Question 2: 4567? undo 1
Question 1: 0123? 0 2
  0 bulls 2 cows; 1,260 secrets left
Question 2: 1045? LIST
  1,260 secrets left: 1045, 1046, 1047, 1048, 1049, 1054, 1056, 1057, 1058,
  1059, 1064, 1065, 1067, 1068, 1069, 1074, 1075, 1076, 1078, 1079, ...
Question 2: 1045? 0b1c
  0 bulls 1 cow; 320 secrets left
Question 3: 2356? 2 cows, 0 bulls
  0 bulls 2 cows; 78 secrets left
Question 4: 3274? 1 0
  1 bull 0 cows; 24 secrets left
Question 5: 3608? 0 2
  0 bulls 2 cows; 4 secrets left
Question 6: 6281? 4 bulls
  4 bulls 0 cows; 1 secret left
Your secret is 6281: 6 questions.
"""


def test_the_program_guesses(typed, capsys):
    """A whole game as it looks: a contradiction, typing errors, answers taken back, and answers as people type."""
    typed(*(line.partition("? ")[2] for line in GAME.splitlines() if line.startswith("Question")))
    assert run(["play", "mastermind", "--guesser", "you", "--strategy", "first"]) == 0
    assert capsys.readouterr().out == GAME


def test_the_person_guesses(typed, capsys, monkeypatch):
    """Guesses are answered, wrong ones explained, and a hint is a guess of the strategy."""
    monkeypatch.setattr(random, "SystemRandom", lambda: random.Random(5))
    assert Keeper(load("mastermind").game).secret == (4, 1, 3, 9)
    typed("0012", "123", "abcd", "", "undo", "hint", "0123", "０９８７", "list 3", "4139")
    assert run(["play", "mastermind", "--strategy", "first"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "I have one of 5,040 secrets; find it. A guess is such as 0123 or 9876." in told
    assert "Guess 1: 0012 0012 has 0 more than once, the values of a guess are all different; expected a guess" in told
    assert "Guess 1: 123 123 has 3 values, a guess has 4; expected a guess such as 0123, 0124 or 9876." in told
    assert "Guess 1: abcd abcd has a, which is in no guess; expected" in told
    assert "Guess 1: nothing was typed; expected" in told
    assert "Guess 1: undo undo has u, which is in no guess; expected" in told
    assert "hint I would guess 0123." in told
    assert "Guess 1: 0123 0123: 1 bull 1 cow; 720 secrets left" in told
    assert "Guess 2: ０９８７ 0987: 0 bulls 1 cow; " in told
    assert told.endswith("4139: 4 bulls 0 cows; 1 secret left You found 4139 with 3 questions.")


def test_the_rules_and_the_commands_are_told(typed, capsys):
    """Help shows the documentation of the rule file, and what each word does."""
    typed("help", "quit")
    assert run(["play", "mastermind"]) == 0
    told = capsys.readouterr().out
    assert "  Each guess is answered by two numbers: the bulls, pegs of the right colour" in told
    assert "  hint   What I would guess.\n" in told
    assert told.splitlines()[-1].startswith("It was ")
    assert max(map(len, told.splitlines())) <= 120


def test_an_answer_is_not_taken_for_a_command(typed, capsys, tmp_path):
    """Left is a pan of the balance; and a game may have an answer that is called like a command."""
    typed("left", "balance", "left")
    assert run(["play", "coins", "--guesser", "you"]) == 0
    assert "? left\n  left; 8 secrets left\n" in capsys.readouterr().out
    file = tmp_path / "files.py"
    file.write_text(
        "from logicpuzzles import Game\n"
        "game = Game(['a', 'b'], lambda secret, guess: 'list' if secret == 'a' else 'tree', guesses=['which'])\n"
    )
    typed("list")
    assert run(["play", str(file), "--guesser", "you"]) == 0
    assert capsys.readouterr().out.endswith(
        "Question 1: which? list\n  list; 1 secret left\nYour secret is a: 1 question.\n"
    )


def test_both_pans_may_be_typed(typed, capsys):
    """The pans in any order; within a pan what was meant is suggested."""
    typed("9 10 11 against 1 2 3", "2 1 against 3 4", "1 against 2 3 4", "quit")
    assert run(["play", "coins"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "9 10 11 against 1 2 3: " in told
    assert "2 1 against 3 4 is no guess of this game" in told
    assert "Next: did you mean 1 2 against 3 4?" in told
    assert "1 against 2 3 4 is no guess of this game; expected a guess such as 1 against 2, 1 against 3" in told


@pytest.mark.parametrize("last", [["quit"], []])
@pytest.mark.parametrize("guesser", ["me", "you"])
def test_a_game_can_be_left(typed, guesser, last):
    """By a word or by the end of the input: exit code 0, because 1 is for proofs."""
    typed(*last)
    assert run(["play", "coins", "--guesser", guesser]) == 0


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
    assert found["nodes"] > 0


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


def test_lines_end_between_names(typed, capsys):
    """Not within "4 light", neither where the hardest secrets are told nor where those that are left are listed."""
    assert run(["explore", "coins", "--strategy", "entropy"]) == 0
    assert (
        "worst   3: 1 heavy, 1 light, 2 heavy, 2 light, 3 heavy, 3 light, 4 heavy,\n"
        "        4 light, 5 heavy, 5 light, 6 heavy, 6 light, ... (24 in all)\n"
    ) in capsys.readouterr().out
    typed("list", "quit")
    assert run(["play", "coins"]) == 0
    assert "1 heavy, 1 light, 2 heavy, 2 light, 3 heavy, 3 light,\n  4 heavy, " in capsys.readouterr().out


def test_explore_stops_at_a_limit(capsys):
    """A search that is stopped says so, and tells the best tree so far."""
    code = run(["explore", "mastermind", "--colours", "6", "--strategy", "optimum", "--limit-nodes", "100", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert (code, found["status"]) == (3, "stopped")
    assert "the limit of 100 nodes was reached" in found["reason"]
    assert found["least"] < found["total"]


@pytest.mark.parametrize("strategy", ["first", "minimax", "size", "entropy", "parts"])
def test_every_strategy_stops_at_a_limit(strategy, capsys):
    """The limit is named, and only what was found until then is counted."""
    assert run(["explore", "mastermind", "--strategy", strategy, "--limit-nodes", "5", "--json"]) == 3
    found = json.loads(capsys.readouterr().out)
    assert found["status"] == "stopped"
    assert found["nodes"] == 5
    assert (
        found["reason"]
        == f"the limit of 5 nodes was reached; {found['secrets']} of 5,040 secrets were found until then"
    )
    assert sum(found["counts"].values()) == found["secrets"]
    assert run(["explore", "mastermind", "--strategy", strategy, "--limit-memory", "1kB"]) == 3
    assert "stopped the limit of 1,000 bytes of memory was reached; " in capsys.readouterr().out


def test_a_limit_holds_within_one_question(capsys):
    """A single question that looks at billions of answers is stopped, too."""
    assert run(["explore", "mastermind", "--pegs", "6", "--limit-seconds", "1"]) == 3
    told = " ".join(capsys.readouterr().out.split())
    reason = r"stopped the limit of 1 second was reached; [\d,]+ (of 151,200 )?secrets? (was|were) found until then"
    assert re.search(reason, told)


def test_a_limit_before_the_secrets_are_known(capsys, monkeypatch):
    """Nothing is known of the game, and that is said."""
    monkeypatch.setattr(secrets, "_PATIENCE", 0.01)
    arguments = ["explore", "mastermind", "--pegs", "6", "--limit-seconds", "0.02"]
    assert run(arguments) == 3
    assert capsys.readouterr().out.startswith("stopped the limit of 0.02 seconds was reached; ")
    assert run([*arguments, "--json"]) == 3
    found = json.loads(capsys.readouterr().out)
    assert (found["status"], found["secrets"], found["average"], found["first"]) == ("stopped", 0, None, None)


def test_a_large_game_is_played_with_some_of_the_guesses(typed, capsys):
    """The first question comes soon, and the game says why it may not be the best."""
    typed("2 1", "quit")
    assert run(["play", "mastermind", "--pegs", "5", "--guesser", "you"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "The game is large, so I compare only some of the guesses." in told
    assert "Question 1: 01234? 2 1 2 bulls 1 cow; " in told
    assert "Question 2: " in told


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "mastermind", "--strategy", "luck"], "Invalid value for '--strategy'"),
        (["play", "mastermind", "--pegs", "11"], "the colours of a code cannot all differ; expected at most 10"),
        (["play", "mastermind", "--colours", "1000"], "there are too many secrets; expected at most 500,000"),
        (["explore", "mastermind", "--colours", "abc"], "parameter colours has a wrong value; expected an integer"),
        (["explore", "mastermind", "--digits", "4"], "No such option '--digits'"),
        (["explore", "mastermind", "--pegs", "-3"], "pegs: there is no such code; expected 1 to 1,000, got -3"),
        (["explore", "coins", "--coins", "14"], "expected 3 to 13, got 14"),
        (["explore", "mastermind", "--from-start"], "--from-start, --up-to-symmetry, --hardest and --store are for"),
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


def test_a_large_game_is_checked_in_time(capsys):
    """A table that would fill the memory is not made."""
    assert run(["check", "mastermind", "--pegs", "5"]) == 0
    assert "answers  914,457,600 of them are too many to be checked one by one" in capsys.readouterr().out


# -- at a pseudo-terminal ---------------------------------------------------------------------------


@pytest.fixture
def terminal():
    """Games at a pseudo-terminal."""
    pexpect = pytest.importorskip("pexpect", reason="there are no pseudo-terminals on this system")
    env = {**os.environ, "PYTHONPATH": str(Path(logicpuzzles.__file__).parents[1]), "TERM": "xterm"}
    env.pop("COLUMNS")
    begun = []

    def begin(*arguments):
        command = ["-m", "logicpuzzles", *arguments]
        child = pexpect.spawn(sys.executable, command, env=env, encoding="utf-8", timeout=300, dimensions=(24, 50))
        begun.append(child)
        return child

    yield begin
    for child in begun:
        child.close(force=True)


def ending(child):
    """What was printed in the end, and the exit code."""
    import pexpect

    child.expect(pexpect.EOF)
    child.close()
    return child.before, child.exitstatus


def interrupted(child):
    """The same after Ctrl-C, once more where it was lost: between its prompt and its wait for keys readline hears none.

    So does `input` of Python alone, on a busy machine once in ten times.
    """
    import pexpect

    for _ in range(5):
        child.sendintr()
        if child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=10) == 0:
            break
    child.close()
    return child.before, child.exitstatus


def plain(text):
    """`text` without what steers the terminal: a spinner turns where the machine is slow."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


def test_a_line_can_be_edited_and_called_back(terminal):
    """The arrows move in the line and through the history."""
    child = terminal("play", "mastermind", "--guesser", "you", "--strategy", "first")
    child.expect(r"Question 1: 0123\? ")
    child.send("02\x1b[D \r")  # back by one, and a space between
    child.expect("0 bulls 2 cows; 1,260 secrets left")
    child.expect(r"Question 2: 1045\? ")
    child.send("\x1b[A\r")  # the last line again
    child.expect("0 bulls 2 cows; ")
    child.expect("Question 3")
    child.send("quit\r")
    assert ending(child)[1] == 0


def test_lines_fit_a_narrow_terminal(terminal):
    """50 columns: no line is longer."""
    child = terminal("play", "mastermind", "--guesser", "you", "--strategy", "first")
    child.expect(r"Question 1: 0123\? ")
    assert 40 < max(map(len, plain(child.before).splitlines())) <= 50
    child.send("\x04")
    assert ending(child)[1] == 0
    told, code = ending(terminal("explore", "mastermind", "--strategy", "first"))
    assert code == 0
    assert max(map(len, plain(told).splitlines())) == 50


@pytest.mark.parametrize("guesser", ["me", "you"])
def test_control_c_leaves_a_game(terminal, guesser):
    """With one line and the exit code for it."""
    child = terminal("play", "mastermind", "--guesser", guesser, "--strategy", "first")
    child.expect("1: ")
    told, code = interrupted(child)
    assert code == 130
    assert told.strip().endswith("Stopped with Ctrl-C.")
    assert "Traceback" not in told
