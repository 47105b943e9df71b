"""Boards in notebooks, from Python: what messages do, what the view says, and the widget that carries both."""

from __future__ import annotations

import json
import sys
from threading import Event
from xml.etree.ElementTree import fromstring

import pytest

from logicpuzzles import PuzzleError, load, loads
from logicpuzzles.notebook.filled import Filled
from logicpuzzles.notebook.hand import MOST
from logicpuzzles.notebook.played import Played
from logicpuzzles.playing.filling import Fill
from logicpuzzles.playing.moves import Play

SEVEN = load("seven").puzzle
HOSTILE = """
move('<script>alert(1)</script>', ['<b>'], ['"&']).
start(['<b>']).
goal(['"&']).
picture('<i> 0').
"""


@pytest.fixture
def played():
    hand = Played(Play(SEVEN))
    yield hand
    hand.close()


@pytest.fixture
def filled():
    return Filled(Fill(load("send_more").model))


def tell(hand, do, **more):
    hand.take({"do": do, **more})
    return hand.view()


def pressable(hand):
    return {one["name"] for one in hand.view()["buttons"] if one["on"]}


# -- a puzzle --------------------------------------------------------------------------------------


def test_a_view_is_plain_data(played, filled):
    """It goes to the browser as JSON."""
    for hand in (played, filled):
        assert json.loads(json.dumps(hand.view())) == hand.view()


def test_the_first_view_shows_the_start(played):
    view = played.view()
    assert [one["text"] for one in view["choices"]] == ["7", "4"]
    assert (view["asked"], view["said"], view["arrows"], view["chosen"]) == ("Moves:", "", True, -1)
    assert pressable(played) == {"hint", "distance"}
    assert [cell.text for cell in fromstring(view["board"]).findall(".//{*}text")] == list(".7214365")


def test_a_piece_that_is_clicked_goes(played):
    view = tell(played, "cell", cell=1)
    assert played.play.labels == (7,)
    assert view["said"] == "1 move made."
    assert pressable(played) == {"undo", "restart", "hint", "distance"}


def test_a_cell_that_no_move_changes_is_told(played):
    view = tell(played, "cell", cell=7)
    assert (played.play.labels, view["said"]) == ((), "No move changes this cell now.")
    assert tell(played, "cell", cell=99)["said"] == "No move changes this cell now."


def test_a_click_that_may_mean_several_moves_asks_which(played):
    view = tell(played, "cell", cell=0)  # the blank
    assert (view["asked"], played.play.labels) == ("Which move?", ())
    view = tell(played, "choice", choice=1)
    assert (played.play.labels, view["asked"]) == ((4,), "Moves:")


def test_arrow_keys_slide_pieces(played):
    tell(played, "arrow", way="left")
    assert played.play.labels == (7,)
    tell(played, "arrow", way="down")
    tell(played, "arrow", way="aside")
    assert played.play.labels == (7,)


def test_moves_are_taken_back_and_made_again(played):
    for _ in range(2):
        tell(played, "choice", choice=0)
    states = played.play.states
    tell(played, "button", name="undo")
    assert played.play.state == states[1]
    tell(played, "button", name="redo")
    assert played.play.state == states[2]
    tell(played, "button", name="restart")
    assert played.play.state == states[0]
    tell(played, "button", name="undo")  # which cannot be pressed
    assert played.play.state == states[0]


@pytest.mark.parametrize(
    "message",
    [None, [], "undo", {}, {"do": "nothing"}, {"do": ["cell"]}, {"do": "cell"}, {"do": "cell", "cell": "1"},
     {"do": "cell", "cell": -1}, {"do": "choice", "choice": 10**9}, {"do": "choice", "choice": -1},
     {"do": "button", "name": "close"}, {"do": "button"}, {"do": "arrow"}, {"do": "typed", "cell": 0, "key": 3}],
)  # fmt: skip
def test_a_message_without_sense_does_nothing(played, filled, message):
    for hand in (played, filled):
        hand.take(message)
    assert (played.play.labels, filled.fill.values) == ((), {})


def test_a_solution_found_by_hints_is_told():
    """Each hint is a move of a shortest solution."""
    hand = Played(Play(load("six").puzzle))
    for left in range(15, 0, -1):
        tell(hand, "button", name="hint")
        assert hand.searched.wait(60)
        hint = hand.view()["said"].split("\n")[-1].removeprefix("Hint: ").removesuffix(".")
        assert hand.searched.known(hand.play.state).exact == left
        hand.take({"do": "choice", "choice": [one["text"] for one in hand.view()["choices"]].index(hint)})
    assert hand.view()["said"] == "Solved in 15 moves."
    assert pressable(hand) == {"undo", "restart", "distance"}


def test_the_distance_is_told_once_it_is_asked_for():
    """It is kept up with each move, until it is asked for no more."""
    puzzle = load("six").puzzle
    hand, told = Played(Play(puzzle)), []
    found = Event()

    def changed():
        told.append(hand.view()["said"])
        if told[-1] == "15 moves from the goal.":
            found.set()

    hand.changed = changed
    tell(hand, "button", name="distance")
    assert found.wait(60), told
    tell(hand, "choice", choice=1)
    assert hand.searched.wait(60)
    after = puzzle.solve(hand.play.state).length
    assert hand.view()["said"] == f"1 move made.\n{after} moves from the goal."
    tell(hand, "button", name="distance")
    assert hand.view()["said"] == "1 move made."


def test_the_reason_is_told_where_no_goal_can_be_reached():
    start = list(load("fifteen").puzzle.goal)
    start[0], start[1] = start[1], start[0]
    hand = Played(Play(load("fifteen").puzzle, start))
    tell(hand, "button", name="distance")
    assert hand.searched.wait(60)
    assert hand.view()["said"].startswith("No goal can be reached: ")


def test_many_moves_are_not_all_listed():
    rules = f"move(N, [_], [N]) :- between(1, {MOST + 5}, N). start([0]). goal([{MOST}])."
    view = Played(Play(loads(f"{rules} values(0, V) :- numlist(0, 99, V).").puzzle)).view()
    assert (len(view["choices"]), view["asked"]) == (MOST, f"Moves, the first {MOST} of {MOST + 5}:")


def test_a_picture_that_fails_is_told(played, monkeypatch):
    monkeypatch.setattr(SEVEN, "picture", lambda state: 1 / 0)
    view = played.view()
    assert "the picture fails: ZeroDivisionError" in view["said"]
    assert view["board"] == ""
    assert len(view["buttons"]) == 5


def test_what_strangers_write_stays_text():
    view = Played(Play(loads(HOSTILE).puzzle)).view()
    root = fromstring(view["board"])
    assert {part.tag.partition("}")[2] for part in root.iter()} <= {"svg", "g", "rect", "text", "path"}
    assert "<b>" in [part.text for part in root.findall(".//{*}text")]
    assert view["choices"][0]["text"] == "<script>alert(1)</script>"


# -- a model ---------------------------------------------------------------------------------------


def numbers(hand):
    """The first cell of each variable."""
    found = {}
    for number, cell in enumerate(hand.fill.scene().cells):
        found.setdefault(cell.at, number)
    return found


def test_a_cell_is_chosen_and_then_a_value(filled):
    at = numbers(filled)
    assert filled.view()["asked"] == "Choose a cell."
    view = tell(filled, "cell", cell=at["M"])
    assert (view["asked"], view["chosen"]) == ("Values for M:", at["M"])
    assert [one["text"] for one in view["choices"] if not one["faint"]] == ["1"]
    tell(filled, "choice", choice=[one["text"] for one in view["choices"]].index("1"))
    assert filled.fill.values == {"M": 1}
    assert filled.view()["said"] == "7 of 8 cells are empty."


def test_values_are_typed(filled):
    at = numbers(filled)
    tell(filled, "typed", cell=at["S"], key="9")
    assert filled.fill.values == {"S": 9}
    assert tell(filled, "typed", cell=at["S"], key="x")["said"].endswith("S cannot be x.")
    tell(filled, "typed", cell=at["S"], key="Backspace")
    assert filled.fill.values == {}


def test_values_of_several_letters_are_typed_letter_by_letter():
    hand = Filled(Fill(load("queens", n=12).model))
    at = numbers(hand)[1]
    tell(hand, "typed", cell=at, key="1")
    assert hand.fill.values == {1: 1}
    tell(hand, "typed", cell=at, key="2")
    assert hand.fill.values == {1: 12}
    tell(hand, "typed", cell=at, key="3")
    assert hand.fill.values == {1: 3}


def test_steps_are_taken_back_and_done_again(filled):
    at = numbers(filled)
    tell(filled, "typed", cell=at["S"], key="9")
    tell(filled, "button", name="undo")
    assert filled.fill.values == {}
    tell(filled, "button", name="redo")
    assert filled.fill.values == {"S": 9}
    tell(filled, "button", name="erase")
    assert filled.fill.values == {}
    tell(filled, "typed", cell=at["S"], key="9")
    tell(filled, "button", name="restart")
    assert (filled.fill.values, pressable(filled)) == ({}, {"redo", "hint", "count", "why"})


def test_what_contradicts_is_marked_and_explained(filled):
    at = numbers(filled)
    tell(filled, "typed", cell=at["S"], key="9")
    tell(filled, "typed", cell=at["E"], key="9")
    view = filled.view()
    assert view["said"] == "The marked cells contradict each other."
    assert view["board"].count('class="marked"') == sum(cell.at in "SE" for cell in filled.fill.scene().cells)
    assert "hint" not in pressable(filled)
    assert "AllDifferent" in tell(filled, "button", name="why")["explained"]


def test_hints_lead_to_a_solution(filled):
    for _ in range(8):
        tell(filled, "button", name="hint")
    assert filled.view()["said"].startswith("Solved.")
    assert "".join(str(filled.fill.values[letter]) for letter in "SENDMORY") == "95671082"


def test_how_many_solutions_there_are_is_told(filled):
    assert "One solution." in tell(filled, "button", name="count")["said"]


def test_given_cells_stay():
    hand = Filled(Fill(load("send_more").model, {"M": 1}))
    at = numbers(hand)
    assert tell(hand, "cell", cell=at["M"])["asked"] == "M is given."
    assert "M is given" in tell(hand, "typed", cell=at["M"], key="2")["said"]
    assert hand.fill.values == {"M": 1}


# -- the widget ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def anywidget():
    return pytest.importorskip("anywidget")


def test_a_widget_syncs_what_is_in_hand(anywidget):
    """As front ends ask for it: the state as data, messages to the kernel."""
    widget = SEVEN.play()
    assert isinstance(widget, anywidget.AnyWidget)
    assert repr(widget) == "<a board of load('seven').puzzle>"
    assert repr(load("queens", n=4).model.fill()) == "<a board of load('queens', n=4).model>"
    assert {"view", "_esm", "_css"} <= set(widget.get_state())
    seen = []
    widget.observe(lambda change: seen.append(change["new"]["said"]), "view")
    widget._handle_custom_msg({"do": "arrow", "way": "left"}, [])
    assert seen == ["1 move made."]
    widget.hand.play.undo()
    widget.refresh()
    assert seen == ["1 move made.", ""]
    widget.close()


def test_a_look_sends_what_may_not_have_arrived(anywidget, monkeypatch):
    """A view that a thread has set is sent again; a look is no deed, so that what was told stays."""
    widget, sent = load("send_more").model.fill(), []
    widget._handle_custom_msg({"do": "button", "name": "count"}, [])
    told = widget.view["said"]
    monkeypatch.setattr(widget, "send_state", sent.append)
    widget._handle_custom_msg({"do": "look"}, [])
    assert (widget.view["said"], sent) == (told, ["view"])
    widget.hand.fill.put("M", 1)
    widget._handle_custom_msg({"do": "look"}, [])
    assert widget.view["said"] == "7 of 8 cells are empty.\n" + told.split("\n")[-1]
    widget.close()


def test_a_view_waits_while_a_search_runs():
    hand = Played(Play(load("six").puzzle))
    waits = []
    hand.searched.listener = lambda: waits.append(hand.view()["waits"])
    hand.take({"do": "button", "name": "distance"})
    assert hand.searched.wait(60)
    assert (waits[0], hand.view()["waits"]) == (True, False)


def test_a_model_is_filled_in_a_widget(anywidget):
    widget = load("send_more").model.fill({"M": 1})
    widget._handle_custom_msg({"do": "button", "name": "hint"}, [])
    assert len(widget.hand.fill.values) == 2
    widget.close()


def test_a_widget_begins_where_it_is_told(anywidget):
    start = (7, 0, 2, 1, 4, 3, 6, 5)
    assert SEVEN.play(start).hand.play.start == start
    with pytest.raises(PuzzleError, match="^start: "):
        SEVEN.play((1, 2))
    with pytest.raises(PuzzleError, match="there is no such cell"):
        load("send_more").model.fill({"Q": 1})


def test_without_anywidget_one_message_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "logicpuzzles.notebook.widget", raising=False)
    with pytest.raises(PuzzleError) as told:
        SEVEN.play()
    assert str(told.value) == (
        'boards in notebooks need anywidget. Next: install it: pip install "logicpuzzles[notebook]"; '
        "without it `logicpuzzles play` plays in a terminal"
    )
