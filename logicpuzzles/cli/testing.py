"""The command that runs the tests in rule files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from ..errors import PuzzleError
from ..rulefile.finding import holds_tests
from .limits import Seconds


@click.command("test")
@click.argument("files", nargs=-1, required=True)
@click.option("--seconds", type=Seconds(), default=60.0, show_default=True, help="The limit on the time of a test.")
def test(files: tuple[str, ...], seconds: float) -> int:
    """Run the tests in rule files in Prolog text.

    They stand between begin_tests and end_tests.

    FILES are paths, names, or folders. Exit code 1 if a test fails, 2 if a file is wrong.
    """
    from ..text.plunit import cases_in

    passed = failed = wrong = 0
    for file in _files(files):
        try:
            cases = list(cases_in(file))
        except PuzzleError as error:
            wrong += 1
            click.echo(f"Error: {error}", err=True)
            continue
        for case in cases:
            outcome = case.run(seconds)
            passed, failed = passed + (outcome.problem is None), failed + (outcome.problem is not None)
            told = outcome.problem or outcome.warning and f"warning: {outcome.warning}"
            if told:
                click.echo(f"{case.place}: {case.block}:{case.name}: {told}")
    if not passed + failed + wrong:
        raise PuzzleError("there are no tests", place=" ".join(files), hint=":- begin_tests(name). begins some")
    if passed + failed:
        click.echo(f"{passed} passed" + (f", {failed} failed" if failed else ""))
    return 2 if wrong else 1 if failed else 0


def _files(files: tuple[str, ...]) -> Iterator[str | Path]:
    """The rule files that are meant; of a folder all that hold tests: others in it may be Perl."""
    for file in files:
        if Path(file).is_dir():
            yield from (path for path in sorted(Path(file).rglob("*.pl")) if holds_tests(path))
        else:
            yield file
