"""Pictures that are functions, with the cells of a contradiction marked."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from constraint import AllDifferentConstraint
from hypothesis import given, settings
from hypothesis import strategies as st

from logicpuzzles import Cell, Mark, Model, Problem, Scene, load
from logicpuzzles.drawing.text import text
from logicpuzzles.models.marking import marked

NAMES = "ABCDEF"
FIELDS = "{A:2} {B:2}|{C:2}\n--------\n{D:2} {E:2} {F:2}"


def as_text(values: dict[str, int]) -> str:
    return FIELDS.format(**values)


def as_scene(values: dict[str, int]) -> Scene:
    places = zip(NAMES, [(0, 0), (0, 3), (0, 6), (2, 0), (2, 3), (2, 6)], strict=True)
    cells = tuple(Cell(row, column, 2, values[name], str(values[name])) for name, (row, column) in places)
    return Scene(cells, (Mark(0, 5, "|"), Mark(1, 0, "--------")))


@given(
    domains=st.lists(st.sets(st.integers(0, 20), min_size=2, max_size=4), min_size=6, max_size=6),
    left=st.dictionaries(st.sampled_from(NAMES), st.integers(0, 2)),
)
@settings(max_examples=100, deadline=None)
def test_functions_are_marked_as_text_with_the_same_fields_is(domains: list[set[int]], left: dict[str, int]) -> None:
    """Whether they return text or a scene, and whatever digits the values share."""
    values = {name: tuple(sorted(domain)) for name, domain in zip(NAMES, domains, strict=True)}
    some = {name: values[name][: n + 1] for name, n in left.items()}
    expected = marked(FIELDS, values, some)
    for picture in (as_text, as_scene):
        found = marked(picture, values, some)
        assert (found and text(found)) == (expected and text(expected))


QUEENS = """\
Q . - - - - - -
. Q - - - - - -
. . - - - - - -
. . - - - - - -
. . - - - - - -
. . - - - - - -
. . - - - - - -
. . - - - - - -"""


def test_a_variable_may_be_drawn_in_several_cells() -> None:
    """The column of a queen: where a point is an empty square, a line stands for what is not concerned."""
    assert load("queens").model.explain({1: 1, 2: 2}).board == QUEENS


def week(picture: Any) -> Model:
    def build() -> Problem:
        problem = Problem()
        problem.addVariables(["mon", "tue", "wed"], ["early", "late", "free"])
        problem.addConstraint(AllDifferentConstraint(), ["mon", "tue"])
        problem.addConstraint(lambda day: day != "free", ["tue"])
        return problem

    return Model(build, picture=picture)


def endless(values: dict[str, str]) -> str:
    while values["wed"] != "none":
        pass
    return ""


def drawn(values: dict[str, str]) -> str:
    """Words beside the frame, of different lengths."""
    return "".join(f"{day} |{value:<6}|\n" for day, value in values.items())


@pytest.mark.parametrize(
    ("picture", "board"),
    [
        (drawn, "mon |late  |\ntue |late  |\nwed |.     |\n"),
        (lambda values: f"{values['mon']}-{values['tue']}", ""),  # what is behind a word moves with it
        (lambda values: values["mon"] * 10**6 if values["tue"] == "late" else 1 / 0, ""),
        (lambda values: None, ""),
        (endless, ""),
    ],
)
def test_what_cannot_be_compared_has_no_board(picture: Any, board: str) -> None:
    """A function that fails, or never ends, for what is no solution does no harm."""
    before = sys.gettrace()
    found = week(picture).contradiction({"mon": "late", "tue": "late"})
    assert found.board == board
    assert sys.gettrace() is before
