"""The parameters of a rule file: their types and defaults are read from the signature of its `puzzle` function."""

from __future__ import annotations

import inspect
import math
import os
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, Union, cast

from ..by_name import entry
from ..errors import PuzzleError
from ..integers import LONGEST_VALUE as LONGEST
from ..integers import represented
from ..wording import did_you_mean
from .grid import Grid, contents, file_of, no_name

Value = Any  # of a parameter: of its type, or None where that is allowed
Kind = Any  # an annotation: int, Grid, tuple, Literal["a", "b"]
REQUIRED = inspect.Parameter.empty
_origin: Callable[[Kind], Kind] = typing.get_origin
_SIMPLE = {int: "an integer", float: "a number", str: "text", bool: "true or false", Grid: "a grid, as text or a file"}
_TRUTH = {"true": True, "yes": True, "1": True, "on": True, "false": False, "no": False, "0": False, "off": False}


class Written(str):
    """A default that only running the file would tell: as it is written there."""

    __slots__ = ()


@dataclass(frozen=True)
class Parameter:
    """One parameter: `load("sliding", rows=3)` in Python, `--rows 3` on the command line.

    Attributes
    ----------
    type
        int, float, str, bool, `Grid`, tuple (values as in a state) or a Literal.
    optional
        Whether None is a value too.
    default
        `REQUIRED` where a value must be given.
    """

    name: str
    type: Kind
    default: Value
    optional: bool = False

    @property
    def required(self) -> bool:
        """Whether a value must be given."""
        return self.default is REQUIRED

    @property
    def option(self) -> str:
        """The name on the command line."""
        return "--" + self.name.replace("_", "-")

    @property
    def choices(self) -> tuple[Value, ...]:
        """The values of a Literal; none for other types."""
        return typing.get_args(self.type) if _origin(self.type) is Literal else ()

    @property
    def in_lines(self) -> bool:
        """Whether a value is text of several lines, such as a level, as the default is: then it may be in a file."""
        return self.type is str and isinstance(self.default, str) and "\n" in self.default.strip("\n")

    @property
    def expected(self) -> str:
        """What a value must be, in words."""
        if self.choices:
            return f"one of {', '.join(map(str, self.choices))}"
        if self.in_lines:
            return "text of several lines, or a file with it"
        return _SIMPLE.get(self.type, "values separated by commas")

    def accept(self, value: Value, place: str) -> Value:
        """`value` as the type of the parameter; text is read, and never names a file: see `from_command_line`.

        Raises
        ------
        PuzzleError
            It is of another type.
        """
        if value is None and self.optional:
            return None
        try:
            read = isinstance(value, str) and (self.type is not str or self.in_lines)
            return self._read(value) if read else self._checked(value)
        except PuzzleError as error:
            raise error.at(place) from None
        except (ValueError, TypeError, KeyError, StopIteration):
            problem = f"parameter {self.name} has a wrong value"
            raise PuzzleError(problem, place=place, expected=self.expected, got=represented(value)) from None

    def _read(self, text: str) -> Value:
        if self.type is str:
            return no_name(text, "text")
        if self.choices:
            return {str(choice): choice for choice in self.choices}[text]
        if self.type is bool:
            return _TRUTH[text.strip().lower()]
        if self.type is tuple:
            return cast(Value, entry("logic.notation:read")(text))
        if self.type is int and len(text) > LONGEST:
            raise PuzzleError(f"parameter {self.name} has more than {LONGEST} digits", expected=self.expected)
        value = self.type(text)
        if isinstance(value, float) and not math.isfinite(value):
            raise ValueError(text)
        return value

    def from_command_line(self, text: str) -> Value:
        """What the argument `text` of the command line gives: a path, where it names a file that is to be read.

        Raises
        ------
        PuzzleError
            It looks like the name of a file, and there is no such file.
        """
        if self.type is Grid or self.in_lines:
            return file_of(text, "grid" if self.type is Grid else "text") or text
        return text

    def _checked(self, value: Value) -> Value:
        if self.in_lines and isinstance(value, os.PathLike):
            return contents(Path(value), "text")
        if self.choices:
            return entry("logic.termdict:TermDict")((choice, choice) for choice in self.choices)[value]
        if self.type is Grid:
            return Grid(value)
        wanted = {float: (int, float), tuple: (tuple, list)}.get(self.type, (self.type,))
        if not isinstance(value, wanted) or (isinstance(value, bool) and self.type is not bool):
            raise TypeError(value)
        return self.type(value)


def parameters_of(function: Callable[..., object], place: str) -> tuple[Parameter, ...]:
    """The parameters of a rule file's `puzzle` function, in their order.

    Raises
    ------
    PuzzleError
        An annotation has no meaning here, a default is not of its type, or there are starred parameters.
    """
    try:
        hints = typing.get_type_hints(function)
    except Exception as error:  # an annotation may be any expression, and fail in any way
        raise PuzzleError(f"an annotation cannot be read: {error}", place=place) from None
    return tuple(_parameter(p, hints.get(p.name), place) for p in inspect.signature(function).parameters.values())


def _parameter(declared: inspect.Parameter, hint: Kind, place: str) -> Parameter:
    name, default = declared.name, declared.default
    if declared.kind in (declared.VAR_POSITIONAL, declared.VAR_KEYWORD, declared.POSITIONAL_ONLY):
        raise PuzzleError(f"parameter {name} cannot be given by name", place=place, hint="declare plain parameters")
    if hint is None and declared.annotation is REQUIRED:
        hint = type(default) if type(default) in _SIMPLE else str
    optional = default is None
    if _origin(hint) in (Union, types.UnionType):
        parts = [part for part in typing.get_args(hint) if part is not type(None)]
        optional = optional or len(parts) < len(typing.get_args(hint))
        hint = parts[0] if len(parts) == 1 else None
    kind = _origin(hint) or hint
    if kind in (tuple, list, Sequence):
        hint = tuple
    elif kind is not Literal and kind not in _SIMPLE:
        problem = f"parameter {name} has a type that cannot be given on the command line"
        expected = "int, float, str, bool, Grid, tuple or Literal[...], each perhaps with | None"
        raise PuzzleError(problem, place=place, expected=expected, got=inspect.formatannotation(declared.annotation))
    parameter = Parameter(name, hint, default, optional)
    if not parameter.required:
        parameter = replace(parameter, default=parameter.accept(default, place))
    return parameter


def accept_all(declared: Sequence[Parameter], given: Mapping[str, object], place: str) -> dict[str, Value]:
    """The values of all parameters: those given, checked and read, and the defaults of the rest.

    Raises
    ------
    PuzzleError
        One is unknown, missing, or of the wrong type.
    """
    require_known(given, [parameter.name for parameter in declared], place)
    for parameter in declared:
        if parameter.required and parameter.name not in given:
            problem = f"parameter {parameter.name} is missing"
            hint = f"give it in Python as {parameter.name}=..., on the command line as {parameter.option} ..."
            raise PuzzleError(problem, place=place, expected=parameter.expected, hint=hint)
    return {p.name: p.accept(given[p.name], place) if p.name in given else p.default for p in declared}


def require_known(given: Iterable[str], names: Sequence[str], place: str) -> None:
    """Raise `PuzzleError` if a name of those given is not among `names`."""
    for name in given:
        if name not in names:
            known, hint = ", ".join(names) or "no parameters", did_you_mean(name, names)
            raise PuzzleError(f"there is no parameter {name}", place=place, expected=known, hint=hint)
