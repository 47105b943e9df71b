"""A solution is replayed through the relation itself, and whatever is wrong with it is found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from logicpuzzles import Path, PuzzleError, load

START, END = (2, 0, 3, 1, 5, 6, 4), (1, 2, 3, 4, 5, 6, 0)


@pytest.fixture
def puzzle():
    return load("six").puzzle


@pytest.fixture
def path(puzzle):
    """Three moves: 2, 1 and 4."""
    return puzzle.solve(START)


def test_a_right_solution_passes(puzzle, path):
    assert path.moves == (2, 1, 4)
    puzzle.check(path)
    puzzle.check(path, END, START)
    puzzle.check(Path(moves=(), states=(END,)))


@pytest.mark.parametrize(
    ("moves", "picked", "problem"),
    [
        ((2, 1, 5), (0, 1, 2, 3), "move 3 is not one of move_piece"),  # another piece than the one that moves
        ((2, 4), (0, 1, 3), "move 2 is not one of move_piece"),  # a leap
        ((2, 1), (0, 1, 2), "the last state is no goal"),
        ((1, 4), (1, 2, 3), "it begins elsewhere"),
        ((2, 1, 4), (0, 1, 2), "expected 4 states, got 3"),
        ((2, 1), (0, 1, 2, 3), "expected 3 states, got 4"),
    ],
)
def test_a_wrong_solution_is_refused(puzzle, path, moves, picked, problem):
    wrong = replace(path, moves=moves, states=tuple(path.states[number] for number in picked))
    with pytest.raises(PuzzleError, match=problem):
        puzzle.check(wrong, start=START)


def test_the_goal_that_was_asked_for_counts(puzzle, path):
    with pytest.raises(PuzzleError, match="the last state is no goal"):
        puzzle.check(path, (1, 2, 3, 4, 5, 0, 6))
