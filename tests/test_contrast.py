"""Contrast of what is drawn with what is behind it, in both colour schemes (W3C, accessibility guidelines 2.2)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import logicpuzzles
from logicpuzzles.drawing.svg import ALONE

PACKAGE = Path(logicpuzzles.__file__).parent
PAPERS = {"light": "#ffffff", "dark": "#161616"}
TEXT, LINE = 4.5, 3.0
PAGE = (PACKAGE / "drawing/page.css").read_text()
HAND = (PACKAGE / "notebook/board.css").read_text()
OUTPUT = (PACKAGE / "pages/output.py").read_text()


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def schemes(style: str) -> dict[str, dict[str, str]]:
    """The opaque colours of variables in each scheme; those of dark replace those of light."""
    light, dark = {}, {}
    for found in re.finditer(r"--(\w+):(#[0-9a-f]{6}|#[0-9a-f]{3})\b", style):
        is_dark = "prefers-color-scheme:dark" in style[style.rfind("}\n", 0, found.start()) + 1 : found.start()]
        (dark if is_dark else light).setdefault(found[1], found[2])
    return {"light": light, "dark": {**light, **dark}}


@pytest.mark.parametrize("style", [PAGE, ALONE, HAND, OUTPUT], ids=["page", "picture", "by hand", "output"])
@pytest.mark.parametrize("scheme", PAPERS)
def test_text_and_lines_can_be_seen(style, scheme):
    colours = schemes(style)[scheme]
    assert colours
    for name, colour in colours.items():
        if name in ("paper", "empty"):
            continue
        paper = colours.get("paper", PAPERS[scheme])
        assert contrast(colour, paper) >= (TEXT if name == "ink" else LINE), (name, colour, paper)


@pytest.mark.parametrize("paper", PAPERS.values())
def test_lines_of_one_colour_for_both_schemes_can_be_seen(paper):
    found = re.findall(r"(?:stroke:|solid |background:)(#[0-9a-f]{6})\b", HAND + OUTPUT)
    assert len(found) > 3
    assert {colour: contrast(colour, paper) for colour in found if contrast(colour, paper) < LINE} == {}


def test_the_ratio_is_that_of_the_guidelines():
    """The lightest grey that may be written on white is #767676."""
    assert contrast("#fff", "#000000") == pytest.approx(21)
    assert contrast("#767676", "#fff") >= TEXT > contrast("#777777", "#fff")
