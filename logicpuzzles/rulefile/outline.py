"""What a rule file tells without being run: the first line of its documentation, its kind, its parameters.

Only the beginning of a long file is looked at: a folder may have come from elsewhere, with whatever is in it.
"""

from __future__ import annotations

from pathlib import Path

from .. import wording
from ..errors import PuzzleError
from . import contents
from .finding import beginning
from .parameters import Parameter

RELATIONS = "relations"  # the kind of a file that declares nothing but these
UNREADABLE = (PuzzleError, SyntaxError, ValueError, RecursionError, MemoryError)  # of a text that is looked at


def summary(path: Path) -> str:
    """What the documentation of the rule file at `path` says in its first line, to the end of a sentence."""
    try:
        doc = contents.outline(path.suffix).documentation(beginning(path))
    except UNREADABLE as error:
        return f"(cannot be read: {str(error).splitlines()[0]})"
    return wording.summary(doc)


def glance(path: Path) -> str | None:
    """ "puzzle", "model", "game" or "relations"; None where the text does not tell, as where it is wrong."""
    try:
        return contents.outline(path.suffix).kind(beginning(path))
    except UNREADABLE:
        return None


def signature(path: Path) -> tuple[Parameter, ...]:
    """The parameters that the rule file at `path` declares; none where its text does not tell."""
    try:
        return contents.outline(path.suffix).parameters(beginning(path))
    except UNREADABLE:
        return ()
