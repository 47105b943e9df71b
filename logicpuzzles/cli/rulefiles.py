"""Rule files as commands meet them: loaded by name, refused, named in messages."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import click

from .. import workers
from ..errors import PuzzleError
from ..rulefile.finding import available, passed_over, shipped, shown
from ..rulefile.grid import Grid
from ..rulefile.rulebook import Prepared, RuleFile, prepare
from ..wording import alternatives
from ..workers.addresses import Trusted, address_of
from . import screen
from .screen import loading
from .stopping import tidying

MAIN_COMMANDS = {"puzzle": "solve", "model": "solve", "game": "play"}  # what each kind of rule file is for


def named(name: str) -> Prepared:
    """The rule file called `name`; where a file of the current folder would have that name too, a line tells which."""
    if told := passed_over(name):
        click.echo(screen.on(sys.stderr, f"Note: {told}"), err=True)
    with loading(name):
        return prepare(name)


def built(prepared: Prepared, values: Mapping[str, object]) -> RuleFile:
    """The rule file with the values that its options have, which alone may name files."""
    known = {parameter.name: parameter for parameter in prepared.parameters}
    given = {
        name: known[name].from_command_line(value) if isinstance(value, str) else value
        for name, value in values.items()
    }
    with loading(shown(prepared.file)):
        return prepared.build(**given)


def with_grid(rulefile: RuleFile, start: Sequence[str]) -> RuleFile:
    """A model where START is the value of its only grid; itself without a START.

    Raises
    ------
    PuzzleError
        It has no grid, or several, or the grid is given by its option too.
    """
    if not start:
        return rulefile
    grids = [parameter for parameter in rulefile.parameters if parameter.type is Grid]
    if len(grids) == 1 and grids[0].name not in rulefile.given_values:
        text = "".join(start) if max(map(len, start)) == 1 else "\n".join(start)
        with loading(shown(rulefile.file)):
            return rulefile.given(**{grids[0].name: grids[0].from_command_line(text)})
    if len(grids) == 1:
        hint = f"leave out START or {grids[0].option}"
    elif grids or rulefile.parameters:
        options = [f"{parameter.option} {' '.join(start)}" for parameter in grids or rulefile.parameters]
        hint = f"write {alternatives(options)}; see logicpuzzles {MAIN_COMMANDS['model']} {as_typed(rulefile)} --help"
    else:
        hint = "leave it out; this model has no parameters"
    raise PuzzleError("a model has no start", place="START", got=" ".join(start), hint=hint)


def as_typed(rulefile: RuleFile) -> str:
    """What the rule file is called on the command line: its name where that finds it, else its path."""
    known = available().get(rulefile.name)
    by_name = known is not None and known.resolve() == rulefile.file
    return rulefile.name if by_name else shlex.quote(shown(rulefile.file))


def unfit(rulefile: RuleFile, problem: str) -> PuzzleError:
    """The error that a command is not for what `rulefile` declares; `problem` goes on from "a puzzle"."""
    if not rulefile.kind:
        place, expected = shown(rulefile.file), "a move, a start and a goal, or a model"
        hint = f"logicpuzzles check {as_typed(rulefile)}"
        return PuzzleError("the rule file declares no puzzle", place=place, expected=expected, hint=hint)
    hint = f"logicpuzzles {MAIN_COMMANDS[rulefile.kind]} {as_typed(rulefile)}"
    return PuzzleError(f"a {rulefile.kind} {problem}", place=rulefile.name, hint=hint)


def sharing(rulefile: RuleFile, number: int | None, dask: str | None, trust: bool) -> int | str | None:
    """Who shares the work, of which one option tells; that a Python file runs elsewhere too is said once.

    A file that comes with the package is not spoken of: it is on the workers as the package is.
    """
    tidying.append(_end_workers)
    if dask is None:
        if trust:
            raise PuzzleError("there is no cluster to trust", place="--trust", hint="give it with --dask ADDRESS")
        return number
    if number is not None:
        hint = "leave one of them out: a cluster has as many workers as were started"
        raise PuzzleError("--workers and --dask exclude each other", hint=hint)
    dask = address_of(Trusted(dask) if trust else dask, "--dask")
    if rulefile.file.suffix == ".py" and rulefile.file.parent != shipped():
        told = f"Note: {shown(rulefile.file)} is Python, which runs as code on the workers at {dask} too"
        click.echo(screen.on(sys.stderr, told), err=True)
    return dask


def _end_workers() -> None:
    """End the processes, if there are any; else Python tells of what it must take back for them."""
    processes = sys.modules.get(f"{workers.__name__}.processes")
    if processes is not None:
        processes.end_all()


@contextmanager
def placed(rulefile: RuleFile) -> Iterator[None]:
    """What goes wrong inside is told with the place of the rule file."""
    try:
        yield
    except PuzzleError as error:
        raise error.at(shown(rulefile.file)) from None
