"""The command that opens an interactive session."""

from __future__ import annotations

import sys

import click

from ..errors import LimitReached, PuzzleError
from .harmless import raw
from .progress import loading


def repl(files: tuple[str, ...], seconds: float, memory: int | None) -> int:
    """Converse in a session until it is left; the exit code."""
    from ..repl.session import Session

    session = Session(click.echo, seconds, memory=memory)
    if sys.stdin.isatty() and sys.stdout.isatty():
        from prompt_toolkit.output import create_output

        from ..repl.terminal import Terminal

        return Terminal(session, output=create_output(raw(sys.stdout))).run(files)
    from ..repl.plain import Plain

    try:
        for file in files:
            with loading(file):
                session.consult([file])
    except LimitReached as limit:
        click.echo(f"Stopped: {limit}", err=True)
        return 3
    except PuzzleError as error:
        click.echo(f"Error: {error}", err=True)
        return 2
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    return Plain(session, sys.stdin, sys.stdout).run()
