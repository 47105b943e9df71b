"""Rule files that lie in no file: Prolog text that was typed in, or stands in a cell of a notebook."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from ..errors import must_be
from ..integers import represented
from . import contents
from .contents import Contents
from .rulebook import Prepared, RuleFile

PROLOG = ".pl"  # the suffix of files in the language of such a text, which states what is true and runs no code
LONGEST = 60  # characters that are shown


class TypedFile(RuleFile):
    """A rule file of a text: there is no file that could be read again. A pickle of it holds the text."""

    @property
    def changed(self) -> bool:
        """It is never edited elsewhere."""
        return False

    def reload(self) -> RuleFile:
        """The same."""
        return self

    @property
    def _made(self) -> Callable[..., RuleFile]:
        """What makes another one of the same text."""
        return TypedFile

    def __repr__(self) -> str:
        given = "".join(f", {name}={represented(value)}" for name, value in self._given.items())
        shown = represented(self.text) if len(self.text) <= LONGEST else f"<{len(self.text):,} characters>"
        return f"loads({shown}, {self.name!r}{given})"

    def content(self) -> Callable[[], RuleFile]:
        """What makes it again."""
        return partial(loads, self.text, self.name, **self.values())


def loads(text: str, name: str = "rules", /, **parameters: object) -> RuleFile:
    """The rule file that is this Prolog text, with these values of its parameters; `name` stands in messages.

    Raises
    ------
    PuzzleError
        The text is wrong, or a parameter is; with line and column.

    >>> loads("likes(wallace, cheese). likes(gromit, wallace).").ask("likes(gromit, X)").first()["X"]
    'wallace'
    """
    must_be(str, text, "this is no text", expected="rules in Prolog syntax", hint="load(...) reads a file")
    must_be(str, name, "this names no rule file", expected="a name")
    return typed(text, name, contents.read(PROLOG, text, name), **parameters)


def typed(text: str, name: str, read: Contents, **parameters: object) -> RuleFile:
    """The rule file of a text that has been read."""
    return Prepared(name, Path(name), (0, 0), read, text=text).build_as(TypedFile, **parameters)
