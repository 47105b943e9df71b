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
from logicpuzzles.drawing.page import page
from logicpuzzles.drawing.page_boards import Board
from logicpuzzles.drawing.page_parts import Bar, Branch, Chart, Facts, Player, Sheet, Tree, Words
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


def unshared(text: str) -> str:
    """A page in which each board has all its parts again, in the place of references to those that several share."""
    shared = text.partition("</defs>")[0].split('<g class="board" id="')[1:]
    stated = dict(one.split('">', 1) for one in shared)
    return re.sub('<use href="#(d[0-9]+)"></use>', lambda use: stated[use[1]], text)


def test_whatever_is_written_stays_text() -> None:
    """Labels, marks, captions, titles and facts with markup: one script, the page's own, and none in an attribute."""
    scene = Scene((Cell(0, 0, 9, HOSTILE, HOSTILE),), (Mark(1, 0, HOSTILE),))
    boards = [Board(scene, HOSTILE, HOSTILE), Board(scene, "b")]
    parts = (
        Words(HOSTILE), Player([Sheet(boards, HOSTILE), Sheet(boards, HOSTILE)], HOSTILE), Sheet(boards, HOSTILE),
        Chart([Bar(HOSTILE, 1, boards, HOSTILE)], (HOSTILE, HOSTILE)), Facts([(HOSTILE, HOSTILE)], HOSTILE),
        Tree([Branch(HOSTILE, [Branch(HOSTILE)])], HOSTILE),
    )  # fmt: skip
    made = page(HOSTILE, parts)
    elements = Elements(made)
    assert [tag for tag, _ in elements.found].count("script") == 1
    assert not any(name.startswith("on") or name == "src" for _, has in elements.found for name in has)
    assert all(re.fullmatch("#d[0-9]+", has["href"] or "") for _, has in elements.found if "href" in has)
    allowed = next(has["content"] for _, has in elements.found if has.get("http-equiv"))
    digest = b64encode(sha256("".join(elements.scripts).encode()).digest()).decode()
    assert allowed == f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"


def test_a_page_is_whole_and_always_the_same() -> None:
    """No address stands in it but the name of a standard, and what it refers to is there."""
    six = load("six").puzzle
    boards = [Board(six.scene(six.start), str(number), marked=[3]) for number in range(5)]
    made = page("6", [Player([Sheet(boards)])])
    assert made == page("6", [Player([Sheet(boards)])])
    assert set(re.findall(r"\w+://[^\"' ]+", made)) == {"http://www.w3.org/2000/svg"}
    found = Elements(made).found
    assert {has["href"] for _, has in found if "href" in has} == {f"#{has['id']}" for _, has in found if "id" in has}


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
    assert found.bounds is not None
    assert said == [
        f"{f'{at}: {found.moves[at - 1]} (of {found.length} moves)' if at else 'start'}; {found.length - at} to go; "
        f"lower bound {found.bounds[at]}"
        for at in range(found.length + 1)
    ]
    figures = unshared(file.read_text(encoding="utf-8")).split("<figure")[1:]
    assert [figure.count('class="marked"') for figure in figures] == [0] + found.length * [2]


def test_solutions_of_a_model_stand_on_a_page(cli: Cli, tmp_path: Path) -> None:
    """All that were found, each with its number."""
    file = tmp_path / "queens.html"
    code, out, _ = cli("solve", "queens", "--all", "--html", file)
    assert code == 0
    captions = re.findall("<figcaption>(.*?)</figcaption>", file.read_text(encoding="utf-8"))
    assert captions == [str(number) for number in range(1, 93)]
    assert f"{len(captions)} solutions." in out


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
        (["six", "--html", "/nowhere/at/all.html"], "--html: the page cannot be written: there is no such folder"),
        (["six", "--svg", "/nowhere/at/all.svg"], "--svg: the picture cannot be written: there is no such folder"),
        (["six", "--html", "-"], "--html: the page cannot be written: it needs a name"),
        (["six", "--html", "/proc/version"], "--html: the page cannot be written: "),
        (["six", "--all", "--svg", "x.svg"], "--svg: a picture shows one solution, --all is for all"),
        (["queens", "--all", "--svg", "x.svg"], "--svg: a picture shows one solution, --all is for all"),
        (["six", "--count", "--html", "x.html"], "--html: a page shows solutions, --count finds none"),
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
