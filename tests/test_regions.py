"""Boards with lines between regions."""

from __future__ import annotations

import pytest

from logicpuzzles import regions
from logicpuzzles.drawing.text import text

DRAWN = [
    (["A"], None, "+---+\n| A |\n+---+"),
    (["AB"], None, "+---+---+\n| A | B |\n+---+---+"),
    (["AA", "AA"], None, "+-------+\n| A   A |\n|       |\n| A   A |\n+-------+"),
    (
        [[1, 2], [1, 1]],
        [["10", "x"], ["", "y"]],
        "+----+----+\n| 10 |  x |\n|    +----+\n|       y |\n+---------+",
    ),
    (["ABA", "BBB"], None, "+---+---+---+\n| A | B | A |\n+---+   +---+\n| B   B   B |\n+-----------+"),
]


@pytest.mark.parametrize(("rows", "labels", "drawn"), DRAWN)
def test_lines_stand_where_values_differ(rows, labels, drawn):
    """Around each region, and a corner where lines meet or turn."""
    assert text(regions(rows, labels)) == drawn


def test_cells_keep_their_values():
    """A scene tells what each cell holds, for renderers other than text."""
    scene = regions([[1, 2]])
    assert [(cell.value, cell.label) for cell in scene.cells] == [(1, "1"), (2, "2")]


def test_labels_may_be_numbers() -> None:
    """They are written as texts are."""
    rows, numbers = ["AAB", "ABB"], [[1, 2, 3], [4, 5, 16]]
    assert regions(rows, numbers) == regions(rows, [list(map(str, row)) for row in numbers])
