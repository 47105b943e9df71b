"""The parameters of the commands, and those of rule files, as click has them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import click

from ..by_name import entry
from ..commands.command import FILE, FLAG, NEW_FILE, Argument, Read, seconds
from ..commands.table import JSON, MEMORY, TIME
from ..errors import PuzzleError
from ..limits import Limits
from ..rulefile.grid import Grid
from ..rulefile.parameters import Parameter, Written
from ..wording import counted

if TYPE_CHECKING:
    Type = click.ParamType[object]  # generic since click 8.2
else:
    Type = click.ParamType


class _Reading(Type):
    """What a function reads."""

    name = "value"

    def __init__(self, read: Read) -> None:
        self.read = read

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> object:
        try:
            return self.read(str(value))
        except ValueError as error:
            self.fail(str(error), param, ctx)


class _Choice(click.Choice):  # type: ignore[type-arg, unused-ignore]  # generic since click 8.2
    """One of some values, which are looked up when they are needed."""

    case_sensitive = True

    def __init__(self, parts: Iterable[str]) -> None:
        self.parts = parts

    @cached_property
    def choices(self) -> tuple[str, ...]:  # type: ignore[override]
        """The values, and the keys of the registries, among the parts."""
        known: list[str] = []
        for part in self.parts:
            known += entry(part) if ":" in part else [part]  # type: ignore[arg-type]
        return tuple(dict.fromkeys(known))


class _Text(click.File):
    """A text file that is there."""

    def convert(self, value, param, ctx):  # type: ignore[no-untyped-def]
        try:
            return super().convert(value, param, ctx)
        except ValueError:
            self.fail(f"{value!r} is no name of a file.", param, ctx)


class _NewFile(click.Path):
    """The name of a file to write, which a shell completes; whether it can be written is told by `writing`."""

    def convert(self, value, param, ctx):  # type: ignore[no-untyped-def]
        return value


def option(argument: Argument) -> click.Parameter:
    """An argument or option of a command."""
    name, kind = argument.name, argument.kind
    if argument.flags == ():
        nargs = -1 if argument.many else 1
        return click.Argument([name], nargs=nargs, required=argument.required or None, metavar=argument.metavar)
    flags = [name, *(argument.flags or (f"--{name.replace('_', '-')}",))]
    if kind == FLAG:
        is_json = name == JSON.name
        callback = _data_asked if is_json else None
        return click.Option(flags, is_flag=True, is_eager=is_json, callback=callback, help=argument.help)
    type_: Type | None = None
    if isinstance(kind, tuple):
        type_ = _Choice(kind)
    elif kind == FILE:
        type_ = _Text(encoding="utf-8")
    elif kind == NEW_FILE:
        type_ = _NewFile()
    elif callable(kind):
        type_ = _Reading(kind)
    made = click.Option(flags, type=type_, metavar=argument.metavar, multiple=argument.many, help=argument.help)
    if argument.default is not None:
        made.default, made.show_default = argument.default, kind is seconds
    return made


def _data_asked(ctx: click.Context, param: click.Parameter, value: bool) -> bool:
    if value:
        keep_apart(ctx, param.opts)
    return value


def keep_apart(ctx: click.Context, args: Sequence[str]) -> None:
    """Where `args` ask for data, print all else to standard error until the command ends."""
    if "--json" in args and not isinstance(sys.stdout, _Apart):
        ctx.with_resource(_Apart())


class _Apart:
    """Standard error in the place of standard output, which it keeps for data."""

    def __enter__(self) -> None:
        self.data, self._rest = sys.stdout, sys.stderr
        sys.stdout = self

    def __exit__(self, *_: object) -> None:
        self._rest.flush()
        sys.stdout = self.data

    def __getattr__(self, name: str) -> Callable[..., object]:
        return getattr(self._rest, name)  # type: ignore[no-any-return]


def key(parameter: Parameter) -> str:
    """Under what name click keeps the value of a parameter of a rule file."""
    return f"parameter_{parameter.name}"


def declared_option(parameter: Parameter, taken: Iterable[str], explained: bool = True) -> click.Option:
    """The option of the command line for a parameter of the rule file; its value stays text, read by the parameter.

    Its help is left out where it is not `explained`: what writes a default takes time to import.
    """
    name = parameter.option
    if name in taken:
        hint = f"rename it: {name} is an option of this command"
        raise PuzzleError(f"the rule file has a parameter {parameter.name}", hint=hint)
    names, metavar, expected = f"{name}/--no-{name[2:]}", None, ""
    if parameter.type is not bool:
        kind = {int: "INTEGER", float: "NUMBER"}.get(parameter.type, parameter.name.upper())
        names, metavar, expected = name, "|".join(map(str, parameter.choices)) or kind, f": {parameter.expected}"
    help = None
    if explained:
        default = "required" if parameter.required else f"default: {_default(parameter)}"
        help = f"Of the rule file{expected} [{default}]"
    return click.Option([key(parameter), names], default=None, metavar=metavar, help=help)


def _default(parameter: Parameter) -> str:
    if isinstance(parameter.default, Grid):
        rows, columns = parameter.default.size
        return f"{rows} x {columns} cells that `show` prints"
    if parameter.in_lines:
        return f"{counted(len(parameter.default.splitlines()), 'line')} that `show` prints"
    text = default_text(parameter)
    return text if len(text) <= 40 else f"{text[:37]}..."


def default_text(parameter: Parameter) -> str:
    """The default of a parameter as it is given on the command line."""
    value = parameter.default
    if isinstance(value, Written):
        return str(value)
    if parameter.type is bool and value is not None:
        return parameter.option if value else f"--no-{parameter.option[2:]}"
    return "none" if value is None else "''" if value == "" else str(entry("logic.notation:plain")(value))


def limits_in(params: Sequence[click.Parameter], args: Sequence[str], ctx: click.Context) -> Limits:
    """The limits on time and memory among the arguments of a command, before these are read: they hold for all of it.

    >>> from logicpuzzles.cli.commands import logicpuzzles
    >>> solve = logicpuzzles.commands["solve"]
    >>> limits_in(solve.params, ["six", "--limit-seconds=3"], click.Context(solve))
    Limits(seconds=3.0)
    """
    found = {}
    for param in params:
        given = [value for option in param.opts for value in _values(option, args)]
        if given and param.name in (TIME.name, MEMORY.name):
            found[param.name.removeprefix("limit_")] = param.type.convert(given[-1], param, ctx)
    return Limits(**found)


def _values(option: str, args: Sequence[str]) -> Iterator[str]:
    for at, arg in enumerate(args):
        if arg == option and at + 1 < len(args):
            yield args[at + 1]
        elif arg.startswith(f"{option}="):
            yield arg.removeprefix(f"{option}=")
