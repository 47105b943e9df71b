"""The command line. What takes time to import is imported by the commands that need it, when they run."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import click

SOLVED, NONE, WRONG, STOPPED, INTERRUPTED = 0, 1, 2, 3, 130  # exit codes


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line and leave Python with its exit code."""
    code = run(args)
    if code == INTERRUPTED:  # at once: not after a kernel has been compiled or much memory has been tidied up
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)


def run(args: Sequence[str] | None = None) -> int:
    """Run the command line; its exit code. Whatever the user did wrong is one message on standard error."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that lacks a character shows another
    from .door import doors

    with doors():
        return _ended(args)


def _ended(args: Sequence[str] | None) -> int:
    try:
        return _run(args)
    except KeyboardInterrupt:
        print("Stopped with Ctrl-C.", file=sys.stderr)
        return INTERRUPTED
    except MemoryError:
        print("Stopped: out of memory.", file=sys.stderr)
        return STOPPED
    except BrokenPipeError:  # whoever reads our output has read enough, such as `head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return SOLVED


def _run(args: Sequence[str] | None) -> int:
    import click

    from ..errors import LimitReached, PuzzleError
    from .commands import logicpuzzles

    try:
        code = logicpuzzles.main(args, prog_name="logicpuzzles", standalone_mode=False)
        sys.stdout.flush()
        return int(code or SOLVED)
    except click.UsageError as error:
        return _wrong(f"{error.format_message()}\nNext: {_command(error.ctx)} --help")
    except click.ClickException as error:
        return _wrong(error.format_message())
    except LimitReached as limit:
        _tell(f"Stopped: {limit}")
        return STOPPED
    except PuzzleError as error:
        return _wrong(str(error))
    except click.Abort:
        raise KeyboardInterrupt from None


def _command(ctx: click.Context | None) -> str:
    """The command that was typed, with its rule file, whose options its help tells too."""
    if ctx is None:
        return "logicpuzzles"
    from .options import NAMED

    return f"{ctx.command_path} {shlex.quote(ctx.meta[NAMED])}" if NAMED in ctx.meta else ctx.command_path


def _wrong(message: str) -> int:
    _tell(f"Error: {message}")
    return WRONG


def _tell(message: str) -> None:
    from .screen import on

    print(on(sys.stderr, message), file=sys.stderr)
