"""Endings as `print` shows them: the same as the command line; copies, pickles and comparison."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from copy import copy, deepcopy
from dataclasses import fields
from typing import Any

import pytest

from logicpuzzles import Limits, Path, Stopped, load
from logicpuzzles.endings import Counted, Ending, Solved
from logicpuzzles.pages.words import in_words
from logicpuzzles.search import plan

Cli = Callable[..., tuple[int, str, str]]
UNSOLVABLE = (15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0)


@pytest.fixture(autouse=True)
def the_same_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which engine ends a short search must not depend on how fast the machine is."""
    for patience in ("HAND_OVER", "NUMPY_IS_THERE"):
        monkeypatch.setattr(plan, patience, 60.0)


def timeless(text: str) -> str:
    """A text without times, and without what only the command line says."""
    text = re.sub(r"[\d.,]+ (ms|s)\b", "0 s", text)
    return re.sub(r"\(--\w+ .*\)", "", text).strip()


@pytest.mark.parametrize(
    ("asked", "ending"),
    [
        (["solve", "six"], lambda: load("six").puzzle.solve()),
        (["solve", "hanoi"], lambda: load("hanoi").puzzle.solve()),
        (["solve", "fifteen", *map(str, UNSOLVABLE)], lambda: load("fifteen").puzzle.solve(UNSOLVABLE)),
        (["solve", "eight", "--limit-nodes", "3"], lambda: load("eight").puzzle.solve(limits=Limits(nodes=3))),
        (["solve", "send_more"], lambda: load("send_more").model.solve()),
        (["solve", "golomb"], lambda: load("golomb").model.solve()),
        (["explore", "six", "--up-to-symmetry"], lambda: load("six").puzzle.explore(up_to_symmetry=True)),
        (["explore", "river", "--from-start"], lambda: load("river").puzzle.explore(from_start=True)),
        (["explore", "mastermind", "--strategy", "first"], lambda: load("mastermind").game.explore("first")),
    ],
)
def test_print_shows_what_the_command_line_does(cli: Cli, asked: list[str], ending: Callable[[], Ending]) -> None:
    """Moves, boards, charts and facts."""
    _, out, _ = cli(*asked)
    assert timeless(str(ending())) == timeless(out)


def test_a_contradiction_of_a_model_is_for_explain(cli: Cli) -> None:
    """To print does not search: where there is no solution, it names what tells why."""
    model = load("queens").model
    said = str(model.solve({1: 1, 2: 1}))
    assert said.startswith("No solution: the constraints contradict each other.\n\nnodes   0\n")
    assert said.endswith("next    model.explain(given) names the constraints that contradict each other")
    assert str(model.tally()[1]).startswith("All 92 solutions were found.\n\nnodes   ")


def test_long_solutions_leave_rows_out() -> None:
    """As on the command line; another hint tells what has all boards."""
    assert re.search(
        r"\n\n\(\d rows left out; draw\(\) shows them\)\n\n", in_words(load("six").puzzle.solve(), width=9)
    )


def test_kinds_that_have_no_board_to_draw() -> None:
    """Endings that no puzzle handed out."""
    assert str(Counted(count=3)).startswith("3 solutions.\n\nnodes   0\n")
    assert str(Solved()).startswith("Solved.\n\nnodes   0\n")
    assert str(Stopped(reason="it took long")) == "Stopped: it took long."
    assert "start   (" not in str(Path(moves=(1,), states=((0, 1), (1, 0))))


@pytest.mark.parametrize("again", [copy, deepcopy])
def test_copies_know_the_puzzle(again: Callable[[Any], Any]) -> None:
    """They are equal, and print the same."""
    found = load("six").puzzle.solve()
    assert again(found) == found
    assert str(again(found)) == str(found)
    assert "drawing" not in {field.name for field in fields(found)}


def test_pickles_hold_no_puzzle() -> None:
    """A pickle needs no rule file, though the puzzle has functions; boards are rows then."""
    for found in (load("blocks").puzzle.solve(), load("queens").model.solve()):
        assert found.drawing is not None
        again = pickle.loads(pickle.dumps(found))
        assert again == found
        assert hash(again) == hash(found) if isinstance(found, Path) else True
        assert again.drawing is None
        assert str(again).count("\n") > 3
        assert not any(name in pickle.dumps(found) for name in (b"blocks", b"queens", b"towers"))


def test_what_is_printed_steers_no_terminal() -> None:
    """As on the command line."""
    found = Path(moves=("\x1b[2J",), states=(("\x1b]0;x\x07",), (1,)))
    assert "\x1b" not in str(found) + repr(found)
    assert "\x1b" not in str(Stopped(reason="\x1b[2J"))


def test_what_workers_find_knows_the_puzzle() -> None:
    """They hand it over without; the puzzle hands it out."""
    puzzle = load("six").puzzle
    found = puzzle.solve(strategy="bfs", workers=2)
    assert isinstance(found, Path)
    assert found.drawing is puzzle
    assert found.draw() == puzzle.solve(strategy="bfs").draw()


def test_a_resumed_exploration_knows_the_puzzle() -> None:
    """Where it began, and how its boards look."""
    puzzle = load("six").puzzle
    stopped = puzzle.explore(from_start=True, limits=Limits(nodes=10))
    assert "Stopped" in str(stopped)
    assert timeless(str(stopped.resume())) == timeless(str(puzzle.explore(from_start=True)))


def test_every_shortest_solution_knows_the_puzzle() -> None:
    """Each of them prints boards."""
    puzzle = load("six").puzzle
    assert all(path.drawing is puzzle for path in puzzle.shortest())
