"""Zeros in the grids that a rule file is given: empty cells where 0 is no value of the puzzle.

A model tells which values its cells have; a grid whose default has a 0 takes it for a value. Where cells have no
integers at all, a number in the grid is something else than a value, and 0 is a number like any.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..models.limited import building
from .contents import Declared
from .grid import Grid
from .parameters import Parameter


def emptied(parameters: Sequence[Parameter], arguments: Mapping[str, Any]) -> dict[str, Any] | None:
    """The arguments with an empty cell for each 0 in grids that may have none; None where there is no such 0."""
    found = dict(arguments)
    for parameter in parameters:
        grid = arguments[parameter.name]
        if isinstance(grid, Grid) and _has_zero(grid) and not _has_zero(parameter.default):
            found[parameter.name] = Grid([[None if _is_zero(cell) else cell for cell in row] for row in grid])
    return found if any(found[name] is not given for name, given in arguments.items()) else None


def has_no_zero(declared: Declared) -> bool:
    """Whether a model has integers as values, and 0 is none of them."""
    model: Any = declared
    if getattr(model, "kind", None) != "model":
        return False
    with building():
        reading = model.reading
    values = [value for variable in model.variables for value in reading.domains[variable]]
    return any(type(value) is int for value in values) and not any(value == 0 for value in values)


def _has_zero(grid: object) -> bool:
    return isinstance(grid, Grid) and any(_is_zero(cell) for row in grid for cell in row)


def _is_zero(cell: object) -> bool:
    return type(cell) is int and cell == 0
