"""A solution as a person writes it: the picture of a rule file with the values put in."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from ..by_name import entry
from ..drawing.scene import Cell, Mark, Scene, written
from ..endings import Value
from ..errors import PuzzleError, must_be
from ..integers import as_text, represented
from .values import Domains

Solution = Mapping[Any, Value]  # {"S": 9, "E": 5, ...}
Picture = str | Callable[[Solution], str | Scene]
_FIELD = re.compile(r"\{([^{}:]+)(?::([^{}]*))?\}")


def scene_of(picture: Picture | None, values: Solution) -> Scene:
    """The picture with the values of the variables; without one, a line for each variable.

    Parameters
    ----------
    picture
        Text with the variables as fields, such as ``"{A:2} {B:2}"`` (after the colon as in Python's formats), or
        a function from the values to text or to a scene.

    Raises
    ------
    PuzzleError
        The function raises something or gives neither, or a format does not fit its value.

    >>> from logicpuzzles.drawing.text import text
    >>> print(text(scene_of("{S}{O} + {S}{O} = {T}{O}{O}", {"S": 5, "O": 0, "T": 1})))
    50 + 50 = 100
    """
    if callable(picture):
        return _called(picture, values)
    if picture is None:
        width = max((len(as_text(variable)) for variable in values), default=0)
        return _laid(_lines(values, width))
    return _laid(_parts(picture, {as_text(variable): value for variable, value in values.items()}))


def marked(picture: Picture | None, domains: Domains, left: Domains) -> Scene | None:
    """The picture with some of its fields marked: those of the variables of `left`, by the values left of them.

    A field has its value where that is the only one left, a `?` where several are, and a `.` where it is not marked.

    Parameters
    ----------
    domains
        All values of each variable that may be a field.

    Returns
    -------
    None where that cannot be, since the picture is no text with fields, or where nothing is told by it: no field is
    marked, or all with a `?`.
    """
    shown = picture if isinstance(picture, str) else getattr(picture, "text", None)
    if not isinstance(shown, str):
        return None
    named = {as_text(variable): variable for variable in domains}
    parts: list[Part] = []
    told = set()
    end = 0
    for field in _FIELD.finditer(shown):
        name, form = field.groups()
        if name not in named:
            continue
        variable = named[name]
        try:
            label = _marking(domains[variable], left.get(variable), form or "")
        except (TypeError, ValueError):
            return None
        told.add(label.strip())
        parts += [(shown[end : field.start()],), (label, label)]
        end = field.end()
    return None if told <= {"."} or told == {"?"} else _laid([*parts, (shown[end:],)])


def _marking(domain: Collection[Value], left: Collection[Value] | None, form: str) -> str:
    """What stands in the field of a variable with `left` of its values; None where it is not marked."""
    labels = {value: format(value, form) for value in domain}
    width = max(map(len, labels.values()))
    if left is not None and len(left) == 1:
        return labels[next(iter(left))].rjust(width)
    sign = "." if left is None else "?"
    return sign.ljust(width) if any(isinstance(value, str) for value in domain) else sign.rjust(width)


Part = tuple[str] | tuple[str, Value]  # a literal text, or a label with its value


def _lines(values: Solution, width: int) -> Iterator[Part]:
    for number, (variable, value) in enumerate(values.items()):
        yield (f"{chr(10) * (number > 0)}{as_text(variable):{width}} = ",)
        yield as_text(value), value


def _parts(picture: str, named: Mapping[str, Value]) -> Iterator[Part]:
    """The text between the fields of `picture`, and the value of each field as it is written there."""
    end = 0
    for field in _FIELD.finditer(picture):
        name, form = field.groups()
        if name in named:
            yield (picture[end : field.start()],)
            end = field.end()
            try:
                yield format(named[name], form or ""), named[name]
            except (TypeError, ValueError) as error:
                raise PuzzleError(
                    f"{field.group()} does not fit: {error}", place="picture", got=represented(named[name])
                ) from None
    yield (picture[end:],)


def _laid(parts: Iterable[Part]) -> Scene:
    """The parts one after another, as they stand in a text."""
    cells: list[Cell] = []
    marks: list[Mark] = []
    row = column = 0
    for drawn, *value in parts:
        if value and "\n" not in drawn:
            cells.append(Cell(row, column, len(drawn), value[0], drawn))
            column += len(drawn)
            continue
        for number, line in enumerate(drawn.split("\n")):
            row, column = (row + 1, 0) if number else (row, column)
            marks.append(Mark(row, column, line))
            column += len(line)
    return Scene(tuple(cells), tuple(marks))


def _place_of(picture: object) -> str:
    return entry("logic.goals:place_of")(picture, "picture")  # type: ignore[no-any-return]


def _called(picture: Callable[[Solution], str | Scene], values: Solution) -> Scene:
    try:
        drawn = picture(values)
    except PuzzleError:
        raise
    except Exception as error:  # the function is the user's and may raise anything
        raise PuzzleError(f"{type(error).__name__}: {error}", place=_place_of(picture)) from error
    must_be(str | Scene, drawn, "no text was returned", place=_place_of(picture))
    return written(drawn) if isinstance(drawn, str) else drawn
