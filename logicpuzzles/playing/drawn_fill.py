"""Models that are filled in, as SVG whose cells can be pointed at."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ..drawing.live import live
from ..integers import as_text
from ..models.elements import called
from ..models.values import Variable
from .filling import Fill


@dataclass(frozen=True)
class DrawnFill:
    """The board of a model that is filled in.

    Attributes
    ----------
    picture, instead
        The board as SVG, and ""; where it is too large, "" and a sentence with its text.
    variables
        The variable that each cell of the scene shows, by its number; cells that show none are left out.
    """

    picture: str
    instead: str
    variables: dict[int, Variable]


def drawn_fill(fill: Fill, marked: Collection[Variable], chosen: Variable | None = None) -> DrawnFill:
    """The board with what is filled in.

    Cells are called by their variable and its value, and have the classes "given" and "chosen". The tab key goes to the
    chosen cell, by default to the first.
    """
    scene = fill.scene()
    variables = {number: cell.at for number, cell in enumerate(scene.cells) if cell.at in fill.domains}
    known = fill.values
    named, styled = {}, {}
    for number, variable in variables.items():
        is_given, is_chosen = variable in fill.given, chosen is not None and variable == chosen
        value = as_text(known[variable]) if variable in known else "empty"
        named[number] = f"{called(variable)}: {value}{', given' if is_given else ''}"
        styled[number] = " ".join(("given",) * is_given + ("chosen",) * is_chosen)
    first = next((number for number, variable in variables.items() if variable == chosen), next(iter(variables), -1))
    values = [value for domain in fill.domains.values() for value in domain]
    return DrawnFill(*live(scene, "board", values, marked, named, first, styled), variables)
