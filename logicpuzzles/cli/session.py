"""The command that opens an interactive session."""

from __future__ import annotations

import sys

import click

from ..errors import PuzzleError
from .door import behind
from .limits import Seconds


@click.command("repl")
@click.argument("files", nargs=-1)
@click.option("--seconds", type=Seconds(), default=60.0, show_default=True, help="The limit on the time of a query.")
def repl(files: tuple[str, ...], seconds: float) -> int:
    """Ask rule files in an interactive session, in Prolog syntax.

    FILES are rule files to begin with. In the session help. tells what there
    is. Where there is no terminal, it reads queries without prompts or colours; a
    line that is a single ; asks for the next answer.
    """
    from ..repl.session import Session

    session = Session(click.echo, seconds)
    if sys.stdin.isatty() and sys.stdout.isatty():
        from prompt_toolkit.output import create_output

        from ..repl.terminal import Terminal

        return Terminal(session, output=create_output(behind(sys.stdout))).run(files)
    from ..repl.plain import Plain

    try:
        session.consult(files)
    except PuzzleError as error:
        click.echo(f"Error: {error}", err=True)
        return 2
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    return Plain(session, sys.stdin, sys.stdout).run()
