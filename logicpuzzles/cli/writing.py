"""Files that commands write: a page, a picture."""

from __future__ import annotations

from pathlib import Path as File

from ..commands.layout import first_line
from ..errors import PuzzleError
from ..rulefile.rulebook import RuleFile


def titled(rulefile: RuleFile) -> str:
    """What a page of a rule file is called."""
    return first_line(rulefile.doc) or rulefile.name


def written(name: str, made: str, place: str = "--html") -> str:
    """Write a page into the file of this name, which is replaced; what to tell of it.

    Raises
    ------
    PuzzleError
        It cannot be written.
    """
    try:
        File(name).write_text(made, encoding="utf-8")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        hint = "name a file in a folder that can be written"
        raise PuzzleError(f"the page cannot be written: {why}", place=place, got=name, hint=hint) from None
    return f"page    {name}"
