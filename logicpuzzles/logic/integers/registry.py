"""The table of the goals over integers: by name and number of arguments, what posts each."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from ..relations import Outcome, Primitive

Indicator = tuple[str, int]  # ("#=", 2)
GOALS: dict[Indicator, Primitive] = {}


def constraint(name: str, *parameters: str, doc: str = "") -> Callable[[Callable[..., Outcome]], Callable[..., Any]]:
    """Make a function as for `primitive` the goal `name`, in text and in Python; its docstring shows in help."""

    def decorate(function: Callable[..., Outcome]) -> Callable[..., Any]:
        made = Primitive(function, name)
        made.__doc__ = doc or function.__doc__
        made.parameters = parameters or tuple(p.capitalize() for p in tuple(inspect.signature(function).parameters)[1:])
        made.lowering = ""  # only the resolver knows constraints
        GOALS[name, len(made.parameters)] = made
        return function

    return decorate
