"""Relations that find no end: every question about them ends all the same, within the limit that was set."""

from __future__ import annotations

import pytest

from logicpuzzles import Limits, PuzzleError, load
from logicpuzzles.cli import run
from logicpuzzles.proofs import invariants
from logicpuzzles.puzzles import compiling, relation_answers
from logicpuzzles.search import bfs

FILE = """
from logicpuzzles import Puzzle, eq, lall, relation, swapo


@relation
def move(label, before, after):
    {}


puzzle = Puzzle(move=move, start=(1, 2), goal=(2, 1))
"""
BODIES = {
    "itself": "return lall(move(label, before, after), eq(label, 0), swapo(0, 1, before, after))",
    "loop": "while True:\n        pass",
}


@pytest.fixture(params=BODIES)
def file(request, tmp_path):
    """A rule file whose move relation has no end."""
    path = tmp_path / "endless.py"
    path.write_text(FILE.format(BODIES[request.param]))
    return path


def test_a_search_is_stopped(file):
    """The relation is never done compiling; the limit of the search counts for that too."""
    ending = load(file).puzzle.solve(limits=Limits(seconds=0.3))
    assert ending.status == "stopped"
    assert ending.reason.startswith(f"{file}:5: move: compiling move was stopped after 0.")


@pytest.mark.parametrize("command", ["solve", "explore", "deal"])
def test_a_command_is_stopped(file, capsys, command):
    """One message with the place, and no traceback."""
    assert run([command, str(file), "--limit-seconds", "3"]) == 3
    told = capsys.readouterr()
    assert "endless.py:5: move: compiling move was stopped after " in (told.out + told.err).replace("\n", " ")


def test_without_a_limit(file, monkeypatch):
    """First compiling gives up, then asking; a later search asks at once."""
    monkeypatch.setattr(compiling, "PATIENCE", 0.2)
    monkeypatch.setattr(relation_answers, "SECONDS", 0.2)
    puzzle = load(file).puzzle
    assert "does not become rewrite rules: compiling move was stopped after 0.2 seconds" in puzzle.refusal
    with pytest.raises(PuzzleError, match="asking move was stopped after 0.2 seconds"):
        puzzle.successors(puzzle.start)
    assert puzzle.solve().status == "stopped"


def test_a_limit_is_for_its_search_alone(file):
    """What a short limit stopped is not taken for what cannot be compiled."""
    good = load(file).puzzle
    assert good.solve(limits=Limits(seconds=0.1)).status == "stopped"
    assert "_compiled" not in vars(good)


@pytest.mark.parametrize("strategy", ["bfs", "iddfs", "ida"])
def test_the_reference_is_stopped_too(file, monkeypatch, strategy):
    """Also where it is known already that the relation does not compile."""
    monkeypatch.setattr(compiling, "PATIENCE", 0.2)
    puzzle = load(file).puzzle
    assert puzzle.refusal
    assert puzzle.solve(strategy=strategy, engine="relational", limits=Limits(seconds=0.3)).status == "stopped"


def test_what_comes_before_a_search_is_stopped_too(monkeypatch):
    """Such as the search for an invariant."""

    def why_unreachable(*_):
        while True:
            pass

    puzzle = load("six").puzzle
    puzzle.problem()  # compiles, lest that takes the time
    monkeypatch.setattr(invariants, "why_unreachable", why_unreachable)
    ending = puzzle.solve(limits=Limits(seconds=2))
    assert ending.reason.startswith("preparing the search was stopped after 2 seconds")


@pytest.mark.parametrize("strategy", ["bfs", "auto"])
def test_a_search_that_is_ended_from_outside_says_what_it_would_have_said_itself(monkeypatch, strategy):
    """A slice does not end in time, as on a busy machine: what was known before it is told."""
    run, slices = bfs.PlainBreadth.run, []

    def endless(search, work, cap):
        while len(slices) == 3:
            pass
        slices.append(run(search, work, cap))
        return slices[-1]

    puzzle = load("seven").puzzle
    puzzle.problem()
    monkeypatch.setattr(bfs.PlainBreadth, "run", endless)
    ending = puzzle.solve(strategy=strategy, engine="rules", limits=Limits(seconds=3), bound="none")
    assert ending.status == "stopped"
    assert ending.reason.startswith("the limit of 3 seconds was reached; no solution has fewer than ")
    assert ending.nodes > 0
