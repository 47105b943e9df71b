"""Colours and shapes that rule files say: what they draw, and that nothing else gets into a picture."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logicpuzzles import Arrow, Cell, Model, Problem, Puzzle, PuzzleError, Scene, load, loads, stacks, tour
from logicpuzzles.drawing.colours import NAMES, colour
from logicpuzzles.drawing.looks import SHAPES, looks
from logicpuzzles.drawing.scene_looks import looked
from logicpuzzles.drawing.svg import svg
from logicpuzzles.drawing.text import text
from logicpuzzles.drawing.too_large import MOST_CELLS
from logicpuzzles.playing.filling import Fill

SVG = "{http://www.w3.org/2000/svg}"
TEXT = """
move(x, [A, B], [B, A]).
start([l, o]).
goal([o, l]).
"""


def swapped(**how: object) -> Puzzle:
    """A puzzle of two cells with these looks."""
    return Puzzle(lambda label, before, after: None, ("l", "o"), ("o", "l"), picture="0 1", **how)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"colours": {"l": "crimsn"}}, "colours: what l has is no colour; .* got 'crimsn'. Next: did you mean crimson"),
        ({"colours": {"l": "url(http://x)"}}, "colours: what l has is no colour; expected a name"),
        ({"colours": {"l": "#12345"}}, "got '#12345'"),
        ({"colours": {"l": 7}}, "got 7"),
        ({"colours": "red"}, "colours: these are no colours; expected such as"),
        (
            {"shapes": {"o": "rund"}},
            "shapes: what o has is no shape; .* Next: did you mean round",
        ),
        ({"shapes": {"o": ["round"]}}, "shapes: what o has is no shape"),
        ({"shapes": ["o"]}, "shapes: these are no shapes"),
    ],
)
def test_wrong_looks_are_one_message(how: dict[str, object], message: str) -> None:
    """For a puzzle and a model alike."""
    with pytest.raises(PuzzleError, match=message):
        swapped(**how)
    with pytest.raises(PuzzleError, match=message):
        Model(Problem, **how)  # type: ignore[arg-type]


@given(st.text(), st.text())
def test_no_text_of_a_rule_file_is_a_colour_or_a_shape_unless_it_is_known(one: str, other: str) -> None:
    """Whatever stands there: it is refused, or it becomes #rrggbb."""
    try:
        made = looks({"a": one}, {"a": other})
    except PuzzleError:
        assert colour(one) is None or other not in SHAPES
    else:
        assert colour(made.colours[0][1]) == colour(one)
        assert other in SHAPES


def test_names_of_colours_are_those_of_style_sheets() -> None:
    """All 148, as bytes; some that people know."""
    assert len(NAMES) == 148
    assert all(len(digits) == 6 and colour(f"#{digits}") == colour(name) for name, digits in NAMES.items())
    assert [NAMES[name] for name in ("red", "lime", "blue", "grey", "rebeccapurple")] == [
        "ff0000", "00ff00", "0000ff", "808080", "663399",
    ]  # fmt: skip


def test_values_have_the_colours_and_shapes_that_are_said() -> None:
    """In Python and in Prolog text alike; the others keep theirs."""
    said = {"colours": {"l": "Crimson"}, "shapes": {"o": "round"}}
    both = [swapped(**said), loads(TEXT + "colour(l, crimson). shape(o, round). picture('0 1').").puzzle]
    for puzzle in both:
        square, label, ellipse, _ = list(fromstring(puzzle.draw(puzzle.start, "svg")))[4:]
        assert (square.get("fill"), label.text, ellipse.tag) == ("#dc143c", "l", f"{SVG}ellipse")
        assert ellipse.get("fill") not in (None, "#dc143c")


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ("colour(l, crimsn).", r":5:1: .*what l has is no colour; .* Next: did you mean crimson"),
        ("shape(l, rund).", r":5:1: .*what l has is no shape"),
        ("colour(l, red). colour(o, 3).", r":5:1: .*what o has is no colour"),
    ],
)
def test_wrong_facts_are_told_at_their_line(tmp_path: Path, facts: str, message: str) -> None:
    """As everything that Prolog text declares."""
    file = tmp_path / "my.pl"
    for declared in (TEXT, "\n:- use_module(library(clpfd)).\n\nmodel([X]) :- X in 1..2, label([X]).\n"):
        file.write_text(f"{declared}{facts}\n")
        with pytest.raises(PuzzleError, match=message):
            load(file)


@pytest.mark.parametrize("facts", ["colour(1, 2).", "shape(l, [[0, 0], [1, 0]]).", "colour(l, X) :- X = red."])
def test_relations_of_other_things_are_no_looks(facts: str) -> None:
    """Where no fact has an atom, or clauses have bodies, a relation is the file's own."""
    puzzle = loads(TEXT + facts).puzzle
    assert not puzzle.looks.colours
    assert not puzzle.looks.shapes


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("value", [3, "x", "."])
def test_each_shape_shows_its_label_and_its_mark(shape: str, value: int | str) -> None:
    """What is not written over the shape is there to be read out and copied."""
    scene = Scene(tuple(Cell(0, 2 * at, 1, value, str(value), at) for at in range(2)))
    made = fromstring(svg(looked(scene, looks(shapes={value: shape})), marked=[1]))
    assert [part.text for part in made.iter(f"{SVG}text")] == [str(value)] * 2
    assert [part.get("class") for part in made].count("marked") == 1


def test_words_that_name_a_colour_have_it() -> None:
    """A block that is called red is red."""
    made = fromstring(svg(Scene((Cell(0, 0, 3, "red", "red"), Cell(0, 4, 3, "x", "x")))))
    assert [part.get("fill") for part in made.iter(f"{SVG}rect")][1] == "#ff0000"


def top(element: Element) -> float:
    """Where an element begins, from above."""
    return float(element.get("y", 0))


def test_discs_are_as_wide_as_they_are_large() -> None:
    """In the order of the things, wherever they lie; the board is always as large."""
    picture = stacks([1, 2, 3], "ab")
    here, there = (fromstring(svg(picture.scene(state))) for state in (("a", "a", "a"), ("b", "a", "b")))
    for made in (here, there):
        assert len({disc.get("width") for disc in made.iterfind(f"{SVG}rect[@fill]")}) == 3
    widths = [float(disc.get("width", 0)) for disc in sorted(here.iterfind(f"{SVG}rect[@fill]"), key=top)]
    assert widths == sorted(widths)
    assert here.get("height") == there.get("height")


def test_a_tour_is_text_as_before_and_has_arrows() -> None:
    """One from each number to the next; a closed one also back."""
    scene = tour([[0, 11], [2, 1]], closed=True)
    assert text(scene) == " 0 11\n 2  1"
    assert scene.arrows == (Arrow(0, 3), Arrow(3, 2), Arrow(2, 1), Arrow(1, 0))
    made = fromstring(svg(scene))
    assert len([part for part in made if part.get("class") == "arrow"]) == 4
    assert [part.text for part in made if part.tag == f"{SVG}text"] == ["0", "11", "2", "1"]


def test_boards_that_are_too_large_say_so() -> None:
    """In one sentence, and their values."""
    made = svg(Scene(tuple(Cell(0, 2 * at, 1, 7, "7") for at in range(MOST_CELLS + 1))))
    root = fromstring(made)
    said = [part.text for part in root.iter(f"{SVG}text")]
    assert " ".join(filter(None, said)).startswith(
        "A board of 10,001 cells is too large to be drawn (at most 10,000). It holds: 7 7 7"
    )
    assert len(made) < 200_000
    assert "too large" in svg(Scene((Cell(0, 0, 1, "x", "x" * 200_000),)))


def test_signs_of_a_model_that_is_filled_in_look_as_in_its_solutions() -> None:
    """Cells hold the values of variables there, not the signs; what is black stays so where it is dark."""
    scene = Fill(load("nurikabe").model).scene()
    made = fromstring(svg(scene))
    n_black = sum(cell.label == "#" for cell in scene.cells)
    assert n_black
    assert sum(part.get("fill") == "#000000" for part in made.iter(f"{SVG}rect")) == n_black
