"""The command that opens an interactive session."""

from __future__ import annotations

import sys

import click

from ..errors import LimitReached, PuzzleError
from .door import behind
from .limits import query_limits
from .progress import loading


@click.command("repl")
@click.argument("files", nargs=-1)
@query_limits("Stop a query, or the loading of a file, after S seconds.")
def repl(files: tuple[str, ...], seconds: float, memory: int | None) -> int:
    """Ask rule files in an interactive session, in Prolog syntax.

    FILES are rule files to begin with. In the session help. tells what there
    is. Where there is no terminal, it reads queries without prompts or colours; a
    line that is a single ; asks for the next answer.
    """
    from ..repl.session import Session

    session = Session(click.echo, seconds, memory=memory)
    if sys.stdin.isatty() and sys.stdout.isatty():
        from prompt_toolkit.output import create_output

        from ..repl.terminal import Terminal

        return Terminal(session, output=create_output(behind(sys.stdout))).run(files)
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
