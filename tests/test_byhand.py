"""`play` for puzzles and models: line by line from a pipe, and in full screen at a pseudo-terminal."""

from __future__ import annotations

import io
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from screens import Screen

import logicpuzzles
from logicpuzzles import Cell, Limits, Mark, PuzzleError, Scene, load
from logicpuzzles.cli import run
from logicpuzzles.cli.byhand import lines as lines_module
from logicpuzzles.cli.byhand.drawn import drawn
from logicpuzzles.cli.byhand.model import ModelHand
from logicpuzzles.cli.byhand.puzzle import PuzzleHand

ROOT = Path(logicpuzzles.__file__).parents[1]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Any:
    """What comes through the pipe, line by line; then the input ends. Searches are waited for, whatever they take."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(lines_module, "PATIENCE", 60.0)

    def lines(*texts: str) -> None:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{text}\n" for text in texts)))

    return lines


# -- line by line -----------------------------------------------------------------------------------


def test_a_puzzle_is_played_line_by_line(typed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """The farmer takes the goat over first; the state is 7 moves from the goal (Alcuin)."""
    typed("goat", "hint", "undo", "undo", "redo", "moves", "goose", "link", "restart", "redo", "quit")
    assert run(["play", "river"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    told = " ".join(out.split())
    for line in (
        "Type a move, such as goat, or a command. Commands are undo, redo, hint, moves, restart, deal, link, help",
        "Move 2: hint Hint: nothing; 6 moves from the goal before it.",
        "Move 1: undo No move was made yet.",
        "there is no move 'goose'; expected nothing or goat. Next: try again, or type help",
        "You can make nothing or goat.",
        "[left,left,left,left],[goat]",
        "1 move made; 6 moves from the goal.",
        "0 moves made; 7 moves from the goal.",
    ):
        assert line in told, line


def test_a_puzzle_is_played_to_its_end(typed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """By hints alone, from a start that is given."""
    typed("hint", "3", "hint")
    assert run(["play", "eight", "1,2,0,4,5,3,7,8,6"]) == 0
    out = capsys.readouterr().out
    assert "Hint: 3;" in out
    typed("12", "hint")
    assert run(["play", "fifteen", "1,2,3,4,5,6,7,8,9,10,11,0,13,14,15,12"]) == 0
    out = capsys.readouterr().out
    assert "1 move made: a goal is reached." in out
    assert "Move 2: hint\nA goal is reached." in out


def test_a_dealt_start_is_as_far_as_was_asked(typed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    typed("deal 5", "deal x", "deal 999")
    assert run(["play", "six"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "A new start, 5 moves away." in out
    assert "0 moves made; 5 moves from the goal." in out
    assert "deal: 'x' is no number; expected a whole number, or nothing" in out
    assert "depth: no state has the depth 999; expected 0 to" in out


def test_a_model_is_filled_in_line_by_line(typed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    typed("M 1", "s=9", "E 5", "N 5", "undo", "count", "Z 3", "S 12", "erase S", "candidates O", "hint", "E 9", "why")
    assert run(["play", "send_more"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    told = " ".join(out.split())
    for line in (
        "8 cells empty.",
        "E and N contradict each other.",
        "With these values there is one solution.",
        "there is no such cell; expected S, E, N, D, M, O, R, Y, got 'Z'",
        "S cannot be 12; expected one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9",
        "O can be 0.",
        "Hint: S = 9.",
        "no solution has these values: type why.",
        "these contradict each other",
    ):
        assert line in told, line


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "seven", "--guesser", "me"], "seven: --guesser is for deduction games. Next: leave it out"),
        (["play", "sudoku", "--strategy", "entropy"], "sudoku: --strategy is for deduction games"),
        (["play", "send_more", "1,2"], "START: a model has no start"),
        (["play", "seven", "1,2"], "START: 2 cells; expected 8"),
        (["play", "mastermind", "1234"], "mastermind: START and limits are for puzzles and models"),
        (["play", "mastermind", "--limit-nodes", "3"], "mastermind: START and limits are for puzzles and models"),
        (["play", "nothing_there"], "there is no rule file"),
    ],
)
def test_wrong_arguments_are_one_message(arguments: list[str], message: str, capsys: Any, typed: Any) -> None:
    typed()
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert message in " ".join(err.split())
    assert out == ""


def test_limits_are_those_of_each_hint(typed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """And not of all the time of playing."""
    typed("hint", "hint", "quit")
    assert run(["play", "eight", "--limit-nodes", "5", "--limit-seconds", "20"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert out.count("The limit of 5 nodes was reached") == 2


def test_where_no_goal_can_be_reached_it_is_told_why(typed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    typed("hint")
    assert run(["play", "eight", "2,1,3,4,5,6,7,8,0"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    reason = load("eight").puzzle.unreachable((2, 1, 3, 4, 5, 6, 7, 8, 0))
    assert reason
    assert out.count(f"o goal can be reached: {reason}") == 2


# -- what a hand does -------------------------------------------------------------------------------


def test_clicks_and_arrows_on_a_puzzle() -> None:
    hand = PuzzleHand(load("eight").puzzle, (1, 2, 3, 4, 0, 5, 6, 7, 8), "eight", "", Limits())
    assert hand.click(5) == ""
    assert hand.play.labels == (5,)
    assert hand.marks() == {"moved": (4, 5)}
    assert hand.click(0) == "No move changes this cell now."
    assert hand.arrow("left").startswith("Nothing slides left here")
    assert hand.arrow("right") == ""
    assert hand.play.state == (1, 2, 3, 4, 0, 5, 6, 7, 8)
    hand.close()
    towers = PuzzleHand(load("blocks").puzzle, None, "blocks", "", Limits())
    assert (hand.arrows, towers.arrows) == ("slide", "")
    assert towers.click(0) == "Several moves change this cell; type one: 'red y' or 'red z'."
    towers.close()


def test_arrows_and_values_in_a_model() -> None:
    hand = ModelHand(load("sudoku").model, "sudoku", "", Limits())
    assert hand.selected == "A3"
    assert [hand.arrow(way) or hand.selected for way in ("right", "down", "left", "up", "up")] == [
        "A4", "B4", "B3", "A3", "A3",
    ]  # fmt: skip
    assert hand.enters("9")
    assert not hand.enters("A")
    hand.hear("9")
    assert hand.fill.values["A3"] == 9
    hand.erase()
    assert "A3" not in hand.fill.values
    hand.click("B3")
    assert hand.hear("c1 6") == ""
    assert (hand.selected, hand.fill.values["C1"]) == ("C1", 6)
    assert hand.hear("A4") == "A4 can be 3, 6, 7 and 9." or hand.selected == "A4"


def test_space_and_a_second_click_give_the_next_value() -> None:
    """Through the domain, and at its end the cell is empty."""
    hand = ModelHand(load("nonogram").model, "nonogram", "", Limits())
    assert [hand.press() or hand.fill.values.get((0, 0)) for _ in range(4)] == [0, 1, None, 0]
    hand.click((0, 1))
    hand.click((0, 1))
    assert hand.fill.values == {(0, 0): 0, (0, 1): 0}
    given = ModelHand(load("sudoku").model, "sudoku", "", Limits())
    given.click("A1")
    with pytest.raises(PuzzleError, match="A1 is given"):
        given.click("A1")


def test_nothing_of_a_rule_file_steers_the_terminal() -> None:
    scene = Scene((Cell(0, 0, 1, 1, "\x1b[2J", 0),), (Mark(0, 9, "\x1b]0;title\x07"), Mark(1, 0, "\u202edne")))
    shown = "".join(part[1] for part in drawn(scene, 80, {}, None, print))
    assert shown == "�[2J     �]0;title�\n�dne\n"


# -- in full screen ---------------------------------------------------------------------------------

pexpect = pytest.importorskip("pexpect", reason="there are no pseudo-terminals on this system")


@pytest.fixture
def full(tmp_path: Path) -> Any:
    """`play` at a pseudo-terminal of some size."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(tmp_path), "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"}
    begun = []

    def begin(*args: str, rows: int = 24, columns: int = 80) -> Screen:
        code = f"from logicpuzzles.cli import main; main({['play', *args]!r})"
        child = pexpect.spawn(
            sys.executable, ["-c", code], env=env, encoding="utf-8", dimensions=(rows, columns), timeout=60
        )
        begun.append(child)
        return Screen(child, rows, columns)

    yield begin
    for child in begun:
        child.close(force=True)


LEFT = {"1049", "1000", "1003", "1006"}  # modes that must be off in the end: the alternate screen, the mouse


@pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning")
def test_a_puzzle_in_full_screen(full: Any) -> None:
    """Typed, slid, clicked, taken back, hinted; the distance is told when it is known."""
    screen = full("eight", "1,2,3,4,0,5,6,7,8")
    screen.wait_for("1 2 3\n4 . 5\n6 7 8", "0 moves made", "Move 1:")
    assert "1049" in screen.modes
    screen.child.send("\x1b[C")  # to the right
    screen.wait_for("1 2 3\n. 4 5\n6 7 8", "1 move made")
    screen.child.send("1\r")
    screen.wait_for(". 2 3\n1 4 5", "2 moves made")
    screen.child.send("\x1b[<0;3;3M\x1b[<0;3;3m")  # on the piece 2, in the first line of the board
    screen.wait_for("2 . 3\n1 4 5", "3 moves made")
    screen.child.send("\x1a")
    screen.wait_for(". 2 3\n1 4 5", "2 moves made")
    screen.child.send("\x7f")
    screen.wait_for("1 2 3\n. 4 5", "1 move made")
    screen.child.send("\x19")
    screen.wait_for(". 2 3\n1 4 5", "2 moves made")
    screen.child.send("9\r")
    screen.wait_for("there is no move '9'; expected 2 or 1")
    screen.child.send("\x12")
    screen.wait_for("1 2 3\n4 . 5", "0 moves made")
    screen.child.send("\t")
    depth = load("eight").puzzle.solve((1, 2, 3, 4, 0, 5, 6, 7, 8)).length
    screen.wait_for("Hint: ", f"{depth} moves from the goal before it.")
    screen.child.send("quit\r")
    assert screen.at_end() == 0
    assert not screen.modes & LEFT


@pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning")
def test_a_model_in_full_screen(full: Any) -> None:
    screen = full("sudoku", rows=24)
    screen.wait_for("8 5 . | . . 2 | 4 . .", "59 cells empty.", "F1 help", "^Q quit")
    screen.child.send("9")
    screen.wait_for("8 5 9 | . . 2 | 4 . .", "58 cells empty.")
    screen.child.send("\x1b[C8")
    screen.wait_for("8 5 9 | 8 . 2 | 4 . .", "A1 and A4 contradict each other.")
    screen.child.send("why\r")
    screen.wait_for("these contradict each other, and no fewer do:", "PgDn reads on")
    screen.child.send("\x1b[6~")
    screen.wait_for("given: A4 = 8")
    screen.child.send("\x7f")
    screen.wait_for("8 5 9 | . . 2 | 4 . .", "58 cells empty.")
    screen.child.send("\x1b[<0;5;4M\x1b[<0;5;4m3")  # on the cell B3
    screen.wait_for("7 2 3 | . . . | . . 9", "57 cells empty.")
    screen.child.send("\x04")
    assert screen.at_end() == 0
    assert not screen.modes & LEFT


@pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning")
def test_escape_stops_a_long_hint_and_control_c_leaves(full: Any) -> None:
    """The hardest of the 15 puzzle takes far longer than the test."""
    screen = full("fifteen", "0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1")
    screen.wait_for("0 moves made")
    screen.child.send("\t")
    screen.wait_for("Escape stops it.")
    screen.child.send("\x1b")
    screen.wait_for("Stopped.")
    screen.child.send("\x1b[C")
    screen.wait_for("at least ")
    screen.child.send("\x1blink\r")  # a word after Escape is whole
    screen.wait_for("],[")
    screen.child.send("\x03")
    assert screen.at_end() == 130
    assert "Stopped with Ctrl-C." in str(screen)
    assert not screen.modes & LEFT


@pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_the_screen_clean(full: Any, number: int) -> None:
    screen = full("seven")
    screen.wait_for("0 moves made")
    screen.child.kill(number)
    assert screen.at_end() == (130 if number == signal.SIGINT else -number)
    assert not screen.modes & LEFT


@pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning")
@pytest.mark.parametrize(("rows", "columns"), [(6, 20), (3, 10), (24, 30)])
def test_a_small_screen_shows_the_cell_that_is_selected(full: Any, rows: int, columns: int) -> None:
    """What does not fit is left out, and the board follows the selection."""
    screen = full("sudoku", rows=rows, columns=columns)
    screen.wait_for("8 5 . |")
    screen.child.send("i9 5\r")
    screen.wait_for("4 5" if rows < 24 else "4 5\n")
    screen.child.send("\x03")
    assert screen.at_end() == 130
    assert not screen.modes & LEFT


@pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning")
def test_a_dumb_terminal_is_played_line_by_line(full: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    code = "import os; os.environ['TERM'] = 'dumb'; from logicpuzzles.cli import main; main(['play', 'river'])"
    child = pexpect.spawn(sys.executable, ["-c", code], env={**os.environ, "PYTHONPATH": str(ROOT)}, encoding="utf-8")
    child.expect("Move 1: ", timeout=60)
    assert "\x1b[?1049h" not in child.before
    child.send("quit\r")
    child.expect(pexpect.EOF, timeout=60)
    child.close()
    assert child.exitstatus == 0
