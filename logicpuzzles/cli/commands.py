"""The commands, as one."""

from __future__ import annotations

import click

from .. import __version__
from .explore import deal, explore
from .games import play
from .inspecting import check, list_, listing
from .query import query
from .screen import WIDEST
from .session import repl
from .showing import show
from .solving import solve
from .testing import test


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


for command in (list_, show, query, repl, solve, explore, deal, play, check, listing, test):
    command.short_help = command.short_help or (command.help or "").split("\n", 1)[0]  # whole, however long
    logicpuzzles.add_command(command)
