"""Which values of answers are boards of the rule files that were asked."""

from __future__ import annotations

import pytest

from logicpuzzles import load, loads
from logicpuzzles.drawing.tables import table
from logicpuzzles.drawing.text import text
from logicpuzzles.errors import PuzzleError
from logicpuzzles.rulefile.boards import board_of, scene_in

SIX, QUEENS = load("six"), load("queens", n=4)
DRAWN = " 4 6\n5 1 3\n 2 ."


def test_a_state_of_a_puzzle_has_a_board():
    assert text(board_of([SIX], (4, 6, 5, 1, 3, 2, 0))) == text(scene_in([SIX], (4, 6, 5, 1, 3, 2, 0))) == DRAWN


def test_a_solution_of_a_model_has_a_board():
    assert text(board_of([SIX, QUEENS], (2, 4, 1, 3))) == QUEENS.model.draw({1: 2, 2: 4, 3: 1, 4: 3})


@pytest.mark.parametrize(
    "value",
    [
        (4, 6, 5, 1, 3, 2),  # too short
        (4, 6, 5, 1, 3, 2, 2),  # a piece twice
        (4, 6, 5, 1, 3, 2, "x"),
        (4, 6, 5, 1, 3, 2, (0,)),
        (1, 2, 3, 4),  # queens that attack each other
        (2, 4, 1, 9),
        4,
        "4651320",
        (),
    ],
)
def test_other_values_have_none(value):
    assert board_of([SIX, QUEENS], value) is None


def test_where_a_board_was_asked_for_the_reason_is_told():
    with pytest.raises(PuzzleError, match="expected 7 or 4 values, got 2"):
        scene_in([SIX, QUEENS], (1, 2))


def test_relations_alone_have_no_boards():
    assert board_of([loads("likes(gromit, cheese).")], (1, 2)) is None


def test_a_table_holds_texts_as_text():
    made = table(["<X>"], [[["<script>alert(1)</script>", board_of([SIX], SIX.puzzle.start)]]])
    assert [part.text for part in made.iter("th")] == ["<X>"]
    assert [part.text for part in made.iter("div")] == ["<script>alert(1)</script>"]
    assert len(made.findall(".//td/svg")) == 1
    assert not made.findall(".//script")
