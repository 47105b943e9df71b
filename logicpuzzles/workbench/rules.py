"""Which rule files a page may use: those given on the command line, and those that come with the package."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from ..errors import PuzzleError
from ..records import frozen, replace
from ..rulefile import finding

PROLOG = ".pl"  # the suffix of files that the page may edit


@frozen()
class Rules:
    """A rule file as a tab has it; every process can read it from this alone.

    Attributes
    ----------
    name
        What it is called.
    path
        Where it lies; for a text that was begun on the page, a name that ends in .pl.
    text
        The text as the page has it, always Prolog; None where the file counts.
    given
        The values of its parameters, each a name and a text or value.
    is_given
        Whether it was given on the command line, so that it may be saved.
    """

    name: str
    path: str
    text: str | None = None
    given: tuple[tuple[str, object], ...] = ()
    is_given: bool = False

    @property
    def is_prolog(self) -> bool:
        """Whether it is Prolog text, which may be edited."""
        return self.path.endswith(PROLOG)

    def edited(self, text: str) -> Rules:
        """The same with another text; only Prolog text is taken from a page.

        Raises
        ------
        PuzzleError
            It is a file in Python.
        """
        if not self.is_prolog:
            raise PuzzleError("a rule file in Python is not edited here", place=self.name, hint="edit it elsewhere")
        return replace(self, text=text)

    def with_values(self, **given: object) -> Rules:
        """The same with these values of its parameters."""
        return replace(self, given=tuple(given.items()))


def given_files(names: Sequence[str]) -> list[Rules]:
    """The rule files that were given, by name or path.

    Raises
    ------
    PuzzleError
        There is no such file.
    """
    found = [finding.find(name) for name in names]
    return [_rules(path, True) for path in dict.fromkeys(path.absolute() for path in found)]


def shipped_files(but: Sequence[Rules] = ()) -> list[Rules]:
    """The rule files that come with the package, by name; without those that were given."""
    others = {one.path for one in but}
    folder = finding.shipped()
    paths = sorted(folder.glob("*.p[yl]")) if folder.is_dir() else []
    named = (path for path in paths if path.stem.isidentifier() and path.stem[0] != "_")
    return [_rules(path, False) for path in named if str(path) not in others]


def _rules(path: Path, is_given: bool) -> Rules:
    return Rules(path.stem, str(path), is_given=is_given)


def labels(rules: Sequence[Rules]) -> Iterator[str]:
    """What each is called in a list: its name, with the suffix where another has the same."""
    names = [one.name for one in rules]
    for one in rules:
        yield one.name if names.count(one.name) == 1 else Path(one.path).name
