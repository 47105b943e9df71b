"""Pages of boards in a real browser, opened from a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from browsers import Opened

from logicpuzzles import load
from logicpuzzles.pages.puzzles import of_path

Open = Callable[..., Opened]


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a solution of the 6 puzzle."""
    six = load("six").puzzle
    path = six.solve()
    file = tmp_path_factory.mktemp("pages") / "six.html"
    file.write_text(of_path(six, path, "six"), encoding="utf-8")
    return file


def test_the_keys_step(open_page: Open, solved: Path) -> None:
    """The arrow keys, without anything being clicked before."""
    opened = open_page(solved)
    said = opened.page.locator("[data-part=said]")
    assert said.text_content() == "start; 15 to go; lower bound 10"
    opened.page.keyboard.press("ArrowRight")
    assert (said.text_content() or "").startswith("1: ")
    assert opened.requests == [solved.as_uri()]
