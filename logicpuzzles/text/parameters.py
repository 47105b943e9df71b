"""The parameters of a rule file in Prolog text: facts `parameter(Name, Default)`, replaced where values are given.

The default tells the type: an integer, an atom (text; `true` and `false` are truth values), a list, or a grid: a list
of equally long lists, in which `_` is an empty cell.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import PuzzleError
from ..logic.facts import Relation
from ..logic.terms import VARIABLES, AnyTerm, var
from ..rulefile.grid import Grid
from ..rulefile.parameters import Parameter
from .code.given import Given
from .program import Program

KEY = ("parameter", 2)
Resized = tuple[Parameter, Grid]  # a parameter, and a grid that is given for it and has another size than its default
_TRUTHS = {"true": True, "false": False}


def parameters_of(program: Program) -> tuple[Parameter, ...]:
    """The parameters that a program states, in the order of its text.

    Raises
    ------
    PuzzleError
        A name or a default is none.
    """
    relation = program.predicates.get(KEY)
    if not isinstance(relation, Relation):
        return ()
    found: dict[str, Parameter] = {}
    for name, default in relation:
        if not isinstance(name, str) or not name.isidentifier():
            expected = "an atom of letters, digits and _"
            raise _wrong(relation, "the name of a parameter is wrong", expected, name)
        if name in found:
            raise _wrong(relation, f"parameter {name} has two defaults", "one", default)
        found[name] = _parameter(relation, name, default)
    return tuple(found.values())


def _parameter(relation: Relation, name: str, default: AnyTerm) -> Parameter:
    if type(default) is int:
        return Parameter(name, int, default)
    if isinstance(default, str):
        return Parameter(name, bool, _TRUTHS[default]) if default in _TRUTHS else Parameter(name, str, default)
    if isinstance(default, tuple) and default and all(isinstance(row, tuple) and row for row in default):
        cells = [cell for row in default for cell in row]
        if all(type(cell) in VARIABLES or isinstance(cell, int | str) for cell in cells):
            try:
                return Parameter(name, Grid, Grid([[_cell(cell) for cell in row] for row in default]))
            except PuzzleError as error:
                raise error.at(f"{relation.place}: {name}") from None  # type: ignore[attr-defined]
    if isinstance(default, tuple) and all(isinstance(item, int | str) for item in default):
        return Parameter(name, tuple, default)
    expected = "an integer, an atom, a list of these, or a grid: a list of equally long lists with _ for empty cells"
    raise _wrong(relation, f"the default of parameter {name} is of no known kind", expected, default)


def _cell(cell: AnyTerm) -> AnyTerm:
    return None if type(cell) in VARIABLES else cell


def _wrong(relation: Relation, problem: str, expected: str, got: AnyTerm) -> PuzzleError:
    place = getattr(relation, "place", "parameter/2")
    return PuzzleError(problem, place=place, expected=expected, got=str(Given(got)))


def state(program: Program, parameters: tuple[Parameter, ...], values: Mapping[str, Any]) -> None:
    """State the values of the parameters in place of their defaults; nothing has been asked of the program yet.

    Grids of other sizes than the defaults are noted: a program may not fit them.
    """
    relation = program.predicates[KEY]
    assert isinstance(relation, Relation)
    Relation.__init__(relation, relation.name, relation.arity, relation.__doc__)
    for parameter in parameters:
        value = values[parameter.name]
        relation.add_fact(parameter.name, _term(value))
        if isinstance(value, Grid) and value.size != parameter.default.size:
            program.resized.append((parameter, value))


def _term(value: object) -> AnyTerm:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Grid):
        return tuple(tuple(var() if cell is None else cell for cell in row) for row in value)
    return value
