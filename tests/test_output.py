"""Outputs of notebooks' cells, pictures and pages of objects: well-formed, inert, bounded, and always the same."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pytest
from test_page import Elements

from logicpuzzles import (
    Cell,
    Game,
    Limits,
    Mark,
    Model,
    Problem,
    Puzzle,
    PuzzleError,
    Scene,
    ask,
    load,
    loads,
    relation,
)
from logicpuzzles.drawable import Drawable
from logicpuzzles.drawing.page_boards import Board
from logicpuzzles.drawing.page_parts import Chart, Sheet
from logicpuzzles.drawing.svg import STYLE
from logicpuzzles.endings import Assignment, Counted, Exhausted, Stopped
from logicpuzzles.endings import Path as Found
from logicpuzzles.logic.goals import eq, lall
from logicpuzzles.pages import answers
from logicpuzzles.pages.answers import Table
from logicpuzzles.pages.output import LINES, NAME, output, style
from logicpuzzles.pages.shown import CONTENTS, contents

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(1)>]]>&amp;\"'\x1b[2J"
SPACE = "{http://www.w3.org/2000/svg}"


@relation
def swap(label: Any, before: Any, after: Any) -> Any:
    """Swap the two cells."""
    return lall(eq(label, HOSTILE), eq(before[0], after[1]), eq(before[1], after[0]))


def build() -> Problem:
    """A variable and values that are markup."""
    problem = Problem()
    problem.addVariable(HOSTILE, [HOSTILE, "b"])
    problem.addConstraint(lambda a: a == HOSTILE, [HOSTILE])
    return problem


def hostile_puzzle() -> Puzzle:
    """A puzzle whose values, labels, picture and symbols are markup."""
    return Puzzle(
        swap, (HOSTILE, 1), (1, HOSTILE), picture=f"<b>0</b> 1 {HOSTILE[:20]}".replace("(1)", ""), symbols={1: HOSTILE}
    )


def far_off(n_secrets: int = 20) -> Game:
    """A number is sought; the answer is the difference."""
    return Game(list(range(n_secrets)), lambda secret, guess: abs(secret - guess), solved=0)


def hostile_game() -> Game:
    """A game whose terms are markup."""
    return Game([HOSTILE, "b", "c"], lambda secret, guess: HOSTILE if secret == guess else "no", solved=HOSTILE)


SHOWN: dict[str, Callable[[], Drawable]] = {
    "rule file": lambda: load("six"),
    "rule file of a text": lambda: loads(f"p({{}}).% {HOSTILE!r}".replace("{}", "1")),
    "puzzle": lambda: load("six").puzzle,
    "path": lambda: load("six").puzzle.solve(),
    "path of nobody": lambda: Found(moves=(HOSTILE,), states=((HOSTILE,), (1,))),
    "exploration": lambda: load("six").puzzle.explore(),
    "unexplored": lambda: load("six").puzzle.explore(limits=Limits(nodes=9)),
    "model": lambda: load("queens").model,
    "assignment": lambda: load("golomb").model.solve(),
    "assignment of nobody": lambda: Assignment(values={HOSTILE: HOSTILE}),
    "contradiction": lambda: load("queens").model.explain({1: 1, 2: 2}),
    "exhausted": lambda: Exhausted(reason=HOSTILE),
    "stopped": lambda: Stopped(reason=HOSTILE),
    "counted": lambda: Counted(count=7),
    "game": lambda: load("mastermind").game,
    "explored game": lambda: far_off().explore("first"),
    "tree": lambda: far_off().explore("first").tree,
    "query": lambda: load("six").ask("neighbor(0, X)"),
    "query with boards": lambda: load("six").ask("move_piece(P, [4,6,5,1,3,2,0], S)"),
    "query that fails": lambda: ask("X is 1/0"),
    "hostile puzzle": hostile_puzzle,
    "hostile path": lambda: hostile_puzzle().solve(),
    "hostile space": lambda: hostile_puzzle().explore(),
    "hostile model": lambda: Model(build, doc=HOSTILE),
    "hostile assignment": lambda: Model(build, picture=lambda values: HOSTILE).solve(),
    "hostile contradiction": lambda: Model(build).explain({HOSTILE: "b"}),
    "hostile game": hostile_game,
    "hostile tree": lambda: hostile_game().explore("first"),
    "hostile query": lambda: ask(f"X = '{'<script>alert(1)</script>'}'"),
    "scene": lambda: Scene((Cell(0, 0, 9, HOSTILE, HOSTILE),), (Mark(1, 0, HOSTILE),)),
}
ELEMENTS = frozenset(
    {
        "div",
        "style",
        "pre",
        "p",
        "figure",
        "figcaption",
        "dl",
        "dt",
        "dd",
        "span",
        "i",
        "details",
        "summary",
        "ul",
        "li",
    }
    | {"table", "thead", "tbody", "tr", "th", "td"}
)
PICTURES = frozenset(
    {"svg", "title", "desc", "style", "rect", "polygon", "text", "path", "g", "use", "circle", "line", "ellipse"}
)


def well_formed(text: str) -> Element:
    """An output as XML, which has no elements without an end tag here."""
    return fromstring(text)


@pytest.mark.parametrize("name", SHOWN)
def test_outputs_are_inert(name: str) -> None:
    """Known elements and attributes alone, no name that another output could have, nothing from outside, all as XML."""
    made = SHOWN[name]()._repr_html_()
    root = well_formed(made)
    assert root.tag == "div"
    for one in root.iter():
        assert one.tag in ELEMENTS or one.tag.removeprefix(SPACE) in PICTURES
        assert not any(key.startswith("on") or key in ("id", "src", "href") for key in one.attrib)
    assert [one for one in root.iter() if one.tag == "style"] == [root[0]]
    assert "\x1b" not in made
    assert "://" not in made.replace("http://www.w3.org/2000/svg", "")
    assert len(made.encode()) < 300_000


@pytest.mark.parametrize("name", SHOWN)
def test_pages_and_pictures_are_the_same_each_time(name: str) -> None:
    """But for the time that something took; a picture is well-formed, or one message tells that there is no board."""
    made, again = SHOWN[name](), SHOWN[name]()
    assert timeless(made._repr_html_()) == timeless(again._repr_html_())
    page = made.to_html()
    assert timeless(page) == timeless(again.to_html())
    assert [tag for tag, _ in Elements(page).found].count("script") == 1
    if not contents(made).boards():
        with pytest.raises(PuzzleError, match="this has no board to draw; expected .*Next: "):
            made.to_svg()
        return
    picture = made.to_svg()
    root = fromstring(picture)
    assert root.tag == f"{SPACE}svg"
    assert {one.tag.removeprefix(SPACE) for one in root.iter()} <= PICTURES
    assert picture == again.to_svg()
    alone = getattr(made, "_repr_svg_", lambda: None)()
    assert alone is None or fromstring(alone).tag == f"{SPACE}svg"


def timeless(text: str) -> str:
    """Without times."""
    return re.sub(r"[\d.,]+ (ms|s)\b", "0 s", text)


def test_everything_drawable_is_in_the_table() -> None:
    """A class with pictures that nothing makes would fail where it is shown."""
    kinds: list[type] = [Drawable]
    for kind in kinds:
        kinds += kind.__subclasses__()
    named = {f"{kind.__module__.removeprefix('logicpuzzles.')}.{kind.__qualname__}" for kind in kinds}
    assert set(CONTENTS) <= named
    bases = {"drawable.Drawable", "puzzles.declaration.Declared", "games.game.GameDefinition"}
    for kind in kinds:
        names = {f"{one.__module__.removeprefix('logicpuzzles.')}.{one.__qualname__}" for one in kind.__mro__}
        assert names & (set(CONTENTS) | bases)


def test_rules_of_style_hold_inside_alone() -> None:
    """Every selector begins with the class of the output; what changes where the system is dark is stated for both."""
    selectors = [part for rule in re.findall(r"([^{}]+)\{[^{}]*\}", style()) for part in rule.split(",")]
    assert selectors
    assert all(part.strip().startswith(f".{NAME}") for part in selectors)
    assert "@" not in style()
    dark = re.findall(r"@media\([^{]*dark\)\{((?:[^{}]*\{[^{}]*\})*)\}", STYLE)
    assert dark
    changed = set(re.findall(r"--[\w-]+", "".join(dark)))
    stated = re.findall(r"\.logicpuzzles \.board\{([^}]*)\}", style())[-1]
    assert changed <= set(re.findall(r"(--[\w-]+):", stated))


def test_boards_for_which_there_is_no_room_are_counted() -> None:
    """As many are drawn as may be, and the others are told of; a board that is too large is told in words."""
    board = Board(Scene(tuple(Cell(y, 2 * x, 1, x, str(x % 10)) for y in range(20) for x in range(20))), "")
    made = output("", [Sheet([board] * 100)])
    drawn = made.count("<figure>")
    assert 0 < drawn < 100
    assert f"{100 - drawn} boards left out here; to_html() gives a page of its own." in made
    large = Scene(tuple(Cell(y, 2 * x, 1, x, "1") for y in range(101) for x in range(100)))
    assert "A board of 10,100 cells is too large to be drawn" in re.sub(
        " +", " ", re.sub("<[^>]*>", " ", output("", [Sheet([Board(large, "")])]))
    )


def test_long_solutions_of_large_boards_stay_small() -> None:
    """Eighty boards of the 15 puzzle, and some as they are handed out."""
    fifteen = load("fifteen").puzzle
    made = Found(moves=tuple(range(80)), states=(fifteen.start,) * 81)
    made.__dict__["drawing"] = fifteen
    assert 81 - 8 < made._repr_html_().count("<figure>") <= 81
    assert len(made._repr_html_()) < 300_000


def test_large_trees_are_cut() -> None:
    """The questions near the first are there."""
    made = far_off(600).explore("first").tree._repr_html_()
    assert made.count("<li>") <= LINES + 1
    assert "left out here" in made or "..." in made
    deep = Game(list(range(300)), lambda secret, guess: secret == guess, solved=True).explore("first")
    assert "further down, left out here" in deep._repr_html_()


def test_bars_open_boards_while_there_is_room() -> None:
    """Those behind a bar are under its line."""
    found = load("six").puzzle.explore()
    made = well_formed(found._repr_html_())
    opened = made.findall(".//details")
    assert len(opened) >= 8
    assert [len(one.findall(".//figure")) for one in opened[:4]] == [1, 3, 6, 6]
    assert isinstance(Chart([], ("a", "b")), Chart)


def test_answers_stand_in_a_table() -> None:
    """A column for each variable, a row for each answer, boards where values are states; many are cut."""
    made = well_formed(load("six").ask("move_piece(P, [4,6,5,1,3,2,0], S)")._repr_html_())
    assert [one.text for one in made.iter("th")] == ["P", "S"]
    rows = made.findall(".//tbody/tr")
    assert [row.find(".//div").text for row in rows] == ["2", "1", "5"] or len(rows) == 3  # type: ignore[union-attr]
    assert all(row.find(f".//{SPACE}svg") is not None for row in rows)
    many = ask("between(1, 1000, X)")._repr_html_()
    assert "The first 50 answers; there may be more." in many
    assert "Y" in ask("X = f(Y), dif(Y, 1)")._repr_html_()
    assert "where" in ask("dif(X, 1)")._repr_html_()
    assert "<p>true</p>" in ask("true")._repr_html_()
    assert "<p>0 answers.</p>" in ask("fail")._repr_html_()


def test_large_tables_are_cut() -> None:
    """What is left out is told."""
    made = output("", [Table(["X"], [[["x" * 20_000]]] * 32)])
    assert len(made) < 300_000
    assert re.search(r"\d+ answers left out here: too large\.", made)


def test_an_endless_query_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """After seconds, with what was found."""
    monkeypatch.setattr(answers, "SECONDS", 0.3)
    made = ask("between(1, inf, X), X < 0")._repr_html_()
    assert "the query was stopped after 0.3 seconds." in made


def test_what_cannot_be_shown_is_told() -> None:
    """A picture that fails, and a model that cannot be built: one message, and no exception."""

    def fails(*_: Any) -> Any:
        raise ValueError("<b>broken</b>")

    puzzle = Puzzle(swap, (2, 1), (1, 2), picture=fails)
    made = puzzle._repr_html_()
    assert "the picture fails: ValueError: &lt;b&gt;broken&lt;/b&gt;" in made
    assert "puzzle of 2 cells: swap from [2, 1]" in made
    assert "broken" in Model(fails)._repr_html_()
    assert repr(Model(fails)) == "<model fails>"


def test_states_are_drawn_by_the_puzzle(tmp_path: Path) -> None:
    """Any state; and a page of it."""
    six = load("six").puzzle
    assert fromstring(six.to_svg((1, 2, 3, 4, 5, 6, 0))).tag == f"{SPACE}svg"
    assert six.to_svg() == six.to_svg(six.start) != six.to_svg((1, 2, 3, 4, 5, 6, 0))
    assert "<h1>one</h1>" in six.to_html("one", (1, 2, 3, 4, 5, 6, 0))
    queens = load("queens").model
    assert queens.to_svg(queens.solve()) == queens.draw(queens.solve(), "svg")
    assert queens.to_html(solutions=list(queens.solutions())[:3]).count("<figure") == 3
    with pytest.raises(PuzzleError, match="this is no state"):
        six.to_svg((1, 2))


def test_endings_draw_their_boards() -> None:
    """As text, as SVG; one message where there is none."""
    found = load("six").puzzle.solve()
    assert found.draw().startswith("start   1: 1")
    assert found.draw("svg") == found.to_svg()
    queens = load("queens").model
    assert queens.solve().draw() == queens.draw(queens.solve())
    assert load("six").puzzle.draw().split("\n")[0].strip() == "4 6"
    jugs = load("jugs").puzzle.solve()
    assert jugs.draw().split("\n\n")[0] in str(jugs)
    clash = queens.explain({1: 1, 2: 2})
    assert clash.draw() == clash.board  # type: ignore[union-attr]
    with pytest.raises(PuzzleError, match="this has no board to draw"):
        Stopped(reason="it took long").draw()
    with pytest.raises(PuzzleError, match="there is no renderer"):
        found.draw("oil")
