"""The commands of the table, as one command for click."""

from __future__ import annotations

import sys
from collections.abc import Generator, Sequence
from contextlib import closing, suppress

import click

from .. import __version__
from ..by_name import entry
from ..commands.command import Command, Data, Note
from ..commands.table import COST, DASK, LIMITS, NAME, NODES, ON_THE_COMMAND_LINE, TRUST
from ..drawing.folding import WIDEST
from ..errors import PuzzleError
from ..limits import Limits
from ..rulefile.finding import find
from ..rulefile.outline import signature
from ..rulefile.rulebook import Prepared
from ..watchdog import within
from .options import declared_option, keep_apart, key, limits_in, option
from .rulefiles import built, named, sharing, unfit
from .screen import Progress

DECLARED = "logicpuzzles.declared"  # where the context keeps the parameters of the rule file
PREPARED = "logicpuzzles.prepared"  # and the rule file itself, once it has been run
NAMED = "logicpuzzles.named"  # and what it was called


class TableCommand(click.Command):
    """A command of the table."""

    def __init__(self, command: Command) -> None:
        assert command.shell is not None
        self.shell = command.shell
        summary = self.shell.summary or self.shell.help.split("\n", 1)[0]  # whole, however long
        params = list(map(option, self.shell.arguments))
        super().__init__(command.name, params=params, help=self.shell.help, short_help=summary)

    def invoke(self, ctx: click.Context) -> int:
        """Do it; the exit code."""
        assert isinstance(self.shell.run, str)
        if not self.shell.tells:
            return printed(entry(self.shell.run)(**ctx.params), None)
        with Progress() as progress:
            return printed(entry(self.shell.run)(progress=progress, **ctx.params), progress)


class RuleFileCommand(TableCommand):
    """A command whose first argument NAME is a rule file; the parameters of the file are options too."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Load the rule file within the limits that `args` set, and read the options, its own too."""
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
        """The options of the command, and those of the rule file."""
        params = super().get_params(ctx)
        taken = {option for param in params for option in param.opts}
        declared = ctx.meta.get(DECLARED, ())
        if ctx.resilient_parsing:
            declared = [parameter for parameter in declared if parameter.option not in taken]
        return [*params, *(declared_option(parameter, taken, PREPARED not in ctx.meta) for parameter in declared)]

    def invoke(self, ctx: click.Context) -> int:
        """Do it with the rule file; the exit code."""
        prepared: Prepared = ctx.meta[PREPARED]
        params = {name: value for name, value in ctx.params.items() if name != NAME.name}
        given = {p.name: params.pop(key(p), None) for p in prepared.parameters}
        limits = {p.name.removeprefix("limit_"): params.pop(p.name) for p in (*LIMITS, COST) if p.name in params}
        rulefile = built(prepared, {name: value for name, value in given.items() if value is not None})
        run = self.shell.run if isinstance(self.shell.run, str) else self.shell.run.get(rulefile.kind)
        if run is None:
            raise unfit(rulefile, self.shell.refusal)
        if DASK.name in params:
            dask, trust = params.pop(DASK.name), params.pop(TRUST.name)
            params["workers"] = sharing(rulefile, params["workers"], dask, trust)
        if NODES not in self.shell.arguments:
            return printed(entry(run)(rulefile, **params), None)
        with Progress() as progress:
            return printed(entry(run)(rulefile, limits=Limits(**limits), progress=progress, **params), progress)

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


def printed(reply: object, progress: Progress | None) -> int:
    """Print the parts of a reply as they come; the exit code. What converses with a person has printed by itself."""
    if not isinstance(reply, Generator):
        assert isinstance(reply, int)
        return reply
    with closing(reply):
        while True:
            try:
                part = next(reply)
            except StopIteration as end:
                return int(end.value or 0)
            if progress is not None:
                progress.pause()
            if isinstance(part, Data):
                click.echo(part, file=getattr(sys.stdout, "data", None))
            else:
                click.echo(part, err=isinstance(part, Note))


class _InOrder(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)  # as they were added, not by the alphabet


@click.group(
    cls=_InOrder,
    invoke_without_command=True,
    subcommand_metavar="COMMAND [ARGS]...",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": WIDEST, "color": True},
)
@click.version_option(__version__)
@click.pass_context
def logicpuzzles(ctx: click.Context) -> None:
    """State the rules of a puzzle, ask them, and get a shortest solution.

    NAME is a rule file: one that `list` shows, or a path such as ./mine.py. A
    rule file in Python runs as code, so run only those you trust.

    Exit codes: 0 solved or answered, 1 proved that there is none, 2 bad input,
    3 stopped by a limit, 4 something else went wrong, such as a full disk, 130
    stopped with Ctrl-C.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


for _command in ON_THE_COMMAND_LINE:
    assert _command.shell is not None
    _takes_file = NAME in _command.shell.arguments
    logicpuzzles.add_command((RuleFileCommand if _takes_file else TableCommand)(_command))
