"""Pages of boards: one file that needs nothing else, in which whatever a rule file writes stays text."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest

from logicpuzzles import Cell, Mark, Scene, load
from logicpuzzles.drawing.page import Board, page
from logicpuzzles.pages.puzzles import SHOWN

Cli = Callable[..., tuple[int, str, str]]

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(1)>&amp;\"'"


class Elements(HTMLParser):
    """The elements of a page with their attributes, and the text of its scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        self.found.append((f"/{tag}", {}))

    def handle_data(self, data: str) -> None:
        if self.found and self.found[-1][0] == "script":
            self.scripts.append(data)


def test_whatever_is_written_stays_text() -> None:
    """Labels, marks, captions, titles and facts with markup: one script, the page's own, and none in an attribute."""
    scene = Scene((Cell(0, 0, 9, HOSTILE, HOSTILE),), (Mark(1, 0, HOSTILE),))
    made = page(HOSTILE, [Board(scene, HOSTILE, HOSTILE), Board(scene, "b")], HOSTILE, [(HOSTILE, HOSTILE)])
    elements = Elements(made)
    assert [tag for tag, _ in elements.found].count("script") == 1
    assert not any(name.startswith("on") or name in ("src", "href") for _, has in elements.found for name in has)
    allowed = next(has["content"] for _, has in elements.found if has.get("http-equiv"))
    digest = b64encode(sha256("".join(elements.scripts).encode()).digest()).decode()
    assert allowed == f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"


def test_a_page_is_whole_small_and_always_the_same(tmp_path: Path) -> None:
    """Eighty boards of a 15 puzzle take less than 300 kB; no address but the name of a standard stands in it."""
    fifteen = load("fifteen").puzzle
    made = page("15", [Board(fifteen.scene(fifteen.start), str(number), marked=[3]) for number in range(81)])
    assert len(made.encode()) < 300_000
    assert made == page("15", [Board(fifteen.scene(fifteen.start), str(number), marked=[3]) for number in range(81)])
    assert set(re.findall(r"\w+://[^\"' ]+", made)) == {"http://www.w3.org/2000/svg"}


def test_solve_writes_a_page(cli: Cli, tmp_path: Path) -> None:
    """A board for each state, the moves in order, and the piece that moved in a frame."""
    file = tmp_path / "seven.html"
    code, out, _ = cli("solve", "six", "--html", file, "--boards", "none")
    assert code == 0
    assert out.endswith(f"\npage    {file}\n")
    six = load("six").puzzle
    found = six.solve()
    elements = Elements(file.read_text(encoding="utf-8"))
    said = [has["data-said"] or "" for tag, has in elements.found if tag == "figure"]
    assert len(said) == found.length + 1
    assert said[1].startswith(f"1: {found.moves[0]} (of {found.length}); at least ")
    assert sum(has.get("class") == "marked" for _, has in elements.found) == 2 * found.length


def test_solutions_of_a_model_stand_on_a_page(cli: Cli, tmp_path: Path) -> None:
    """All that were found, each with its number."""
    file = tmp_path / "queens.html"
    code, out, _ = cli("solve", "queens", "--all", "--html", file)
    assert code == 0
    figures = [has for tag, has in Elements(file.read_text(encoding="utf-8")).found if tag == "figure"]
    assert [has["data-said"] for has in figures] == [str(number) for number in range(1, 93)]
    assert f"{len(figures)} solutions." in out


def test_each_bar_opens_boards_of_its_depth(cli: Cli, tmp_path: Path) -> None:
    """A bar for each depth with its number; behind it as many boards as there are, or some."""
    file = tmp_path / "six.html"
    code, _, _ = cli("explore", "six", "--html", file)
    assert code == 0
    depths = load("six").puzzle.explore().depths
    text = file.read_text(encoding="utf-8")
    shown = [part.count("<figure") for part in text.split("<details>")[1:]]
    assert shown[:-1] == [min(number, SHOWN) for number in depths[:-1]]
    assert [f"<span>{depth}</span><span>{number:,}</span>" in text for depth, number in enumerate(depths)].count(
        False
    ) == 0


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (["six", "--html", "/"], "--html: the page cannot be written: Is a directory"),
        (["six", "--html", "/nowhere/at/all.html"], "--html: the page cannot be written: No such file"),
        (["six", "--all", "--html", "x.html"], "--html: a page shows one solution"),
        (["queens", "--html", "\0"], "--html: the page cannot be written: "),
        (["queens", "--html", "/"], "--html: the page cannot be written: Is a directory"),
    ],
)
def test_what_cannot_be_is_told_in_one_message(cli: Cli, asked: list[str], told: str) -> None:
    """Without a traceback, and with the place."""
    code, _, error = cli("solve", *asked)
    assert code != 0
    assert told in error
    assert "Next: " in error
