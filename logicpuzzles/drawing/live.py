"""Boards as SVG to be pointed at, with what a person who reads by keys or by ear needs: roles, names, order of tabs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from xml.etree.ElementTree import tostring

from ..endings import Value
from ..errors import PuzzleError
from ..printable import harmless
from .scene import Scene
from .svg import element
from .text import text
from .too_large import MOST_CHARACTERS, too_large


def still(scene: Scene, title: str, values: Iterable[Value], marked: Collection[Value] = ()) -> str:
    """A board to be looked at, as SVG.

    Raises
    ------
    PuzzleError
        It is too large to be drawn.
    """
    problem = too_large(scene, live=True)
    if problem:
        raise PuzzleError(problem)
    return tostring(element(scene, title, values, marked, alone=False), encoding="unicode")


def live(
    scene: Scene,
    title: str,
    values: Iterable[Value],
    marked: Collection[Value],
    named: Mapping[int, str],
    first: int,
    styled: Mapping[int, str] | None = None,
) -> tuple[str, str]:
    """A board whose cells can be pointed at, as SVG, and ""; where it is too large, "" and a sentence with its text.

    Parameters
    ----------
    named
        What each cell that can be reached by keys is called, by its number in the scene.
    first
        The cell to which the tab key goes; -1 where it goes to each of them.
    styled
        Further classes of cells, which the page has a look for.
    """
    problem = too_large(scene, live=True)
    if problem:
        return "", f"{problem}. It holds:\n{text(scene)[:MOST_CHARACTERS]}"
    root = element(scene, title, values, marked, alone=False, clickable=True)
    for child in root.findall("title"):
        root.remove(child)  # it would be shown wherever the mouse rests
    root.attrib.update({"role": "group", "aria-label": harmless(f"{title}: {text(scene)}")})
    for cell in root.iter("g"):
        number = int(cell.get("data-cell", "-1"))
        if styled and styled.get(number):
            cell.set("class", f"cell {styled[number]}")
        if number in named:
            at = "0" if first in (-1, number) else "-1"
            # else an empty tile could be hit at its edge alone
            cell.attrib.update({"role": "button", "tabindex": at, "pointer-events": "all"})
            cell.set("aria-label", harmless(named[number]))
    return tostring(root, encoding="unicode"), ""
