"""What `check` finds in rule files that answer, but not as their author means it."""

from __future__ import annotations

import pytest

from logicpuzzles import load
from logicpuzzles.rulefile.diagnosis import diagnosis
from logicpuzzles.rulefile.finding import available

FILE = """
from logicpuzzles import Puzzle, eq, lall, lany, neq, relation, swapo


@relation
def move(label, before, after):
    return {}


puzzle = Puzzle(move=move, start=(1, 2, 3), goal=(3, 2, 1))
"""
SWAP = "lall(eq(label, 'go'), swapo({}, {}, before, after))"


def findings(tmp_path, body):
    """By name, what is found in a file whose relation has this body."""
    path = tmp_path / "file.py"
    path.write_text(FILE.format(body))
    return {found.name: found for found in diagnosis(load(path))}


@pytest.mark.parametrize(
    "other", [SWAP.format(0, 1), SWAP.format(1, 0), f"lall(neq(before[2], 9), {SWAP.format(1, 0)})"]
)
def test_a_move_that_two_clauses_answer(tmp_path, other):
    """Overlapping clauses count a solution twice; the finding has a witness."""
    found = findings(tmp_path, f"lany({SWAP.format(0, 1)}, {other}, {SWAP.format(1, 2)})")
    assert found["twice"].text.startswith("go from [1, 2, 3]: two clauses answer this move, ")


def test_an_overlap_away_from_the_start(tmp_path):
    """States that moves lead to are looked at too."""
    again = f"lall(eq(before[0], 2), {SWAP.format(1, 2)})"
    found = findings(tmp_path, f"lany({SWAP.format(0, 1)}, {SWAP.format(1, 2)}, {again})")
    assert found["twice"].text.startswith("go from [2, 1, 3]: ")


def test_clauses_that_exclude_each_other(tmp_path):
    """Two ways to different states are two moves."""
    found = findings(tmp_path, f"lany({SWAP.format(0, 1)}, {SWAP.format(1, 2)})")
    assert "twice" not in found
    assert all(one.good for one in found.values())


@pytest.mark.parametrize("name", [name for name, path in available().items() if path.suffix == ".py"])
def test_no_shipped_puzzle_answers_twice(name):
    """Their clauses exclude each other."""
    assert not [found.text for found in diagnosis(load(name)) if found.name == "twice"]


def test_a_relation_without_answers(tmp_path):
    """Nothing compiles to no rules, which is told as what it is."""
    found = findings(tmp_path, "eq(after, before[1:])")
    assert found["rules"].text == "none: move has no answer, whatever the state"
    assert found["start"].text.startswith("does not reach the goal: no move is possible from any state")
    assert not found["rules"].good
