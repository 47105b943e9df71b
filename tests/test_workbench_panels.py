"""The panels Board, Whole space, Models and Games in a real browser."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from browsers import PATIENCE, Opened
from playwright.sync_api import expect
from workbench import serving

SMALL = """\
% Three different digits, the first two in order.
:- use_module(library(clpfd)).
model([A, B, C]) :- [A, B, C] ins 1..3, all_different([A, B, C]), A #< B, label([A, B, C]).
picture('{A} < {B}, {C}').
"""
SCRIPT = "window.hacked=1"
HOSTILE = f"<img src=x onerror={SCRIPT}>"
PUZZLE = f"""\
:- puzzle('{HOSTILE}').
'{HOSTILE}'('{HOSTILE}', ['{HOSTILE}', b, c], [b, '{HOSTILE}', c]).
'{HOSTILE}'('{HOSTILE}', ['{HOSTILE}', b, c], [b, c, '{HOSTILE}']).
start(['{HOSTILE}', b, c]).
goal([b, c, '{HOSTILE}']).
"""
FORMS = f"""\
from constraint import AllDifferentConstraint, Problem
from logicpuzzles import Model
def forms():
    problem = Problem()
    problem.addVariables(["A", "{HOSTILE}"], ["{HOSTILE}", "b"])
    problem.addConstraint(AllDifferentConstraint())
    return problem
model = Model(forms, picture="{{A}} {HOSTILE} {{{HOSTILE}}}")
"""
GAME = f"""\
from logicpuzzles import Game
def answer(secret, guess):
    return "{HOSTILE}" if secret == guess else "no"
game = Game([("{HOSTILE}", 1), ("b", 2)], answer, solved="{HOSTILE}")
"""
WIDE = """\
from logicpuzzles import Puzzle, eq
def move(label, before, after):
    return eq((label, after), ("all", (1,) * 2501))
puzzle = Puzzle(move, start=(0,) * 2501, goal=(1,) * 2501)
"""


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    folder = tmp_path_factory.mktemp("served")
    (folder / "pair.pl").write_text(SMALL)
    (folder / "hostile.pl").write_text(PUZZLE)
    (folder / "gone.pl").write_text(PUZZLE)
    (folder / "forms.py").write_text(FORMS)
    (folder / "guess.py").write_text(GAME)
    (folder / "wide.py").write_text(WIDE)
    given = [f"./{name}" for name in ("pair.pl", "hostile.pl", "gone.pl", "wide.py", "forms.py", "guess.py")]
    with serving(folder, "seven.py", "mastermind", *given) as made:
        yield made


@pytest.fixture(scope="module")
def page(served, browser):
    """One tab for the tests of this file, each of which goes to a panel of a rule file."""
    with browser.new_context() as context:
        opened = Opened(context.new_page())
        opened.page.set_default_timeout(PATIENCE)
        yield opened.page
        assert opened.page.evaluate("window.hacked") is None
    assert opened.wrong == []


@pytest.fixture
def go(served, page):
    def open_(panel, file, more=""):
        page.goto(f"{served.address}?file={quote(file)}&panel={quote(panel)}{more}")
        return page

    return open_


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def told(page, text):
    """Wait for this text where the panel tells what happened."""
    expect(page.locator(".said")).to_contain_text(text)


def tiles(page):
    """What the tiles of the board hold, in order."""
    return [text.strip(".") for text in page.locator(".stage .cell").all_text_contents()]


def test_seven_is_played_by_hand(go):
    page = go("Board", "seven.py")
    page.locator(".stage .cell").nth(1).click()
    told(page, "Move 1: 7")
    assert tiles(page)[:2] == ["7", ""]
    page.keyboard.press("ArrowUp")
    told(page, "Move 2: 3")
    press(page, "Undo")
    told(page, "Move 1: 7")
    press(page, "Redo")
    told(page, "Move 2: 3")
    press(page, "Restart")
    told(page, "At the start.")
    page.get_by_role("group", name="moves", exact=True).get_by_role("button", name="4", exact=True).click()
    told(page, "Move 1: 4")


def test_seven_is_played_to_the_goal_as_hints_tell(go):
    page = go("Board", "seven.py")
    page.get_by_label("Depth").fill("3")
    page.get_by_label("Seed").fill("1")
    press(page, "Deal")
    page.get_by_text("Dealt: 3").wait_for(timeout=3 * PATIENCE)  # a kernel may have to be compiled
    for left in (3, 2, 1):
        page.get_by_text(f"{left} move{'s' * (left > 1)} from the goal", exact=True).wait_for()
        press(page, "Hint")
        told(page, "Hint: ")
        hint = page.locator(".said").inner_text().removeprefix("Hint: ")
        page.locator(".stage .cell").filter(has_text=hint).click()
        told(page, f"Move {4 - left}: {hint}" if left > 1 else "Solved with 3 moves.")


def test_the_hardest_seven_is_solved_and_watched(go):
    page = go("Board", "seven.py")
    page.get_by_label("Speed").click()
    page.get_by_role("option", name="fast").click()
    press(page, "Solve and watch")
    told(page, re.compile(r"Move \d+: "))
    press(page, "Pause")
    press(page, "To the last move")
    told(page, "Solved with 36 moves.")
    page.get_by_text("This is a goal.").wait_for()
    assert tiles(page) == ["1", "2", "3", "4", "5", "6", "7", ""]
    page.locator("[role=slider] [tabindex]").focus()
    page.keyboard.press("ArrowLeft")
    told(page, "Move 35: ")
    page.get_by_text("1 move from the goal", exact=True).wait_for()


def test_a_link_holds_file_start_and_moves(go):
    page = go("Board", "seven.py")
    page.locator(".stage .cell").nth(1).click()
    told(page, "Move 1: 7")
    expect(page.get_by_text("Link to this position")).to_have_attribute("href", served_link())
    page.get_by_text("Link to this position").click()
    page.wait_for_function("location.search.includes('play=')")
    told(page, "Move 1: 7")
    go("Board", "seven.py", f"&play={quote('[0,7,2,1,4,3,6,5],[5]')}")
    page.get_by_text("is not possible here").wait_for()
    told(page, "At the start.")


def served_link():
    """Where the board after one move is."""
    return "?file=seven.py&panel=Board&play=" + quote("[0,7,2,1,4,3,6,5],[7]").replace("/", "%2F")


def test_the_board_is_played_by_keys_and_read_out(go):
    page = go("Board", "seven.py")
    page.get_by_role("button", name="empty: 2 moves").wait_for()
    page.get_by_role("button", name="7: move 7").focus()
    page.keyboard.press("Enter")
    told(page, "Move 1: 7")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "empty: 3 moves"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press(" ")
    told(page, "Move 2: 3")


def test_a_search_stops_at_once(go):
    """The state needs 80 moves, the most there are: no search is faster than who presses the button."""
    page = go("Board", "fifteen", f"&play={quote('[0,12,9,13,15,11,10,14,8,3,6,2,4,7,5,1],[]')}")
    press(page, "Solve and watch")
    page.get_by_text("at least ").wait_for()
    press(page, "Stop")
    expect(page.locator(".distance").first).to_contain_text("Stopped; at least ")
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)


def test_parity_is_told_where_a_state_cannot_be_solved(go):
    page = go("Board", "seven.py", f"&play={quote('[0,7,2,1,4,3,5,6],[]')}")
    page.get_by_text("permutation").wait_for()


def test_the_whole_space_opens_its_boards_and_deals(go):
    page = go("Whole space", "seven.py")
    press(page, "Explore")
    page.get_by_text("20,160 states can reach a goal.").wait_for()
    page.get_by_text("Moves 36: all 1.").wait_for()
    page.locator(".chart button").nth(12).click()
    page.get_by_text("Moves 12: the first 80 of 161.").wait_for()
    expect(page.locator(".sheet svg")).to_have_count(80)
    page.locator(".sheet figure").nth(3).press("Enter")
    page.get_by_text("12 moves from the goal").wait_for()


def test_a_panel_that_does_not_fit_the_file_says_which_one_does(go):
    page = go("Whole space", "mastermind")
    page.get_by_text("mastermind is a game, and has no board to move on. Next: the panel Games is for it").wait_for()
    expect(page.get_by_role("button", name="Explore")).to_be_hidden()
    assert "Error" not in page.get_by_role("tabpanel").first.inner_text()


def test_a_model_is_filled_in_and_a_contradiction_mended(go):
    page = go("Models", "pair")
    page.get_by_text("Several solutions agree with this.").wait_for()
    first, second, _ = page.locator(".stage .cell").all()
    first.click()
    page.get_by_text("A: 1, 2 left").wait_for()
    page.keyboard.press("2")
    told(page, "2 of 3 cells to fill in.")
    page.get_by_text("One solution agrees with this.").wait_for()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("1")
    told(page, "The marked cells contradict each other.")
    page.get_by_text("No solution agrees with this.").wait_for()
    expect(page.locator(".why")).to_contain_text("pair.pl:3")
    expect(page.locator(".stage .marked")).to_have_count(2)
    page.get_by_role("button", name="3", exact=True).click()
    told(page, "1 of 3 cells to fill in.")
    page.keyboard.press("Tab")
    press(page, "Hint")
    told(page, "Every cell is filled in.")
    expect(page.locator(".stage .marked")).to_have_count(0)


def test_all_solutions_are_paged(go):
    page = go("Models", "queens.py")
    press(page, "Show all solutions")
    page.get_by_text("Solutions 1 to 24; there are more.").wait_for()
    for first in (25, 49, 73):
        press(page, "More")
        page.get_by_text(f"Solutions {first} to").wait_for()
    page.get_by_text("92 solutions in all.").wait_for()
    expect(page.get_by_role("button", name="More")).to_be_disabled()
    page.locator(".sheet figure").first.click()
    told(page, "Every cell is filled in.")


def test_games_are_played_both_ways(go):
    page = go("Games", "mastermind")
    page.get_by_text("I have a secret.").wait_for()
    page.get_by_label("Guess", exact=True).fill("0123")
    page.keyboard.press("Enter")
    page.get_by_text("0123: ").wait_for()
    page.get_by_label("Guess", exact=True).fill("0")
    page.keyboard.press("Enter")
    page.get_by_role("alert").get_by_text("Error: ").wait_for()
    page.get_by_text("The program guesses").click()
    page.get_by_text("Question 1: ").wait_for()
    press(page, "4 bulls 0 cows")
    page.get_by_text("Your secret is: ").wait_for()
    press(page, "Undo")
    page.get_by_text("Question 1: ").wait_for()


def test_parameters_are_typed_and_held_by_links(go):
    page = go("Board", "sliding")
    page.get_by_label("rows").fill("2")
    page.get_by_label("rows").press("Enter")
    page.get_by_text("Link to this position").wait_for()
    expect(page.locator(".stage .cell")).to_have_count(6)
    page.locator(".stage .cell").nth(1).click()
    told(page, "Move 1: ")
    before = tiles(page)
    page.get_by_text("Link to this position").click()
    told(page, "Move 1: ")
    assert tiles(page) == before
    page.get_by_label("rows").fill("many")
    press(page, "Apply")
    page.get_by_text("parameter rows has a wrong value").wait_for()


def test_no_file_is_read_for_a_parameter(go, served):
    (served.folder / "grid.txt").write_text("12.. .... .... ....".replace(" ", "\n"))
    page = go("Models", "sudoku.py")
    page.get_by_text("Parameters", exact=True).click()
    page.get_by_label("grid").fill(str(served.folder / "grid.txt"))
    press(page, "Apply")
    page.get_by_text("text does not name a file here").wait_for()


def test_names_that_try_to_be_script_stay_text(go):
    page = go("Board", "hostile")
    page.get_by_text("The rule file has no picture").wait_for()
    told(page, "At the start.")
    page.locator(".stage .cell").first.click()
    told(page, "which one?")
    page.get_by_role("group", name="which move is meant").get_by_role("button").first.click()
    told(page, f"Move 1: {HOSTILE}")
    go("Whole space", "hostile")
    press(page, "Explore")
    page.locator(".sheet svg").first.wait_for()
    go("Models", "forms")
    page.locator(".stage .cell").first.click()
    page.get_by_role("group", name="values").get_by_role("button", name=HOSTILE).click()
    told(page, "1 of 2 cells")
    go("Games", "guess")
    page.get_by_label("Guess", exact=True).fill("b 2")
    page.keyboard.press("Enter")
    page.locator(".turns li").wait_for()
    expect(page.locator("img[src=x], [onerror]")).to_have_count(0)


def test_each_complaint_stands_once_where_it_belongs(go, served):
    page = go("Board", "pair")
    page.get_by_text("pair is a model").wait_for()
    go("Board", "wide")
    page.get_by_text("is too large to be drawn (at most 2,500)").wait_for()
    (served.folder / "gone.pl").unlink()
    go("Board", "gone")
    page.get_by_role("alert").get_by_text("gone.pl").wait_for()
    expect(page.get_by_role("alert").get_by_text("Error")).to_have_count(1)


CONTRAST = """() => {
  const numbers = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = (colour) => {
    const [r, g, b] = colour.map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const over = (colour, below) => below.map((v, n) => v + (colour[n] - v) * (colour[3] ?? 1));
  const behind = (element) => {
    const own = element ? numbers(getComputedStyle(element).backgroundColor) : [255, 255, 255];
    return (own[3] ?? 1) === 1 ? own : over(own, behind(element.parentElement));
  };
  const low = [];
  for (const element of document.querySelectorAll("body *:not(svg *):not(.disabled):not(.disabled *)")) {
    const has_text = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!has_text || !element.getClientRects().length) continue;
    const below = behind(element), colour = over(numbers(getComputedStyle(element).color), below);
    const [one, other] = [light(colour), light(below)];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (contrast < 4.5) low.push(`${element.textContent.trim()}: ${contrast.toFixed(2)}`);
  }
  return low;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_on_what_is_behind_it(served, open_page, scheme):
    """A contrast of 4.5 to 1 (W3C, Web content accessibility guidelines 2.2), on buttons, links and notes too."""
    opened = open_page(f"{served.address}?file=gone.py&panel=Board", color_scheme=scheme).page
    opened.get_by_role("button", name="Close").wait_for()  # the note that there is no such file
    opened.wait_for_timeout(500)  # until it has faded in
    assert opened.evaluate(CONTRAST) == []
    opened.goto(f"{served.address}?file=seven.py&panel=Board")
    opened.get_by_text("Link to this position").wait_for()
    assert opened.evaluate(CONTRAST) == []
