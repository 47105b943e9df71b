"""Boards in notebooks, in a real browser: mouse, touch and keys reach Python, and what it says is shown as text."""

from __future__ import annotations

from pathlib import Path

import pytest
from hands import Shown
from playwright.sync_api import expect

from logicpuzzles import load, loads
from logicpuzzles.notebook.filled import Filled
from logicpuzzles.notebook.played import Played
from logicpuzzles.playing.filling import Fill
from logicpuzzles.playing.moves import Play

HOSTILE = """
move('<img src=x onerror=alert(1)>', ['<script>alert(2)</script>'], ['"&']).
start(['<script>alert(2)</script>']).
goal(['"&']).
picture('<script>alert(x)</script> 0').
"""
# what JupyterLab's rules of style ask of outputs
AROUND = """<!doctype html><title>around</title><style>
.around dl,.around dt,.around dd{float:left;width:20%}
.around:not(.markdown) td,.around:not(.markdown) th{text-align:right}
</style><div class="around">OUTPUT</div>"""
EMPTY_PAGE = "<!doctype html><title>empty</title>"


@pytest.fixture
def shown(open_page, tmp_path):
    """Opens a board on a page of its own."""
    file: Path = tmp_path / "empty.html"
    file.write_text(EMPTY_PAGE)
    return lambda hand, apart=False, **options: Shown(open_page(file, **options).page, hand, apart)


@pytest.fixture
def seven(shown):
    return shown(Played(Play(load("seven").puzzle)))


@pytest.fixture
def digits(shown):
    return shown(Filled(Fill(load("send_more").model)))


def test_a_piece_is_clicked_and_moves_are_taken_back(seven):
    assert seven.labels() == [*".7214365"]
    seven.click("[data-cell='1']")
    assert (seven.labels(), seven.text(".said")) == ([*"7.214365"], "1 move made.")
    expect(seven.page.locator(".marked")).to_have_count(2)
    seven.click("button[data-name=undo]")
    assert (seven.labels(), seven.text(".said")) == ([*".7214365"], "")
    seven.click("button[data-name=redo]")
    seven.click("button[data-name=restart]")
    assert seven.labels() == [*".7214365"]


def test_an_empty_tile_is_hit_in_its_middle(seven):
    """It means either of its neighbours, so it is asked which."""
    seven.click("[data-cell='0']")
    assert seven.text(".asked") == "Which move?"
    seven.click(".choices button:has-text('4')")
    assert seven.hand.play.labels == (4,)


def test_a_finger_does_what_a_mouse_does(shown):
    seven = shown(Played(Play(load("seven").puzzle)), has_touch=True, viewport={"width": 360, "height": 700})
    seven.page.locator("[data-cell='1']").tap()
    seven.settle()
    assert seven.hand.play.labels == (7,)
    assert seven.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_arrow_keys_slide_pieces_wherever_the_focus_is(seven):
    """They go on where the cell that had the focus can be reached no more."""
    seven.press("Tab", "ArrowLeft", "ArrowLeft", "ArrowUp")
    assert seven.hand.play.labels == (7, 2, 5) or len(seven.hand.play.labels) == 3
    seven.press("Control+z", "Control+z")
    assert len(seven.hand.play.labels) == 1
    seven.press("Control+Shift+Z", "Control+y")
    assert len(seven.hand.play.labels) == 3


def test_keys_go_on_in_a_tree_apart(shown):
    """The document does not tell there what has the focus."""
    seven = shown(Played(Play(load("seven").puzzle)), apart=True)
    seven.click("[data-cell='1']")
    seven.press("ArrowLeft", "Control+z", "Control+z", "Control+y")
    assert seven.hand.play.labels == (7,)


def test_cells_are_reached_by_tab_and_pressed_by_enter(shown):
    """Each is called by what it holds and what pressing it does."""
    six = shown(Played(Play(load("six").puzzle)))
    names = []
    for _ in range(8):
        six.press("Tab")
        names.append(six.page.evaluate("document.activeElement.getAttribute('aria-label')"))
    assert "1: move 1" in names
    six.page.locator("[aria-label='1: move 1']").focus()
    six.press("Enter")
    assert six.hand.play.labels == (1,)
    six.press(" ")  # on the blank, which has six neighbours
    assert six.text(".asked") == "Which move?"
    expect(six.page.locator(".choices button")).to_have_count(6)


def test_a_hint_that_is_found_later_is_shown(shown):
    six = shown(Played(Play(load("six").puzzle)))
    six.click("button[data-name=hint]")
    assert six.hand.searched.wait(60)
    six.show()
    assert six.text(".said").startswith("Hint: ")


def test_a_board_looks_while_a_search_runs_and_no_longer(seven):
    seven.page.clock.install()
    waiting = seven.hand.view() | {"waits": True}
    seven.page.evaluate("(view) => window.show(view)", waiting)
    seven.page.clock.run_for(3500)
    assert seven.messages == [{"do": "look"}] * 3
    seven.show()
    seven.page.clock.run_for(3500)
    assert seven.messages == [{"do": "look"}] * 3


def test_a_board_that_lost_its_kernel_says_so(seven):
    """It happens when the kernel was restarted: Jupyter's model refuses to send."""
    seven.page.evaluate("void (window.python = () => { throw new Error('Cannot send') })")
    seven.page.locator("[data-cell='1']").click()
    assert seven.text(".said") == "Python no longer knows this board: run its cell again."


def test_values_are_chosen_by_mouse_and_typed_by_keys(digits):
    cells = [cell.at for cell in digits.hand.fill.scene().cells]
    digits.click(f"[data-cell='{cells.index('M')}']")
    expect(digits.page.locator(".choices button:not(.faint)")).to_have_text(["1"])
    digits.click(".choices button:has-text('1')")
    digits.press("ArrowUp")
    assert digits.page.evaluate("document.activeElement.getAttribute('aria-label')") == "S: empty"
    digits.press("9")
    assert digits.hand.fill.values == {"S": 9, "M": 1}
    digits.press("ArrowRight", "9")
    assert digits.text(".said") == "The marked cells contradict each other."
    expect(digits.page.locator(".marked")).to_have_count(2 + cells.count("E") - 1)
    digits.press("Delete")
    assert digits.hand.fill.values == {"S": 9, "M": 1}
    expect(digits.page.locator(".marked")).to_have_count(0)


def test_why_is_shown_as_it_is_printed(digits):
    cells = [cell.at for cell in digits.hand.fill.scene().cells]
    for letter in "SE":
        digits.page.locator(f"[data-cell='{cells.index(letter)}']").focus()
        digits.press("9")
    digits.click("button[data-name=why]")
    assert digits.text(".explained") == str(digits.hand.fill.why())
    digits.click("button[data-name=undo]")
    expect(digits.page.locator(".explained")).to_be_hidden()


def test_what_strangers_write_is_text(shown):
    """Nothing of it runs, no element comes of it, and nothing is fetched."""
    hostile = shown(Played(Play(loads(HOSTILE).puzzle)))
    assert hostile.text(".choices button") == "<img src=x onerror=alert(1)>"
    assert hostile.labels() == ["<script>alert(2)</script>"]
    hostile.click(".choices button")
    assert hostile.labels() == ['"&']
    expect(hostile.page.locator("#cell script, #cell img, #cell [onerror]")).to_have_count(0)


def test_a_board_that_is_too_large_is_text(shown, monkeypatch):
    monkeypatch.setattr("logicpuzzles.drawing.too_large.MOST_LIVE", 7)
    large = shown(Played(Play(load("seven").puzzle)))
    expect(large.page.locator("svg")).to_have_count(0)
    assert large.text(".instead") == (
        "A board of 8 cells is too large to be drawn (at most 7). It holds:\n. 7 2 1\n4 3 6 5"
    )
    large.click(".choices button:has-text('7')")
    assert large.hand.play.labels == (7,)


def test_two_boards_on_one_page_are_apart(shown):
    """A view that is closed listens no more."""
    seven = shown(Played(Play(load("seven").puzzle)))
    assert seven.page.evaluate("window.listening()") == 1
    seven.page.evaluate("window.leave()")
    assert seven.page.evaluate("window.listening()") == 0
    seven.page.locator("[data-cell='1']").click()
    seven.settle()
    assert seven.hand.play.labels == ()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_lines_have_the_colour_of_the_page_around(shown, scheme):
    """Not that of the system: a notebook has a theme of its own."""
    digits = shown(Filled(Fill(load("send_more").model)), color_scheme=scheme)
    digits.page.evaluate("document.body.style.color = 'rgb(1, 2, 3)'")
    assert digits.page.evaluate("getComputedStyle(document.querySelector('.line')).stroke") == "rgb(1, 2, 3)"


def test_rules_of_the_page_around_leave_outputs_in_shape(open_page, tmp_path):
    """Each fact stands beside its name, on a line of its own; a table is set to the left."""
    family = loads("% Who is whose child.\nparent(ada, bert). \nolder(X, Y) :- parent(X, Y).", "family")
    file: Path = tmp_path / "around.html"
    shown = family._repr_html_() + family.ask("parent(ada, X)")._repr_html_()
    file.write_text(AROUND.replace("OUTPUT", shown))
    page = open_page(file).page
    names, facts = (page.locator(f"dl {name}") for name in ("dt", "dd"))
    boxes = [(names.nth(row).bounding_box(), facts.nth(row).bounding_box()) for row in range(names.count())]
    assert len(boxes) > 1
    assert all(name["y"] == fact["y"] and name["x"] + name["width"] <= fact["x"] for name, fact in boxes)
    assert len({name["x"] for name, _ in boxes}) == 1
    assert page.evaluate("getComputedStyle(document.querySelector('td')).textAlign") == "left"
