"""Rule files that are text: read as a file is, told as one, and copied with their text."""

from __future__ import annotations

import pickle
from copy import copy, deepcopy

import pytest

from logicpuzzles import PuzzleError, available, load, loads
from logicpuzzles.rulefile.finding import shipped

COUNTING = """
parameter(last, 3).
step(N, [N], [M]) :- parameter(last, Last), N < Last, M is N + 1.
move(Label, Before, After) :- step(Label, Before, After).
start([0]).
goal([Last]) :- parameter(last, Last).
"""


@pytest.mark.parametrize("path", sorted(shipped().glob("*.pl")), ids=lambda path: path.stem)
def test_a_text_is_what_a_file_with_it_is(path):
    file, text = load(path), loads(path.read_text(encoding="utf-8"), path.stem)
    assert (text.kind, text.doc, list(text.relations)) == (file.kind, file.doc, list(file.relations))
    assert text.parameters == file.parameters
    assert not text.changed
    assert text.reload() is text
    if file.kind == "puzzle":
        one, other = text.puzzle.solve(), file.puzzle.solve()
        assert (one.moves, one.states, one.costs) == (other.moves, other.states, other.costs)


def test_it_takes_parameters():
    assert loads(COUNTING).puzzle.solve().length == 3
    assert loads(COUNTING, "counting", last=5).puzzle.solve().length == 5
    with pytest.raises(PuzzleError, match="^counting: there is no parameter first"):
        loads(COUNTING, "counting", first=5)


@pytest.mark.parametrize("again", [copy, deepcopy, lambda rules: pickle.loads(pickle.dumps(rules))])
def test_a_copy_has_the_same_text_and_parameters(again):
    made = again(loads(COUNTING, "counting", last=5))
    assert (made.name, made.arguments, made.puzzle.solve().length) == ("counting", {"last": 5}, 5)


def test_its_puzzle_is_pickled_by_its_text():
    puzzle = pickle.loads(pickle.dumps(loads(COUNTING, last=4).puzzle))
    assert puzzle.solve().length == 4


def test_what_it_is_shown_as_makes_it_again():
    text = "likes(gromit, 'Wensleydale').\n"
    shown = repr(loads(text, "cheese"))
    assert shown == "loads(\"likes(gromit, 'Wensleydale').\\n\", 'cheese')"
    assert eval(shown).ask("likes(X, Y)").count() == 1
    assert repr(loads(COUNTING, "counting", last=5)) == f"loads(<{len(COUNTING)} characters>, 'counting', last=5)"


def test_mistakes_have_their_line_and_column():
    with pytest.raises(PuzzleError) as told:
        loads("likes(gromit, cheese).\nhungry(X) :- like(X, _).\n", "cheese")
    assert str(told.value).startswith("cheese:2:14: there is no relation like/2\n    hungry(X) :- like(X, _).\n")
    with pytest.raises(PuzzleError, match="^this is no text; expected rules in Prolog syntax, got 3"):
        loads(3)


def test_it_is_no_file_that_is_found_by_name():
    loads("likes(gromit, cheese).", "gromit")
    assert "gromit" not in available()
