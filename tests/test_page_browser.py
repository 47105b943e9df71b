"""Pages of boards in a real browser, opened from a file: what plays, what is read out, and that no script gets in."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browsers import Opened
from test_page import unshared

from logicpuzzles import Cell, Mark, Scene, load
from logicpuzzles.drawing.page import page
from logicpuzzles.drawing.page_boards import Board
from logicpuzzles.drawing.page_parts import Bar, Branch, Chart, Facts, Part, Player, Sheet, Tree, Words
from logicpuzzles.pages.games import of_tree
from logicpuzzles.pages.models import of_solutions
from logicpuzzles.pages.puzzles import of_exploration, of_path

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

Open = Callable[..., Opened]
SCRIPTS = (
    "</script><script>window.hit = 1</script>", "<img src=x onerror='window.hit = 1'>", "<svg onload='window.hit = 1'>",
    "\"><script>window.hit = 1</script>", "' onclick='window.hit = 1' x='", "javascript:window.hit=1",
    "</style><script>window.hit = 1</script>", "</title><script>window.hit = 1</script>", "&lt;script&gt;",
)  # fmt: skip


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with pages: of a solution, of solutions of a model, of a whole space, of a game."""
    folder = tmp_path_factory.mktemp("pages")
    six, queens, mastermind = load("six").puzzle, load("queens").model, load("mastermind", pegs=2, colours=4).game
    explored = six.explore()
    made = {
        "path": of_path(six, six.solve(), "six"),
        "solutions": of_solutions(queens, list(queens.solutions()), "queens"),
        "space": of_exploration(six, explored, list(explored.hardest()), "six"),
        "game": of_tree(mastermind, mastermind.explore(), "mastermind"),
    }
    for name, text in made.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return folder


def part(shown: Page, name: str) -> Locator:
    """A part of the player."""
    return shown.locator(f"[data-part={name}]")


def is_at(shown: Page, number: int) -> None:
    """Require that the player shows the board of this number, in all that tells of it."""
    figure = shown.locator(".sheet figure").nth(number)
    told = figure.get_attribute("data-said") or figure.inner_text().strip()
    assert part(shown, "said").text_content() == told
    assert part(shown, "scrub").input_value() == str(number)
    assert part(shown, "scrub").evaluate("slider => slider.ariaValueText") == told
    assert part(shown, "stage").inner_html() == figure.locator("svg").evaluate("svg => svg.outerHTML")
    assert shown.locator("figure.now").evaluate_all("all => all.length") == 1
    assert "now" in (figure.get_attribute("class") or "").split()


def test_keys_and_buttons_step(open_page: Open, pages: Path) -> None:
    """Without anything being clicked before; at both ends a step stays there. Nothing but the file is asked for."""
    opened = open_page(pages / "path.html")
    shown = opened.page
    is_at(shown, 0)
    for key, to in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 15), ("ArrowRight", 15),
                    ("Home", 0), ("ArrowLeft", 0)):  # fmt: skip
        shown.keyboard.press(key)
        is_at(shown, to)
    for name, to in (("one on", 1), ("to the end", 15), ("one back", 14), ("to the start", 0)):
        shown.get_by_role("button", name=name).click()
        is_at(shown, to)
    shown.locator(".sheet figure").nth(9).click()
    is_at(shown, 9)
    assert opened.requests == [(pages / "path.html").as_uri()]


def test_the_slider_scrubs(open_page: Open, pages: Path) -> None:
    """By value, and by a key of its own, which is one step and not two."""
    shown = open_page(pages / "path.html").page
    slider = shown.get_by_role("slider", name="move")
    slider.fill("7")
    is_at(shown, 7)
    slider.press("ArrowRight")
    is_at(shown, 8)


def test_it_plays_to_the_end_and_begins_again(open_page: Open, pages: Path) -> None:
    """Space plays and pauses; while it plays nothing is read out over each other."""
    from playwright.sync_api import expect

    shown = open_page(pages / "path.html").page
    shown.get_by_label("speed").select_option("faster")
    shown.locator("h1").click()  # away from the choice of speed, which has keys of its own
    shown.keyboard.press("Space")
    shown.get_by_role("button", name="pause").wait_for()
    assert part(shown, "said").evaluate("said => said.ariaLive") == "off"
    expect(part(shown, "scrub")).to_have_value(re.compile("[3-9]|1."))
    shown.keyboard.press("Space")
    shown.get_by_role("button", name="play").wait_for()
    assert part(shown, "said").evaluate("said => said.ariaLive") == "polite"
    shown.keyboard.press("Space")
    expect(part(shown, "scrub")).to_have_value("15")
    shown.get_by_role("button", name="play").click()
    expect(part(shown, "scrub")).to_have_value(re.compile("[1-9]"))


def test_one_of_several_solutions_is_chosen(open_page: Open, tmp_path: Path) -> None:
    """By its name, or by a click on one of its boards."""
    six = load("six").puzzle
    sheets = [Sheet([Board(six.scene(six.start), f"{name} {at}") for at in range(3)], name) for name in ("one", "two")]
    (tmp_path / "x.html").write_text(page("several", [Player(sheets)]), encoding="utf-8")
    shown = open_page(tmp_path / "x.html").page
    shown.keyboard.press("End")
    shown.get_by_label("Solution").select_option("two")
    assert part(shown, "said").text_content() == "two 0"
    shown.locator("figure", has_text="one 1").click()
    assert part(shown, "said").text_content() == "one 1"
    assert shown.get_by_label("Solution").input_value() == "one"
    closed = shown.locator("figcaption", has_text="two 2")
    assert not closed.is_visible()
    shown.emulate_media(media="print")  # all boards are on paper, those of solutions that are not opened too
    assert closed.is_visible()


def test_many_solutions_are_paged(open_page: Open, pages: Path) -> None:
    """So many at a time; who steps beyond them sees the next ones. On paper, and without scripts, all are there."""
    shown = open_page(pages / "solutions.html").page
    figures = shown.locator(".sheet figure:visible")
    assert (figures.count(), shown.get_by_text("1 to 48 of 92").count()) == (48, 1)
    assert shown.get_by_role("button", name="boards before").is_disabled()
    shown.get_by_role("button", name="more boards").click()
    assert (figures.count(), shown.get_by_text("49 to 92 of 92").count()) == (44, 1)
    shown.keyboard.press("ArrowRight")
    assert (figures.count(), shown.get_by_text("1 to 48 of 92").count()) == (48, 1)
    shown.emulate_media(media="print")
    assert (figures.count(), shown.locator(".player:visible, .pages:visible").count()) == (92, 0)
    still = open_page(pages / "solutions.html", java_script_enabled=False).page
    assert (still.locator(".sheet figure:visible").count(), still.locator(".player:visible").count()) == (92, 0)


def test_what_boards_share_is_drawn_as_if_each_had_its_own(open_page: Open, pages: Path, tmp_path: Path) -> None:
    """Pixel by pixel, in light and dark."""
    shared = (pages / "path.html").read_text(encoding="utf-8")
    assert shared.count("<use") > 50
    (tmp_path / "whole.html").write_text(unshared(shared), encoding="utf-8")
    one, other = (open_page(file).page for file in (pages / "path.html", tmp_path / "whole.html"))
    for scheme in ("light", "dark"):
        for shown in (one, other):
            shown.emulate_media(color_scheme=scheme)
        assert one.screenshot() == other.screenshot()


def test_bars_and_branches_open(open_page: Open, pages: Path) -> None:
    """By keyboard too."""
    shown = open_page(pages / "space.html").page
    assert shown.locator(".chart figure:visible").count() == 0
    shown.keyboard.press("Tab")
    shown.keyboard.press("Enter")
    assert shown.locator(".chart figure:visible").count() == 1
    shown = open_page(pages / "game.html").page
    shown.locator(".tree summary").first.click()
    assert shown.locator(".tree details:visible").count() > 1


@pytest.mark.parametrize("name", ["path", "solutions", "space", "game"])
def test_a_narrow_window_shows_all(open_page: Open, pages: Path, name: str) -> None:
    """Nothing is beyond the edge of a telephone, in the dark; all controls are there and named."""
    shown = open_page(pages / f"{name}.html", viewport={"width": 360, "height": 740}, color_scheme="dark").page
    for summary in shown.locator("summary:visible").all()[:3]:
        summary.click()
    assert shown.evaluate("document.documentElement.scrollWidth") <= 360
    red, green, blue = map(int, re.findall("[0-9]+", shown.evaluate("getComputedStyle(document.body).backgroundColor")))
    assert max(red, green, blue) < 60
    for control in shown.locator("button:visible, select:visible, input:visible").all():
        box = control.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
        assert control.get_attribute("aria-label") or control.evaluate("one => one.labels.length")


def test_a_screen_reader_is_told_what_is_shown(open_page: Open, pages: Path) -> None:
    """The board by its name and its text, the place by a status, each control by its name."""
    shown = open_page(pages / "path.html").page
    player = shown.get_by_role("region", name="player")
    assert player.get_by_role("img", name="start").count() == 1
    assert player.get_by_role("status").text_content() == "start; 15 to go; lower bound 10"
    assert player.locator("desc").text_content() == load("six").puzzle.draw(load("six").puzzle.start)
    for name in ("to the start", "one back", "play", "one on", "to the end"):
        assert player.get_by_role("button", name=name, exact=True).count() == 1


def test_text_of_a_stranger_runs_nothing(open_page: Open, tmp_path: Path) -> None:
    """In every place of every part: no script runs, no dialog opens, nothing is asked for."""
    sheets: list[Sheet] = []
    parts: list[Part] = []
    for text in SCRIPTS:
        scene = Scene((Cell(0, 0, 9, text, text), Cell(1, 0, 9, 1, text)), (Mark(2, 0, text),))
        boards = [Board(scene, text, text), Board(scene, text)]
        sheets.append(Sheet(boards, text))
        parts += [
            Words(text), Words(text, is_running=True), Sheet(boards, text), Facts([(text, text)], text),
            Chart([Bar(text, 1, boards, text)], (text, text)), Tree([Branch(text, [Branch(text)])], text),
        ]  # fmt: skip
    title = " ".join(SCRIPTS)
    (tmp_path / "x.html").write_text(page(title, [Player(sheets, SCRIPTS[0]), *parts]), encoding="utf-8")
    opened = open_page(tmp_path / "x.html")
    shown = opened.page
    shown.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    for number in range(len(SCRIPTS)):
        shown.get_by_label("Solution").select_option(index=number)
        assert part(shown, "said").text_content() == SCRIPTS[number]
    shown.locator("h1").click()
    shown.keyboard.press("ArrowRight")
    assert shown.evaluate("window.hit") is None
    assert shown.locator("script, img, [onclick], [onload], [onerror]").count() == 1
    assert opened.requests == [(tmp_path / "x.html").as_uri()]
    assert shown.title() == title


def test_a_rule_file_of_a_stranger_runs_nothing(open_page: Open, cli: Callable[..., object], tmp_path: Path) -> None:
    """Its documentation, values, labels, symbols and picture, on each page and in a picture opened by itself."""
    text = "".join(SCRIPTS[:3]).replace("'", "")
    rules = [
        f"% {text}", f"'{text}'('{text}', ['{text}', b], [b, '{text}']).", f"start(['{text}', b]).",
        f"goal([b, '{text}']).", f"picture('0 {text} 1').".replace("= 1", "= I"), f"symbol(b, '{text}').",
        f":- puzzle('{text}').",
    ]  # fmt: skip
    Path("x.pl").write_text("\n".join(rules))
    for command in ("show", "solve", "explore", "deal"):
        assert cli(command, "./x.pl", "--html", f"{command}.html")[0] == 0  # type: ignore[index]
    assert cli("show", "./x.pl", "--svg", "show.svg")[0] == 0  # type: ignore[index]
    for file in ("show.html", "solve.html", "explore.html", "deal.html", "show.svg"):
        opened = open_page(tmp_path / file)
        assert "window.hit" in (opened.page.text_content(":root") or "")  # it is there, as text
        assert opened.page.evaluate("window.hit") is None
        assert opened.page.locator("img, [onclick], [onload], [onerror]").count() == 0
        assert opened.requests == [(tmp_path / file).as_uri()]
