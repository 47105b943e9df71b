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

MOST_CELLS = 2_500  # of a board that is drawn: a browser is slow with more


def still(scene: Scene, title: str, values: Iterable[Value], marked: Collection[Value] = ()) -> str:
    """A board to be looked at, as SVG.

    Raises
    ------
    PuzzleError
        It is too large to be drawn.
    """
    _check(scene)
    return tostring(element(scene, title, values, marked, alone=False), encoding="unicode")


def live(
    scene: Scene,
    title: str,
    values: Iterable[Value],
    marked: Collection[Value],
    named: Mapping[int, str],
    first: int,
    styled: Mapping[int, str] | None = None,
) -> str:
    """A board whose cells can be pointed at, as SVG.

    Parameters
    ----------
    named
        What each cell that can be reached by keys is called, by its number in the scene.
    first
        The cell to which the tab key goes; -1 where it goes to each of them.
    styled
        Further classes of cells, which the page has a look for.

    Raises
    ------
    PuzzleError
        It is too large to be drawn.
    """
    _check(scene)
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
    return tostring(root, encoding="unicode")


def _check(scene: Scene) -> None:
    if len(scene.cells) > MOST_CELLS:
        expected = f"at most {MOST_CELLS:,} cells"
        raise PuzzleError("the board is too large to be drawn", expected=expected, got=f"{len(scene.cells):,}")
