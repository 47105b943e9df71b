"""The board of a model with some of its cells filled in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..drawing.scene import Scene
from ..errors import PuzzleError
from ..integers import as_text
from ..models.draw import FIELD, Part, Picture, laid, scene_of
from ..models.drawings import Drawings, drawn_with, first_values
from ..models.values import Domains, Value, Variable

EMPTY = "."
Values = Mapping[Variable, Value]


class Board:
    """Draws a model's picture with any of its variables filled in; what was found out about it is kept.

    Parameters
    ----------
    picture
        That of the model.
    domains
        The values of the variables that are filled in, in their order.
    """

    def __init__(self, picture: Picture | None, domains: Domains) -> None:
        self.picture, self.domains = picture, domains
        shown = picture if isinstance(picture, str) else getattr(picture, "text", None)
        self.shown = shown if isinstance(shown, str) else None
        self.drawings: Drawings | None = None
        self.tells = self.shown is None and callable(picture) and self._tells_variables(picture)
        if self.shown is None and callable(picture) and not self.tells:
            self.drawings = Drawings.of(picture, domains, first_values(domains))

    def scene(self, values: Values) -> Scene:
        """The board; `Cell.at` is the variable that a cell shows, and a cell that is not filled in has a sign for that.

        A picture that draws nothing but solutions is drawn for these; else there is a line for each variable.
        """
        if self.shown is not None:
            return self._with_fields(self.shown, values)
        if self.tells:
            return self._emptied(values)
        if self.drawings is not None:
            return self._drawn(self.drawings, values)
        if callable(self.picture) and len(values) == len(self.domains):
            try:
                return scene_of(self.picture, values)
            except PuzzleError:
                pass  # a function may fail for what is no solution
        return self._lines(values)

    def _tells_variables(self, picture: Picture) -> bool:
        """Whether it gives a scene whose cells tell all their variables, so that none needs to be found out."""
        made = drawn_with(picture, [first_values(self.domains)])
        if made is None or not isinstance(made[0], Scene):
            return False
        return {v for v, domain in self.domains.items() if len(domain) > 1} <= {cell.at for cell in made[0].cells}

    def _emptied(self, values: Values) -> Scene:
        (made,) = drawn_with(self.picture, [{**first_values(self.domains), **values}]) or [""]
        if not isinstance(made, Scene):
            return self._lines(values)
        cells = (
            replace(cell, label=EMPTY, value=None) if cell.at in self.domains and cell.at not in values else cell
            for cell in made.cells
        )
        return replace(made, cells=tuple(cells))

    def _lines(self, values: Values) -> Scene:
        names = {variable: as_text(variable) for variable in self.domains}
        width = max(map(len, names.values()), default=0)
        parts: list[Part] = []
        for number, (variable, name) in enumerate(names.items()):
            label = as_text(values[variable]) if variable in values else EMPTY
            parts += [(f"{chr(10) * (number > 0)}{name:{width}} = ",), (label, values.get(variable), variable)]
        return laid(parts)

    def _with_fields(self, shown: str, values: Values) -> Scene:
        named = {as_text(variable): variable for variable in self.domains}
        parts: list[Part] = []
        end = 0
        for field in FIELD.finditer(shown):
            name, form = field.groups()
            if name in named:
                variable = named[name]
                label = self._label(variable, form or "", values)
                parts += [(shown[end : field.start()],), (label, values.get(variable), variable)]
                end = field.end()
        return laid([*parts, (shown[end:],)])

    def _label(self, variable: Variable, form: str, values: Values) -> str:
        """What stands in a field, as wide as the widest value."""
        try:
            labels = {x: format(x, form) for x in self.domains[variable]}
        except (TypeError, ValueError):
            labels = {x: as_text(x) for x in self.domains[variable]}
        width = max(map(len, labels.values()))
        is_text = any(isinstance(x, str) for x in self.domains[variable])
        label = labels[values[variable]] if variable in values else EMPTY
        return label.ljust(width) if is_text else label.rjust(width)

    def _drawn(self, drawings: Drawings, values: Values) -> Scene:
        together = drawings.labels(values)
        signs = [self._sign(drawings, at, together, values) for at in range(len(drawings.whole))]
        for variable, first, end in drawings.runs():
            field = None if variable in values else drawings.field(variable, first, end)
            if field is not None:
                signs[slice(*field)] = drawings.in_field(variable, *field, drawings.none)
        return drawings.scene(signs)

    def _sign(self, drawings: Drawings, at: int, together: Any, values: Values) -> str:
        """What stands in a place: where each variable that is drawn there has a value, what the picture draws."""
        own, owners = drawings.whole[at], drawings.owners[at]
        if len(owners) == 1 and owners <= values.keys():
            (variable,) = owners
            return drawings.others[variable][values[variable]][at]
        if owners <= values.keys():
            return own if together is None else together[at]
        return drawings.none if any(one[at].strip() for v in owners for one in drawings.others[v].values()) else own
