"""Runs a command, and turns whatever ends it into a message and an exit code."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

from .addresses import TooFewAddresses, are_limited
from .stopping import INTERRUPTED, MESSAGE
from .streams import harmless_output, why_broken

if TYPE_CHECKING:
    import click

SOLVED, NONE, WRONG, STOPPED, BROKEN = 0, 1, 2, 3, 4  # exit codes; see README
UNREAD = 141  # whoever reads the output has read enough, such as `head`: the code of a command that ends by SIGPIPE


def run(args: Sequence[str] | None = None) -> int:
    """Run the command line; its exit code. Whatever went wrong is one message on standard error."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that lacks a character shows another
    from ..integers import any_length

    with harmless_output(), any_length():
        return _ended(args)


def _ended(args: Sequence[str] | None) -> int:
    try:
        code = _run(args)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        tell(MESSAGE)
        return INTERRUPTED
    except MemoryError:
        tell("Stopped: out of memory.")
        return STOPPED
    except BrokenPipeError:
        return UNREAD
    except TooFewAddresses as problem:
        tell(f"Error: {problem}")
        return BROKEN
    except (Exception, SystemExit) as problem:
        why = why_broken(problem) if isinstance(problem, OSError) else None
        if why is None and isinstance(problem, ImportError | OSError | RuntimeError) and are_limited():
            why = f"{problem}; addresses are limited (ulimit -v). Next: raise that limit, and report it if this stays"
        if why is None:
            from ..errors import defect

            why = defect(problem)
        tell(f"Error: {why}")
        return BROKEN


def _run(args: Sequence[str] | None) -> int:
    import click

    from ..errors import LimitReached, PuzzleError
    from ..wording import did_you_mean
    from .commands import logicpuzzles

    try:
        return _invoked(logicpuzzles, sys.argv[1:] if args is None else args)
    except click.UsageError as error:
        message = error.format_message()
        if isinstance(error, click.NoSuchOption) and not did_you_mean(error.option_name, error.possibilities or ()):
            message = error.message  # without what click suggests, which is hardly alike
        tell(f"Error: {message}\nNext: {_command(error.ctx)} --help")
    except click.ClickException as error:
        tell(f"Error: {error.format_message()}")
    except LimitReached as limit:
        tell(f"Stopped: {limit}")
        return STOPPED
    except PuzzleError as error:
        tell(f"Error: {error}")
    except click.Abort:
        raise KeyboardInterrupt from None
    return WRONG


def _invoked(command: click.Command, args: Sequence[str]) -> int:
    """The exit code of `command`. Its own `main` would turn some crashes into exit code 1, and others into Ctrl-C."""
    import click

    from ..uncollected import Uncollected

    name = "logicpuzzles"
    wanted = os.environ.get(f"_{name.upper()}_COMPLETE")
    if wanted:
        from click.shell_completion import shell_complete

        return shell_complete(command, {}, name, f"_{name.upper()}_COMPLETE", wanted)
    try:
        with Uncollected():  # what is imported stays
            made = command.make_context(name, list(args))
        with made as context:
            return int(command.invoke(context) or SOLVED)
    except click.exceptions.Exit as end:
        return end.exit_code


def _command(ctx: click.Context | None) -> str:
    """The command that was typed, with its rule file, whose options its help tells too."""
    if ctx is None:
        return "logicpuzzles"
    from .commands import NAMED

    return f"{ctx.command_path} {shlex.quote(ctx.meta[NAMED])}" if NAMED in ctx.meta else ctx.command_path


def tell(message: str) -> None:
    """Say it on standard error, where that can be done."""
    from .screen import on

    with suppress(OSError):  # the exit code tells all the same
        print(on(sys.stderr, message), file=sys.stderr, flush=True)


def tell_warnings() -> None:
    """Say in one line that a cache or a bound cannot be used; other warnings look as Python's do."""
    import warnings

    from ..errors import BoundWarning, CacheWarning

    usual = warnings.showwarning

    def shown(message: Warning | str, category: type[Warning], file: str, line: int, *rest: TextIO | str) -> None:
        if issubclass(category, CacheWarning | BoundWarning):
            tell(f"Warning: {message}")
        else:
            usual(message, category, file, line, *rest)  # type: ignore[arg-type]

    warnings.showwarning = shown  # type: ignore[assignment]
