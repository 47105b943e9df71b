"""The command line. What takes time to import is imported by the commands that need it, when they run."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from .. import __version__
from ..errors import PuzzleError
from .exploring import deal, explore
from .inspecting import check, list_, listing, show
from .solving import solve

SOLVED, NONE, WRONG, STOPPED, INTERRUPTED = 0, 1, 2, 3, 130  # exit codes


class _InOrder(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)  # as they were added, not by the alphabet


@click.group(cls=_InOrder, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80})
@click.version_option(__version__)
def logicpuzzles() -> None:
    """State the rules of a puzzle, ask them, and get a shortest solution.

    NAME is a rule file: one that `list` shows, or a path such as ./mine.py. A
    rule file in Python runs as code, so run only those you trust.

    Exit codes: 0 solved or answered, 1 proved that there is none, 2 bad input,
    3 stopped by a limit, 130 stopped with Ctrl-C.
    """


for command in (list_, show, solve, explore, deal, check, listing):
    logicpuzzles.add_command(command)


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line and leave Python with its exit code."""
    sys.exit(run(args))


def run(args: Sequence[str] | None = None) -> int:
    """Run the command line; its exit code. Whatever the user did wrong is one message on standard error."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that lacks a character shows another
    try:
        code = logicpuzzles.main(args, prog_name="logicpuzzles", standalone_mode=False)
        sys.stdout.flush()
        return int(code or SOLVED)
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "logicpuzzles"
        return _wrong(f"{error.format_message()}\nNext: {command} --help")
    except click.ClickException as error:
        return _wrong(error.format_message())
    except PuzzleError as error:
        return _wrong(str(error))
    except (KeyboardInterrupt, click.Abort):
        click.echo("Stopped with Ctrl-C.", err=True)
        return INTERRUPTED
    except MemoryError:
        click.echo("Stopped: out of memory.", err=True)
        return STOPPED
    except BrokenPipeError:  # whoever reads our output has read enough, such as `head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return SOLVED


def _wrong(message: str) -> int:
    click.echo(f"Error: {message}", err=True)
    return WRONG
