"""Commands on a rule file: its parameters become options of the command, its states are read from text."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import click

from .. import notation
from ..errors import PuzzleError
from ..rulefile.finding import available, find, passed_over, shown
from ..rulefile.grid import Grid
from ..rulefile.outline import signature
from ..rulefile.parameters import Parameter, Written
from ..rulefile.rulebook import Prepared, RuleFile, prepare
from ..watchdog import within
from ..wording import counted
from . import screen
from .data import keep_apart
from .limits import limits_in
from .progress import loading

DECLARED = "logicpuzzles.declared"  # where the context keeps the parameters of the rule file
PREPARED = "logicpuzzles.prepared"  # and the rule file itself, once it has been run
NAMED = "logicpuzzles.named"  # and what it was called
MAIN_COMMANDS = {"puzzle": "solve", "model": "solve", "game": "play"}  # what each kind of rule file is for


class RuleFileCommand(click.Command):
    """A command whose first argument NAME is a rule file; the parameters of the file are options too.

    The callback gets `prepared` and `values` in place of NAME and of those options; see `built`.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return self._parsed(ctx, args)
        except BaseException:
            ctx.close()  # the limits end here: nobody else closes what was never entered
            raise

    def _parsed(self, ctx: click.Context, args: list[str]) -> list[str]:
        name = self._name_in(ctx, args)
        if name is not None and ctx.resilient_parsing:  # a shell completes: no message, and nothing is run
            with suppress(PuzzleError):
                ctx.meta[DECLARED] = signature(find(name))
        elif name is not None:
            ctx.meta[NAMED] = name
            ctx.with_resource(within(limits_in(self.params, args, ctx)))
            keep_apart(ctx, args)
            if any(arg in ctx.help_option_names for arg in args):
                ctx.meta[DECLARED] = signature(find(name))
            else:
                self._prepare(ctx, name)
        rest = super().parse_args(ctx, args)
        if not ctx.resilient_parsing and PREPARED not in ctx.meta:
            self._prepare(ctx, ctx.params["name"])  # what stands before it was the value of an option
        return rest

    def _prepare(self, ctx: click.Context, name: str) -> None:
        ctx.meta[PREPARED] = prepared = named(name)
        ctx.meta[DECLARED] = prepared.parameters

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        params = super().get_params(ctx)
        taken = {option for param in params for option in param.opts}
        declared = ctx.meta.get(DECLARED, ())
        if ctx.resilient_parsing:
            declared = [parameter for parameter in declared if parameter.option not in taken]
        return [*params, *(_option(parameter, taken) for parameter in declared)]

    def invoke(self, ctx: click.Context) -> Any:
        prepared: Prepared = ctx.meta[PREPARED]
        ctx.params.pop("name")
        given = {p.name: ctx.params.pop(_key(p), None) for p in prepared.parameters}
        values = {name: value for name, value in given.items() if value is not None}
        ctx.params.update(prepared=prepared, values=values)
        return super().invoke(ctx)

    def _name_in(self, ctx: click.Context, args: Sequence[str]) -> str | None:
        """The first argument that is neither an option nor the value of one; the file's own options come after it."""
        takes_value = {o for p in self.params if isinstance(p, click.Option) and not p.is_flag for o in p.opts}
        known = {o for p in super().get_params(ctx) for o in (*p.opts, *p.secondary_opts)}
        rest = iter(args)
        for arg in rest:
            if arg in takes_value:
                next(rest, None)
            elif arg == "--":
                return next(rest, None)
            elif arg == "-" or not arg.startswith("-"):
                return arg
            elif arg.split("=")[0] not in known:
                return None
        return None


def named(name: str) -> Prepared:
    """The rule file called `name`; where a file of the current folder would have that name too, a line tells which."""
    told = passed_over(name)
    if told is not None:
        meant, here = told
        note = f"Note: {name} is {shown(meant)}; to use {here}, give its path"
        click.echo(screen.on(sys.stderr, note), err=True)
    with loading(name):
        return prepare(name)


_PARTING = r"[\s,()'\"\[\]]"  # characters of a state that is not written with one character a cell


def _key(parameter: Parameter) -> str:
    return f"parameter_{parameter.name}"


def _option(parameter: Parameter, taken: set[str]) -> click.Option:
    """The option of the command line for a parameter of the rule file; its value stays text, read by the parameter."""
    option = parameter.option
    if option in taken:
        raise PuzzleError(
            f"the rule file has a parameter {parameter.name}", hint=f"rename it: {option} is an option of this command"
        )
    default = "required" if parameter.required else f"default: {_default(parameter)}"
    names = f"{option}/--no-{option[2:]}" if parameter.type is bool else option
    kind = {int: "INTEGER", float: "NUMBER"}.get(parameter.type, parameter.name.upper())
    metavar = None if parameter.type is bool else "|".join(map(str, parameter.choices)) or kind
    expected = "" if parameter.type is bool else f": {parameter.expected}"
    help = f"Of the rule file{expected} [{default}]"
    return click.Option([_key(parameter), names], default=None, metavar=metavar, help=help)


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
    return "none" if value is None else "''" if value == "" else notation.plain(value)


def rule_file_command(name: str, summary: str) -> Callable[[Callable[..., Any]], click.Command]:
    """Make a `RuleFileCommand` of a function with `prepared` and `values` among its parameters."""

    def decorate(function: Callable[..., Any]) -> click.Command:
        return click.command(name, cls=RuleFileCommand, short_help=summary)(click.argument("name")(function))

    return decorate


def built(prepared: Prepared, values: Mapping[str, Any]) -> RuleFile:
    """The rule file with the values that its options have."""
    with loading(shown(prepared.file)):
        return prepared.build(**values)


def typed(rulefile: RuleFile) -> str:
    """What the rule file is called on the command line: its name where that finds it, else its path."""
    known = available().get(rulefile.name)
    by_name = known is not None and known.resolve() == rulefile.file
    return rulefile.name if by_name else shlex.quote(shown(rulefile.file))


def unfit(rulefile: RuleFile, problem: str) -> PuzzleError:
    """The error that a command is not for what `rulefile` declares; `problem` goes on from "a puzzle"."""
    if not rulefile.kind:
        return PuzzleError(
            "the rule file declares no puzzle", place=shown(rulefile.file), expected="a move, a start and a goal"
        )
    hint = f"logicpuzzles {MAIN_COMMANDS[rulefile.kind]} {typed(rulefile)}"
    return PuzzleError(f"a {rulefile.kind} {problem}", place=rulefile.name, hint=hint)


@contextmanager
def placed(place: str) -> Iterator[None]:
    """What goes wrong inside is told with its `place`, such as the rule file."""
    try:
        yield
    except PuzzleError as error:
        raise error.at(place) from None


def read_state(text: str, n_cells: int, symbols: Mapping[Any, str] | None, place: str) -> tuple[Any, ...]:
    """The state that `text` means: as `notation.read` tells, or one character a cell, or as the puzzle draws it.

    >>> read_state("07214365", 8, None, "START"), read_state("1 2 . 3", 4, {0: "."}, "START")
    ((0, 7, 2, 1, 4, 3, 6, 5), (1, 2, 0, 3))
    """
    if n_cells > 1 and len(text) > 1 and not re.search(_PARTING, text):
        if len(text) != n_cells:
            expected = f"{n_cells}, one a cell, or values with commas"
            raise PuzzleError(counted(len(text), "character"), place=place, expected=expected, got=text)
        text = " ".join(text)
    drawn = {symbol: value for value, symbol in (symbols or {}).items()}
    values = notation.read(text, place)
    return tuple(drawn.get(value, value) if isinstance(value, str) else value for value in values)
