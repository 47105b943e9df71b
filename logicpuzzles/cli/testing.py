"""The command that runs the tests in rule files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from ..errors import PuzzleError
from ..rulefile.finding import shown


@click.command("test")
@click.argument("files", nargs=-1, required=True)
@click.option("--seconds", type=float, default=60.0, show_default=True, help="The limit on the time of a test.")
def test(files: tuple[str, ...], seconds: float) -> int:
    """Run the tests in rule files in Prolog text, between begin_tests and end_tests.

    FILES are paths, names, or folders. Exit code 1 if a test fails.
    """
    from ..text.plunit import cases_in

    passed = failed = 0
    for file in _files(files):
        for case in cases_in(file):
            outcome = case.run(seconds)
            if outcome.problem is None:
                passed += 1
            else:
                failed += 1
                click.echo(f"{case.place}: {case.block}:{case.name}: {outcome.problem}")
    if not passed + failed:
        raise PuzzleError("there are no tests", place=" ".join(files), hint=":- begin_tests(name). begins some")
    click.echo(f"{passed} passed" + (f", {failed} failed" if failed else ""))
    return 1 if failed else 0


def _files(files: tuple[str, ...]) -> Iterator[str]:
    """The rule files that are meant; all in Prolog text of a folder."""
    for file in files:
        if Path(file).is_dir():
            yield from (shown(path) for path in sorted(Path(file).rglob("*.pl")))
        else:
            yield file
