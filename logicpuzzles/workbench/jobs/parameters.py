"""The parameters of a rule file in a process of the workbench: what it can be given, and what it was given."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ...logic.notation import readable
from ...rulefile.grid import Grid
from ...rulefile.parameters import Parameter
from ..rules import Rules
from .loading import loaded

Typed = tuple[tuple[str, str], ...]  # names of parameters, and what was typed for them


@dataclass(frozen=True)
class Asked:
    """A parameter as the page asks for it.

    Attributes
    ----------
    expected
        What a value must be.
    value
        The value that it has, as text.
    is_long
        Whether that may have several lines.
    """

    name: str
    expected: str
    value: str
    is_long: bool


def parameters_of(rules: Rules) -> tuple[Asked, ...]:
    """The parameters, with the values that they have."""
    rulefile = loaded(rules)
    return tuple(
        Asked(one.name, one.expected, _as_text(rulefile.arguments[one.name]), _is_long(one))
        for one in rulefile.parameters
    )


def given(rules: Rules, typed: Typed) -> Rules:
    """The rules with what was typed for parameters; what is as the rule file has it is left out.

    Raises
    ------
    PuzzleError
        It is no value of the parameter, or the rule file does not take it.
    """
    default = loaded(replace(rules, given=()))
    known = {one.name: one for one in default.parameters}
    values = {name: text for name, text in typed if name in known and text != _as_text(default.arguments[name])}
    made = rules.with_values(**values)
    loaded(made)
    return made


def _is_long(parameter: Parameter) -> bool:
    return parameter.type is Grid or parameter.in_lines


def _as_text(value: Any) -> str:
    if isinstance(value, Grid):
        return value.text
    return readable(value) if isinstance(value, tuple) else str(value)
