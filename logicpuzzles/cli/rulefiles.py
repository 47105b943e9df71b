"""Rule files as commands meet them: loaded by name, refused, named in messages; states read from text."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

import click

from ..drawing.picture import Symbols
from ..endings import State
from ..errors import PuzzleError
from ..logic import notation
from ..logic.terms import AnyTerm, Term
from ..logic.writer import write
from ..rulefile.finding import available, passed_over, shown
from ..rulefile.rulebook import Prepared, RuleFile, prepare
from ..wording import counted
from . import screen
from .screen import loading

MAIN_COMMANDS = {"puzzle": "solve", "model": "solve", "game": "play"}  # what each kind of rule file is for
_PARTING = r"[\s,()'\"\[\]]"  # characters of a state that is not written with one character a cell


def named(name: str) -> Prepared:
    """The rule file called `name`; where a file of the current folder would have that name too, a line tells which."""
    if told := passed_over(name):
        click.echo(screen.on(sys.stderr, f"Note: {told}"), err=True)
    with loading(name):
        return prepare(name)


def built(prepared: Prepared, values: Mapping[str, object]) -> RuleFile:
    """The rule file with the values that its options have."""
    with loading(shown(prepared.file)):
        return prepared.build(**values)


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


@contextmanager
def placed(rulefile: RuleFile) -> Iterator[None]:
    """What goes wrong inside is told with the place of the rule file."""
    try:
        yield
    except PuzzleError as error:
        raise error.at(shown(rulefile.file)) from None


def read_state(text: str, n_cells: int, symbols: Symbols | None, place: str, values: Iterable[AnyTerm] = ()) -> State:
    """The state that `text` means: as `notation.read` tells, or one character a cell, or as the puzzle draws it.

    Compounds among `values` may be written with operators, such as a-1.

    >>> read_state("07214365", 8, None, "START"), read_state("1 2 . 3", 4, {0: "."}, "START")
    ((0, 7, 2, 1, 4, 3, 6, 5), (1, 2, 0, 3))
    """
    if n_cells > 1 and len(text) > 1 and not re.search(_PARTING, text):
        if len(text) != n_cells:
            expected = f"{n_cells}, one a cell, or values with commas"
            raise PuzzleError(counted(len(text), "character"), place=place, expected=expected, got=text)
        text = " ".join(text)
    drawn = {write(value): value for value in values if type(value) is Term}
    drawn.update({symbol: value for value, symbol in (symbols or {}).items()})
    cells = notation.read(text, place)
    return tuple(drawn.get(cell, cell) if isinstance(cell, str) else cell for cell in cells)
