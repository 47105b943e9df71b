"""Boards as SVG: well-formed, the same for the same scene, with nothing from outside; what stands where."""

from __future__ import annotations

import re
from itertools import combinations, count
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring, tostring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logicpuzzles import Cell, Mark, Scene, load
from logicpuzzles.drawing.folding import columns
from logicpuzzles.drawing.layout import CHARACTER, laid_out
from logicpuzzles.drawing.lines import Stroke, split, strokes
from logicpuzzles.drawing.palette import SHADES, Palette
from logicpuzzles.drawing.picture import scene_of
from logicpuzzles.drawing.reading import written
from logicpuzzles.drawing.scene import Sizing
from logicpuzzles.drawing.settling import settled
from logicpuzzles.drawing.svg import element, svg
from logicpuzzles.drawing.text import text

RULES = Path(__file__).parent.parent / "rules"
UNDRAWN = {"coins.py", "knights.pl", "mastermind.py", "zebra.pl"}  # games and plain relations have no boards
NAMES = {"svg": "http://www.w3.org/2000/svg"}
CHARACTERS = st.text(st.sampled_from("ab1 .|-+#<>&\"'\x1b\u2502\u250c\N{DUCK}"), max_size=6)
CELLS = st.builds(
    Cell, st.integers(0, 4), st.integers(0, 12), st.integers(1, 4), st.integers(-3, 3) | st.text(max_size=3), CHARACTERS
)
MARKS = st.builds(Mark, st.integers(0, 4), st.integers(0, 12), CHARACTERS)
SCENES = st.builds(
    Scene,
    st.lists(CELLS, max_size=5).map(tuple),
    st.lists(MARKS, max_size=5).map(tuple),
    st.just("fixed") | st.just("row"),
    st.booleans(),
)


def drawn(scene: Scene, **how: object) -> Element:
    """The picture of a scene, parsed."""
    return fromstring(svg(scene, **how))  # type: ignore[arg-type]


def boxes(root: Element) -> list[tuple[float, ...]]:
    """Left, top, width and height of the tiles."""
    return [
        tuple(float(tile.attrib[name]) for name in ("x", "y", "width", "height"))
        for tile in root.iterfind(".//svg:rect", NAMES)
        if tile.get("class") != "paper"
    ]


def test_a_picture_of_its_own_can_be_read_in_any_viewer() -> None:
    """Below it lies paper as large as it is; viewers without variables have a colour for each line and word too."""
    root = drawn(written("1 | 2\n--+--\n3 | 4"))
    paper = root.findall("*")[3]
    assert [paper.get(name) for name in ("class", "x", "y", "width", "height")] == [
        "paper",
        *root.attrib["viewBox"].split(),
    ]
    rules = root.findtext("svg:style", "", NAMES)
    for name, shown in re.findall(r"([a-z]+):(var\(--[a-z]+\))", rules):
        assert re.search(rf"{name}:#[0-9a-f]+;{name}:{re.escape(shown)}", rules)
    assert rules.count("var(") > 5


@given(SCENES)
def test_any_scene_is_well_formed_and_asks_for_nothing_from_outside(scene: Scene) -> None:
    """Whatever values, labels and marks hold, it is text and never markup, and no reference leaves the picture."""
    made = svg(scene, title="<script>&")
    root = fromstring(made)
    assert made == svg(scene, title="<script>&")
    assert root.findtext("svg:title", namespaces=NAMES) == "<script>&"
    assert {element.tag.split("}")[1] for element in root.iter()} <= {
        "svg",
        "title",
        "desc",
        "style",
        "rect",
        "text",
        "path",
        "polygon",
        "g",
        "ellipse",
    }
    assert not re.search(r"href|url\(|@import|<script|onload", made)


LINES = st.lists(st.text(st.sampled_from("Q.#7 1x|-+ab  "), max_size=12), max_size=5)


@given(LINES.map("\n".join))
def test_text_read_as_cells_is_the_same_text(drawn_: str) -> None:
    """Whether it becomes cells or marks; and every word of it is in the picture, or is a line of it."""
    scene = written(drawn_)
    assert text(scene) == drawn_
    seen = " ".join(part.text or "" for part in drawn(scene).iterfind(".//svg:text", NAMES)).split()
    words = {word.text for word in split(written(drawn_).marks)[1]} | {cell.label for cell in scene.cells}
    assert words <= set(seen)


@pytest.mark.parametrize(
    ("drawn_", "values"),
    [
        ("Q .\n. Q", ["Q", ".", ".", "Q"]),
        (" 0 11\n 9 22", [0, 11, 9, 22]),
        ("1 | 2\n--+--\n3 | 4", [1, 2, 3, 4]),
        ("one two\nten six", []),
        ("1 2", []),
        ("1 2\n3", []),
        ("1 22\n33 4", []),
        ("1  2 \n3  4", []),
    ],
)
def test_text_of_signs_or_numbers_in_columns_is_cells(drawn_: str, values: list[int | str]) -> None:
    """At least two rows and two columns, in line at their right, without blanks at the end."""
    assert [cell.value for cell in written(drawn_).cells] == values


@given(st.lists(st.lists(st.integers(0, 999), min_size=3, max_size=3), min_size=1, max_size=4), st.booleans())
def test_labels_of_a_picture_of_fields_are_in_it(rows: list[list[int]], lines: bool) -> None:
    """Whatever a puzzle's text picture shows of its cells, the SVG shows too, also in frames and beside names."""
    cells = [value for row in rows for value in row]
    picture = f"\n{'---' * 3 if lines else ''}\n".join(
        f"row {' | '.join(str(3 * y + x) for x in range(3))}" for y in range(len(rows))
    )
    root = drawn(scene_of(cells, picture))
    seen = [part.text for part in root.iterfind("svg:text", NAMES)]
    assert sorted(map(str, cells)) == sorted(label for label in seen if label and label.isdecimal())
    assert seen.count("row") == len(rows)


BETWEEN = st.sampled_from([" ", " ", "  ", " | ", "|", ", ", " a ", " + "])
ROWS = st.lists(st.tuples(st.sampled_from(["", " ", "  "]), st.lists(BETWEEN, min_size=1, max_size=4)), min_size=1)
BELOW = st.sampled_from(["", "", "\n---+---", "\n", "\nwords here", "\n|   |"])


@given(st.data())
def test_nothing_lies_over_something_else(data: st.DataObject) -> None:
    """Wherever a picture has cells and words: no tile reaches into another, nor into what is written beside it."""
    numbers = count()
    lines = [
        before + "".join(f"{next(numbers)}{gap}" for gap in gaps).rstrip() + data.draw(BELOW)
        for before, gaps in data.draw(ROWS)
    ]
    n = next(numbers)
    state = data.draw(st.lists(st.sampled_from([1, 2, 10, "x", "abc"]), min_size=n, max_size=n))
    placed = settled(scene_of(state, "\n".join(lines)))
    lines_, words = split(placed.marks)
    layout = laid_out(placed, words, list(strokes(lines_)))
    taken = [(box.left, box.left + box.width, box.top, box.top + box.height) for box in layout.boxes]
    if not layout.is_hexagonal:
        for one, other in combinations(taken, 2):
            assert one[1] <= other[0] or other[1] <= one[0] or one[3] <= other[2] or other[3] <= one[2]
    for word in words:
        half = columns(word.text) * CHARACTER / 2
        x, y = layout.across.at(word.column + columns(word.text) / 2), layout.down.at(word.row + 0.5)
        assert all(y <= box[2] or y >= box[3] or x + half <= box[0] + 1 or box[1] <= x - half + 1 for box in taken)


@pytest.mark.parametrize("name", sorted({path.name for path in RULES.glob("*.p[yl]")} - UNDRAWN))
def test_every_rule_file_draws(name: str) -> None:
    """The start of its puzzle, or a solution of its model: all labels are in the picture, and nothing is cut off."""
    rulefile = load(name)
    if rulefile.kind == "puzzle":
        scene = rulefile.puzzle.scene(rulefile.puzzle.start)
    else:
        scene = rulefile.model.scene(rulefile.model.solve())
    root = drawn(scene, title=name)
    shown = [part.text for part in root.iterfind(".//svg:text", NAMES)]
    assert all(cell.label.strip() in {"", *shown} for cell in scene.cells)
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    for x, y, wide, high in boxes(root):
        assert left <= x <= x + wide <= left + width
        assert top <= y <= y + high <= top + height


@given(SCENES)
def test_a_settled_scene_is_drawn_as_the_scene_itself(scene: Scene) -> None:
    """Text of it is the same, but for blanks at the ends of lines."""
    lines = [line.rstrip() for line in text(settled(scene)).split("\n")]
    assert lines == [line.rstrip() for line in text(scene).split("\n")]


@pytest.mark.parametrize("name", ["seven", "fifteen", "eight", "top_spin", "sliding"])
def test_tiles_of_a_board_are_squares_that_do_not_overlap(name: str) -> None:
    """One for each cell, all alike, inside the picture."""
    puzzle = load(name).puzzle
    root = drawn(puzzle.scene(puzzle.start))
    tiles = boxes(root)
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert len(tiles) == len(puzzle.start)
    assert len({(wide, high) for _, _, wide, high in tiles}) == 1
    assert abs(tiles[0][2] - tiles[0][3]) < 0.1
    for number, (x, y, wide, high) in enumerate(tiles):
        assert left <= x
        assert top <= y
        assert x + wide <= left + width
        assert y + high <= top + height
        assert all(x + wide <= a or a + wide <= x or y + high <= b or b + high <= y for a, b, _, _ in tiles[:number])


@pytest.mark.parametrize("sizing", ["fixed", "elastic", "row"])
def test_tiles_to_click_are_groups_with_their_numbers(sizing: Sizing) -> None:
    """In the order of the scene, whatever order the cells stand in; each has its own label."""
    cells = tuple(Cell(row, column, 1, label, label) for row, column, label in [(1, 0, "c"), (0, 2, "b"), (0, 0, "a")])
    root = fromstring(tostring(element(Scene(cells, sizing=sizing), "board", clickable=True)))
    groups = root.findall("svg:g", NAMES)
    assert [group.attrib for group in groups] == [{"class": "cell", "data-cell": str(n)} for n in range(3)]
    assert [group.findtext("svg:text", namespaces=NAMES) for group in groups] == ["c", "b", "a"]


def test_rows_half_a_cell_apart_are_hexagons() -> None:
    """The board of the 6 puzzle; the one that moved has a frame of its own."""
    six = load("six").puzzle
    root = drawn(six.scene(six.start), marked=[3])
    tiles = root.findall(".//svg:polygon", NAMES)
    assert len(tiles) == len(six.start) + 1
    assert [tile.get("class") for tile in tiles].count("marked") == 1


def test_lines_of_frames_are_joined() -> None:
    """A box of characters is four strokes; a lone sign and a word with a dash are text."""
    lines, others = split(written("+--+\n|  |\n+--+\n + a-b").marks)
    assert [word.text for word in others] == ["+", "a-b"]
    assert split(written("A = 3").marks)[0] == []
    assert set(strokes(lines)) == {Stroke(1, 1, 1, 7), Stroke(5, 1, 5, 7), Stroke(1, 1, 5, 1), Stroke(1, 7, 5, 7)}
    assert set(strokes(split(written("\u250c\u2500\u2510").marks)[0])) == {
        Stroke(1, 1, 1, 5),
        Stroke(1, 1, 2, 1),
        Stroke(1, 5, 2, 5),
    }


@given(st.sets(st.integers(-5, 20) | st.text(max_size=2), min_size=1))
def test_what_is_written_in_a_tile_can_be_read(values: set[int | str]) -> None:
    """The contrast is at least 4.5 to 1, as the guidelines ask, and equal values have equal colours."""
    palette = Palette(values)
    for value in values:
        fill = [int(palette.fill(value)[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in fill]
        light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
        ink = 1.0 if palette.ink(value) == "#ffffff" else 0.0
        assert (max(light, ink) + 0.05) / (min(light, ink) + 0.05) >= 4.5


def test_numbers_have_shades_in_their_order() -> None:
    """From the darkest to the lightest, so that order can be seen without colour."""
    palette = Palette(range(1, 16))
    sums = [sum(int(palette.fill(n)[at : at + 2], 16) for at in (1, 3, 5)) for n in range(1, 16)]
    assert sums == sorted(sums)
    assert palette.fill(1) == "#{:02x}{:02x}{:02x}".format(*SHADES[0])
