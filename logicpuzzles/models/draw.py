"""A solution as a person writes it: the picture of a rule file with the values put in."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

Picture = str | Callable[[Mapping[Any, Any]], str]
_FIELD = re.compile(r"\{([^{}:]+)(?::([^{}]*))?\}")


def draw(picture: Picture | None, values: Mapping[Any, Any]) -> str:
    """The picture with the values of the variables; without one, a line for each variable.

    Parameters
    ----------
    picture
        Text with the variables as fields, such as ``"{A:2} {B:2}"`` (after the colon as in Python's formats), or
        a function from the values to the text.

    >>> draw("{S}{O} + {S}{O} = {T}{O}{O}", {"S": 5, "O": 0, "T": 1})
    '50 + 50 = 100'
    """
    if callable(picture):
        return picture(values)
    if picture is None:
        width = max((len(str(variable)) for variable in values), default=0)
        return "\n".join(f"{variable!s:{width}} = {value}" for variable, value in values.items())
    named = {str(variable): value for variable, value in values.items()}

    def put(field: re.Match[str]) -> str:
        name, form = field.groups()
        return format(named[name], form or "") if name in named else field.group()

    return _FIELD.sub(put, picture)
