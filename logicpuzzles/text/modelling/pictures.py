"""How a solution of a model in text is drawn.

picture(Text)             the variables as fields, `{A}` or `{A:2}`
picture(regions(Rows))    the board of the argument, with a border around cells that have the same name in Rows
picture(Solution, Rows)   Rows are those of the board for the argument of the model: texts, or lists of what is in cells
Without either, an argument that is a list of equally long lists is a board, and any other has a line a variable.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import accumulate
from typing import Any

from ...drawing.reading import written
from ...drawing.regions import regions
from ...drawing.scene import Cell, Scene, table
from ...errors import PuzzleError
from ...logic.notation import plain
from ...logic.relations import Predicate
from ...logic.terms import AnyTerm, vars
from ...logic.writer import shown
from ...models.draw import filled, scene_of
from ...puzzles.relation_answers import answers_of
from .building import Building

_FIELD = re.compile(r"\{([A-Z]\w*)(?::[^{}]*)?\}")  # as variables are written: `{a}` may be a part of the drawing
GAP = 2  # columns between two words


class Pictured:
    """Draws solutions by asking a relation; a board of numbers where there is none."""

    def __init__(self, building: Building, relation: Predicate | None) -> None:
        self.building, self.relation = building, relation

    def __deepcopy__(self, _: object) -> Pictured:
        return self

    def __call__(self, solution: Mapping[Any, Any]) -> Scene:
        argument = self.building.argument(solution)
        if self.relation is None:
            drawn = board(argument)
            return scene_of(None, solution) if drawn is None else _shown(drawn, self.building)
        (rows,) = vars(1)
        place = getattr(self.relation, "place", "picture/2")
        for (found,) in answers_of(self.relation, (argument, rows), (rows,), 1):
            found = found or ""  # an empty list of texts
            drawn = written(found) if isinstance(found, str) else board(found)
            if drawn is not None:
                return drawn
            expected = "a text, a list of texts, or a list of rows, each a list"
            raise PuzzleError("picture/2 gives no picture", place=place, expected=expected, got=shown(found))
        raise PuzzleError("picture/2 does not hold of this solution", place=place, got=shown(argument))


class Regions:
    """Draws solutions as boards with borders around regions, which are told by rows of their names."""

    def __init__(self, building: Building, rows: AnyTerm, place: str) -> None:
        self.building, self.rows, self.place = building, rows, place

    def __deepcopy__(self, _: object) -> Regions:
        return self

    def __call__(self, solution: Mapping[Any, Any]) -> Scene:
        values = self.building.argument(solution)
        if not _is_grid(values) or not _is_grid(self.rows) or _size(values) != _size(self.rows):
            raise PuzzleError(
                "the regions of the picture do not fit the board",
                place=self.place,
                expected="regions(Rows), a list of rows, each with a name for each cell of the board",
                got=shown(self.rows),
            )
        labels = [[plain(value) for value in row] for row in values]
        return _shown(regions(self.rows, labels, values), self.building)


class Fields:
    """Draws solutions as the variables in the fields of a text."""

    def __init__(self, text: str, place: str) -> None:
        self.text, self.place = text, place

    def __call__(self, solution: Mapping[Any, Any]) -> Scene:
        for name in _FIELD.findall(self.text):
            if name not in solution:
                known = ", ".join(map(str, [*solution][:12])) + (", ..." if len(solution) > 12 else "")
                raise PuzzleError(
                    f"the picture names {{{name}}}, which is no variable", place=self.place, expected=f"one of {known}"
                )
        return filled(self.text, solution)


def board(rows: AnyTerm) -> Scene | None:
    """The scene of a list of texts, or of equally long lists of values; None for anything else."""
    if not isinstance(rows, tuple) or not rows:
        return None
    if all(isinstance(row, str) for row in rows):
        return written("\n".join(rows))
    if not _is_grid(rows):
        return None
    labels = [[(cell, plain(cell)) for cell in row] for row in rows]
    return (
        _words(labels)
        if any(isinstance(cell, str) and len(cell) > 1 for row in rows for cell in row)
        else table(labels)
    )


def _is_grid(rows: AnyTerm) -> bool:
    """Whether a term is a list of equally long lists of values."""
    if not isinstance(rows, tuple) or not rows or not all(isinstance(row, tuple) and row for row in rows):
        return False
    return len({*map(len, rows)}) == 1 and all(isinstance(cell, int | str) for row in rows for cell in row)


def _size(rows: AnyTerm) -> tuple[int, int]:
    return len(rows), len(rows[0])


def _shown(drawn: Scene, building: Building) -> Scene:
    """The board of the whole argument: its cells know their variables."""
    names = list(building.variables)
    if len(names) != len(drawn.cells):
        return drawn
    return replace(drawn, cells=tuple(replace(cell, at=name) for cell, name in zip(drawn.cells, names, strict=True)))


def _words(rows: list[list[tuple[AnyTerm, str]]]) -> Scene:
    """Columns of words, each as wide as its longest."""
    wide = [max(len(label) for _, label in column) for column in zip(*rows, strict=True)]
    at = list(accumulate([0, *(width + GAP for width in wide)]))
    cells = [
        Cell(y, at[x], wide[x], value, label) for y, row in enumerate(rows) for x, (value, label) in enumerate(row)
    ]
    return Scene(tuple(cells), right=False)
