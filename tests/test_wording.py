"""Numbers in messages: the singular for one, no exponents, and durations alike everywhere."""

from __future__ import annotations

import re

import pytest

from logicpuzzles import PuzzleError, load
from logicpuzzles.cli import run
from logicpuzzles.limits import Limits
from logicpuzzles.search.budget import Budget, Halt, Teller
from logicpuzzles.wording import counted, duration, figures

HEAD = "from logicpuzzles import Model, Problem, Puzzle, Relation, eq, lall, relation\n"
STEPS = (
    HEAD + "step = Relation.pairs('step', {n: [n + 1] for n in range(9)})\n\n\n@relation\n"
    "def go(label, before, after):\n    return lall(step(before[0], label), eq(after, (label,)))\n\n\n"
    "puzzle = Puzzle(move=go, start=(0,), goal=(GOAL,), values=range(10))\n"
)


@pytest.fixture
def told(capsys, tmp_path, monkeypatch):
    """What a command line prints, of a file mine.py with the steps from 0 to `goal`."""
    monkeypatch.chdir(tmp_path)

    def call(*args, goal=9):
        (tmp_path / "mine.py").write_text(STEPS.replace("GOAL", str(goal)))
        run(list(args))
        return " ".join(capsys.readouterr().out.split())

    return call


NUMBERS = [(0, "0"), (1, "1"), (-5, "-5"), (1234567, "1,234,567"), (0.1, "0.1"), (1e-6, "0.000001"), (2.0, "2")]


@pytest.mark.parametrize(("number", "text"), NUMBERS)
def test_numbers_have_no_exponent(number, text):
    assert figures(number) == text


def test_one_alone_is_singular():
    assert [counted(n, "move") for n in (0, 1, 1.0, 1.5, 2)] == ["0 moves", "1 move", "1 move", "1.5 moves", "2 moves"]


DURATIONS = [
    (0, "0 ms"), (1e-6, "0.001 ms"), (0.00161, "1.61 ms"), (0.25, "250 ms"), (0.9996, "1 s"), (59.96, "60 s"),
    (4321.5, "4,322 s"),
]  # fmt: skip


@pytest.mark.parametrize(("seconds", "text"), DURATIONS)
def test_durations_have_three_figures(seconds, text):
    assert duration(seconds) == text


def test_every_command_writes_durations_alike(told):
    """Milliseconds below a second, of each kind of rule file."""
    for args in (
        ("solve", "six"),
        ("explore", "blocks"),
        ("solve", "queens"),
        ("explore", "mastermind", "--pegs", "1"),
    ):
        assert re.search(r"\btime +[0-9.]+ (ms|s)\b", told(*args)), args
        assert not re.search(r"\btime +0\.[0-9]+ s", told(*args)), args


def test_what_limits_stop_is_told_in_the_singular(told):
    solve = ("solve", "mine.py", "--strategy")
    assert "no solution has 1 move or fewer" in told(*solve, "bfs", "--limit-nodes", "2")
    assert "the limit of 1 node was reached" in told(*solve, "bfs", "--limit-nodes", "1")
    with pytest.raises(Halt, match="the limit of 1 byte of memory was reached"):
        Budget(Limits(memory=1)).room(2)
    with pytest.raises(Halt, match=r"the limit of 0.000001 seconds was reached"):
        Budget(Limits(seconds=1e-6), began=0.0).tick(str)
    assert "no solution has fewer than 1 move." in told(*solve, "iddfs", "--limit-nodes", "1")


def test_a_solution_of_one_move_and_a_board_of_one_row_are_singular(told):
    assert "start reaches the goal in 1 move" in told("check", "mine.py", goal=1)
    assert told("solve", "mine.py", goal=1).startswith("Solved in 1 move: 1 ")
    assert " x 1 row" in told("check", "knights_tour").replace("1 rows", "")


def test_the_progress_of_deepening_tells_the_limit_and_what_is_listed_beside_it(monkeypatch):
    """Beside the deepening states are listed breadth first, lest there be no solution at all."""
    monkeypatch.setattr(Teller, "tell", lambda teller, text, now: teller.progress(text()))
    lines = []
    load("fifteen").puzzle.solve(
        strategy="iddfs", engine="compiled", limits=Limits(nodes=3_000_000), progress=lines.append
    )
    going = [
        re.fullmatch(r"limit \d+: [\d,]+ states(; [\d,]+ states? listed, in case none is a goal)?", line)
        for line in lines
    ]
    assert {bool(line[1]) for line in going if line} == {True, False}
    assert not [line for line, plain in zip(lines, going, strict=True) if not plain and "states" in line]


def test_a_wrong_number_of_terms_is_told_in_the_singular():
    with pytest.raises(PuzzleError, match=r"distance takes 2 terms"):
        load("six").distance(1)
    with pytest.raises(PuzzleError, match=r"toured takes 1 term,"):
        load("knights_tour").toured((), ())
