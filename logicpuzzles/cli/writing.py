"""Files that commands write: a page, a picture."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from pathlib import Path as File
from typing import TYPE_CHECKING

from ..by_name import entry
from ..cache_folder import probe
from ..commands.command import Note
from ..errors import PuzzleError
from ..rulefile.rulebook import RuleFile
from ..wording import heading

if TYPE_CHECKING:
    from ..drawing.scene import Scene
    from ..endings import State, Value
    from ..puzzles.puzzle import Puzzle

HTML, SVG = "--html", "--svg"
MADE = {HTML: "page", SVG: "picture"}  # what is in the file of each option
_FOLDER = "Is a directory"


def titled(rulefile: RuleFile) -> str:
    """What a page of a rule file is called."""
    return heading(rulefile.doc, rulefile.name)


def check_target(name: str | None, place: str) -> None:
    """Raise `PuzzleError` where a file cannot be written, as far as that is known before: a search may take long."""
    if name is None:
        return
    if name in ("", "-"):
        raise _unwritable(name, place, "it needs a name")
    try:
        file = File(name)
        if file.is_dir():
            raise _unwritable(name, place, _FOLDER)
        if not file.parent.is_dir():
            raise _unwritable(name, place, "there is no such folder")
        if file.is_file():
            os.close(os.open(file, os.O_WRONLY))
        elif not file.exists():
            probe(file.parent)
    except (OSError, ValueError) as error:
        raise _unwritable(name, place, getattr(error, "strerror", None) or str(error)) from None


def page(name: str | None, make: Callable[[], str]) -> list[str]:
    """The page that `make` makes, written into this file, if there is one; what to tell of it."""
    return [] if name is None else [_written(name, make(), HTML)]


def board(name: str | None, puzzle: Puzzle, state: State, title: str) -> list[str]:
    """A state as SVG, in the colours that it has on a page, written into this file; see `picture`."""
    return picture(name, lambda: puzzle.scene(state), title, lambda: chain.from_iterable(puzzle.domains or ()))


def picture(
    name: str | None, make: Callable[[], Scene], title: str, values: Callable[[], Iterable[Value]] = tuple
) -> list[str]:
    """The board that `make` makes as SVG, written into this file, if there is one; what to tell of it.

    `values` gives all that such boards hold, so that each value has its colour on all of them.
    """
    if name is None:
        return []
    scene = make()
    drawn = entry("drawing.too_large:drawable")(scene)  # of one that is too large, a sentence and its values
    notes = [] if drawn is scene else [Note(drawn.marks[0].text.rpartition(" It ")[0])]
    return [*notes, _written(name, entry("drawing.svg:svg")(drawn, title, values()) + "\n", SVG)]


def nothing_written(files: Mapping[str, str | None]) -> list[str]:
    """What to tell where files were asked for, by their options, and nothing was found to write into them."""
    return [Note(f"no {MADE[place]} is written into {name}") for place, name in files.items() if name is not None]


def _written(name: str, made: str, place: str) -> str:
    """Write it into the file of this name, which is replaced; what to tell of it."""
    try:
        File(name).write_text(made, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise _unwritable(name, place, getattr(error, "strerror", None) or str(error)) from None
    return f"{MADE[place]:<7} {name}"


def _unwritable(name: str, place: str, why: str) -> PuzzleError:
    hint = "name a file in a folder that can be written"
    return PuzzleError(f"the {MADE[place]} cannot be written: {why}", place=place, got=name, hint=hint)
