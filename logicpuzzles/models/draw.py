"""A solution as a person writes it: the picture of a rule file with the values put in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ..by_name import entry
from ..drawing.picture import LARGEST
from ..drawing.reading import written
from ..drawing.scene import Cell, Mark, Scene
from ..endings import Value
from ..errors import PuzzleError, must_be
from ..integers import as_text, represented
from ..wording import did_you_mean

Solution = Mapping[Any, Value]  # {"S": 9, "E": 5, ...}
Picture = str | Callable[[Solution], str | Scene]
FIELD = re.compile(r"\{([^{}:]+)(?::([^{}]*))?\}")
_WIDE = re.compile("[1-9][0-9]{3}")  # a width, or so many digits after a point, that would take all memory


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
        The function raises something or gives neither, a field is no variable, or a format does not fit its value.

    >>> from logicpuzzles.drawing.text import text
    >>> print(text(scene_of("{S}{O} + {S}{O} = {T}{O}{O}", {"S": 5, "O": 0, "T": 1})))
    50 + 50 = 100
    """
    if callable(picture):
        return _called(picture, values)
    if picture is None:
        width = max((len(as_text(variable)) for variable in values), default=0)
        return laid(_lines(values, width))
    known = list(map(as_text, values))
    for name, _ in FIELD.findall(picture):
        if name not in known and name.isidentifier():
            raise PuzzleError(
                f"the picture names {{{name}}}, which has no value",
                place="picture",
                expected=f"one of {', '.join(known[:12])}{', ...' * (len(known) > 12)}",
                hint=did_you_mean(name, known) or "draw braces by a function that gives text",
            )
    return filled(picture, values)


def filled(picture: str, values: Solution) -> Scene:
    """A text with the values in the fields that are variables; other braces are drawn as they are."""
    return laid(_parts(picture, {as_text(variable): (value, variable) for variable, value in values.items()}))


Part = tuple[str] | tuple[str, Value, Any]  # a literal text, or a label with its value and variable


def _lines(values: Solution, width: int) -> Iterator[Part]:
    for number, (variable, value) in enumerate(values.items()):
        yield (f"{chr(10) * (number > 0)}{as_text(variable):{width}} = ",)
        yield as_text(value), value, variable


def _parts(picture: str, named: Mapping[str, tuple[Value, Any]]) -> Iterator[Part]:
    """The text between the fields of `picture`, and the value of each field as it is written there."""
    end = 0
    if len(picture) > LARGEST:
        raise PuzzleError("the picture is too large", place="picture", expected=f"at most {LARGEST:,} characters")
    for field in FIELD.finditer(picture):
        name, form = field.groups()
        if name in named:
            yield (picture[end : field.start()],)
            end = field.end()
            value, variable = named[name]
            if _WIDE.search(form or ""):
                problem, expected = f"the field {{{name}}} is too wide", "fewer than 1,000 columns"
                raise PuzzleError(problem, place="picture", expected=expected)
            try:
                yield format(value, form or ""), value, variable
            except (TypeError, ValueError) as error:
                raise PuzzleError(
                    f"{field.group()} does not fit: {error}", place="picture", got=represented(value)
                ) from None
    yield (picture[end:],)


def laid(parts: Iterable[Part]) -> Scene:
    """The parts one after another, as they stand in a text."""
    cells: list[Cell] = []
    marks: list[Mark] = []
    row = column = 0
    for drawn, *shown in parts:
        if shown and "\n" not in drawn:
            value, variable = shown
            cells.append(Cell(row, column, len(drawn), value, drawn, variable))
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
