"""Puzzles in hand: moves, undo and redo, pointing, links; beside the relation itself."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logicpuzzles import Puzzle, PuzzleError, load
from logicpuzzles.limits import Limits
from logicpuzzles.logic.goals import eq, lall, lany
from logicpuzzles.logic.terms import typed
from logicpuzzles.playing.moves import Play

FILES = ("seven", "six", "blocks", "river", "jugs", "pancakes", "hanoi", "oshidori", "seven.pl", "bridge")


@cache
def puzzle(name: str) -> Puzzle:
    return load(name).puzzle


def walked(play: Play, choices: list[int]) -> None:
    for choice in choices:
        if moves := play.moves():
            play.move(moves[choice % len(moves)])


WALKS = st.lists(st.integers(0, 11), max_size=12)


@given(st.sampled_from(FILES), WALKS)
def test_legal_moves_are_the_answers_of_the_relation(name: str, choices: list[int]) -> None:
    """Each once, in clause order, with the cells that differ."""
    play = Play(puzzle(name))
    walked(play, choices)
    answers = list({typed(answer): answer for answer in puzzle(name).successors(play.state)}.values())
    found = play.moves()
    assert typed(tuple((move.label, move.after) for move in found)) == typed(tuple(answers))
    assert len({move.name for move in found}) == len(found)
    for move in found:
        pairs = zip(play.state, move.after, strict=True)
        assert move.changed == tuple(cell for cell, (old, new) in enumerate(pairs) if old != new)


@given(st.sampled_from(FILES), WALKS, st.integers(0, 14))
def test_moves_are_taken_back_and_made_again(name: str, choices: list[int], back: int) -> None:
    play = Play(puzzle(name))
    walked(play, choices)
    states, labels = play.states, play.labels
    assert len(states) == len(labels) + 1
    for (before, after), label in zip(pairwise(states), labels, strict=True):
        assert typed((label, after)) in map(typed, puzzle(name).successors(before))
    undone = sum(play.undo() for _ in range(back))
    assert undone == min(back, len(labels))
    assert (play.states, play.labels) == (states[: len(states) - undone], labels[: len(labels) - undone])
    assert play.can_redo == (undone > 0)
    assert play.can_undo == (undone < len(labels))
    while play.redo():
        pass
    assert (play.states, play.labels) == (states, labels)
    play.restart()
    assert (play.state, play.labels, play.start) == (states[0], (), states[0])
    if play.moves():
        play.move(play.moves()[-1])
        assert not play.can_redo
        assert not play.redo()


@given(st.sampled_from(FILES), WALKS)
def test_a_link_gives_the_same_play(name: str, choices: list[int]) -> None:
    play = Play(puzzle(name))
    walked(play, choices)
    again = Play.from_link(puzzle(name), play.link())
    assert typed(again.states) == typed(play.states)
    assert typed(again.labels) == typed(play.labels)


@given(st.text(max_size=40) | st.from_regex(r"\[[0-7,]{0,16}\],\[[0-9a-z#,]{0,9}\]", fullmatch=True))
def test_what_is_no_link_is_refused_in_one_message(text: str) -> None:
    with suppress(PuzzleError):
        play = Play.from_link(puzzle("seven"), text)
        assert Play.from_link(puzzle("seven"), play.link()).states == play.states


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[0,7,2,1,4,3,6,5],[9]", "link: move 1: there is no move 9; expected 7 or 4"),
        ("[0,7,2,1,4,3,6,5],[7,6]", "link: move 2: 6 is not possible here; expected 7, 2 or 3"),
        ("[0,7,2,1,4,3,6,6],[]", "link: piece 6 is there once too often, at position 7"),
        ("[0,7,2,1],[]", "link: 4 cells; expected 8 as in [0, 7, 2, 1, 4, 3, 6, 5]"),
        ("7", "link: this is no link; expected a start and moves, such as [0,2,1],[2], got '7'"),
        ("[0,7", "link: '[' is not closed"),
        ("[" * 300, "link: more than 100 brackets are open"),
        ("[0]," + "[" + "1," * 60_000 + "]", "link: this is too long for a link"),
        ("[0]," + "[" + "1," * 10_001 + "]", "link: there are too many moves; expected at most 10,000"),
    ],
)
def test_why_a_link_does_not_fit(text: str, message: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        Play.from_link(puzzle("seven"), text)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("typed_in", "message"),
    [
        ("5", "'5' is not possible here; expected 7 or 4"),
        ("99", "there is no move '99'; expected 7 or 4"),
        ("", "nothing was typed; expected 7 or 4"),
        (9, "there is no move 9; expected 7 or 4"),
    ],
)
def test_what_is_no_move_is_refused_with_the_legal_ones(typed_in: object, message: str) -> None:
    play = Play(puzzle("seven"))
    with pytest.raises(PuzzleError) as caught:
        play.move(typed_in)
    assert str(caught.value) == message
    assert play.labels == ()


def test_moves_are_typed_as_people_do() -> None:
    """Words may be shortened, and numbers are enough, where that is not ambiguous."""
    play = Play(puzzle("hanoi"))
    names = [move.name for move in play.moves()]
    assert all(Play(puzzle("hanoi")).move(f" {name.upper()} ").name == name for name in names)
    assert play.move(play.moves()[0].label).name == names[0]


def _two_ways(label, before, after):
    """One label for two moves."""
    return lall(eq(label, "go"), eq(before, (0,)), lany(eq(after, (1,)), eq(after, (2,))))


def test_moves_of_one_label_have_names_of_their_own() -> None:
    made = Puzzle(_two_ways, (0,), (2,))
    play = Play(made)
    assert [move.name for move in play.moves()] == ["go #1", "go #2"]
    with pytest.raises(PuzzleError, match=r"'go' may mean several moves; expected go #1 or go #2"):
        play.move("go")
    assert play.move("go #2").after == (2,)
    assert play.is_goal
    assert Play.from_link(made, play.link()).state == (2,)
    with pytest.raises(PuzzleError, match=r"'go #1' is not possible here|there is no move 'go #1'"):
        play.move("go #1")


def test_a_click_moves_the_piece_to_the_blank() -> None:
    """At 7 0 2 1 / 4 3 6 5 the pieces 7, 2 and 3 lie beside the blank; other pieces cannot go."""
    play = Play(puzzle("seven"), (7, 0, 2, 1, 4, 3, 6, 5))
    by_cell = {cell: [move.name for move in play.at(cell)] for cell in range(8)}
    assert by_cell == {0: ["7"], 1: ["7", "2", "3"], 2: ["2"], 3: [], 4: [], 5: ["3"], 6: [], 7: []}


@given(st.sampled_from(FILES), WALKS, st.integers(0, 7))
def test_a_click_means_moves_that_change_the_cell(name: str, choices: list[int], cell: int) -> None:
    play = Play(puzzle(name))
    walked(play, choices)
    assert all(cell in move.changed for move in play.at(cell))
    assert bool(play.at(cell)) == any(cell in move.changed for move in play.moves())


def test_a_click_presses_the_button_that_a_move_is_called_by() -> None:
    """Where labels are numbers of cells, as in lights out, a click on a cell means its own, though others change it."""
    play = Play(puzzle("lights_out"))
    assert [[move.label for move in play.at(cell)] for cell in range(12)] == [[cell] for cell in range(12)]


def test_arrows_slide_a_piece_where_only_one_goes_that_way() -> None:
    """In the middle of the eight puzzle all four do; in a corner two."""
    play = Play(puzzle("eight"), (1, 2, 3, 4, 0, 5, 6, 7, 8))
    found = {direction: move.name for direction in ("up", "down", "left", "right") if (move := play.towards(direction))}
    assert found == {"up": "7", "down": "2", "left": "5", "right": "4"}
    play = Play(puzzle("eight"), (0, 1, 2, 3, 4, 5, 6, 7, 8))
    found = {direction: move.name for direction in ("up", "down", "left", "right") if (move := play.towards(direction))}
    assert found == {"up": "3", "left": "1"}
    with pytest.raises(PuzzleError, match="there is no direction 'north'"):
        play.towards("north")  # type: ignore[arg-type]


def test_without_a_blank_no_arrow_means_anything() -> None:
    play = Play(puzzle("river"))
    assert [play.towards(direction) for direction in ("up", "down", "left", "right")] == [None] * 4


def test_a_deal_is_so_far_from_the_goal() -> None:
    made = load("seven").puzzle
    play = Play(made)
    play.move("7")
    assert play.deal(5, seed=1) == 5
    assert (made.space.whole.table.depth(play.state), play.labels, play.start) == (5, (), play.state)
    assert Play(made).deal(5, seed=1) == 5
    assert play.deal() == len(made.space.whole.depths) - 1
    with pytest.raises(PuzzleError, match=r"no state has the depth 99; expected 0 to"):
        play.deal(99)
    with pytest.raises(PuzzleError, match=r"deal: not all states are known: .*limit of 10 nodes"):
        Play(load("six").puzzle).deal(limits=Limits(nodes=10))


def test_a_wrong_start_is_refused() -> None:
    with pytest.raises(PuzzleError, match="start: 1 cell"):
        Play(puzzle("seven"), (0,))
