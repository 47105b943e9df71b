"""A solution as a person writes it: the picture of a rule file with the values put in."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from ..errors import PuzzleError
from ..integers import as_text, represented
from ..logic.goals import place_of

Picture = str | Callable[[Mapping[Any, Any]], str]
_FIELD = re.compile(r"\{([^{}:]+)(?::([^{}]*))?\}")


def draw(picture: Picture | None, values: Mapping[Any, Any]) -> str:
    """The picture with the values of the variables; without one, a line for each variable.

    Parameters
    ----------
    picture
        Text with the variables as fields, such as ``"{A:2} {B:2}"`` (after the colon as in Python's formats), or
        a function from the values to the text.

    Raises
    ------
    PuzzleError
        The function raises something or gives no text, or a format does not fit its value.

    >>> draw("{S}{O} + {S}{O} = {T}{O}{O}", {"S": 5, "O": 0, "T": 1})
    '50 + 50 = 100'
    """
    if callable(picture):
        return _called(picture, values)
    if picture is None:
        width = max((len(as_text(variable)) for variable in values), default=0)
        return "\n".join(f"{as_text(variable):{width}} = {as_text(value)}" for variable, value in values.items())
    named = {as_text(variable): value for variable, value in values.items()}

    def put(field: re.Match[str]) -> str:
        name, form = field.groups()
        try:
            return format(named[name], form or "") if name in named else field.group()
        except (TypeError, ValueError) as error:
            raise PuzzleError(
                f"{field.group()} does not fit: {error}", place="picture", got=represented(named[name])
            ) from None

    return _FIELD.sub(put, picture)


def _called(picture: Callable[[Mapping[Any, Any]], str], values: Mapping[Any, Any]) -> str:
    try:
        drawn = picture(values)
    except PuzzleError:
        raise
    except Exception as error:  # the function is the user's and may raise anything
        raise PuzzleError(f"{type(error).__name__}: {error}", place=place_of(picture, "picture")) from error
    if not isinstance(drawn, str):
        raise PuzzleError("no text was returned", place=place_of(picture, "picture"), got=represented(drawn))
    return drawn
